import { type Clock, iso } from '../../kernel/clock.ts'
import { unsearchedTexts } from '../../language/en/memory/search.ts'
import type { Store } from '../../store/store.ts'
import type { Access } from './access.ts'
import type { ClaimedFact, Facts } from './facts/facts.ts'
import { restored } from './forgetting.ts'
import { insertMemory } from './insertion.ts'
import { holding, type MemoryRow, type NewRow, newRow } from './rows.ts'
import type { NewMemory } from './schemas.ts'
import { keywordOf } from './search/ranking.ts'
import type { MemorySearch } from './search/search.ts'
import type { Memories } from './store.ts'
import type { MemoryVectors } from './vectors.ts'

export interface MessageReference {
  readonly conversation_uuid: string
  readonly message_uuid: string
}

interface RecollectionDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly memories: Memories
  readonly facts: Facts
  readonly search: MemorySearch
  readonly vectors: MemoryVectors
  readonly access: Access
}

const everything = {
  kind: null,
  tag: null,
  visibility: null,
  created_after: 0,
  created_before: Number.MAX_SAFE_INTEGER,
}

/** Memory for conversations: messages are stored with their source, corrected, forgotten and recalled. */
export function openRecollection({
  store,
  clock,
  memories,
  facts,
  search,
  vectors,
  access,
}: RecollectionDependencies) {
  const rowOf = (member: string, told: NewMemory, source: MessageReference) => ({
    ...newRow(told, member, iso(clock.now())),
    ...source,
    actor: 'conversation' as const,
  })

  return {
    /** What a member may see that fits a text, the best first. */
    recall: async (member: string, text: string, limit: number) => {
      const { hits } = await search.query(member, text.slice(0, 1_000), everything, limit)
      return hits.map(({ row, score, total, evidence, why }) => ({
        ...recalled(row),
        related: total > 0,
        score,
        semantic: evidence.cosine,
        keyword: keywordOf(evidence),
        why,
      }))
    },

    /** The newest that a member may see, which need fit nothing. */
    newest: (member: string, limit: number) =>
      memories
        .list(member, everything, { limit, offset: 0, history: true, order: 'newest' })
        .items.map((row) => ({ ...recalled(row), ...unsearched, why: unsearchedTexts.newest })),

    /** Undefined for one that the member does not see. */
    find: (member: string, memory_uuid: string) => {
      const row = memories.find(member, memory_uuid)
      return row && { ...recalled(row), ...unsearched, why: unsearchedTexts.told }
    },

    /** Whose a memory is; undefined for one that the member does not see. */
    ownerOf: (member: string, memory_uuid: string) => memories.find(member, memory_uuid)?.family_member_uuid,

    /** Whom the member has told of, and others with the household, and what is known of each. */
    people: facts.people,

    used: (member: string, memory_uuids: readonly string[]): void =>
      access.note(memory_uuids.flatMap((uuid) => memories.find(member, uuid)?.memory_id ?? [])),

    remember: (
      member: string,
      told: NewMemory,
      source: MessageReference,
    ): Promise<{ memory_uuid: string; known: boolean; updates: boolean }> => {
      const row = rowOf(member, told, source)
      return vectors.with([row.content], ([made = {}]) =>
        store.write((tx) => {
          const { row: stored, merged, replaced } = insertMemory(memories, tx, row, made)
          // Once it is forgotten, the message that said so is too.
          memories.quote([stored.memory_uuid], { place: 'message', id: source.message_uuid })
          return { memory_uuid: stored.memory_uuid, known: merged, updates: replaced }
        }),
      )
    },

    /** Notes what a memory of a member states besides what is read from it. */
    state: (member: string, memory_uuid: string, stated: readonly ClaimedFact[]): void =>
      store.write((tx) => {
        const memory = memories.findOwn(member, memory_uuid)
        if (memory) facts.claim(tx, memory, stated)
      }),

    /** Says which of two memories holds; it holds again where the other one had taken its place. */
    supersede: (member: string, holds: string, over: string): void =>
      store.write((tx) => {
        const [newer, older] = [memories.findOwn(member, holds), memories.findOwn(member, over)]
        if (!newer || !older || holds === over) return
        const now = iso(clock.now())
        if (memories.leadsTo(holds, over)) memories.touch(tx, { ...newer, ...holding, updated_at: now })
        memories.touch(tx, { ...older, ...supersededBy(newer, now) })
      }),

    ...forgettings({ store, clock, memories, vectors }, rowOf),
  }
}

const supersededBy = ({ memory_uuid }: MemoryRow, now: string) => ({
  valid_to: now,
  superseded_by: memory_uuid,
  updated_at: now,
})

const recalled = ({
  memory_uuid,
  family_member_uuid,
  content,
  kind,
  created_at,
  superseded_by,
  speaker,
  actor,
}: MemoryRow) => ({
  memory_uuid,
  family_member_uuid,
  content,
  kind,
  created_at,
  superseded_by,
  speaker,
  said: actor === 'conversation',
})

/** What was not searched for. */
const unsearched = { related: false, score: 0, semantic: 0, keyword: 0 }

function forgettings(
  {
    store,
    clock,
    memories,
    vectors,
  }: Pick<RecollectionDependencies, 'store' | 'clock' | 'memories' | 'vectors'>,
  rowOf: (member: string, told: NewMemory, source: MessageReference) => NewRow,
) {
  return {
    /** Forgets what was said and is in no memory, as one that can be taken back; once for each id. */
    unsay: (
      member: string,
      { content, ...source }: MessageReference & { content: string },
      memory_uuid: string,
    ): string =>
      store.write((tx) => {
        if (memories.findAny(memory_uuid)) return memory_uuid
        const row = { ...rowOf(member, { content, kind: 'note' }, source), memory_uuid }
        const stored = memories.insert(tx, row, {})
        memories.quote([memory_uuid], { place: 'message', id: source.message_uuid })
        memories.forget(tx, stored, iso(clock.now()))
        return memory_uuid
      }),

    /** Forgets what of these the member has stored, for 7 days to be taken back. */
    forget: (member: string, memory_uuids: readonly string[]): void =>
      store.write((tx) => {
        for (const memory_uuid of memory_uuids) {
          const row = memories.findOwn(member, memory_uuid)
          if (row) memories.forget(tx, row, iso(clock.now()))
        }
      }),

    /** Takes back what the member has forgotten; false where it can no longer be, or was not. */
    restore: async (member: string, memory_uuid: string): Promise<boolean> => {
      const { content } = memories.findForgotten(member, memory_uuid) ?? {}
      if (content === undefined) return false
      return vectors.with([content], ([made = {}]) =>
        store.write((tx) => {
          const row = memories.findForgotten(member, memory_uuid)
          if (row) restored(memories, tx, row, { made, now: clock.now() })
          return row !== undefined
        }),
      )
    },
  }
}
