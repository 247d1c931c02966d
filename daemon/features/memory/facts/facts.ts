import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { edition, statedIn } from '../../../language/en/facts/facts.ts'
import { placeholders, updates } from '../../../store/columns.ts'
import { facts, factsRead } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import { household, type MemoryRow } from '../rows.ts'
import { type FactRow, peopleOf, type Person } from './people.ts'

/** So many memories are read at once, and how long others have their turn then, in milliseconds. */
const [batch, pause] = [200, 20]

type Readable = Pick<MemoryRow, 'memory_id' | 'content' | 'speaker'>

/** What a model has read in a memory. */
export type ClaimedFact = Pick<
  typeof facts.$inferSelect,
  'name' | 'relation' | 'attribute' | 'value' | 'modality'
>
type ClaimedIn = Pick<MemoryRow, 'memory_id' | 'owner'>

/** The facts of so many members are kept, as every message asks for them. */
const maxKept = 8

/** The facts that memories state: they are read from the words of a memory whenever it is written, and are gone with it. */
export function openFacts(store: Store) {
  const { fact_id: _, ...columns } = placeholders(facts)
  const insert = store.database.insert(facts).values(columns).prepare()
  // What a model has claimed stays as long as the words that it was claimed of.
  const remove = store.prepare(
    'DELETE FROM facts WHERE memory_id = @memory_id AND (NOT claimed OR instr(@content, value) = 0)',
  )
  const select = `SELECT name, relation, attribute, value, modality, memory_id, memory_uuid, content, family_member_uuid,
        confidence, valid_from, valid_to
      FROM facts JOIN memories USING (memory_id)
      WHERE forgotten_at IS NULL AND owner IN (?, '${household}')`
  const order = 'ORDER BY valid_from, memory_id, fact_id'
  const seen = store.prepare<FactRow>(`${select} ${order}`)
  const stated = store.prepare<FactRow>(`${select} AND memory_id = ? ${order}`)
  const cache = new LRUCache<string, { readonly rows: readonly FactRow[]; people?: Person[] }>({
    max: maxKept,
  })
  const entryOf = (member: string) => {
    const entry = cache.get(member) ?? { rows: seen.all(member) }
    cache.set(member, entry)
    return entry
  }

  const changed = (owner: string, memory_id: number): void => {
    for (const member of cache.keys().toArray()) {
      if (owner !== household && owner !== member) continue
      const rows = cache.get(member)?.rows ?? []
      const others = rows.filter((row) => row.memory_id !== memory_id)
      const own = stated.all(member, memory_id)
      if (own.length === 0 && others.length === rows.length) continue
      const [last, first] = [others.at(-1), own[0]]
      const all = [...others, ...own]
      // What is new is most often the newest.
      const sorted = !last || !first || byAge(last, first) <= 0
      cache.set(member, { rows: sorted ? all : all.toSorted(byAge) })
    }
  }

  return {
    /** Reads what a memory states anew. What somebody else has said is not the member's to state. */
    read: (_tx: Transaction, { memory_id, content, speaker }: Readable): void => {
      remove.run({ memory_id, content })
      if (speaker !== null) return
      for (const { subject, attribute, value, modality } of statedIn(content))
        insert.run({ memory_id, ...subject, attribute, value, modality, claimed: false })
    },

    /** Adds what a model has read in a memory, and its words bear out. */
    claim: (tx: Transaction, { memory_id, owner }: ClaimedIn, claims: readonly ClaimedFact[]): void => {
      for (const { name, relation, attribute, value, modality } of claims)
        insert.run({ memory_id, name, relation, attribute, value, modality, claimed: true })
      tx.afterCommit(() => changed(owner, memory_id))
    },

    /** All that a member may see, the oldest first. */
    seenBy: (family_member_uuid: string): readonly FactRow[] => entryOf(family_member_uuid).rows,

    /** Whom a member has told of, and others with the household, and what is known of each. */
    people: (family_member_uuid: string): readonly Person[] => {
      const entry = entryOf(family_member_uuid)
      entry.people ??= peopleOf(entry.rows)
      return entry.people
    },

    changed,

    /** To be called once any number of them were. */
    changedAll: (): void => cache.clear(),
  }
}

const byAge = (one: FactRow, other: FactRow) =>
  one.valid_from - other.valid_from || one.memory_id - other.memory_id

export type Facts = ReturnType<typeof openFacts>

interface CatchingUpDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly facts: Facts
}

/** Reads what memories state that were written before facts were, or before an edition that reads more; answers how to stop it. */
export function startReadingFacts({
  store,
  clock,
  log,
  facts: { read, changedAll },
}: CatchingUpDependencies): () => void {
  const place = store.database.select().from(factsRead).prepare()
  const move = store.database
    .update(factsRead)
    .set(updates(['edition', 'up_to']))
    .prepare()
  const next = store.prepare<Readable>(
    'SELECT memory_id, content, speaker FROM memories WHERE memory_id > ? ORDER BY memory_id LIMIT ?',
  )
  let cancel = () => {}
  const readOn = () => {
    try {
      const at = place.get()
      if (!at || at.edition === edition) return
      const unread = next.all(at.up_to, batch)
      store.write((tx) => {
        for (const memory of unread) read(tx, memory)
        const last = unread.at(-1)
        // Whatever is written from now on is read at once: when all is, it starts anew only with another edition.
        if (last) move.run({ edition: at.edition, up_to: last.memory_id })
        else move.run({ edition, up_to: 0 })
        tx.afterCommit(changedAll)
      })
    } catch (error) {
      log.error({ err: error }, 'what memories state could not be read; it is with the next start')
      return
    }
    cancel = clock.after(pause, readOn)
  }
  cancel = clock.after(0, readOn)
  return () => cancel()
}
