import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store } from '../../store/store.ts'
import type { Findings } from './integrity.ts'
import { holding } from './rows.ts'
import * as schemas from './schemas.ts'
import type { MemorySearch } from './search/search.ts'
import type { Memories } from './store.ts'
import type { VectorTables } from './vector-tables.ts'
import type { Embedding, MemoryVectors } from './vectors.ts'

/** Memories that are mended in one transaction. */
const batch = 64

/** The delay after a start, in milliseconds: other work comes first. */
const afterStartMs = 3_000

interface RepairDependencies {
  readonly store: Store
  readonly tables: VectorTables
  readonly embedding: Pick<Embedding, 'embed' | 'stateOf'>
  readonly clock: Clock
  readonly log: Log
  readonly memories: Memories
  readonly search: MemorySearch
  readonly vectors: MemoryVectors
}

/** Whether the row and the vectors of each memory agree, and their repair: when it is asked for, and after a start. */
export function openRepair({ store, memories, search, vectors, ...rest }: RepairDependencies) {
  const { tables, embedding, clock, log } = rest
  let over = false

  const mend = async (findings: Findings) => {
    const { without_vector, vectors_of_nothing, circles } = findings
    const strangers = [...new Set([...vectors_of_nothing.a, ...vectors_of_nothing.b])]
    store.write((tx) => {
      for (const memory_id of strangers) memories.removeStray(tx, memory_id)
      for (const row of memories.byIds(circles)) memories.touch(tx, { ...row, ...holding })
    })
    const broken = [...new Set([...without_vector.a, ...without_vector.b])]
    for (let at = 0; at < broken.length; at += batch) {
      if (over) return
      const rows = memories.byIds(broken.slice(at, at + batch))
      await vectors.with(
        rows.map(({ content }) => content),
        (made) => {
          if (over) return
          store.write((tx) => {
            for (const [index, row] of rows.entries()) memories.reindex(tx, row, made[index] ?? {})
          })
        },
      )
    }
    search.changedAll()
  }

  const repair = async () => {
    const findings = await search.check()
    const before = summary(findings)
    if (!before.whole) await mend(findings)
    return { before, after: before.whole ? before : summary(await search.check()) }
  }

  const counted = (table: string) =>
    Number(store.prepare(`SELECT count(*) AS count FROM ${table}`).pluck().get())
  /** Gives vectors to what was stored while the model did not work, as soon as a start finds that it does. */
  const repairMissing = async () => {
    const { name, model } = tables.active()
    if (embedding.stateOf(model) !== 'here') return
    // The table of the extension's own that lists its keys.
    const vectorCount = counted(`memory_vectors_${name}_rowids`)
    if (counted('memories WHERE forgotten_at IS NULL') <= vectorCount) return
    try {
      await embedding.embed(model, ['companion'], 'passage')
    } catch {
      // Whoever searches hears of a model that does not work.
      return
    }
    const { before } = await repair()
    if (!before.whole && !over) log.warn(before, 'memories that had no vector are given one')
  }
  let settling = Promise.resolve()
  const cancel = clock.after(afterStartMs, () => {
    settling = repairMissing().catch((error: unknown) => {
      if (!over) log.error({ err: error }, 'memories without a vector could not be given one')
    })
  })
  const stop = async () => {
    over = true
    cancel()
    await settling
  }

  const operations = {
    'memory.check': operation({
      rest: 'GET /memory/check',
      access: 'admin',
      summary: 'Whether the table and the vectors of all memories agree',
      description:
        'Tells too in how many circles memories took each other’s place, so that none of them holds. Reads all of them, so it takes a while in a large household. `memory.repair` mends what it finds.',
      input: Nothing,
      output: schemas.Check,
      errors: [],
    }).handle(async () => summary(await search.check())),

    'memory.repair': operation({
      rest: 'POST /memory/repair',
      access: 'admin',
      summary: 'Make the vectors of memories anew where they do not agree with the table',
      description:
        'Nothing that somebody has told is changed: the table decides. Of memories that took each other’s place in a ' +
        'circle, the one that came last holds again. The answer holds the check before and after.',
      input: Nothing,
      output: schemas.Repair,
      errors: [],
    }).handle(repair),
  }
  return { operations, repair, stop }
}

/** How much of each kind a look has found. */
const summary = (findings: Findings) => {
  const count = ({ a, b }: Record<'a' | 'b', number[]>) => a.length + b.length
  const counts = {
    without_vector: count(findings.without_vector),
    vectors_of_nothing: count(findings.vectors_of_nothing),
    circles: findings.circles.length,
  }
  const whole = Object.values(counts).every((number) => number === 0)
  return { whole, memories: findings.memories, ...counts }
}
