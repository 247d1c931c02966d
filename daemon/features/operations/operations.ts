import type { Static } from 'typebox'
import type { Bus } from '../../bus/bus.ts'
import { iso } from '../../kernel/clock.ts'
import type { DaemonFile } from '../../kernel/daemon-file.ts'
import { operation } from '../../kernel/operation.ts'
import type { RunningConfig } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Topics } from '../../kernel/topic.ts'
import { version } from '../../kernel/version.ts'
import { type CheckupDependencies, checkupOperations, type CheckupPorts } from './checks/checkup.ts'
import { watchEventLoop } from './event-loop.ts'
import { type DamageDependencies, type DamagePorts, watchDamage } from './damage.ts'
import { watchWhole } from './weekly-check.ts'
import { watchHealth, openHealth } from './health.ts'
import { type BackupStatus, worst } from './rules.ts'
import * as schemas from './schemas.ts'

type Status = Static<typeof schemas.GatewayStatus>
type Stats = Static<typeof schemas.GatewayStats>

/** What the gateway and the transports know; asked while the daemon runs, and when it starts and stops. */
export interface GatewayPort {
  readonly addresses: () => Pick<DaemonFile, 'mode' | 'base_url' | 'ws_url' | 'grpc_address'>
  readonly listening: () => { readonly rest: boolean; readonly websocket: boolean; readonly grpc: boolean }
  /** The networks of the settings, beside the loopback. */
  readonly networks: () => readonly Status['networks'][number][]
  readonly connections: () => Stats['connections']
  readonly operations: () => number
  readonly measurements: () => Pick<Stats, 'since' | 'operations'>
}

interface OperationsDependencies extends DamageDependencies, CheckupDependencies {
  readonly runningConfig: Pick<RunningConfig, 'settings'>
  readonly bus: Bus
  readonly gateway: GatewayPort
}

interface OperationsPorts extends DamagePorts, CheckupPorts {
  /** How encrypted backups somewhere else stand; null where none are set up. */
  readonly backups: () => BackupStatus | null
  /** Finds out which model servers are there; never rejects. */
  readonly probeModelServers: () => Promise<void>
  /** The names of the topics that clients may subscribe to. */
  readonly topics: readonly string[]
  readonly mappings: () => readonly Status['mappings'][number][]
  readonly liveSessions: () => number
}

export const operationsTopics = {
  'system.status': {
    summary: 'How the daemon is, each time that is another than before, and that it stops',
    type: 'system_status',
    audience: 'everyone',
    payload: schemas.SystemStatus,
  },
} satisfies Topics

/** Operations: what the owner sees of the running daemon. */
export function openOperations(dependencies: OperationsDependencies, ports: OperationsPorts) {
  const { runningConfig, store, home, clock, bus, log, audit, repair, gateway } = dependencies
  const { modelServers, backups, probeModelServers, repairMemories } = ports
  const started_at = iso(clock.now())
  const began = clock.monotonic()
  const repaired = repair !== null
  const eventLoop = watchEventLoop()
  const damage = watchDamage(dependencies, ports)
  const full = watchWhole({
    home,
    store,
    audit,
    clock,
    log,
    repaired,
    damaged: damage.damageFound,
    repairMemories,
  })
  const health = openHealth({
    store,
    home,
    bus,
    log,
    eventLoop,
    modelServers,
    backups,
    listening: gateway.listening,
    repaired,
    fullCheck: full.last,
  })

  const stopWatching = watchHealth({ health, probe: probeModelServers, bus, clock })

  const running = () => ({
    version,
    started_at,
    uptime_seconds: Math.floor((clock.monotonic() - began) / 1_000),
  })

  const stop = async () => {
    damage.stop()
    stopWatching()
    eventLoop.stop()
    await full.stop()
  }
  const operations = {
    ...gatewayOperations({ runningConfig, bus, gateway, ports, health, running }),
    ...checkupOperations({ ...dependencies, ...ports, started_at, repaired }),
  }
  return { operations, started_at, resume: damage.resume, failed: damage.failed, stop }
}

interface GatewayOperationsDependencies extends Pick<
  OperationsDependencies,
  'runningConfig' | 'bus' | 'gateway'
> {
  readonly ports: Pick<OperationsPorts, 'topics' | 'mappings' | 'liveSessions'>
  readonly health: () => Promise<schemas.Components>
  readonly running: () => {
    readonly version: string
    readonly started_at: string
    readonly uptime_seconds: number
  }
}

function gatewayOperations(dependencies: GatewayOperationsDependencies) {
  const { runningConfig, bus, gateway, ports, health, running } = dependencies
  return {
    'gateway.health': operation({
      rest: 'GET /health',
      access: 'member',
      scopes: ['read', 'metrics', 'admin'],
      live: 5,
      summary: 'How the daemon is, part by part',
      description:
        'The status of the answer is 200, also where a part is down. While an encrypted home is locked it answers everybody at the ' +
        'machine, with `locked` as status and no components.',
      input: Nothing,
      output: schemas.Health,
      errors: [],
    }).handle(async () => {
      const components = await health()
      const statuses = Object.values(components).map(({ status }) => status)
      return { status: worst(statuses), ...running(), components }
    }),

    'gateway.status': operation({
      rest: 'GET /gateway/status',
      access: 'admin',
      live: 2,
      summary: 'Where the daemon can be reached, and who is connected',
      description:
        'Addresses, open connections of each protocol, the topics that clients may subscribe to, and their ' +
        'external names.',
      input: Nothing,
      output: schemas.GatewayStatus,
      errors: [],
    }).handle(() => {
      const { mode, base_url, ws_url, grpc_address } = gateway.addresses()
      const { rest, websocket, grpc } = gateway.listening()
      const open = gateway.connections()
      return {
        mode,
        ...running(),
        addresses: { base_url, ws_url, grpc_address },
        networks: [...gateway.networks()],
        protocols: {
          rest: { listening: rest, connections: open.http },
          websocket: { listening: websocket, connections: open.websocket },
          grpc: { listening: grpc, connections: open.grpc_streams },
        },
        topics: [...ports.topics],
        mappings: [...ports.mappings()],
        operations: gateway.operations(),
      }
    }),

    'gateway.stats': operation({
      rest: 'GET /gateway/stats',
      access: 'admin',
      live: 2,
      summary: 'How calls went since the daemon started',
      description:
        'Count, errors and the p50, p95 and p99 of each operation and protocol; connections, the bus and ' +
        'memory. Prometheus has the same at `/metrics`.',
      input: Nothing,
      output: schemas.GatewayStats,
      errors: [],
    }).handle(() => {
      const { since, operations: measured } = gateway.measurements()
      const { rss, heapUsed } = process.memoryUsage()
      return {
        since,
        operations: measured,
        connections: gateway.connections(),
        bus: bus.figures(),
        memory: { rss_bytes: rss, heap_used_bytes: heapUsed },
        sessions: ports.liveSessions(),
      }
    }),

    'gateway.config': operation({
      rest: 'GET /config',
      access: 'admin',
      live: 10,
      summary: 'Every setting, its value and where that came from',
      description:
        '`source` says whether a value is the default, from `config.json` or from the environment. Secrets ' +
        'and paths are hidden.',
      input: Nothing,
      output: schemas.Settings,
      errors: [],
    }).handle(() => ({ items: [...runningConfig.settings()] })),
  }
}
