import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import { Bus } from './bus/bus.ts'
import { unlockHome } from './features/encryption/unlocking.ts'
import { loadKeys } from './features/identity/keys.ts'
import type { HashCost } from './features/identity/passwords.ts'
import type { AuditEvent } from './features/security/audit-events.ts'
import { openGateway } from './gateway/gateway.ts'
import { openLimits } from './gateway/limits.ts'
import { openLive } from './gateway/live.ts'
import { openMeasurements } from './gateway/measurements.ts'
import { Streams } from './gateway/streams.ts'
import { type Clock, iso, systemClock } from './kernel/clock.ts'
import { type Config, loadSealedConfig } from './kernel/config.ts'
import type { Context } from './kernel/context.ts'
import { type DaemonFile, pageOf, removeDaemonFile, writeDaemonFile } from './kernel/daemon-file.ts'
import type { UnlockService } from './kernel/encryption/unlock-service.ts'
import { createHome, type Home, locateHome, removeFile } from './kernel/home.ts'
import { type Log, openLog } from './kernel/log.ts'
import { lazy } from './kernel/lazy.ts'
import { assertInService } from './kernel/offline/move.ts'
import { askParentForKey, notifyParent } from './kernel/parent.ts'
import { openProver } from './kernel/proof.ts'
import { openConfig } from './kernel/running-config.ts'
import { clockNoteIn, openTrustedClock } from './store/trusted-clock.ts'
import { openFeatures, topics } from './operations.ts'
import { openAudit } from './store/audit.ts'
import { eraseInDamaged, removeOldDamaged } from './store/damaged.ts'
import { applyErasures, openErasures, readErasures } from './store/erasures.ts'
import { assertLocalDisk } from './store/filesystem.ts'
import { openIdempotency } from './store/idempotency.ts'
import { lockHome } from './store/lock.ts'
import { migrate } from './store/migrate.ts'
import { openVerifiedDatabase } from './store/mirror/verified-database.ts'
import { completeRestore } from './store/restore.ts'
import { Store } from './store/store.ts'
import { tableRules } from './table-rules.ts'
import { maxConnections, maxOpenFiles, openConnectionLimit } from './transports/connection-limit.ts'
import { placesOf, trustUrl } from './transports/addresses.ts'
import { mainListener, openListener, type Ports, type Served } from './transports/listener.ts'
import { openLockedListener } from './transports/locked/listener.ts'
import { listenLocally } from './transports/local-socket.ts'
import { type NetworkState, openNetworks, thisMachine } from './transports/networks.ts'

export interface Daemon {
  readonly home: Home
  /** What `daemon.json` says. */
  readonly file: DaemonFile
  /** The one-time code of a home without members, else null. */
  readonly setupCode: string | null
  readonly ports: Ports
  /** Resolves when a restart on the same ports is requested, to apply a staged backup. */
  readonly restarting: Promise<void>
  stop(): Promise<void>
}

/** How long an answer may take to leave before a restart, in milliseconds. */
const restartDelayMs = 250

export interface StartOptions {
  /** The system's clock where it is left out. */
  readonly clock?: Clock
  /** The ports that it had before, where it was there already. */
  readonly ports?: Ports
  /** The path of a manifest of models; the one that comes with Companion where it is left out. */
  readonly manifest?: string
  /** What a password hash costs, whatever the least is that the settings allow. */
  readonly hashCost?: HashCost
}

/**
 * Starts a daemon on the home that `environment` names and resolves once every listener is ready. What was opened is
 * closed again, in reverse, where a later step fails.
 */
export async function startDaemon(
  environment: NodeJS.ProcessEnv,
  { clock = systemClock, ports, manifest, hashCost }: StartOptions = {},
): Promise<Daemon> {
  await using opening = new AsyncDisposableStack()
  const storage = await openStorage(opening, environment, clock, ports)
  const { home } = storage
  const network: Network = {
    file: null,
    ports: { ...storage.ports },
    listening: () => ({ rest: false, websocket: false, grpc: false }),
    networks: () => [],
    connections: () => ({ http: 0, websocket: 0, grpc_streams: 0 }),
  }
  const given = { ...(manifest !== undefined && { manifest }), ...(hashCost && { hashCost }) }
  const behaviour = await openBehaviour(opening, { ...storage, ...given }, network)
  const { features, measurements, restarting } = behaviour
  const file = await openNetwork(opening, storage, network, features, measurements)
  const setupCode = features.identity.setupCode.current()
  const open = opening.move()
  return {
    home,
    file,
    setupCode,
    ports: { ...network.ports },
    restarting,
    stop: lazy(() => open.disposeAsync()),
  }
}

/** What is known of the listeners: nothing, until they are there. */
interface Network {
  file: DaemonFile | null
  readonly ports: { http: number; grpc: number }
  listening: () => { rest: boolean; websocket: boolean; grpc: boolean }
  networks: () => readonly NetworkState[]
  connections: () => { http: number; websocket: number; grpc_streams: number }
}

type Storage = Awaited<ReturnType<typeof openStorage>>
type Features = ReturnType<typeof openFeatures>

