import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { answers, assertAnswers } from '../../client/local/connection.ts'
import {
  findDaemonIfAny,
  type LocalDaemon,
  localHome,
  lockedDaemon,
  unlockingHint,
} from '../../client/local/daemon.ts'
import { daemonCommand, leanEnvironment } from '../../client/local/daemon-program.ts'
import { isWaiting } from '../../client/local/encryption.ts'
import { endProcess } from '../../client/local/end-process.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import { canUnlock, unlockDaemon } from '../unlocking.ts'
import { installedService, ownScript } from './service-manager.ts'

/** How long a daemon may take to be ready, in milliseconds: it may have a large database to bring up to date. */
const startTimeoutMs = 120_000
/** How long one may take until it is gone, where the platform ends it. */
const stopTimeoutMs = 15_000
const pollMs = 100

/** What only commands read, and a daemon should not keep. */
const ownVariables = new Set(['COMPANION_KEY', 'COMPANION_PASSWORD', 'COMPANION_PASSPHRASE'])

/** Starts a daemon that outlives this program; the answer says why it ended, or null as long as it runs. */
export function startInBackground(environment: NodeJS.ProcessEnv): () => string | null {
  const { path, logs } = localHome(environment)
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const { program, args } = daemonCommand(ownScript())
  const inherited = Object.entries(environment).filter(([name]) => !ownVariables.has(name))
  const file = join(logs, 'stderr.log')
  const errors = openSync(file, 'w', 0o600)
  const child = spawn(program, args, {
    cwd: path,
    detached: true,
    env: { ...Object.fromEntries(inherited), ...leanEnvironment },
    // The greeting would tell the setup code to whoever reads a file.
    stdio: ['ignore', 'ignore', errors],
    windowsHide: true,
  })
  closeSync(errors)
  let failure: string | null = null
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => (failure = reasonIn(readFileSync(file, 'utf8'), code)))
  child.unref()
  return () => failure
}

const reasonIn = (output: string, code: number | null) =>
  harmless(output.trim().split('\n').at(-1) ?? '').replace(/^Companion did not start: /, '') ||
  `it ended with exit code ${code}`

/**
 * Resolves with the daemon of a home once it answers; throws where `failure` says that it will not, or after 2 minutes. Where it
 * waits to be unlocked, whoever sits at the terminal is asked for the passphrase; where nobody does, it throws, and goes on waiting.
 */
export async function waitUntilReady(
  environment: NodeJS.ProcessEnv,
  failure: () => string | null,
): Promise<LocalDaemon> {
  let asked = false
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await wait(pollMs)) {
    const daemon = findDaemonIfAny(environment)
    if (daemon && (await answers(daemon))) return daemon
    if (!asked && isWaiting(localHome(environment))) {
      asked = true
      if (!canUnlock(environment)) throw locked(environment)
      await unlockDaemon(environment)
    }
    const reason = failure()
    if (reason !== null) throw notStarted(reason)
  }
  throw notStarted('it was not ready after 2 minutes')
}

/** What is said where nobody sits at a terminal who could unlock a home. */
const locked = (environment: NodeJS.ProcessEnv) => {
  const home = localHome(environment)
  return new CliError(exitCodes.denied, `Companion is locked on ${home.path}`, unlockingHint(home))
}

const notStarted = (reason: string) =>
  new CliError(
    exitCodes.failed,
    `the daemon did not start: ${reason}`,
    '`companion daemon logs` shows its log.',
  )

/** Stops the daemon of a home, through its service where it has one; the answer is whether one ran. */
export async function stopDaemon(environment: NodeJS.ProcessEnv, system: boolean): Promise<boolean> {
  const daemon = findDaemonIfAny(environment) ?? lockedDaemon(localHome(environment))
  const service = installedService(environment, system)
  const { running = false, pid = null } = service?.state ?? {}
  const isService = running !== false && (!daemon || pid === null || pid === daemon.file.pid)
  if (service && isService) service.manager.stop()
  if (!daemon) return running === true
  if (!isService || !(await isGone(daemon, environment))) await end(daemon)
  return true
}

/** Whether a daemon is gone, or is so within 15 s. */
async function isGone({ file }: LocalDaemon, environment: NodeJS.ProcessEnv): Promise<boolean> {
  for (const until = Date.now() + stopTimeoutMs; Date.now() < until; await wait(pollMs))
    if (processOf(environment) !== file.pid) return true
  return false
}

const processOf = (environment: NodeJS.ProcessEnv) =>
  (findDaemonIfAny(environment) ?? lockedDaemon(localHome(environment)))?.file.pid

/** Ends a daemon, once it has shown that it is the one of its home: a process of that number may be anything. */
async function end(daemon: LocalDaemon): Promise<void> {
  const { pid } = daemon.file
  try {
    await assertAnswers(daemon)
  } catch (error) {
    const message = `process ${pid} does not show that it is the daemon of ${daemon.home.path}`
    const hint = `It may be busy, or another program. Look at it, and end it with \`kill ${pid}\` if it is the daemon.`
    throw new CliError(exitCodes.refused, message, hint, error)
  }
  if (await endProcess(pid, { after: keepingAlive })) return
  throw new CliError(exitCodes.failed, `process ${pid} could not be ended`)
}

/** A timer that this program waits for. */
function keepingAlive(delay: number, call: () => void): () => void {
  const timer = setTimeout(call, delay)
  return () => clearTimeout(timer)
}
