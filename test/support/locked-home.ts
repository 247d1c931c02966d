import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { encryptHome } from '../../daemon/features/encryption/converting.ts'
import { homeKeyBytes, useHomeKey } from '../../daemon/kernel/encryption/home-key.ts'
import { writeKey } from '../../daemon/kernel/encryption/key-file.ts'
import { makeWords } from '../../daemon/kernel/encryption/words.ts'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { waitingOn } from '../../daemon/kernel/offline/encryption.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { startTestDaemon, temporaryFolder, testEnvironment, type TestMember } from './daemon.ts'
import { soon } from './processes.ts'
import { daemonProgram } from './programs.ts'
import { rest } from './wire/rest.ts'

export const passphrase = 'seven herons over the weir'
/** The goal that their owner has. */
export const goal = 'Water the ferns of Grandma Ilse'

/** What ends the daemons that were started, by their homes. */
const started = new Map<string, (() => Promise<void>)[]>()

export interface LockedHome {
  readonly path: string
  readonly words: string
  readonly owner: TestMember
}

let made: Promise<LockedHome> | undefined

/** An encrypted home whose owner has a goal, and whose daemon is stopped; `config` is for its next start. */
export async function makeLockedHome(config: object = {}): Promise<LockedHome> {
  const path = temporaryFolder()
  after(async () => {
    await Promise.all((started.get(path) ?? []).map((end) => end()))
    // A daemon that the test itself has started may still be stopping.
    rmSync(path, { recursive: true, force: true, maxRetries: 20 })
  })
  made ??= makeFirst()
  const first = await made
  cpSync(first.path, path, { recursive: true })
  writeFileSync(join(path, 'config.json'), JSON.stringify({ backups: { daily: false }, ...config }))
  return { ...first, path }
}

/** The home that those of this process are copies of. */
async function makeFirst(): Promise<LockedHome> {
  const path = temporaryFolder()
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  const daemon = await startTestDaemon({ home: path, config: { backups: { daily: false } } })
  const owner = await daemon.owner()
  const payload = { title: goal }
  const created = await rest(daemon, 'POST /agency/goals', { token: owner.access_token, payload })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  await daemon.stop()
  const { words } = await lockHome(path)
  return { path, words, owner }
}

/** Encrypts a home whose daemon is stopped. */
export async function lockHome(path: string): Promise<{ words: string; key: Buffer }> {
  const home = locateHome({ COMPANION_HOME: path })
  const [key, words] = [randomBytes(homeKeyBytes), makeWords()]
  await writeKey(home, key, { passphrase, words })
  useHomeKey(path, key)
  encryptHome(home, key)
  useHomeKey(path, null)
  return { words, key }
}

export interface LockedDaemon {
  readonly child: ChildProcess
  /** Where it is while it waits. */
  readonly file: DaemonFile
  /** Resolves with where it is once it runs. */
  readonly running: () => Promise<{ readonly file: DaemonFile }>
}

/** Starts a daemon on an encrypted home, in a process of its own, and resolves once it waits; on a free port where none is given. */
export async function startLocked({ path }: Pick<LockedHome, 'path'>, port = '0'): Promise<LockedDaemon> {
  const environment = { ...process.env, ...testEnvironment(path), COMPANION_HTTP_PORT: port }
  const child = spawn(process.execPath, [daemonProgram], { env: environment, stdio: 'ignore' })
  const gone = once(child, 'exit')
  const end = async () => {
    child.kill('SIGKILL')
    await gone
  }
  started.set(path, [...(started.get(path) ?? []), end])
  const home = locateHome({ COMPANION_HOME: path })
  const file = await soon(() => {
    const waiting = waitingOn(home)
    return waiting?.pid === child.pid && waiting?.file
  })
  return { child, file, running: () => soon(() => runningOn(home.daemon)) }
}

function runningOn(file: string): { readonly file: DaemonFile } | null {
  try {
    return { file: JSON.parse(readFileSync(file, 'utf8')) as DaemonFile }
  } catch {
    return null
  }
}

/** Tries to unlock a home as its page does. */
export async function tryUnlocking(
  { file }: Pick<LockedDaemon, 'file'>,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(new URL('/unlock', file.base_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-explicit-any
  const answer = (await response.json()) as any
  return { status: response.status, headers: response.headers, body: answer }
}
