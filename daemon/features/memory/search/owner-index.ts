import type { Filter } from '../filter.ts'
import { dimension } from '../vector.ts'
import { type BitVectors, openBitVectors } from './bit-vectors.ts'
import { openConversations } from './conversations.ts'
import { type IndexedMemory, openColumns } from './columns.ts'
import { type ComparedVectors, openInt8Vectors } from './int8-vectors.ts'
import { fieldWeights } from './ranking.ts'
import { openStoredVectors } from './stored-vectors.ts'
import { dayText } from '../../../language/en/memory/search.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { openWordIndex } from './word-index.ts'

/** How a turn begins that says whose it is: "Anneke: ", "Dr. Weber: ". */
const named = /^(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}): /u

/** Who said it: the one that is told, or the one whom a turn of a conversation begins with. */
const speakerOf = ({ speaker, conversation_uuid, content }: IndexedMemory): string | null =>
  speaker ?? (conversation_uuid === null ? null : (named.exec(content)?.[1] ?? null))

/**
 * All that one owner's memories are found by, in memory: their words, the signs and the bytes of their vectors, their
 * order in conversations, and what filters look at: about 700 bytes for one of twelve words. A memory has a place, which
 * it keeps; a change drops it and adds it at the end.
 */
export type OwnerIndex = ReturnType<typeof openOwnerIndex>

const day = 86_400_000
const datedStems = new Map<number, string[]>()

/** The day on which something was told, in words, as a question may name it. */
function dateStems(moment: number): string[] {
  const number = Math.floor(moment / day)
  const cached = datedStems.get(number)
  if (cached) return cached
  const stems = stemsOf(dayText(new Date(moment)))
  datedStems.set(number, stems)
  return stems
}

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

/** Up to so many memories are compared by the bytes of their vectors; of more, the best by the signs. */
export const maxCompared = 4_096

/** Bytes that are held of one memory in the memory of all vectors, where its vector is kept there. */
export const vectorBytes = dimension + dimension / 8
/** About how many bytes of the heap an index takes that is empty, a memory in it, and a word that stands in it. */
const [emptyBytes, memoryBytes, wordBytes] = [3_000, 120, 100]

export interface OwnerIndexOptions {
  /** Room for so many memories. */
  readonly room?: number
  /** Reads the vector of a memory: vectors are not kept then, but read where they are compared. */
  readonly stored?: ((memory_id: number) => Float32Array | undefined) | null
}

/** Opens an empty one. */
export function openOwnerIndex({ room = 0, stored = null }: OwnerIndexOptions = {}) {
  // One that grows beyond is made anew.
  const signs: BitVectors | null = room > maxCompared ? openBitVectors() : null
  const vectors: ComparedVectors = stored
    ? openStoredVectors((place) => stored(ids[place] ?? 0), room)
    : openInt8Vectors(room)
  const words = openWordIndex(room)
  const tags = openWordIndex()
  const speakers = openWordIndex(room)
  const conversations = openConversations(room)
  /** By place; 0 where one was dropped. */
  const ids: number[] = []
  const places = new Map<number, number>()
  const columns = openColumns(room)

  const drop = (memory_id: number) => {
    const place = places.get(memory_id)
    if (place === undefined) return
    places.delete(memory_id)
    ids[place] = 0
    columns.drop(place)
    words.drop(place)
    tags.drop(place)
    speakers.drop(place)
    conversations.drop(place)
  }

  return {
    count: () => places.size,
    /** How many places there are, those of dropped ones among them. */
    length: () => ids.length,
    has: (place: number) => ids[place] !== 0,
    idAt: (place: number) => ids[place] ?? 0,
    placeOf: (memory_id: number) => places.get(memory_id),
    columns,
    words,
    /** The names of those who said something. */
    speakers,
    conversations,
    /** Null where there are too few to be sieved by them. */
    signs,
    vectors,
    /** By place, 1 for those that a filter allows; null where it allows all. Whose they are is not looked at. */
    allowed: (filter: Filter) =>
      columns.allowed(filter, ids.length, filter.tag === null ? null : tags.places(filter.tag)),
    drop,
    /** About how many bytes it takes. */
    bytes: () =>
      emptyBytes +
      ids.length * memoryBytes +
      [words, tags, speakers].reduce((sum, { count }) => sum + count() * wordBytes, 0) +
      (signs?.bytes() ?? 0) +
      vectors.bytes(),
    /** Gives the room of its vectors to others: it can be asked nothing any more. */
    release: () => {
      signs?.release()
      vectors.release()
    },
    /** Adds a memory, or puts another in its place; its vector is `setVector`'s. */
    put: (memory: IndexedMemory) => {
      drop(memory.memory_id)
      const place = ids.push(memory.memory_id) - 1
      places.set(memory.memory_id, place)
      columns.put(place, memory)
      signs?.reserve(place)
      vectors.reserve(place)
      const { counts, length } = countWords(memory)
      words.add(place, counts, length)
      if (memory.tags.length > 0) tags.add(place, new Map(memory.tags.map((tag) => [tag, 1])), 0)
      const speaker = speakerOf(memory)
      if (speaker !== null) speakers.add(place, new Map(stemsOf(speaker).map((stem) => [stem, 1])), 0)
      conversations.add(place, memory)
    },
    setVector: (memory_id: number, vector: Float32Array) => {
      const place = places.get(memory_id)
      if (place === undefined) return
      signs?.set(place, vector)
      vectors.set(place, vector)
    },
  }
}
