import type { Interaction } from '../../client/interaction.ts'
import type { Status } from './interaction.ts'

/** Where an interaction is found, by its status. */
export const folders = {
  waiting: ['pending'],
  put_off: ['deferred'],
  over: ['answered', 'approved', 'rejected', 'dismissed', 'cancelled', 'expired'],
} as const satisfies Record<string, readonly Status[]>

export type Folder = keyof typeof folders
export const folderNames = Object.keys(folders) as Folder[]

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
