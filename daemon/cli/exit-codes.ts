/** What the exit code of the program says, for scripts. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badInput: 2,
  noDaemon: 3,
  denied: 4,
  notFound: 5,
  refused: 6,
  rateLimited: 7,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The same in words, for `--help`. */
export const exitCodeTexts: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.done, 'done'],
  [exitCodes.failed, 'something failed'],
  [exitCodes.badInput, 'the command line or the input is wrong'],
  [exitCodes.noDaemon, 'no daemon runs, or it does not answer'],
  [exitCodes.denied, 'not signed in, or not permitted'],
  [exitCodes.notFound, 'not found, or gone'],
  [exitCodes.refused, 'not possible in this state'],
  [exitCodes.rateLimited, 'too many requests: try later'],
]

/** The exit code for an HTTP status of a refusal. */
export function exitCodeOf(status: number): ExitCode {
  switch (status) {
    case 400:
      return exitCodes.badInput
    case 401:
    case 403:
      return exitCodes.denied
    case 404:
    case 410:
      return exitCodes.notFound
    case 409:
    case 422:
      return exitCodes.refused
    case 429:
      return exitCodes.rateLimited
    default:
      return exitCodes.failed
  }
}
