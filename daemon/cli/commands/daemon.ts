import { answers } from '../../client/local/connection.ts'
import { findDaemonIfAny, type LocalDaemon, localHome } from '../../client/local/daemon.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Invocation } from '../invocation.ts'
import { say } from '../output.ts'
import { startInBackground, stopDaemon, waitUntilReady } from '../service/background.ts'
import { installedService } from '../service/service-manager.ts'
import { environmentOf, failureOf } from './service.ts'

export interface DaemonCommandOptions {
  /** The daemon of the system's service. */
  readonly system?: boolean
}

/** Starts the daemon where none runs, through its service where it has one, and waits until it answers. */
export async function startDaemon(invocation: Invocation, options: DaemonCommandOptions): Promise<void> {
  const environment = environmentOf(invocation, options)
  const running = findDaemonIfAny(environment)
  if (!running) return tell(invocation, await startOn(environment, options), true)
  if (await answers(running)) return tell(invocation, running, false)
  const { pid } = running.file
  throw new CliError(
    exitCodes.noDaemon,
    `process ${pid} has the home ${running.home.path}, but does not answer`,
    `It may be busy, or another program: end it with \`kill ${pid}\` and try again.`,
  )
}

function startOn(
  environment: NodeJS.ProcessEnv,
  { system = false }: DaemonCommandOptions,
): Promise<LocalDaemon> {
  const service = installedService(environment, system)
  if (system && !service)
    throw new CliError(
      exitCodes.notFound,
      'no system service is installed',
      'Install it with `sudo companion service install --system`.',
    )
  if (!service) return waitUntilReady(environment, startInBackground(environment))
  const { manager } = service
  manager.start()
  return waitUntilReady(environment, () => failureOf(manager))
}

function tell(invocation: Invocation, { home, file }: LocalDaemon, started: boolean): void {
  const { pid, version, base_url } = file
  say(invocation, { started, pid, version, base_url, home: home.path }, () =>
    started
      ? `Companion ${version} is running at ${new URL('/', base_url).href} (process ${pid}).`
      : `Companion ${version} runs already at ${new URL('/', base_url).href} (process ${pid}).`,
  )
}

/** Stops the daemon, and resolves once it is gone. That none runs is fine. */
export async function endDaemon(invocation: Invocation, options: DaemonCommandOptions): Promise<void> {
  const environment = environmentOf(invocation, options)
  const stopped = await stopDaemon(environment, options.system ?? false)
  const { path } = localHome(environment)
  say(invocation, { stopped, home: path }, () =>
    stopped ? 'Companion has stopped.' : `No daemon runs on ${path}.`,
  )
}

/** Stops the daemon where one runs, and starts one. */
export async function restartDaemon(invocation: Invocation, options: DaemonCommandOptions): Promise<void> {
  const environment = environmentOf(invocation, options)
  await stopDaemon(environment, options.system ?? false)
  tell(invocation, await startOn(environment, options), true)
}
