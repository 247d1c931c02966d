import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as main from '../../daemon/main.ts'
import type { Clock } from '../../daemon/kernel/clock.ts'
import { useCheapSecrets } from '../../daemon/kernel/encryption/work-factor.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { lazy } from '../../daemon/kernel/lazy.ts'
import { portInUse } from '../../daemon/kernel/parent.ts'
import { lastNoon, ManualClock } from './clock.ts'
import { daemonModule } from './programs.ts'
import { soon } from './processes.ts'
import { countUse } from '../runner/usage.ts'
import { type Answer, rest } from './wire/rest.ts'

type Daemon = main.Daemon

/** Loaded by whoever starts one here: not everybody does who needs a folder or a member. */
const shipped = lazy(async () => (await import(pathToFileURL(daemonModule).href)) as typeof main)

useCheapSecrets(true)

/** A hash in a moment: what it costs to guess a password is nothing that these tests try. */
const cheapestHash = { memory_kib: 8, passes: 1, lanes: 1 }

export interface TestMember {
  readonly family_member_uuid: string
  readonly username: string
  readonly session_uuid: string
  readonly access_token: string
  readonly refresh_token: string
}

export interface TestDaemon extends Daemon, AsyncDisposable {
  /** Makes the first member, an admin. */
  owner(): Promise<TestMember>
  /** Makes another member and signs them in. */
  member(owner: TestMember, username: string): Promise<TestMember>
}

export const password = 'correct horse battery'

export interface TestDaemonOptions {
  /** The content of `config.json`. */
  readonly config?: object
  /** One that stands still at the last noon where it is left out; `systemClock` for what goes by the time of the machine. */
  readonly clock?: Clock
  /** The path of another manifest than the one that comes with Companion. */
  readonly manifest?: string
  /** What a password hash costs; next to nothing where it is left out. */
  readonly hashCost?: main.StartOptions['hashCost']
  /** A home that stays when the daemon stops; a temporary one otherwise. */
  readonly home?: string
  /** Further environment variables. */
  readonly environment?: Record<string, string>
  /**
   * Whether a browser loads its pages: it then has the port of the last such daemon of this process that has stopped, so
   * that a window which has loaded them from there need not compile them again.
   */
  readonly pages?: boolean
}

/** What registers a member with the password of the tests, and whatever `more` says. */
export function personOf(username: string, more: object = {}) {
  const full_name = `${username[0]?.toUpperCase()}${username.slice(1)} Example`
  return { username, full_name, relationship: 'family', password, ...more }
}

/** Tries to sign in over REST; the whole answer. */
export function login(
  daemon: Pick<Daemon, 'file'>,
  username: string,
  secret = password,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return rest(daemon, 'POST /auth/login', { payload: { username, password: secret }, headers })
}

/** Signs a member in who has the password of the tests; throws where they are not let in. */
export async function signIn(daemon: Pick<Daemon, 'file'>, username: string): Promise<TestMember> {
  const { status, body } = await login(daemon, username)
  if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`)
  return { ...body.data, ...body.data.family_member }
}

/** Has a daemon estimate how hard a password is to guess, as it does unless it is told not to. */
export const withEstimate = { COMPANION_PASSWORD_MIN_SCORE: '2' }

/** A folder that is nobody's yet. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'companion-test-'))
}

/** Starts the daemon as it ships, in this process, with the cheapest hashes unless it is told what else they cost. */
export async function startDaemon(
  environment: NodeJS.ProcessEnv,
  options: main.StartOptions = {},
): Promise<Daemon> {
  const program = await shipped()
  const daemon = await program.startDaemon(environment, { hashCost: cheapestHash, ...options })
  // One that found its port taken is none.
  countUse('daemons')
  return daemon
}

/** The environment of a daemon on free ports, with the cheapest password hashes and limits that nobody meets. */
export function testEnvironment(home: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    COMPANION_HOME: home,
    COMPANION_HTTP_PORT: '0',
    COMPANION_GRPC_PORT: '0',
    COMPANION_PASSWORD_MEMORY_KIB: '19456',
    COMPANION_PASSWORD_PASSES: '2',
    COMPANION_PASSWORD_LANES: '1',
    COMPANION_PASSWORD_MIN_SCORE: '0',
    COMPANION_LIMITS_AUTHENTICATION_PER_MINUTE: '1000000',
    COMPANION_LIMITS_REALTIME_PER_MINUTE: '1000000',
    COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '80000',
    ...more,
  }
}

/** The ports of daemons with pages that have stopped. */
const freedPorts: number[] = []

/** Starts a real daemon in this process; `await using` stops it and removes its home. */
export async function startTestDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const port = options.pages ? freedPorts.pop() : undefined
  if (port === undefined) return startOnPort(options, 0)
  try {
    return await startOnPort(options, port)
  } catch (error) {
    if (!isPortInUse(error)) throw error
    return startOnPort(options, 0)
  }
}

async function startOnPort(options: TestDaemonOptions, port: number): Promise<TestDaemon> {
  const home = options.home ?? temporaryFolder()
  if (options.home === undefined) {
    const { createMigratedHome } = await import('./migrated.ts')
    createMigratedHome(locateHome({ COMPANION_HOME: home }))
  }
  if (options.config) writeFileSync(join(home, 'config.json'), JSON.stringify(options.config))
  const { clock = new ManualClock(lastNoon()), manifest, hashCost } = options
  const environment = { COMPANION_HTTP_PORT: String(port), ...options.environment }
  const daemon = await startDaemon(testEnvironment(home, environment), {
    clock,
    ...(manifest !== undefined && { manifest }),
    ...(hashCost && { hashCost }),
  })

  const register = async (body: object, token?: string) => {
    const { status, body: answer } = await rest(daemon, 'POST /auth/register', { token, payload: body })
    if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  return {
    ...daemon,
    owner: async () => {
      const data = await register(personOf('olga', { setup_code: daemon.setupCode }))
      return { ...data, ...data.family_member }
    },
    member: async (owner, username) => {
      await register(personOf(username), owner.access_token)
      return signIn(daemon, username)
    },
    [Symbol.asyncDispose]: async () => {
      await daemon.stop()
      if (options.pages) freedPorts.push(daemon.ports.http)
      if (options.home === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The same on ports that another daemon has just left. */
export function startTestDaemonAgain(options: TestDaemonOptions): Promise<TestDaemon> {
  return onFreedPorts(() => startTestDaemon(options))
}

/** Starts something on ports that a daemon has just left: a connection of another program may hold them for a moment. */
export function onFreedPorts<T>(start: () => Promise<T>): Promise<T> {
  return soon(async () => {
    try {
      return await start()
    } catch (error) {
      if (isPortInUse(error)) return null
      throw error
    }
  })
}

const isPortInUse = (error: unknown): boolean =>
  error instanceof Error && 'exitCode' in error && error.exitCode === portInUse
