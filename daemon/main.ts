import type { AddressInfo } from 'node:net'
import { Bus } from './bus/bus.ts'
import { loadKeys } from './features/identity/keys.ts'
import { openGateway } from './gateway/gateway.ts'
import { openLimits } from './gateway/limits.ts'
import { openMeasurements } from './gateway/measurements.ts'
import { originCheck } from './gateway/origin.ts'
import { Streams } from './gateway/streams.ts'
import { topicNames } from './gateway/topics.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type DaemonFile, removeDaemonFile, writeDaemonFile } from './kernel/daemon-file.ts'
import { createHome, type Home, locateHome } from './kernel/home.ts'
import { openLog } from './kernel/log.ts'
import { openConfig } from './kernel/running-config.ts'
import { version } from './kernel/version.ts'
import { openFeatures } from './operations.ts'
import { openAudit } from './store/audit.ts'
import { openIdempotency } from './store/idempotency.ts'
import { lockHome } from './store/lock.ts'
import { migrate } from './store/migrate.ts'
import { openDatabase, Store } from './store/store.ts'
import { createGrpcServer } from './transports/grpc/server.ts'
import { countConnections } from './transports/connections.ts'
import { explainPort, listenOnLoopback6 } from './transports/listen.ts'
import { createRestServer } from './transports/rest/server.ts'
import { addMcp } from './transports/mcp/route.ts'
import { addChatCompletions } from './transports/openai/chat-completions.ts'
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
  const runningConfig = openConfig(home.config, environment)
  const { config } = runningConfig
  closing.push(lockHome(home).release)
  removeDaemonFile(home)
  const { log, close } = openLog(home.logs, config.log)
  closing.push(close)

  const client = openDatabase(home.database)
  const store = new Store(client, log)
  closing.push(() => store.close())
  migrate(client, home.backups)

  const bus = new Bus(clock, log)
  const audit = openAudit(store, home, clock)
  const running = {
    file: null as DaemonFile | null,
    listening: () => ({ rest: false, websocket: false, grpc: false }),
    connections: () => ({ http: 0, websocket: 0, grpc_streams: 0 }),
  }
  const addresses = () => {
    if (!running.file) throw new Error('the daemon does not listen yet')
    return running.file
  }
  const connections = () => running.connections()
  const ports = { http: config.http_port, grpc: config.grpc_port }
  const measurements = openMeasurements(clock, { connections, bus: () => bus.figures() })
  const features = openFeatures({
    home,
    config,
    runningConfig,
    keys: await loadKeys(home, () => clock.now()),
    store,
    once: openIdempotency(store, clock),
    audit,
    bus,
    clock,
    log,
    baseUrl: () => addresses().base_url,
    ownPorts: () => Object.values(ports),
    topics: topicNames,
    gateway: {
      addresses,
      connections,
      listening: () => running.listening(),
      operations: () => Object.keys(features.operations).length,
      measurements: () => ({ since: measurements.since, operations: measurements.operations() }),
    },
  })
  const { operations, identity, interactions, security, routing } = features
  closing.push(features.embedding.stop, features.memory.stop)
  closing.push(features.conversation.stop, features.agency.stop)
  closing.push(features.running.stop, security.stop, identity.stopSweeping, interactions.deadlines.stop)
  for (const [name, operation] of Object.entries(operations)) bus.handle(name, operation.handler)
  interactions.deadlines.settle()
  features.conversation.settle()
  features.agency.settle()

  const { blocked } = security
  const gateway = openGateway({
    operations,
    authenticate: identity.authenticate,
    blocked,
    audit: ({ operation, caller, address }, details) =>
      store.write((tx) =>
        audit.record(tx, {
          event: 'admin_operation',
          actor: caller?.actor ?? 'nobody',
          address,
          session_uuid: caller?.session_uuid ?? null,
          details: { operation, ...details },
        }),
      ),
    limits: openLimits(config.limits),
    measure: measurements.measure,
    bus,
    clock,
    log,
  })
  const streams = new Streams({ bus, clock, mappings: routing.mappings, blocked })
  closing.push(() => streams.close())

  const coupled = config.mode === 'coupled'
  const host = coupled ? '127.0.0.1' : config.host
  const grpc = createGrpcServer(
    gateway,
    streams,
    config,
    originCheck(config.mode, () => ports.grpc),
  )
  closing.push(() => grpc.close())
  ports.grpc = await grpc.listen(host, ports.grpc)

  const rest = createRestServer(
    gateway,
    config,
    originCheck(config.mode, () => ports.http),
    measurements.exposition,
    log,
  )
  addChatCompletions(rest, gateway, log)
  addMcp(rest, gateway, log)
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
  running.connections = countConnections(rest.server, streams)
  running.listening = () => ({
    rest: rest.server.listening,
    websocket: rest.server.listening,
    grpc: grpc.listening(),
  })
  await rest.listen({ host, port: ports.http }).catch((error: unknown) => {
    throw explainPort(error, ports.http, 'HTTP_PORT')
  })
  ports.http = (rest.server.address() as AddressInfo).port

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
    started_at: features.running.started_at,
  }
  running.file = file
  if (coupled) closing.push(await listenOnLoopback6(rest.server))
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
