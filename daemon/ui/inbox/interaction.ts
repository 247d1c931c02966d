import type { Interaction } from '../../client/interaction.ts'
import type { OutputOf } from '../../client/types.ts'

/** An interaction with its whole timeline. */
export type Whole = OutputOf<'interactions.get'>
export type InteractionEvent = Whole['events'][number]
/** An interaction as lists have it: without its options and its answer. */
export type ListedInteraction = OutputOf<'interactions.list'>['items'][number]
export type InteractionType = Interaction['interaction_type']
export type Status = Interaction['status']

export const isOneOf = <T extends string>(few: readonly T[], text: string): text is T =>
  (few as readonly string[]).includes(text)
