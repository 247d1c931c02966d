import Database from 'better-sqlite3'
import { locateHome } from '../../daemon/kernel/home.ts'
import type { Acknowledged } from './write-load.ts'

interface Row {
  readonly status: string
  readonly answer_text: string | null
}

/** What a database holds after its daemon was killed. */
export interface Findings {
  /** Acknowledged writes that are not there as they were acknowledged. */
  readonly lost: readonly string[]
  /** What SQLite, or the story that the tables tell, has to complain of. */
  readonly damage: readonly string[]
  /** How many interactions have expired, ever. */
  readonly expired: number
}

/** What may become of an acknowledged pending interaction without another acknowledgement. */
const next = new Set(['pending', 'answered', 'expired'])

/**
 * Looks into the database of a home that no daemon runs on: everything in `acknowledged` must be there; `started_at`
 * (milliseconds since the epoch) is when the daemon that died was ready, so what expired before it must be settled.
 */
export function examine(home: string, acknowledged: readonly Acknowledged[], started_at: number): Findings {
  const database = new Database(locateHome({ COMPANION_HOME: home }).database)
  try {
    return {
      lost: missing(database, acknowledged),
      damage: [...sqliteComplaints(database), ...brokenStories(database, started_at)],
      expired: countExpired(database),
    }
  } finally {
    database.close()
  }
}

function missing(database: Database.Database, acknowledged: readonly Acknowledged[]): string[] {
  const find = database.prepare<[string], Row>(
    'SELECT status, answer_text FROM interactions WHERE interaction_id = ?',
  )
  const findEvent = database.prepare<[string, string, string]>(
    'SELECT 1 FROM interaction_events WHERE event_id = ? AND interaction_id = ? AND event_type = ?',
  )
  const isWhole = ({ interaction_id, status, answer_text, events, pending }: Acknowledged) => {
    const row = find.get(interaction_id)
    if (!row || !(pending ? next.has(row.status) : row.status === status)) return false
    if (!pending && row.answer_text !== answer_text) return false
    return events.every(({ event_id, event_type }) => findEvent.get(event_id, interaction_id, event_type))
  }
  return acknowledged.filter((write) => !isWhole(write)).map((write) => JSON.stringify(write))
}

function sqliteComplaints(database: Database.Database): string[] {
  const integrity = database.pragma('integrity_check', { simple: true })
  const foreign = database.pragma('foreign_key_check') as unknown[]
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${String(integrity)}`]),
    ...foreign.map((row) => `foreign_key_check: ${JSON.stringify(row)}`),
  ]
}

/** Interactions whose events tell another story than they do, and those that a start should have let expire. */
function brokenStories(database: Database.Database, started_at: number): string[] {
  const stories = database.prepare<[number], { interaction_id: string }>(
    `SELECT interaction_id FROM interactions AS i
     WHERE status IS NOT (SELECT to_status FROM interaction_events AS e
                          WHERE e.interaction_id = i.interaction_id ORDER BY rowid DESC LIMIT 1)
        OR (SELECT count(*) FROM interaction_events AS e WHERE e.interaction_id = i.interaction_id)
           <> CASE status WHEN 'pending' THEN 1 ELSE 2 END
        OR (status = 'pending' AND expires_at <= ?)`,
  )
  return stories.all(started_at).map(({ interaction_id }) => `story of ${interaction_id}`)
}

function countExpired(database: Database.Database): number {
  return Number(database.prepare("SELECT count(*) FROM interactions WHERE status = 'expired'").pluck().get())
}
