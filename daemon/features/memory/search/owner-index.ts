import { memoryKinds } from '../../../store/schema.ts'
import type { Filter } from '../filter.ts'
import { openBitVectors } from './bit-vectors.ts'
import { openConversations } from './conversations.ts'
import { openInt8Vectors } from './int8-vectors.ts'
import { fieldWeights } from './ranking.ts'
import { stemsOf } from './tokens.ts'
import { openWordIndex } from './word-index.ts'

/** A memory as far as it is searched. */
export interface IndexedMemory {
  readonly memory_id: number
  readonly content: string
  readonly tags: readonly string[]
  /** Who said it, where somebody else than the member may have. */
  readonly speaker: string | null
  readonly conversation_uuid: string | null
  /** When it was told, in milliseconds since the epoch. */
  readonly created_at: number
  readonly kind: (typeof memoryKinds)[number]
  readonly pinned: boolean
}

/**
 * All that one owner's memories are found by, in memory: their words, the signs and the bytes of their vectors, their
 * order in conversations, and what filters look at: about 700 bytes for one of twelve words. A memory has a place, which
 * it keeps; a change drops it and adds it at the end.
 */
export type OwnerIndex = ReturnType<typeof openOwnerIndex>

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const day = 86_400_000
const datedStems = new Map<number, string[]>()

/** The day on which something was told, in words, as a question may name it. */
function dateStems(moment: number): string[] {
  const number = Math.floor(moment / day)
  const known = datedStems.get(number)
  if (known) return known
  const date = new Date(moment)
  const stems = stemsOf(`${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`)
  datedStems.set(number, stems)
  return stems
}

const asksSomething = /\?[\s"'”’)\p{Emoji_Presentation}]*$/u

const numberOf = (kind: IndexedMemory['kind']) => memoryKinds.indexOf(kind) + 1

/** How much each word of the last memory counts: one map for all, as making another takes a while. */
const counts = new Map<string, number>()

function countWords({ content, tags, speaker, created_at }: IndexedMemory) {
  counts.clear()
  const add = (stems: readonly string[], weight: number) => {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + weight)
  }
  const own = stemsOf(content)
  add(own, fieldWeights.content)
  for (const tag of tags) add(stemsOf(tag), fieldWeights.tags)
  if (speaker !== null) add(stemsOf(speaker), fieldWeights.speaker)
  add(dateStems(created_at), fieldWeights.saidAt)
  return { counts, length: own.length }
}

/** Opens an empty one, with room for so many memories. */
export function openOwnerIndex(room = 0) {
  const signs = openBitVectors(room)
  const vectors = openInt8Vectors(room)
  const words = openWordIndex(room)
  const tags = openWordIndex()
  const speakers = openWordIndex(room)
  const conversations = openConversations(room)
  /** By place; 0 where one was dropped. */
  const ids: number[] = []
  const places = new Map<number, number>()
  let created = new Float64Array(room)
  /** One more than the number of the kind; 0 where a memory was dropped. */
  let kinds = new Uint8Array(room)
  let pinned = new Uint8Array(room)
  /** By place, 1 for what ends as a question does. */
  let asking = new Uint8Array(room)

  const drop = (memory_id: number) => {
    const place = places.get(memory_id)
    if (place === undefined) return
    places.delete(memory_id)
    ids[place] = 0
    kinds[place] = 0
    words.drop(place)
    tags.drop(place)
    speakers.drop(place)
    conversations.drop(place)
  }

  /** By place, 1 for those that a filter allows; null where it allows all. Whose they are is not looked at. */
  const allowed = ({ kind, tag, pinned: wanted = null, created_after, created_before }: Filter) => {
    const dated = created_after > 0 || created_before < Number.MAX_SAFE_INTEGER
    if (kind === null && tag === null && wanted === null && !dated) return null
    const mask = new Uint8Array(ids.length)
    if (tag === null) mask.fill(1)
    else for (const place of tags.places(tag)) mask[place] = 1
    const wantedKind = kind === null ? null : numberOf(kind)
    const wantedPin = wanted === null ? null : Number(wanted)
    for (let place = 0; place < mask.length; place += 1) {
      const its = kinds[place] ?? 0
      if (its === 0 || (wantedKind !== null && its !== wantedKind)) mask[place] = 0
    }
    if (wantedPin !== null)
      for (let place = 0; place < mask.length; place += 1) if (pinned[place] !== wantedPin) mask[place] = 0
    if (dated)
      for (let place = 0; place < mask.length; place += 1) {
        const moment = created[place] ?? 0
        if (moment < created_after || moment >= created_before) mask[place] = 0
      }
    return mask
  }

  return {
    /** How many memories there are. */
    count: () => places.size,
    /** How many places there are, those of dropped ones among them. */
    length: () => ids.length,
    has: (place: number) => ids[place] !== 0,
    idAt: (place: number) => ids[place] ?? 0,
    placeOf: (memory_id: number) => places.get(memory_id),
    createdAt: (place: number) => created[place] ?? 0,
    words,
    /** The names of those who said something. */
    speakers,
    /** By place, 1 for what ends as a question does; valid until the next change. */
    asking: () => asking,
    conversations,
    signs,
    vectors,
    allowed,
    drop,
    /** Adds a memory, or puts another in its place; its vector is `setVector`'s. */
    put: (memory: IndexedMemory) => {
      drop(memory.memory_id)
      const place = ids.push(memory.memory_id) - 1
      places.set(memory.memory_id, place)
      if (place >= kinds.length) {
        const length = Math.max(1_024, place * 2)
        const before = { created, kinds, pinned, asking }
        created = new Float64Array(length)
        created.set(before.created)
        kinds = new Uint8Array(length)
        kinds.set(before.kinds)
        pinned = new Uint8Array(length)
        pinned.set(before.pinned)
        asking = new Uint8Array(length)
        asking.set(before.asking)
      }
      created[place] = memory.created_at
      kinds[place] = numberOf(memory.kind)
      pinned[place] = Number(memory.pinned)
      asking[place] = Number(asksSomething.test(memory.content))
      const { counts, length } = countWords(memory)
      words.add(place, counts, length)
      if (memory.tags.length > 0) tags.add(place, new Map(memory.tags.map((tag) => [tag, 1])), 0)
      if (memory.speaker !== null)
        speakers.add(place, new Map(stemsOf(memory.speaker).map((stem) => [stem, 1])), 0)
      conversations.add(place, memory.conversation_uuid, memory.created_at)
    },
    setVector: (memory_id: number, vector: Float32Array) => {
      const place = places.get(memory_id)
      if (place === undefined) return
      signs.set(place, vector)
      vectors.set(place, vector)
    },
  }
}
