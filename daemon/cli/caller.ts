import { type Client, createClient } from '../client/client.ts'
import { ApiError, SessionEndedError } from '../client/errors.ts'
import { type Connection, connectionTo } from '../client/local/connection.ts'
import { findDaemon, type LocalDaemon } from '../client/local/daemon.ts'
import { type SessionFile, sessionFile } from '../client/local/session-file.ts'
import { systemTokens } from '../client/local/system-tokens.ts'
import { type Session, sessionTokens, type TokenSource } from '../client/tokens.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import type { Invocation } from './invocation.ts'

/** The daemon, and who asks it. */
export interface Caller {
  readonly daemon: LocalDaemon
  readonly connection: Connection
  readonly client: Client
  readonly tokens: TokenSource
  /** The member's sign-in; null where the program asks for this machine, as `system:cli`. */
  readonly session: Session | null
}

/** What is needed before anyone is signed in. */
export interface AnonymousCaller {
  readonly daemon: LocalDaemon
  readonly connection: Connection
  /** Calls without a token. */
  readonly client: Client
  readonly sessions: SessionFile
}

/** The daemon for calls without a token. Throws `NoDaemonError`. */
export function openAnonymousCaller({ environment }: Pick<Invocation, 'environment'>): AnonymousCaller {
  const daemon = findDaemon(environment)
  const connection = connectionTo(() => findDaemon(environment))
  return {
    daemon,
    connection,
    client: createClient(connection),
    sessions: sessionFile(daemon.home),
  }
}

/** The daemon, asked by the member who is signed in, else by this machine. Throws `NoDaemonError`. */
export function openCaller(invocation: Invocation): Caller {
  const { daemon, connection, client: anonymous, sessions } = openAnonymousCaller(invocation)
  const session = invocation.asSystem ? null : sessions.load()
  const tokens = session
    ? sessionTokens(sessions, (refresh_token) => anonymous.call('auth.refresh', { refresh_token }))
    : systemTokens(daemon.home, 'cli')
  return {
    daemon,
    connection,
    session,
    tokens,
    client: createClient({ ...connection, tokens }),
  }
}

/** Adds to a failure what only makes sense for this caller. */
export function inLightOf({ session }: Caller, error: unknown): unknown {
  if (session && error instanceof ApiError && error.code === 'TOKEN_REVOKED') return new SessionEndedError()
  if (session || !(error instanceof ApiError) || error.status !== 404) return error
  const hint = 'This was asked as system:cli, to whom nothing belongs: sign in, or leave out --as-system.'
  return new CliError(exitCodes.notFound, error.message, hint, error)
}
