import type { Interaction } from '../../client/interaction.ts'
import type { InteractionType, Status } from './interaction.ts'

/** Where an interaction is found, by its status. */
export const folders = {
  waiting: ['pending'],
  snoozed: ['deferred'],
  over: ['answered', 'approved', 'rejected', 'dismissed', 'cancelled', 'expired'],
} as const satisfies Record<string, readonly Status[]>
export const folderNames = Object.keys(folders) as Folder[]

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
export const namedCategories = [
  'agency',
  'memory',
  'sign_in',
  'profile_opened',
  'household',
  'recognition',
  'example',
] as const

/** The input of a list that is narrowed. */
export function inputOf({ type, category }: Filter) {
  return {
    ...(type === null ? {} : { interaction_type: [type] }),
    ...(category === null ? {} : { category: [category] }),
  }
}

export type Folder = keyof typeof folders

/** How its status is called: a notice that was put aside is one that was seen. */
export function statusName({
  status,
  interaction_type,
}: Pick<Interaction, 'status' | 'interaction_type'>): Status | 'seen' {
  return status === 'dismissed' && interaction_type === 'ack' ? 'seen' : status
}

/** Whether it can be taken up again: a notice that was seen is over for good. */
export function canReopen(interaction: Pick<Interaction, 'status' | 'interaction_type'>): boolean {
  return interaction.status === 'dismissed' && interaction.interaction_type !== 'ack'
}
