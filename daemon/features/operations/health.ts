import { stat, statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Home, isReadOnly } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import type { EventLoop } from './event-loop.ts'
import {
  busHealth,
  databaseHealth,
  backupsHealth,
  engineHealth,
  eventLoopHealth,
  listenerHealth,
  type BackupStatus,
  type FullCheck,
  type ModelServerHealth,
  storageHealth,
  worst,
} from './rules.ts'
import type { Components, Status, SystemStatus } from './schemas.ts'

interface HealthDependencies {
  readonly store: Store
  readonly home: Pick<Home, 'path' | 'database'>
  readonly bus: Bus
  readonly log: Log
  readonly eventLoop: EventLoop
  readonly modelServers: () => readonly ModelServerHealth[]
  /** How encrypted backups somewhere else stand; null where none are set up. */
  readonly backups: () => BackupStatus | null
  readonly listening: () => { readonly rest: boolean; readonly websocket: boolean; readonly grpc: boolean }
  /** Whether the start had to repair the database. */
  readonly repaired: boolean
  /** How the last full check of the database ended; null where there was none yet. */
  readonly fullCheck: () => FullCheck | null
}

/** Opens the look at every part of the daemon. Looking never fails: what cannot be read is not well. */
export function openHealth({
  store,
  home,
  bus,
  log,
  eventLoop,
  modelServers,
  backups,
  listening,
  repaired,
  fullCheck,
}: HealthDependencies): () => Promise<Components> {
  const { database } = store
  const read = database.get.bind(database, sql`SELECT count(*) FROM sqlite_schema`)

  const readable = () => {
    try {
      read()
      return true
    } catch (error) {
      log.error({ err: error }, 'the database cannot be read')
      return false
    }
  }

  const freeBytes = async () => {
    try {
      const { bavail, bsize } = await statfs(home.path)
      return bavail * bsize
    } catch (error) {
      log.error({ err: error }, 'the free room on the disk is unknown')
      return null
    }
  }

  return async () => {
    const [free, size_bytes, wal_bytes] = await Promise.all([
      freeBytes(),
      sizeOf(home.database),
      sizeOf(`${home.database}-wal`),
    ])
    const { rest, websocket, grpc } = listening()
    return {
      database: databaseHealth(readable(), { size_bytes, wal_bytes }, repaired, fullCheck()),
      storage: storageHealth(free, isReadOnly(home.path)),
      event_loop: eventLoopHealth(eventLoop.p99()),
      bus: busHealth(bus.figures()),
      engine: engineHealth(modelServers()),
      backups: backupsHealth(backups()),
      rest: listenerHealth('REST', rest),
      websocket: listenerHealth('WebSocket', websocket),
      grpc: listenerHealth('gRPC', grpc),
    }
  }
}

/** A file that is not there has no size. */
const sizeOf = async (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Milliseconds between two looks. */
const pause = 30_000

interface WatchDependencies {
  readonly health: () => Promise<Components>
  /** Asks what does not tell of itself how it is; never rejects. */
  readonly probe: () => Promise<void>
  readonly bus: Bus
  readonly clock: Clock
}

/** Looks at every part now and then, and publishes `system.status` when the whole is another than before. */
export function watchHealth({ health, probe, bus, clock }: WatchDependencies): () => void {
  let last: Status = 'ok'
  let cancel = () => {}
  let over = false
  const check = async () => {
    await probe()
    const components = await health()
    if (over) return
    const status = worst(Object.values(components).map((part) => part.status))
    const changed: SystemStatus = { status, components }
    if (status !== last) bus.publish('system.status', changed)
    last = status
    arm()
  }
  const arm = () => {
    cancel = clock.after(pause, () => void check())
  }
  arm()
  return () => {
    over = true
    cancel()
  }
}
