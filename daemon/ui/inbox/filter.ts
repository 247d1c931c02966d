import type { InteractionType } from './interaction.ts'

/** What the list is narrowed to; null for all. */
export interface Filter {
  readonly type: InteractionType | null
  readonly category: string | null
}

export const noFilter: Filter = { type: null, category: null }

export const types = [
  'question',
  'choice',
  'dialogue',
  'approval',
  'ack',
] as const satisfies readonly InteractionType[]

/** The categories with names in the reader's language: those that the companion itself asks in, and the try-outs. */
export const namedCategories = ['agency', 'memory', 'example'] as const

/** The input of a list that is narrowed. */
export function inputOf({ type, category }: Filter) {
  return {
    ...(type === null ? {} : { interaction_type: [type] }),
    ...(category === null ? {} : { category: [category] }),
  }
}
