import type { IndexedMemory } from './columns.ts'

/** Which memories of one owner were told in the same conversation, and in what order. */
export interface Conversations {
  /** Notes in which conversation a memory at a place was told, if in any, and when. */
  readonly add: (
    place: number,
    memory: Pick<IndexedMemory, 'memory_id' | 'conversation_uuid' | 'created_at'>,
  ) => void
  readonly drop: (place: number) => void
  /** How many conversations there are, ended ones too. */
  readonly count: () => number
  /** Valid until the next change. */
  readonly links: () => ConversationLinks
}

/** By place: the number of its conversation, and the places of what was told right before and after; -1 for none. */
export interface ConversationLinks {
  readonly conversation: Int32Array
  readonly before: Int32Array
  readonly after: Int32Array
}

interface Turn {
  readonly place: number
  readonly memory_id: number
  /** In milliseconds since the epoch. */
  readonly toldAt: number
}

/** What was told at the same moment is in the order in which it came first, also where it was changed since. */
const isAfter = (one: Turn, other: Turn) =>
  one.toldAt > other.toldAt || (one.toldAt === other.toldAt && one.memory_id > other.memory_id)

/** A longer copy of it, -1 where nothing was. */
function lengthened(links: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length).fill(-1)
  longer.set(links)
  return longer
}

const none = new Int32Array()

/** Opens an empty one, with room for so many memories. */
export function openConversations(room = 0): Conversations {
  const numbers = new Map<string, number>()
  const conversations: Turn[][] = []
  let links: ConversationLinks = {
    conversation: lengthened(none, room),
    before: lengthened(none, room),
    after: lengthened(none, room),
  }

  const reserve = (place: number) => {
    if (place < links.conversation.length) return
    const length = Math.max(16, place * 2)
    const { conversation, before, after } = links
    links = {
      conversation: lengthened(conversation, length),
      before: lengthened(before, length),
      after: lengthened(after, length),
    }
  }
  const link = (one: Turn | undefined, next: Turn | undefined) => {
    if (one) links.after[one.place] = next?.place ?? -1
    if (next) links.before[next.place] = one?.place ?? -1
  }
  const numberOf = (conversation: string): number => {
    const number = numbers.get(conversation)
    if (number !== undefined) return number
    numbers.set(conversation, conversations.length)
    return conversations.push([]) - 1
  }

  return {
    add: (place, { memory_id, conversation_uuid, created_at }) => {
      reserve(place)
      if (conversation_uuid === null) return
      const number = numberOf(conversation_uuid)
      const turns = conversations[number] ?? []
      const turn = { place, memory_id, toldAt: created_at }
      // Mostly it is the newest.
      let at = turns.length
      for (let last = turns[at - 1]; last && isAfter(last, turn); last = turns[at - 1]) at -= 1
      turns.splice(at, 0, turn)
      links.conversation[place] = number
      link(turns[at - 1], turn)
      link(turn, turns[at + 1])
    },
    drop: (place) => {
      const turns = conversations[links.conversation[place] ?? -1]
      if (!turns) return
      const at = turns.findIndex((turn) => turn.place === place)
      link(turns[at - 1], turns[at + 1])
      turns.splice(at, 1)
      links.conversation[place] = -1
    },
    count: () => conversations.length,
    links: () => links,
  }
}
