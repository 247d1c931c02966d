import type { AddressInfo } from 'node:net'
import { Bus } from './bus/bus.ts'
import { loadKeys } from './features/identity/keys.ts'
import { openGateway } from './gateway/gateway.ts'
import { openLimits } from './gateway/limits.ts'
import { openLive } from './gateway/live.ts'
import { openMeasurements } from './gateway/measurements.ts'
import { originCheck } from './gateway/origin.ts'
import { Streams } from './gateway/streams.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Context } from './kernel/context.ts'
import { type DaemonFile, removeDaemonFile, writeDaemonFile } from './kernel/daemon-file.ts'
import { createHome, type Home, locateHome } from './kernel/home.ts'
import { openLog } from './kernel/log.ts'
import { homeInUse, onStopRequested, portInUse, notifyParent } from './kernel/parent.ts'
import { openConfig } from './kernel/running-config.ts'
import { version } from './kernel/version.ts'
import { openFeatures, topics } from './operations.ts'
import { openAudit } from './store/audit.ts'
import { openIdempotency } from './store/idempotency.ts'
import { HomeInUse, lockHome } from './store/lock.ts'
import { migrate } from './store/migrate.ts'
import { endSessions, swapStaged } from './store/restore.ts'
import { openDatabase, Store } from './store/store.ts'
import { createGrpcServer } from './transports/grpc/server.ts'
import { countConnections } from './transports/connections.ts'
import { explainPort, listenOnLoopback6, PortInUse } from './transports/listen.ts'
import { addDescription } from './transports/rest/documentation.ts'
import { createRestServer } from './transports/rest/server.ts'
import { addMcp } from './transports/mcp/route.ts'
import { addChatCompletions } from './transports/openai/chat-completions.ts'
import { asyncApi } from './transports/ws/asyncapi.ts'
import { attachWebSocket } from './transports/ws/upgrade.ts'

export interface Daemon {
  readonly home: Home
  /** What `daemon.json` says. */
  readonly file: DaemonFile
  /** The one-time code of a home without members, else null. */
  readonly setupCode: string | null
  readonly ports: Ports
  /** Resolves where it wants to be stopped and started again, on the same ports: a backup waits to be restored. */
  readonly restarting: Promise<void>
  stop(): Promise<void>
}

interface Ports {
  readonly http: number
  readonly grpc: number
}

/** How long an answer may take to leave before a restart, in milliseconds. */
const restartDelayMs = 250

/**
 * Starts a daemon on the home that `environment` names and resolves once every listener is ready, on `given` ports where
 * it was there before. What was opened is closed again where a later step fails.
 */
export async function startDaemon(
  environment: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
  given?: Ports,
): Promise<Daemon> {
  const closing: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= closeAll())
  try {
    return await open(environment, clock, given, closing, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  given: Ports | undefined,
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

  const restored = swapStaged(home.database)
  const client = openDatabase(home.database)
  const store = new Store(client, log)
  closing.push(() => store.close())
  migrate(client, home.backups)

  const bus = new Bus(clock, log)
  const audit = openAudit(store, home, clock)
  if (restored) {
    log.warn('the database is the restored one')
    const details = { operation: 'backups.restore' }
    store.write((tx) => {
      endSessions(tx, store, clock.now())
      audit.record(tx, { event: 'admin_operation', actor: 'system:restore', address: '127.0.0.1', details })
    })
  }
  const restarting = Promise.withResolvers<void>()
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
  const ports = given ? { ...given } : { http: config.http_port, grpc: config.grpc_port }
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
    restart: () => clock.after(restartDelayMs, restarting.resolve),
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
  closing.push(features.backups.stop)
  closing.push(features.running.stop, security.stop, identity.stopSweeping, interactions.deadlines.stop)
  for (const [name, operation] of Object.entries(operations)) bus.handle(name, operation.handler)
  interactions.deadlines.settle()
  features.conversation.settle()
  features.agency.settle()

  const { blocked } = security
  const auditAdmin = ({ operation, caller, address }: Context, details: Record<string, unknown>) =>
    store.write((tx) =>
      audit.record(tx, {
        event: 'admin_operation',
        actor: caller?.actor ?? 'nobody',
        address,
        session_uuid: caller?.session_uuid ?? null,
        details: { operation, ...details },
      }),
    )
  const gateway = openGateway({
    operations,
    authenticate: identity.authenticate,
    blocked,
    audit: auditAdmin,
    limits: openLimits(config.limits),
    measure: measurements.measure,
    bus,
    clock,
    log,
  })
  const live = openLive({ operations, bus, clock, log, audit: auditAdmin })
  const streams = new Streams({ bus, clock, topics, mappings: routing.mappings, live, blocked })
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
  addDescription(rest, 'asyncapi.json', asyncApi(operations, topics))
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
  const setupCode = identity.setupCode.current()
  return { home, file, setupCode, ports: { ...ports }, restarting: restarting.promise, stop }
}

/** How long a stop may take, in milliseconds; after that the process ends as it is. */
const stopTimeoutMs = 4_500

async function run(): Promise<void> {
  let starting = startDaemon(process.env)
  let ready = false
  let ended = false
  const stop = async () => {
    const late = setTimeout(() => process.exit(1), stopTimeoutMs)
    await (await starting).stop()
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
  await starting
  ready = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  for (;;) {
    const daemon = await starting
    notifyParent({ type: 'ready', file: daemon.file })
    process.stdout.write(greeting(daemon))
    await daemon.restarting
    await stop()
    if (ended) return
    starting = startDaemon(process.env, systemClock, daemon.ports)
  }
}

function greeting({ file, home, setupCode }: Daemon): string {
  const docs = new URL('/docs/', file.base_url)
  const ui = new URL('/', file.base_url)
  const lines = [
    `Companion ${file.version} is ready.`,
    '',
    `  Web UI     ${ui.href}`,
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

function exitCodeOf(error: unknown): number {
  if (error instanceof HomeInUse) return homeInUse
  return error instanceof PortInUse ? portInUse : 1
}

if (import.meta.main) {
  try {
    await run()
  } catch (error) {
    process.stderr.write(
      `Companion did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exitCode = exitCodeOf(error)
  }
}
