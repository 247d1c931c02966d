import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type DaemonFile, readDaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { testEnvironment } from '../support/daemon.ts'
import { daemonProgram } from '../support/programs.ts'

export interface DaemonProcess {
  readonly child: ChildProcess
  readonly file: DaemonFile
}

/** Starts a Node program of the project, whose words nobody has to read. */
export function spawnProgram(
  script: string,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
) {
  return spawn(process.execPath, [...nodeOptions, '--disable-warning=ExperimentalWarning', script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts a Node program of the project and resolves with the first thing it says; throws where it ends before. */
export async function startProgram(
  script: string,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<{ child: ChildProcess; output: string }> {
  const child = spawnProgram(script, environment, nodeOptions)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const spoken = once(child.stdout.setEncoding('utf8'), 'data')
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${script} ended with ${String(code ?? signal)}: ${complaint}`)
  })
  const [output] = await Promise.race([spoken, ended])
  // From here on an end is what the caller wants.
  ended.catch(() => {})
  return { child, output: String(output) }
}

/** Starts the real daemon on `home` as a process of its own, another copy of its script where one is given, and resolves once it is ready. */
export async function startDaemonProcess(
  home: string,
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
  script = daemonProgram,
): Promise<DaemonProcess> {
  const settings = testEnvironment(home, environment)
  const { child } = await startProgram(script, settings, nodeOptions)
  const file = readDaemonFile(locateHome({ COMPANION_HOME: home }))
  if (file === null || file.pid !== child.pid)
    throw new Error('daemon.json is not of the daemon that has just started')
  return { child, file }
}

/** Ends a process that was started here, and resolves once it is gone. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
