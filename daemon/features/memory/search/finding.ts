import type Database from 'better-sqlite3'
import type { Period } from '../../../language/en/memory/question-dates.ts'
import { periodNamed, practiceQuestions } from '../../../language/en/memory/search.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { type Filter, filterOf } from '../filter.ts'
import { household, type MemoryRow } from '../rows.ts'
import { dimension, type VectorTable } from '../vector.ts'
import { openRowsByIds } from '../rows-by-ids.ts'
import { openOwnerIndexes, type OwnerIndexes } from './owner-indexes.ts'
import { Scores } from './scores.ts'
import { weighWords } from './question-words.ts'
import { type Calibration, type Evidence, explain, hasEvidence, probabilityOf, worthOf } from './ranking.ts'

/** More words than these make a search slow and no better. */
const maxWords = 24

/** What is looked for. */
interface Question {
  /** The stems of its telling words, each once. */
  readonly words: readonly string[]
  /** The time that it names. */
  readonly period: Period | null
}

/** Reads a question that is asked at `now`, in milliseconds since the epoch. */
export async function readQuestion(text: string, now: number): Promise<Question> {
  const words = [...new Set(stemsOf(text))].slice(0, maxWords)
  return { words, period: await periodNamed(text, now) }
}

export interface SearchQuery {
  readonly owners: readonly string[]
  readonly text: string
  readonly vector: Float32Array
  readonly table: VectorTable
  readonly filter: Filter
  readonly limit: number
  /** Of the model. */
  readonly calibration: Calibration
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface SearchHit {
  readonly row: MemoryRow
  /** What it is ranked by; 0 where it has nothing to do with the question. */
  readonly total: number
  /** How likely it answers, 0 to 1. */
  readonly score: number
  readonly evidence: Evidence
  readonly why: string
}

export interface SearchResult {
  /** The best first. */
  readonly hits: readonly SearchHit[]
  /** Whether the best of them is likely to answer. */
  readonly confident: boolean
}

/** Where the best is less likely to answer, nothing has to do with the question. */
const minScore = 0.01
/** Where none is likely to answer, so many are shown at most that share no words with the question. */
const maxUnsure = 5
/** So many more than are asked for are looked at with what they are worth. */
const spare = 20

interface Finding {
  readonly search: (query: SearchQuery) => Promise<SearchResult>
  /** Reads what searches look at, and makes a few, since the first ones of a thread take ten times as long. */
  readonly warm: (table: VectorTable) => void
  readonly changed: OwnerIndexes['changed']
  readonly clear: OwnerIndexes['clear']
}

/**
 * Opens the search over a connection: by words, by meaning and by what was said beside, among what the owners have. What it
 * keeps of that in memory takes so many bytes at most, where they are given.
 */
export function openFinding(client: Database.Database, maxBytes?: number): Finding {
  const indexes = openOwnerIndexes(client, maxBytes)
  const whole = openRowsByIds(client)

  const find = (query: SearchQuery, { words, period }: Question): SearchResult => {
    const { owners, vector, table, filter, limit, calibration, now } = query
    const searched = indexes.of(table, owners)
    const all = searched.reduce((sum, index) => sum + index.count(), 0)
    const weighed = weighWords(
      searched.map((index) => index.words),
      all,
      words,
    )
    const candidates = searched.flatMap((index, at) => {
      const scores = new Scores(index, weighed, vector, calibration, period)
      const owner = owners[at] ?? ''
      return scores.best(limit + spare, index.allowed(filter)).map((one) => ({ ...one, owner }))
    })
    const rows = whole(candidates.map(({ memory_id }) => memory_id))
    const ranked = candidates
      .flatMap(({ memory_id, total, evidence, owner }) => {
        const row = rows.get(memory_id)
        // An index hears of a change a moment later: it may be another member's alone by now, or forgotten.
        if (!row || row.owner !== owner || row.forgotten_at !== null) return []
        const valued = valuedOf(row)
        return [{ row, total: total * worthOf(valued, now), evidence, why: explain(evidence, valued) }]
      })
      .toSorted((a, b) => b.total - a.total || b.row.memory_id - a.row.memory_id)
    const totals = ranked.map(({ total }) => total)
    const statistics = { best: totals[0] ?? 0, lead: leadOf(totals), unknown: weighed.unknown }
    const hits = ranked
      .slice(0, limit)
      .map((hit) => ({ ...hit, score: probabilityOf(hit.total, statistics, calibration) }))
    return resultOf(hits, calibration)
  }

  // Everything of one search is read as it was at one moment.
  const atOnce = client.transaction(find)
  const search = async (query: SearchQuery) => atOnce(query, await readQuestion(query.text, query.now))
  return {
    search,
    warm: (table) =>
      indexes.warm(table, (owner) => {
        if (owner !== null && client.open) void practise(search, table, owner)
      }),
    changed: indexes.changed,
    clear: indexes.clear,
  }
}

/** What was found, the best first, and whether that is likely to answer. */
export function resultOf(
  hits: readonly SearchHit[],
  { confident }: Pick<Calibration, 'confident'>,
): SearchResult {
  return { hits, confident: (hits[0]?.score ?? 0) >= confident }
}

/**
 * What of it is shown to who searches: nothing where not even the best has to do with the question, and where none is likely
 * to answer, what shares words with it, and a few for which something else speaks.
 */
export function shownOf({ hits, confident }: SearchResult): readonly SearchHit[] {
  if ((hits[0]?.score ?? 0) < minScore) return []
  const related = hits.filter(({ total }) => total > 0)
  if (confident) return related
  const unworded = related.filter(({ evidence }) => evidence.words === 0 && hasEvidence(evidence))
  const few = new Set(unworded.slice(0, maxUnsure))
  return related.filter((hit) => hit.evidence.words > 0 || few.has(hit))
}

/** How far the first of some numbers, the largest first, is above the mean of the nine after it. */
function leadOf([best = 0, ...totals]: readonly number[]): number {
  const next = totals.slice(0, 9)
  return next.length === 0 ? best : best - next.reduce((sum, total) => sum + total, 0) / next.length
}

const valuedOf = (row: MemoryRow) => ({
  ...row,
  created_at: Date.parse(row.created_at),
  // When others have used what all may see is nobody's business.
  last_accessed_at: Date.parse(row.owner === household ? row.updated_at : row.last_accessed_at),
  superseded: row.superseded_by !== null,
})

const rounds = 4

/** Searches for nobody, so that everything is loaded and compiled once somebody asks. */
async function practise(search: Finding['search'], table: VectorTable, owner: string): Promise<void> {
  const vector = new Float32Array(dimension).fill(1 / Math.sqrt(dimension))
  const filter = filterOf({})
  for (let round = 0; round < rounds; round += 1)
    for (const text of practiceQuestions)
      await search({
        owners: [owner, household],
        text,
        vector,
        table,
        filter,
        limit: 10,
        calibration: untold,
        now: 0,
      })
}

/** Nothing is answered by it. */
const untold: Calibration = {
  fusion_weight: 1,
  unrelated_cosine: 0,
  probability: { intercept: 0, total: 1, behind: 0, lead: 0, unknown: 0 },
  confident: 1,
}
