import { readFileSync } from 'node:fs'
import { type Client, createClient } from '../client/client.ts'
import { ApiError, SessionEndedError } from '../client/errors.ts'
import { type Connection, connectionTo } from '../client/local/connection.ts'
import { findDaemon, type LocalDaemon } from '../client/local/daemon.ts'
import { type SessionFile, sessionFile } from '../client/local/session-file.ts'
import { systemTokens } from '../client/local/system-tokens.ts'
import { type Session, sessionTokens, type TokenSource } from '../client/tokens.ts'
import { CliError, usageError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import type { Invocation } from './invocation.ts'
import { unlockProgram } from './unlocking.ts'

export interface Caller {
  readonly daemon: LocalDaemon
  readonly connection: Connection
  readonly client: Client
  readonly tokens: TokenSource
  /** The member's sign-in; null where the program asks with a key, or for this machine as `system:cli`. */
  readonly session: Session | null
  /** Whether it asks with a key. */
  readonly keyed: boolean
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
  const connection = connectionTo(() => findDaemon(environment), 'Companion CLI')
  return {
    daemon,
    connection,
    client: createClient(connection),
    sessions: sessionFile(daemon.home),
  }
}

/** The daemon, asked with the key that was given, else by the member who is signed in, else by this machine. */
export function openCaller(invocation: Invocation): Caller {
  const key = readKey(invocation)
  const caller = openSessionCaller(key === null ? invocation : { ...invocation, asSystem: true })
  if (key === null) return caller
  const tokens = keyTokens(key, caller.connection)
  return { ...caller, keyed: true, tokens, client: createClient({ ...caller.connection, tokens }) }
}

/** The same without a look at keys, for what is about the sign-in itself. Throws `NoDaemonError`. */
export function openSessionCaller(invocation: Pick<Invocation, 'environment' | 'asSystem'>): Caller {
  const { daemon, connection, client: anonymous, sessions } = openAnonymousCaller(invocation)
  const session = invocation.asSystem ? null : sessions.load()
  const tokens = session
    ? sessionTokens(sessions, (refresh_token) => anonymous.call('auth.refresh', { refresh_token }))
    : systemTokens(daemon.home, 'cli', () => unlockProgram(invocation.environment))
  return {
    daemon,
    connection,
    session,
    keyed: false,
    tokens,
    client: createClient({ ...connection, tokens }),
  }
}

/** The key to call with, from a file or the environment, never from an argument; null where there is none. */
function readKey({ environment, keyFile, asSystem }: Invocation): string | null {
  if (keyFile !== null && asSystem) throw usageError('--key-file and --as-system exclude each other')
  if (asSystem) return null
  const given = keyFile === null ? environment['COMPANION_KEY'] : readKeyFile(keyFile)
  if (given === undefined) return null
  // Whoever means to call with a key must not call with more where it is missing.
  const key = given.trim()
  if (key === '') throw usageError(`${keyFile ?? 'COMPANION_KEY'} holds no key`)
  return key
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`the key file cannot be read: ${(error as Error).message}`)
  }
}

/** There is no other token than the key: where that was refused, whether it holds is found out. */
function keyTokens(key: string, connection: Connection): TokenSource {
  const access = { token: key, expires_at: Number.POSITIVE_INFINITY }
  return async (refused) => {
    if (refused !== undefined) {
      const { call } = createClient({ ...connection, tokens: async () => access })
      await call('auth.session').catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) throw new SessionEndedError()
      })
    }
    return access
  }
}

const keyRefused = (cause?: ApiError) =>
  new CliError(
    exitCodes.denied,
    'the key is not valid: it was revoked, or has expired',
    'Make another with `companion keys create`, or on the page "Me".',
    cause,
  )

/** Adds to a failure what only makes sense for this caller. */
export function inLightOf({ session, keyed }: Caller, error: unknown): unknown {
  if (keyed && error instanceof SessionEndedError) return keyRefused()
  if (!(error instanceof ApiError)) return error
  if (session && error.code === 'TOKEN_REVOKED') return new SessionEndedError()
  if (keyed) return inLightOfKey(error)
  if (session || error.status !== 404) return error
  const hint = 'This was asked as system:cli, to whom nothing belongs: sign in, or leave out --as-system.'
  return new CliError(exitCodes.notFound, error.message, hint, error)
}

function inLightOfKey(error: ApiError): unknown {
  if (error.status === 401) return keyRefused(error)
  if (error.status !== 403) return error
  const { scope } = error.details
  const hint = typeof scope === 'string' ? `It needs the scope ${scope}.` : null
  return new CliError(exitCodes.denied, error.message, hint, error)
}
