import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Something that the program says and then ends with. */
export class CliError extends Error {
  readonly exit: ExitCode
  readonly hint: string | null

  constructor(exit: ExitCode, message: string, hint: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.exit = exit
    this.hint = hint
  }
}

/** The command line lacks something or holds something that cannot be used. */
export function usageError(message: string, hint: string | null = null): CliError {
  return new CliError(exitCodes.badInput, message, hint)
}

/** Everything is said, and the exit code tells how it ended. */
export class Ending extends Error {
  readonly exit: number

  constructor(exit: number) {
    super('')
    this.exit = exit
  }
}