/** Takes the home, and opens everything that it holds: the settings, the log and the database, brought up to date. */
async function openStorage(
  opening: AsyncDisposableStack,
  environment: NodeJS.ProcessEnv,
  system: Clock,
  given: Ports | undefined,
) {
  const home = locateHome(environment)
  createHome(home)
  assertInService(home)
  assertLocalDisk(home.path)
  opening.defer(lockHome(home).release)
  removeDaemonFile(home)
  removeFile(home.locked)
  const { config: sealed } = loadSealedConfig(home.config, environment)
  const { log, close } = await openLog(home.logs, sealed.log)
  opening.defer(close)
  const wanted = given ?? { http: sealed.http_port, grpc: sealed.grpc_port }
  const locked = { home, environment, config: sealed, clock: system, log }
  const { ports, endLocked } = await openLocked(opening, locked, wanted)
  const runningConfig = openConfig(home.config, environment)
  const { config } = runningConfig

  const files = lastWriteTimes(home)
  const { client, mirror, swapped, repair } = openVerifiedDatabase({
    home,
    clock: system,
    log,
    rules: tableRules,
  })
  const store = new Store(client, log, mirror)
  opening.defer(() => store.close())
  migrate(client, home.backups)
  const audited = client.prepare<[], number>('SELECT created_at FROM audit ORDER BY seq DESC LIMIT 1').pluck()
  const clock = openTrustedClock(system, [...files, ...audited.all()], clockNoteIn(home.clockSet))

  const audit = openAudit<AuditEvent>(store, home, clock)
  opening.defer(audit.stop)
  const erasures = openErasures(store, home, clock)
  completeRestore({ client, store, home, audit, clock, log, swapped, rules: tableRules })
  const erased = applyErasures(client, home.erasures, tableRules)
  if (erased > 0) log.warn({ erased }, 'the database held what was deleted for good, and does no longer')
  // A crash may have come between a deletion and this.
  store.scrub()
  const forgotten =
    eraseInDamaged(home, readErasures(home.erasures)) +
    (clock.isTrusted() ? removeOldDamaged(home, clock.now()) : 0)
  if (forgotten > 0) log.info({ folders: forgotten }, 'what was set aside as damaged was deleted')
  const bus = new Bus(clock, log)
  const settings = { environment, runningConfig, config, ports, endLocked }
  return { ...settings, home, log, store, mirror, repair, audit, erasures, clock, bus }
}

