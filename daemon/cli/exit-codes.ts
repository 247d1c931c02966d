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

/** What the exit code of `companion ask` says: what became of the question. */
export const askCodes = { done: 0, rejected: 1, expired: 2, cancelled: 3, open: 4 } as const

/** How much higher its exit codes are where it failed, so that no failure looks like an answer. */
const askFailure = 10

/** The same in words, for `companion ask --help`. */
export const askCodeTexts: readonly string[] = [
  `${askCodes.done}   answered, approved or seen; without --wait: asked`,
  `${askCodes.rejected}   rejected`,
  `${askCodes.expired}   expired`,
  `${askCodes.cancelled}   cancelled`,
  `${askCodes.open}   still open after the time of --wait`,
  `${askFailure + exitCodes.failed}  and more: a failure, ${askFailure} above the usual code; ${askFailure + exitCodes.noDaemon} is no daemon`,
]

/** The exit code of a failure of `companion ask`; that of an interruption is the usual one. */
export function askFailureCode(exit: ExitCode): number {
  return exit === exitCodes.done || exit === exitCodes.interrupted ? exit : exit + askFailure
}

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
