/** What is known of somebody, as a memory states it; the times in milliseconds since the epoch. */
export interface Fact {
  readonly attribute: string
  /** As it was said. */
  readonly value: string
  /** `past` and `denied` say that it does not hold. */
  readonly modality: 'stated' | 'past' | 'denied'
  readonly valid_from: number
  /** Since when something else is known; null where it is what is known now. */
  readonly valid_to: number | null
  readonly memory_uuid: string
  /** The memory that states something else of what never changes; null where none does. */
  readonly contradicts: string | null
}

/** What a message states of somebody: by a name, by what they are to the member, or both; of neither for the member. */
export interface StatedFact extends Pick<Fact, 'attribute' | 'value' | 'modality'> {
  readonly name: string | null
  readonly relation: string | null
}

/** Somebody who was told of; without name and relation who told it. */
export interface Person {
  readonly family_member_uuid: string
  readonly name: string | null
  /** What they are to who told of them. */
  readonly relation: string | null
  /** The first name of who told of them, where that was another member. */
  readonly told_by?: string | null
  readonly facts: readonly Fact[]
}
