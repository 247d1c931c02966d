import type Database from 'better-sqlite3'
import { and, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { parameter } from '../../store/columns.ts'
import { memories } from '../../store/schema.ts'
import { type Candidate, rank, type Ranked } from './ranking.ts'
import { openRarity } from './rarity.ts'
import { type Filter, filtered, type MemoryRow, type VectorTable, vectorTableNames } from './store.ts'
import { matchQuery, wordsOf } from './words.ts'

/** What is searched for, among whose. */
export interface Question {
  readonly owners: readonly string[]
  readonly text: string
  readonly vector: Float32Array
  readonly table: VectorTable
  readonly filter: Filter
  readonly limit: number
  /** Of the model: how much meaning counts against words. */
  readonly fusionWeight: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface Answer {
  readonly ranked: Ranked
  readonly row: MemoryRow
}

/** Candidates that each of the two ways brings at least. */
const fewest = 50
/** Of the best so many, the neighbours in their conversations are looked at too. */
const withNeighbours = 20

interface Hit {
  readonly memory_id: number
  readonly value: number | null
}

/** Opens the search over a connection: by meaning (vectors) and by words (BM25), among what the owners have. */
export function openCandidates(client: Database.Database): (question: Question) => Answer[] {
  const database = drizzle({ client })
  const rarity = openRarity(client)
  const conditions = `(:kind IS NULL OR memories.kind = :kind)
    AND (:visibility IS NULL OR memories.visibility = :visibility)
    AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(memories.tags) WHERE value = :tag))
    AND memories.created_at >= :created_after AND memories.created_at < :created_before`
  const byMeaning = vectorTableNames.map((name) => {
    const nearest = `SELECT memory_id, 1 - distance AS value FROM memory_vectors_${name}
      WHERE embedding MATCH :vector AND k = :k AND owner = :owner`
    return {
      name,
      all: client.prepare<unknown[], Hit>(nearest),
      some: client.prepare<unknown[], Hit>(
        `${nearest} AND memory_id IN (SELECT memory_id FROM memories WHERE owner = :owner AND ${conditions})`,
      ),
      of: client.prepare<unknown[], Hit>(
        `SELECT v.memory_id, 1 - vec_distance_cosine(v.embedding, :vector) AS value
          FROM json_each(:ids) AS wanted JOIN memory_vectors_${name} AS v ON v.memory_id = wanted.value`,
      ),
    }
  })
  const byWords = client.prepare<unknown[], Hit>(
    `SELECT memory_id, -bm25(memory_words, 0, 1, 1) AS value
      FROM memory_words JOIN memories ON memory_id = memory_words.rowid
      WHERE memory_words MATCH :match AND memories.owner IN (SELECT value FROM json_each(:owners)) AND ${conditions}
      ORDER BY value DESC LIMIT :k`,
  )
  const rows = database
    .select()
    .from(memories)
    .where(
      and(
        sql`${memories.memory_id} IN (SELECT value FROM json_each(${parameter('ids')}))`,
        sql`${memories.owner} IN (SELECT value FROM json_each(${parameter('owners')}))`,
        filtered,
      ),
    )
    .prepare()
  const turn = (order: 'ASC' | 'DESC', compare: '<' | '>') =>
    client
      .prepare<unknown[], number>(
        `SELECT memory_id FROM memories WHERE conversation_uuid = ? AND owner = ? AND forgotten_at IS NULL AND memory_id ${compare} ?
          ORDER BY memory_id ${order} LIMIT 1`,
      )
      .pluck()
  const [before, after] = [turn('DESC', '<'), turn('ASC', '>')]

  const neighboursOf = ({ conversation_uuid, owner, memory_id }: MemoryRow): number[] =>
    conversation_uuid === null
      ? []
      : [before, after].flatMap((query) => query.get(conversation_uuid, owner, memory_id) ?? [])

  return ({ owners, text, vector, table, filter, limit, fusionWeight, now }) => {
    const meaning = byMeaning.find(({ name }) => name === table)
    if (!meaning) throw new Error(`there is no table ${table} of vectors`)
    const k = Math.max(fewest, limit)
    const { kind, visibility, tag, created_after, created_before } = filter
    const wanted = { kind, visibility, tag, created_after, created_before }
    const plain =
      kind === null && visibility === null && tag === null && created_after === 0 && created_before >= now
    const semantic = new Map<number, number>()
    const bm25 = new Map<number, number>()
    for (const owner of owners) {
      const found = plain
        ? meaning.all.all({ vector, k, owner })
        : meaning.some.all({ vector, k, owner, ...wanted })
      for (const { memory_id, value } of found) semantic.set(memory_id, cosine(value))
    }
    const words = wordsOf(text)
    const fusion = { weight: fusionWeight, ideal: rarity.ideal(words) }
    if (words.length > 0) {
      const match = matchQuery(owners, words)
      const found = byWords.all({ match, owners: JSON.stringify(owners), k, ...wanted })
      for (const { memory_id, value } of found) bm25.set(memory_id, value ?? 0)
    }

    const load = (ids: readonly number[]): MemoryRow[] =>
      rows.all({ ids: JSON.stringify(ids), owners: JSON.stringify(owners), ...filter })
    const measure = (ids: readonly number[]) => {
      const unknown = ids.filter((id) => !semantic.has(id))
      if (unknown.length === 0) return
      const found = meaning.of.all({ vector, ids: JSON.stringify(unknown) })
      for (const { memory_id, value } of found) semantic.set(memory_id, cosine(value))
    }

    const loaded = new Map(
      load([...new Set([...semantic.keys(), ...bm25.keys()])]).map((row) => [row.memory_id, row]),
    )
    measure([...loaded.keys()])
    const candidates = () => [...loaded.values()].map((row) => candidateOf(row, semantic, bm25))
    const beside = new Map<number, number[]>()
    for (const { memory_id } of rank(candidates(), fusion, () => [], now).slice(0, withNeighbours)) {
      const row = loaded.get(memory_id)
      if (row) beside.set(memory_id, neighboursOf(row))
    }
    const missing = [...beside.values()].flat().filter((id) => !loaded.has(id))
    for (const row of load(missing)) loaded.set(row.memory_id, row)
    measure(missing)
    const neighbours = (memory_id: number) => {
      const row = loaded.get(memory_id)
      return beside.get(memory_id) ?? (row ? neighboursOf(row) : [])
    }
    return rank(candidates(), fusion, neighbours, now)
      .slice(0, limit)
      .flatMap((ranked) => {
        const row = loaded.get(ranked.memory_id)
        return row ? [{ ranked, row }] : []
      })
  }
}

/** A text with nothing to read has a zero vector, which is like nothing. */
const cosine = (value: number | null) => (value !== null && Number.isFinite(value) ? value : 0)

function candidateOf(
  row: MemoryRow,
  semantic: ReadonlyMap<number, number>,
  bm25: ReadonlyMap<number, number>,
): Candidate {
  const { memory_id, conversation_uuid, importance, strength, pinned } = row
  return {
    memory_id,
    semantic: semantic.get(memory_id) ?? 0,
    bm25: bm25.get(memory_id) ?? 0,
    conversation_uuid,
    importance,
    strength,
    pinned,
    created_at: Date.parse(row.created_at),
    last_accessed_at: Date.parse(row.last_accessed_at),
    superseded: row.superseded_by !== null,
  }
}
