import { enableCompileCache, flushCompileCache } from 'node:module'
import { pageOf } from './kernel/daemon-file.ts'
import { isDiskFull } from './kernel/errors.ts'
import { balanceReserve, createHome, locateHome } from './kernel/home.ts'
import { notifyParent, onStopRequested } from './kernel/parent.ts'
import type { Daemon, startDaemon } from './main.ts'

/** How long a stop may take, in milliseconds; after that the process ends as it is. */
const stopTimeoutMs = 4_500

/** Runs the daemon as a process, until a signal or the program that started it ends it; starts it again where it asks for that. */
async function run(): Promise<void> {
  let starting: Promise<Daemon> | undefined
  let ready = false
  let ended = false
  const stop = async () => {
    const late = setTimeout(() => process.exit(1), stopTimeoutMs)
    await (await starting)?.stop()
    clearTimeout(late)
  }
  const end = () => {
    // What has not begun to answer has nothing to bring to an end.
    if (ended || !ready) process.exit(1)
    ended = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  onStopRequested(end)
  const start = withReserve(await loadDaemon())
  starting = start()
  await starting
  ready = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  for (;;) {
    const daemon = await starting
    notifyParent({ type: 'ready', file: daemon.file })
    process.stdout.write(greeting(daemon))
    flushCompileCache()
    await daemon.restarting
    await stop()
    if (ended) return
    starting = start(daemon.ports)
  }
}

/** Starts on a disk that is full by the room that is kept for that. Throws a sentence that says what to do where there is none. */
function withReserve(start: typeof startDaemon) {
  const home = locateHome(process.env)
  return async (ports?: Daemon['ports']): Promise<Daemon> => {
    balanceReserve(home)
    try {
      return await start(process.env, ports && { ports })
    } catch (error) {
      if (!isDiskFull(error)) throw error
      throw new Error(`the disk of ${home.path} is full: make room on it, then start Companion again`, {
        cause: error,
      })
    }
  }
}

/** Loads the daemon; from the second start on as V8 has compiled it before, which takes a third off the start. */
async function loadDaemon(): Promise<typeof startDaemon> {
  const home = locateHome(process.env)
  createHome(home)
  enableCompileCache(home.cache)
  return (await import('./main.ts')).startDaemon
}

function greeting({ file, home, setupCode }: Daemon): string {
  const docs = new URL('/docs/', file.base_url)
  const lines = [
    `Companion ${file.version} is ready.`,
    '',
    `  Web UI     ${pageOf(file)}`,
    `  REST       ${file.base_url}`,
    `  WebSocket  ${file.ws_url}`,
    `  gRPC       ${file.grpc_address}`,
    `  API docs   ${docs.href}`,
    `  Home       ${home.path}`,
    ...(setupCode === null
      ? []
      : [
          '',
          `  Setup code ${setupCode}`,
          '  Nobody lives here yet: open the web UI, or make yourself the owner with `companion setup`.',
        ]),
    '',
    'Ctrl-C stops it.',
    '',
  ]
  return lines.join('\n')
}

try {
  await run()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Companion did not start: ${reason}\n`)
  process.exitCode = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1
}
