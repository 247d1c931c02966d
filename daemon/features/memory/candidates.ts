import type Database from 'better-sqlite3'
import { type CandidateRow, openCandidateRows } from './candidate-rows.ts'
import type { Fusion, Partition } from './partition.ts'
import { rank, type Ranked } from './ranking.ts'
import { openSlices, type Slices } from './slices.ts'
import type { Filter } from './filter.ts'
import type { MemoryRow } from './rows.ts'
import type { VectorTable } from './vector.ts'
import { openStoredPartitions } from './stored-partition.ts'
import { openWordIndex, queryWords } from './words.ts'

/** What is searched for, among whose. */
export interface SearchQuery {
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

export interface SearchHit {
  readonly ranked: Ranked
  readonly row: MemoryRow
}

/** Candidates that each owner's memories bring at least. */
const minCandidates = 50
/** Of the best so many, the neighbours in their conversations are looked at too. */
const withNeighbours = 20
/** So many more than are asked for are measured exactly, where their meanings are known by short forms. */
const spare = 20

interface Candidates {
  readonly search: (query: SearchQuery) => SearchHit[]
  /** To be called for each written memory. */
  readonly changed: Slices['changed']
  /** To be called when the tables hold other vectors than before. */
  readonly clear: Slices['clear']
}

/** Opens the search over a connection: by meaning (vectors) and by words (BM25), among what the owners have. */
export function openCandidates(client: Database.Database): Candidates {
  const having = openWordIndex(client)
  const stored = openStoredPartitions(client, having)
  const slices = openSlices(client, having)
  const rows = openCandidateRows(client)

  const search = (query: SearchQuery): SearchHit[] => {
    const { owners, text, vector, table, filter, limit, fusionWeight, now } = query
    const allowed = wantsAll(query) ? null : new Set(rows.ids(query))
    const partitions = owners.map(
      (owner) => slices.of(table, owner, vector) ?? stored.of(table, owner, vector),
    )
    const fusion: Fusion = { ideal: weighWords(partitions, queryWords(text)), meaning: fusionWeight }
    const found = partitions.flatMap(({ best }) => best(Math.max(minCandidates, limit), allowed, fusion))

    const measured = new Map<number, number>()
    const measure = (ids: readonly number[]) => {
      for (const [id, cosine] of stored.measure(table, vector, ids)) measured.set(id, cosine)
    }
    const cosineOf = (id: number) =>
      partitions.reduce<number | undefined>((known, { cosine }) => known ?? cosine(id), measured.get(id))
    const loaded = new Map<number, CandidateRow>()
    const load = (ids: readonly number[]) => {
      const added = rows.read(
        [...new Set(ids)].filter((id) => !loaded.has(id)),
        { owners, filter },
      )
      for (const row of added) loaded.set(row.memory_id, row)
      measure(added.map(({ memory_id }) => memory_id).filter((id) => cosineOf(id) === undefined))
    }
    const ranked = (neighbours: (memory_id: number) => readonly number[]) =>
      rank(
        [...loaded.values()].map((row) => ({
          ...row,
          semantic: cosineOf(row.memory_id) ?? 0,
          share: shareOf(partitions, row.memory_id, fusion),
        })),
        fusionWeight,
        neighbours,
        now,
      )

    load(found)
    const promising = ranked(() => []).slice(0, limit + spare)
    if (partitions.some(({ exact }) => !exact)) measure(promising.map(({ memory_id }) => memory_id))
    const beside = (memory_id: number) => {
      const row = loaded.get(memory_id)
      return row ? rows.beside(row) : []
    }
    load(promising.slice(0, withNeighbours).flatMap(({ memory_id }) => beside(memory_id)))
    const best = ranked(beside).slice(0, limit)
    const whole = rows.whole(best.map(({ memory_id }) => memory_id))
    return best.flatMap((one) => {
      const row = whole.get(one.memory_id)
      return row ? [{ ranked: one, row }] : []
    })
  }

  return {
    // Everything of one search is read as it was at one moment.
    search: client.transaction(search),
    changed: slices.changed,
    clear: slices.clear,
  }
}

function wantsAll({ filter, now }: SearchQuery): boolean {
  const { kind, visibility, tag, pinned = null, created_after, created_before } = filter
  const any = [kind, visibility, tag, pinned].every((wanted) => wanted === null)
  return any && created_after === 0 && created_before >= now
}

/**
 * Weighs each word by its inverse document frequency as BM25 has it (https://sqlite.org/fts5.html#the_bm25_function),
 * among what the owners have: the rarer a word is with them, the more it tells, and what others have changes nothing.
 * Answers what all of them weigh.
 */
function weighWords(partitions: readonly Partition[], words: readonly string[]): number {
  const all = sum(partitions.map(({ count }) => count))
  return sum(
    words.map((word) => {
      const having = sum(partitions.map(({ lookUp }) => lookUp(word)))
      const weight = Math.max(1e-6, Math.log((Math.max(0, all - having) + 0.5) / (having + 0.5)))
      for (const partition of partitions) partition.weigh(weight)
      return weight
    }),
  )
}

function shareOf(partitions: readonly Partition[], memory_id: number, { ideal }: Fusion): number {
  return ideal > 0 ? sum(partitions.map(({ weightOf }) => weightOf(memory_id))) / ideal : 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