/** When something was last written to the database, in milliseconds since the epoch; nothing where there is none. */
const lastWriteTimes = ({ database }: Home): number[] =>
  [database, `${database}-wal`].flatMap((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? [])

interface Locked {
  readonly home: Home
  readonly environment: NodeJS.ProcessEnv
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/**
 * Has an encrypted home unlocked: for as long as nobody does, a page on the loopback asks for it. That stays, and says that
 * the daemon starts, until `endLocked` makes room for it, on the `ports` that it had.
 */
async function openLocked(
  opening: AsyncDisposableStack,
  { home, environment, config, clock, log }: Locked,
  wanted: Ports,
) {
  const listening = new AsyncDisposableStack()
  const endLocked = lazy(() => listening.disposeAsync())
  opening.defer(endLocked)
  let ports = wanted
  const listen = async (unlockService: UnlockService): Promise<DaemonFile> => {
    const prover = openProver()
    const started_at = clock.now()
    const next = () => (config.mode === 'coupled' ? null : pageOf(placesOf(config, config.host, ports)))
    const listener = mainListener({ ...config, mode: 'coupled' }, null)
    const serving = { unlockService, prover, log, next, started_at, takes: limitConnections(log) }
    ports = await openLockedListener(listening, listener, wanted, serving)
    const places = placesOf({ mode: 'coupled' }, listener.addresses[0], ports)
    return { ...places, started_at: iso(started_at), socket: null, proof_key: prover.public_key }
  }
  const ask = (file: DaemonFile) => {
    const page = pageOf(file)
    log.warn({ page }, 'the home is locked')
    process.stderr.write(`Companion is locked: unlock it at ${page} or with \`companion unlock\`.\n`)
    return askParentForKey(file)
  }
  const unlocked = (key: string) => notifyParent({ type: 'unlocked', key })
  await unlockHome({ home, environment, clock, log, listen, ask, unlocked })
  return { ports, endLocked }
}

const limitConnections = (log: Log) =>
  openConnectionLimit(maxConnections(maxOpenFiles()), () =>
    log.warn('there are as many connections as there may be: further ones are closed'),
  )

/** Opens every feature on its storage, and puts their operations on the bus. */
async function openBehaviour(
  opening: AsyncDisposableStack,
  storage: Storage & Pick<StartOptions, 'manifest' | 'hashCost'>,
  network: Network,
) {
  const { home, store, bus, clock } = storage
  const restarting = Promise.withResolvers<void>()
  const addresses = () => {
    if (!network.file) throw new Error('the daemon does not listen yet')
    return network.file
  }
  const connections = () => network.connections()
  const measurements = openMeasurements(clock, { connections, bus: () => bus.figures() })
  const features = openFeatures({
    ...storage,
    keys: await loadKeys(home, () => clock.now()),
    once: openIdempotency(store, clock),
    baseUrl: () => addresses().base_url,
    ownPorts: () => Object.values(network.ports),
    machineNames: () => ({
      hostname: hostname(),
      addresses: thisMachine.addresses().map(({ address }) => address),
    }),
    trustUrl: () => trustUrl(storage.config, network.ports),
    isOperation: (name) => Object.hasOwn(features.operations, name),
    restart: () => clock.after(restartDelayMs, restarting.resolve),
    gateway: {
      addresses,
      connections,
      listening: () => network.listening(),
      networks: () => network.networks(),
      operations: () => Object.keys(features.operations).length,
      measurements: () => ({ since: measurements.since, operations: measurements.operations() }),
    },
  })
  const { embedding, memory, imports, engines, conversation, agency, backups, running, security, keys } =
    features
  const { identity, interactions, recognition, voice, certificates } = features
  const mind = [embedding, memory, imports, engines, conversation, agency]
  for (const { stop } of [...mind, backups, running, security, keys, voice, certificates]) opening.defer(stop)
  opening.defer(identity.stopSweeping)
  opening.defer(interactions.stop)
  opening.defer(recognition.stop)
  for (const [name, operation] of Object.entries(features.operations)) bus.handle(name, operation.handler)
  interactions.deadlines.applyDue()
  for (const { resume } of [conversation, engines, agency, imports, recognition, running]) resume()
  return { features, measurements, restarting: restarting.promise }
}

/** Opens the gateway and every listener before it, and says in the home where they are. */
async function openNetwork(
  opening: AsyncDisposableStack,
  { home, config, store, audit, bus, clock, log, endLocked }: Storage,
  network: Network,
  { operations, identity, keys, certificates, security: { blocked }, routing, running }: Features,
  measurements: ReturnType<typeof openMeasurements>,
): Promise<DaemonFile> {
  const auditAdmin = ({ operation, caller, address }: Context, details: Record<string, unknown>) =>
    store.write((tx) =>
      audit.record(tx, {
        event: 'admin_operation',
        actor: caller?.actor ?? 'nobody',
        address,
        session_uuid: caller?.session_uuid ?? null,
        details: { operation, ...details, ...(caller?.key && { via: caller.key.name }) },
      }),
    )
  const authenticate = async (token: string, isUse?: boolean) =>
    keys.authenticate(token) ?? identity.authenticate(token, isUse)
  const { measure, exposition } = measurements
  const limits = openLimits(config.limits)
  const common = { operations, bus, clock, log }
  const gateway = openGateway({
    ...common,
    audit: auditAdmin,
    authenticate,
    blocked,
    failed: running.failed,
    limits,
    measure,
  })
  const live = openLive(common)
  const streams = new Streams({ bus, clock, topics, mappings: routing.mappings, live, blocked })
  opening.defer(() => streams.close())

  const prover = openProver()
  const heartbeat = config.realtime.heartbeat_seconds * 1_000
  const served: Served = {
    gateway,
    streams,
    clock,
    log,
    prover,
    exposition,
    asyncApi: [operations, topics],
    heartbeat,
    authorize: keys.authorize,
    nameOf: (uuid) => identity.profile(uuid)?.full_name,
    trust: certificates.trust,
    takes: limitConnections(log),
  }
  const tls = await certificates.openTls()
  const listener = mainListener(config, tls)
  await endLocked()
  const main = await openListener(opening, listener, network.ports, served)
  Object.assign(network.ports, main.ports)
  const connections = new Set([main.connections])
  const others = await openNetworks({
    config,
    tls,
    port: main.ports.http,
    clock,
    log,
    machine: thisMachine,
    listen: async (other) => {
      await using open = new AsyncDisposableStack()
      const opened = await openListener(open, other, main.ports, served)
      connections.add(opened.connections)
      open.defer(() => void connections.delete(opened.connections))
      const resources = open.move()
      return { close: () => resources.disposeAsync() }
    },
  })
  opening.defer(others.close)
  network.networks = others.states
  network.listening = main.listening
  network.connections = () => {
    const { websocket, grpc } = streams.counts()
    const http = [...connections].reduce((sum, count) => sum + count(), -websocket)
    return { http: Math.max(0, http), websocket, grpc_streams: grpc }
  }

  const closeLocal = await listenLocally(main.server, home.socket, log)
  if (closeLocal) opening.defer(closeLocal)

  const file: DaemonFile = {
    ...placesOf(config, listener.addresses[0], main.ports),
    started_at: running.started_at,
    socket: closeLocal && home.socket,
    proof_key: prover.public_key,
  }
  network.file = file
  writeDaemonFile(home, file)
  opening.defer(() => bus.publish('system.status', { status: 'stopping', components: {} }))
  opening.defer(() => removeDaemonFile(home))
  const { socket: _, ...told } = file
  log.info(told, 'ready')
  return file
}
