import { systemClock } from '../../daemon/kernel/clock.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { Bus } from '../../daemon/bus/bus.ts'
import { openEmbedding } from '../../daemon/features/embedding/operations.ts'
import { openForReading } from '../../daemon/store/store.ts'
import { pino } from 'pino'
import type { MemoryState, PromisedMemory } from './memory-load.ts'

export interface MemoryRow {
  readonly memory_id: number
  readonly memory_uuid: string
  readonly owner: string
  readonly content: string
  readonly visibility: MemoryState['visibility']
  readonly forgotten_at: number | null
}

/** What a database holds of the memories that were promised. */
export interface Findings {
  /** Acknowledged writes that are not there, or not as they were acknowledged. */
  readonly lost: readonly string[]
  /** Memories whose row and vector do not say the same, and what SQLite complains of. */
  readonly damage: readonly string[]
  readonly remembered: number
}

const log = pino({ level: 'silent' })
/** Cosine of two vectors of one text, but for rounding. */
const same = 0.9999

/**
 * Looks at every memory of a home: each promised one must be as its last answer said, or as a request without an answer
 * would have made it; `attempted` are contents whose storing had no answer. Row and vector of each must agree.
 */
export async function examineMemories(
  path: string,
  promised: readonly PromisedMemory[],
  attempted: ReadonlySet<string>,
): Promise<Findings> {
  const home = locateHome({ COMPANION_HOME: path })
  const database = openForReading(home.database)
  const all = <T>(sql: string, ...values: unknown[]) => database.prepare<unknown[], T>(sql).all(...values)
  try {
    const rows = all<MemoryRow>(
      'SELECT memory_id, memory_uuid, owner, content, visibility, forgotten_at FROM memories',
    )
    const remembered = rows.filter(({ forgotten_at }) => forgotten_at === null)
    const damage: string[] = []
    const integrity = database.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') damage.push(`integrity_check: ${String(integrity)}`)

    const vectors = new Map(
      all<{ memory_id: number; owner: string; embedding: Buffer }>(
        'SELECT memory_id, owner, embedding FROM memory_vectors_a',
      ).map((row) => [row.memory_id, row]),
    )
    if (vectors.size !== remembered.length)
      damage.push(`${vectors.size} vectors for ${remembered.length} memories`)

    const model = openEmbedding(
      {
        home,
        bus: new Bus(systemClock, log),
        clock: systemClock,
        log,
      },
      { modelInUse: () => true },
    )
    const meant = await model.vectors.embed(
      model.models.embedded,
      remembered.map(({ content }) => content),
      'passage',
    )
    await model.stop()
    for (const [index, { memory_id, memory_uuid, owner }] of remembered.entries()) {
      const vector = vectors.get(memory_id)
      if (vector?.owner !== owner || cosine(vector.embedding, meant[index]) < same)
        damage.push(`vector of ${memory_uuid}`)
    }

    const byUuid = new Map(rows.map((row) => [row.memory_uuid, row]))
    const acknowledged = new Set(promised.map(({ memory_uuid }) => memory_uuid))
    const strangers = rows.filter(
      ({ memory_uuid, content }) => !acknowledged.has(memory_uuid) && !attempted.has(content),
    )
    return {
      lost: promised
        .filter((memory) => !isKept(memory, byUuid.get(memory.memory_uuid)))
        .map((memory) => JSON.stringify(memory)),
      damage: [...damage, ...strangers.map(({ content }) => `nobody stored ${content}`)],
      remembered: remembered.length,
    }
  } finally {
    database.close()
  }
}

/** Whether a memory is as its last answer said, or as a request without an answer would have made it. */
export function isKept({ acknowledged, attempted }: PromisedMemory, row: MemoryRow | undefined): boolean {
  return [acknowledged, attempted].some((wanted) => {
    if (wanted === null) return false
    if (!row) return wanted.state === 'deleted'
    const state = row.forgotten_at === null ? 'remembered' : 'forgotten'
    return state === wanted.state && row.content === wanted.content && row.visibility === wanted.visibility
  })
}

function cosine(stored: Buffer, meant: Float32Array | undefined): number {
  const vector = new Float32Array(Uint8Array.from(stored).buffer)
  return vector.reduce((sum, value, at) => sum + value * (meant?.[at] ?? 0), 0)
}
