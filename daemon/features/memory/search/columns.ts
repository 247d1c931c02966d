import { memoryKinds } from '../tables.ts'
import type { Filter } from '../filter.ts'

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
  /** Whether a newer one holds instead. */
  readonly superseded: boolean
}

/** What is to be known of memories beside their words and vectors, by place. */
export interface Columns {
  readonly put: (place: number, memory: IndexedMemory) => void
  readonly drop: (place: number) => void
  /** In milliseconds since the epoch. */
  readonly createdAt: (place: number) => number
  /** 1 for what ends as a question does; valid until the next change. */
  readonly asking: () => Uint8Array
  /** 1 for what a newer one holds instead of; valid until the next change, and null where there is none. */
  readonly superseded: () => Uint8Array | null
  /**
   * 1 for those of the first `length` places that a filter allows, of those that have its tag; null where it allows all.
   */
  readonly allowed: (filter: Filter, length: number, tagged: readonly number[] | null) => Uint8Array | null
}

const asksSomething = /\?[\s"'”’)\p{Emoji_Presentation}]*$/u

const numberOf = (kind: IndexedMemory['kind']) => memoryKinds.indexOf(kind) + 1

/** Opens room for so many memories, which grows as it is filled. */
export function openColumns(room: number): Columns {
  let created = new Float64Array(room)
  /** One more than the number of the kind; 0 where a memory was dropped. */
  let kinds = new Uint8Array(room)
  let pinned = new Uint8Array(room)
  let asking = new Uint8Array(room)
  let superseded = new Uint8Array(room)
  let past = 0

  const reserve = (place: number) => {
    if (place < kinds.length) return
    const length = Math.max(16, place * 2)
    const before = { created, kinds, pinned, asking, superseded }
    created = new Float64Array(length)
    created.set(before.created)
    kinds = new Uint8Array(length)
    kinds.set(before.kinds)
    pinned = new Uint8Array(length)
    pinned.set(before.pinned)
    asking = new Uint8Array(length)
    asking.set(before.asking)
    superseded = new Uint8Array(length)
    superseded.set(before.superseded)
  }

  return {
    put: (place, memory) => {
      reserve(place)
      created[place] = memory.created_at
      kinds[place] = numberOf(memory.kind)
      pinned[place] = Number(memory.pinned)
      asking[place] = Number(asksSomething.test(memory.content))
      superseded[place] = Number(memory.superseded)
      past += Number(memory.superseded)
    },
    drop: (place) => {
      kinds[place] = 0
      past -= superseded[place] ?? 0
      superseded[place] = 0
    },
    createdAt: (place) => created[place] ?? 0,
    asking: () => asking,
    superseded: () => (past > 0 ? superseded : null),
    allowed: (filter, length, tagged) => {
      const { kind, pinned: wanted = null, history = true, created_after, created_before } = filter
      const dated = created_after > 0 || created_before < Number.MAX_SAFE_INTEGER
      const current = !history && past > 0
      if (kind === null && tagged === null && wanted === null && !current && !dated) return null
      const mask = new Uint8Array(length)
      if (tagged === null) mask.fill(1)
      else for (const place of tagged) mask[place] = 1
      const wantedKind = kind === null ? null : numberOf(kind)
      const wantedPin = wanted === null ? null : Number(wanted)
      for (let place = 0; place < length; place += 1) {
        const its = kinds[place] ?? 0
        if (its === 0 || (wantedKind !== null && its !== wantedKind)) mask[place] = 0
      }
      if (wantedPin !== null)
        for (let place = 0; place < length; place += 1) if (pinned[place] !== wantedPin) mask[place] = 0
      if (current)
        for (let place = 0; place < length; place += 1) if (superseded[place] === 1) mask[place] = 0
      if (dated)
        for (let place = 0; place < length; place += 1) {
          const moment = created[place] ?? 0
          if (moment < created_after || moment >= created_before) mask[place] = 0
        }
      return mask
    },
  }
}
