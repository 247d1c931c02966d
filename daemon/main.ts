import type { AddressInfo } from 'node:net'
import { Bus } from './bus/bus.ts'
import { loadKeys } from './features/identity/keys.ts'
import { openGateway } from './gateway/gateway.ts'
import { originCheck } from './gateway/origin.ts'
import { Streams } from './gateway/streams.ts'
import { type Clock, iso, systemClock } from './kernel/clock.ts'
import { loadConfig } from './kernel/config.ts'
import { type DaemonFile, removeDaemonFile, writeDaemonFile } from './kernel/daemon-file.ts'
import { createHome, type Home, locateHome } from './kernel/home.ts'
import { openLog } from './kernel/log.ts'
import { version } from './kernel/version.ts'
import { openFeatures } from './operations.ts'
import { openIdempotency } from './store/idempotency.ts'
import { lockHome } from './store/lock.ts'
import { migrate } from './store/migrate.ts'
import { openDatabase, Store } from './store/store.ts'
import { createGrpcServer } from './transports/grpc/server.ts'
import { explainPort, listenOnLoopback6 } from './transports/listen.ts'
import { createRestServer } from './transports/rest/server.ts'
import { attachWebSocket } from './transports/ws/upgrade.ts'

export interface Daemon {
  readonly home: Home
  /** What `daemon.json` says. */
  readonly file: DaemonFile
  /** The one-time code of a home without members, else null. */
  readonly setupCode: string | null
  stop(): Promise<void>
}

/**
 * Starts a daemon on the home that `environment` names and resolves once every listener is ready. What was opened is
 * closed again where a later step fails.
 */
export async function startDaemon(
  environment: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
): Promise<Daemon> {
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    return await open(environment, clock, closing, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  closing: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Daemon> {
  const home = locateHome(environment)
  createHome(home)
  const config = loadConfig(home.config, environment)
  closing.push(lockHome(home).release)
  removeDaemonFile(home)
  const { log, close } = openLog(home.logs, config.log)
  closing.push(close)

  const client = openDatabase(home.database)
  const store = new Store(client, log)
  closing.push(() => store.close())
  migrate(client, home.backups)

  const bus = new Bus(clock, log)
  const keys = await loadKeys(home)
  const once = openIdempotency(store, clock)
  const { operations, identity, interactions } = openFeatures({
    home,
    config,
    keys,
    store,
    once,
    bus,
    clock,
    log,
  })
  for (const [name, operation] of Object.entries(operations)) bus.handle(name, operation.handler)
  closing.push(interactions.deadlines.stop)
  interactions.deadlines.settle()

  const gateway = openGateway(operations, identity.authenticate, bus, clock, log)
  const streams = new Streams(bus, clock)
  closing.push(() => streams.close())

  const coupled = config.mode === 'coupled'
  const host = coupled ? '127.0.0.1' : config.host
  const ports = { http: config.http_port, grpc: config.grpc_port }

  const rest = createRestServer(
    gateway,
    config,
    originCheck(config.mode, () => ports.http),
    log,
  )
  const closeSockets = attachWebSocket(
    rest.server,
    { gateway, streams, clock, log },
    {
      checkOrigin: originCheck(config.mode, () => ports.http),
      heartbeat: config.realtime.heartbeat_seconds * 1_000,
    },
  )
  closing.push(() => rest.close())
  closing.push(closeSockets)
  await rest.listen({ host, port: ports.http }).catch((error: unknown) => {
    throw explainPort(error, ports.http, 'HTTP_PORT')
  })
  ports.http = (rest.server.address() as AddressInfo).port
  if (coupled) closing.push(await listenOnLoopback6(rest.server))

  const grpc = createGrpcServer(
    gateway,
    streams,
    config,
    originCheck(config.mode, () => ports.grpc),
  )
  closing.push(() => grpc.close())
  ports.grpc = await grpc.listen(host, ports.grpc)

  // Who listens on every address is reached on the loopback.
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const scheme = coupled ? ['http', 'ws'] : ['https', 'wss']
  const file: DaemonFile = {
    pid: process.pid,
    version,
    mode: config.mode,
    base_url: `${scheme[0]}://${reachable}:${ports.http}/api/v1`,
    ws_url: `${scheme[1]}://${reachable}:${ports.http}/ws`,
    grpc_address: `${reachable}:${ports.grpc}`,
    started_at: iso(clock.now()),
  }
  writeDaemonFile(home, file)
  closing.push(() => bus.publish('system.status', { status: 'stopping', components: {} }))
  closing.push(() => removeDaemonFile(home))
  log.info({ ...file }, 'ready')
  return { home, file, setupCode: identity.setupCode.current(), stop }
}

/** How long a stop may take, in milliseconds; after that the process ends as it is. */
const longestStop = 4_500

async function run(): Promise<void> {
  const daemon = await startDaemon(process.env)
  let stopping = false
  const end = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), longestStop).unref()
    void daemon.stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.stdout.write(greeting(daemon))
}

function greeting({ file, home, setupCode }: Daemon): string {
  const docs = new URL('/docs/', file.base_url)
  const lines = [
    `Companion ${file.version} is ready.`,
    '',
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
          '  Nobody lives here yet: make yourself the owner with `companion setup`.',
        ]),
    '',
    'Ctrl-C stops it.',
    '',
  ]
  return lines.join('\n')
}

if (import.meta.main) {
  try {
    await run()
  } catch (error) {
    process.stderr.write(
      `Companion did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exitCode = 1
  }
}
