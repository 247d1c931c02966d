import { type Static, type TProperties, Type } from 'typebox'
import { paging } from '../../kernel/paging.ts'
import { languageCodes } from '../../language/codes.ts'
import { closed, Moment, nullable } from '../../kernel/schema.ts'

const Count = Type.Integer({ minimum: 0 })
const Bytes = Type.Integer({ minimum: 0, description: 'bytes' })
const Milliseconds = Type.Number({ minimum: 0, description: 'milliseconds' })
const Protocol = Type.Enum(['rest', 'websocket', 'grpc'])

const Status = Type.Enum(['ok', 'degraded', 'down'])
export type Status = Static<typeof Status>

const component = <P extends TProperties>(figures: P) =>
  Type.Object({ status: Status, detail: Type.String({ description: 'one sentence' }), ...figures })
const Listener = component({})

export const Components = Type.Object({
  database: component({ size_bytes: Bytes, wal_bytes: Bytes }),
  storage: component({
    free_bytes: nullable(Bytes),
    read_only: Type.Boolean({ description: 'whether the disk can only be read at the moment' }),
  }),
  event_loop: component({ p99_ms: nullable(Milliseconds) }),
  bus: component({ waiting: Count, longest_wait_ms: Milliseconds }),
  engine: component({
    answered: nullable(
      Type.Boolean({ description: 'whether the model server has answered yet; null where none is set' }),
    ),
  }),
  backups: component({
    last_snapshot_at: nullable(Moment),
    last_drill_at: nullable(
      Type.String({ format: 'date-time', description: 'when the newest was last restored on trial' }),
    ),
  }),
  rest: Listener,
  websocket: Listener,
  grpc: Listener,
})
export type Components = Static<typeof Components>

/** `system.status`: a daemon that stops says no more of its components. */
export const SystemStatus = Type.Union([
  Type.Object({ status: Status, components: Components }),
  Type.Object({ status: Type.Literal('stopping'), components: Type.Object({}, closed) }),
])
export type SystemStatus = Static<typeof SystemStatus>

const running = {
  version: Type.String(),
  started_at: Moment,
  uptime_seconds: Count,
}

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded', 'down'], { description: 'the worst of the components' }),
    ...running,
    components: Components,
  },
  { $id: 'Health' },
)

const ProtocolState = Type.Object({ listening: Type.Boolean(), connections: Count })

export const GatewayStatus = Type.Object(
  {
    mode: Type.Enum(['coupled', 'detached']),
    ...running,
    addresses: Type.Object({
      base_url: Type.String(),
      ws_url: Type.String(),
      grpc_address: Type.String(),
    }),
    networks: Type.Array(
      Type.Object({ name: Type.String(), base_url: Type.String(), listening: Type.Boolean() }),
      { description: 'the other networks from which it can be reached, as the settings say' },
    ),
    protocols: Type.Object({ rest: ProtocolState, websocket: ProtocolState, grpc: ProtocolState }),
    topics: Type.Array(Type.String(), { description: 'what clients may subscribe to' }),
    mappings: Type.Array(Type.Object({ external_topic: Type.String(), internal_topic: Type.String() })),
    operations: Type.Integer({ minimum: 0, description: 'how many there are' }),
  },
  { $id: 'GatewayStatus' },
)

const MeasuredOperation = Type.Object(
  {
    operation: Type.String(),
    protocol: Protocol,
    count: Count,
    errors: Type.Integer({ minimum: 0, description: 'those of a status of 400 or more' }),
    p50_ms: Milliseconds,
    p95_ms: Milliseconds,
    p99_ms: Milliseconds,
    max_ms: Milliseconds,
  },
  { $id: 'MeasuredOperation' },
)

export const GatewayStats = Type.Object(
  {
    since: Moment,
    operations: Type.Array(MeasuredOperation),
    connections: Type.Object({ http: Count, websocket: Count, grpc_streams: Count }),
    bus: Type.Object({
      requests: Count,
      published: Count,
      delivered: Count,
      dropped: Type.Integer({ minimum: 0, description: 'subscriptions closed because they fell behind' }),
      subscriptions: Count,
      waiting: Count,
      longest_wait_ms: Milliseconds,
    }),
    memory: Type.Object({ rss_bytes: Bytes, heap_used_bytes: Bytes }),
    sessions: Type.Integer({ minimum: 0, description: 'sessions that have not ended' }),
  },
  { $id: 'GatewayStats' },
)

export const Settings = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'its path in config.json, with dots' }),
        value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
        source: Type.Enum(['default', 'file', 'environment']),
        hidden: Type.Boolean({ description: 'whether there is a value that is not shown' }),
      },
      { $id: 'Setting' },
    ),
  ),
})

const LogLevel = Type.Enum(['debug', 'info', 'warn', 'error'])
export type LogLevel = Static<typeof LogLevel>

export const LogSearch = Type.Object(
  {
    level: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error'], { description: 'at least' })),
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'text in a line, in any case' }),
    ),
    limit: paging.limit,
  },
  closed,
)

const LogEntry = Type.Object(
  {
    time: Moment,
    level: LogLevel,
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'LogEntry' },
)
export type LogEntry = Static<typeof LogEntry>

export const LogEntries = Type.Object({ items: Type.Array(LogEntry) })

export const CheckupWanted = Type.Object(
  {
    language: Type.Optional(
      Type.Enum([...languageCodes], {
        description: 'of the texts; that of the caller, else English, if left out',
      }),
    ),
  },
  closed,
)

const Finding = Type.Object(
  {
    check: Type.String({ description: 'what was looked at, such as `disk`' }),
    title: Type.String({ description: 'the same in words' }),
    level: Type.Enum(['ok', 'warning', 'problem'], {
      description: 'a problem does not work, or something is about to be lost; a warning may become one',
    }),
    finding: Type.String({ description: 'what was found, such as `disk_full`' }),
    text: Type.String({ description: 'the same in a sentence or two, with its figures' }),
    figures: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'what stands in the text; a name ends with its unit: `_bytes`, `_seconds`, `_at`',
    }),
    command: nullable(Type.String({ description: 'what mends it, as it is typed at a shell' })),
    section: nullable(
      Type.Enum(['backups', 'configuration', 'embedding', 'engine', 'logs', 'security'], {
        description: 'of the page System, where it is mended',
      }),
    ),
    fixable: Type.Boolean({ description: 'whether `companion doctor --fix` mends it' }),
  },
  { $id: 'Finding' },
)

export const Checkup = Type.Object(
  { problems: Count, warnings: Count, findings: Type.Array(Finding) },
  { $id: 'Checkup' },
)
