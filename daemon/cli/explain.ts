import { CommanderError } from 'commander'
import { ApiError, ConnectionError, SessionEndedError } from '../client/errors.ts'
import { NoDaemonError } from '../client/local/daemon.ts'
import { UntrustedDaemonError } from '../client/local/proof.ts'
import { CliError } from './cli-error.ts'
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts'

/** A failure as people read it, and as programs do. */
export interface Explanation {
  readonly exit: ExitCode
  /** One sentence; empty where there is nothing to say. */
  readonly message: string
  readonly hint: string | null
  readonly json: object
}

const signIn = 'Sign in again with `companion login`.'

/** Explains an error: what is wrong, what to do about it, and the exit code. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommanderError) return usage(error)
  if (error instanceof CliError) {
    const cause = error.cause instanceof ApiError ? explain(error.cause).json : { message: error.message }
    return { exit: error.exit, message: error.message, hint: error.hint, json: cause }
  }
  if (error instanceof ApiError) return refusal(error)
  if (error instanceof SessionEndedError) {
    return plain(exitCodes.denied, 'your sign-in has ended', signIn)
  }
  if (error instanceof NoDaemonError) {
    return plain(
      exitCodes.noDaemon,
      error.message,
      error.hint ?? 'Start it with `companion daemon start`, or by opening the app.',
    )
  }
  if (error instanceof UntrustedDaemonError) {
    const hint = 'It was told nothing. End it, or choose another port, and start the daemon anew.'
    return plain(exitCodes.noDaemon, error.message, hint)
  }
  if (error instanceof ConnectionError) {
    return plain(exitCodes.noDaemon, error.message, '`companion status` shows what is known of it.')
  }
  return plain(exitCodes.failed, error instanceof Error ? error.message : String(error))
}

function plain(exit: ExitCode, message: string, hint: string | null = null): Explanation {
  return { exit, message, hint, json: { message } }
}

function usage({ code, exitCode, message }: CommanderError): Explanation {
  const shown = exitCode === 0 || code === 'commander.help' || code === 'commander.helpDisplayed'
  if (shown) return plain(exitCode === 0 ? exitCodes.done : exitCodes.badInput, '')
  return plain(exitCodes.badInput, message.replace(/^error: /, ''), '`--help` shows how it is used.')
}

function refusal(error: ApiError): Explanation {
  const { status, code, message, details, retry_after, request_id } = error
  return {
    exit: exitCodeOf(status),
    message: sentence(error),
    hint: hintOf(error),
    json: { status, code, message, details, retry_after, request_id },
  }
}

const passwordReasons: Readonly<Record<string, string>> = {
  too_short: 'the password needs 8 characters at least',
  breached: 'the password is in a list of stolen passwords',
  too_simple: 'the password is too easy to guess',
  contains_identity: 'the password may not contain the username or a part of the name',
  reused: 'the new password is the old one',
}

function sentence({ code, message, details: { field, reason } }: ApiError): string {
  if (typeof reason !== 'string') return message
  if (code === 'PASSWORD_REJECTED') return passwordReasons[reason] ?? message
  if (code !== 'INVALID_REQUEST') return message
  return typeof field === 'string' && field !== '' ? `${field} ${reason}` : `the request ${reason}`
}

function hintOf({ status, code, details, retry_after }: ApiError): string | null {
  if (status === 429) return `Try again in ${retry_after ?? 1} s.`
  if (code === 'TOKEN_REVOKED' || code === 'TOKEN_EXPIRED' || details['reason'] === 'step_up') return signIn
  if (status === 403 && code !== 'ADDRESS_BLOCKED' && details['field'] === undefined) {
    return 'It may need an admin: `--as-system` asks with the key of this machine instead.'
  }
  return null
}
