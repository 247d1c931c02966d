import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openEmbedding } from '../../../daemon/features/embedding/operations.ts'
import { filterOf } from '../../../daemon/features/memory/filter.ts'
import { household, newRow } from '../../../daemon/features/memory/rows.ts'
import { openFinding, type SearchResult } from '../../../daemon/features/memory/search/finding.ts'
import type { Calibration } from '../../../daemon/features/memory/search/ranking.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import type { Embed, Search } from './peers.ts'
import { askedAt, ownersOf, type Question, type QuestionSet } from './sets.ts'

const log = pino({ level: 'silent' })
const batch = 256

/** The models of this machine, as the daemon uses them; `models` is a folder to which some were fetched. */
export function openModels(models?: string) {
  const path = temporaryFolder()
  const home = locateHome({ COMPANION_HOME: path })
  const embedding = openEmbedding(
    {
      home: models === undefined ? home : { models },
      bus: new Bus(systemClock, log),
      clock: systemClock,
      log,
    },
    { modelInUse: () => true },
  )
  return {
    ...embedding,
    [Symbol.asyncDispose]: async () => {
      await embedding.stop()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** The ranking of the daemon over a set, in this process, so that parts of it can be left out. */
export async function openRanking(set: QuestionSet, model: string, models?: string) {
  const embedding = openModels(models)
  const embed: Embed = async (text, purpose) => {
    const [vector] = await embedding.vectors.embed(model, [text], purpose)
    if (!vector) throw new Error('the model gave no vector')
    return vector
  }
  const path = temporaryFolder()
  const home = locateHome({ COMPANION_HOME: path })
  const client = openDatabase(home.database)
  migrate(client, home.backups)
  // Its members are names of the set.
  client.pragma('foreign_keys = OFF')
  const store = new Store(client, log)
  const memories = memoryStore(store)
  const ids = new Map<number, string>()
  for (let at = 0; at < set.told.length; at += batch) {
    const part = set.told.slice(at, at + batch)
    const vectors = await embedding.vectors.embed(
      model,
      part.map(({ content }) => content),
      'passage',
    )
    store.write((tx) => {
      for (const [index, told] of part.entries()) {
        const visibility: 'household' | 'private' = told.visibility === 'household' ? 'household' : 'private'
        const vector = vectors[index]
        const given = { content: told.content, tags: [...told.tags], visibility }
        const row = { ...newRow(given, told.owner, told.told_at), conversation_uuid: told.conversation }
        const { memory_id } = memories.insert(
          tx,
          { ...row, speaker: told.speaker },
          vector ? { a: vector } : {},
        )
        ids.set(memory_id, told.id)
      }
    })
  }
  const finding = openFinding(client)
  const vectors = new Map<string, Float32Array>()
  for (const { question } of set.questions) vectors.set(question, await embed(question, 'query'))
  const now = askedAt(set)
  const own = embedding.vectors.calibration(model)

  const find = async (
    question: string,
    owner: string,
    limit: number,
    calibration: Calibration = own,
  ): Promise<SearchResult> =>
    finding.search({
      owners: [owner, household],
      text: question,
      vector: vectors.get(question) ?? (await embed(question, 'query')),
      table: 'a',
      filter: filterOf({}),
      limit,
      calibration,
      now,
    })
  const idsOf = ({ hits }: SearchResult) => hits.flatMap(({ row }) => ids.get(row.memory_id) ?? [])

  return {
    embed,
    find,
    /** The first reranking model that is on this machine; null where there is none. */
    reranker: embedding.vectors.reranker,
    idsOf,
    /** What it finds, with the meanings or by words alone. */
    search:
      (meaning: boolean): Search =>
      async (question, owner, limit) =>
        idsOf(await find(question, owner, limit, meaning ? own : { ...own, fusion_weight: 0 })),
    /** How often it is sure, of questions that something answers and of those that nothing does. */
    confidence: async () => {
      const rows: Record<string, { questions: number; sure: string; 'mean score of the first': string }> = {}
      const kinds = Map.groupBy(set.questions, (question: Question) => kindOf(question))
      for (const [kind, asked] of kinds) {
        const results = []
        for (const { question, asked_by } of asked) results.push(await find(question, asked_by, 10))
        rows[kind] = {
          questions: asked.length,
          sure: ((results.filter(({ confident }) => confident).length / asked.length) * 100).toFixed(1),
          'mean score of the first': (
            results.reduce((sum, { hits }) => sum + (hits[0]?.score ?? 0), 0) / asked.length
          ).toFixed(3),
        }
      }
      return rows
    },
    owners: ownersOf(set),
    [Symbol.asyncDispose]: async () => {
      store.close()
      await embedding[Symbol.asyncDispose]()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

const kindOf = ({ answers }: Question) => (answers.length > 0 ? 'answered' : 'nothing answers')
