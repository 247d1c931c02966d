import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store } from '../../store/store.ts'
import type { Findings } from './integrity.ts'
import * as schemas from './schemas.ts'
import type { MemorySearch } from './search/search.ts'
import type { Memories } from './store.ts'
import type { MemoryVectors } from './vectors.ts'

/** Memories that are mended in one transaction. */
const batch = 64

interface RepairDependencies {
  readonly store: Store
  readonly memories: Memories
  readonly search: MemorySearch
  readonly vectors: MemoryVectors
}

/** Whether the row and the vectors of each memory agree, and their repair. */
export function openRepair({ store, memories, search, vectors }: RepairDependencies) {
  const summary = (found: Findings) => {
    const count = ({ a, b }: Record<'a' | 'b', number[]>) => a.length + b.length
    const counts = {
      without_vector: count(found.without_vector),
      vectors_of_nothing: count(found.vectors_of_nothing),
    }
    const whole = Object.values(counts).every((number) => number === 0)
    return { whole, memories: found.memories, ...counts }
  }

  const mend = async (found: Findings) => {
    const { without_vector, vectors_of_nothing } = found
    const strangers = [...new Set([...vectors_of_nothing.a, ...vectors_of_nothing.b])]
    store.write((tx) => {
      for (const memory_id of strangers) memories.removeStray(tx, memory_id)
    })
    const broken = [...new Set([...without_vector.a, ...without_vector.b])]
    for (let at = 0; at < broken.length; at += batch) {
      const rows = memories.byIds(broken.slice(at, at + batch))
      await vectors.with(
        rows.map(({ content }) => content),
        (made) =>
          store.write((tx) => {
            for (const [index, row] of rows.entries()) memories.reindex(tx, row, made[index] ?? {})
          }),
      )
    }
    search.changedAll()
  }

  const repair = async () => {
    const found = await search.check()
    const before = summary(found)
    if (!before.whole) await mend(found)
    return { before, after: before.whole ? before : summary(await search.check()) }
  }

  const operations = {
    'memory.check': operation({
      rest: 'GET /memory/check',
      access: 'admin',
      summary: 'Whether the table and the vectors of all memories agree',
      description:
        'Reads all of them, so it takes a while in a large household. `memory.repair` mends what it finds.',
      input: Nothing,
      output: schemas.Check,
      errors: [],
    }).handle(async () => summary(await search.check())),

    'memory.repair': operation({
      rest: 'POST /memory/repair',
      access: 'admin',
      summary: 'Make the vectors of memories anew where they do not agree with the table',
      description:
        'Nothing that somebody has told is changed: the table decides. The answer holds the check before and ' +
        'after.',
      input: Nothing,
      output: schemas.Repair,
      errors: [],
    }).handle(repair),
  }
  return { operations, repair }
}
