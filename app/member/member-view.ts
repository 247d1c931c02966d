import type { Interaction } from '../../daemon/client/interaction.ts'
import type { OutputOf } from '../../daemon/client/types.ts'

export type Emotion = OutputOf<'emotion.current'>['emotion']

export interface MemberView {
  readonly companion: string
  /** Null while it is not known. */
  readonly emotion: Emotion | null
  /** Whether it is writing to them. */
  readonly talking: boolean
  readonly waiting: number
  /** Those of them that matter most, a handful. */
  readonly foremost: readonly Interaction[]
  /** Until when it begins nothing by itself, ISO 8601; null where it may. */
  readonly paused_until: string | null
  /** Whether this is as of now, and not as of before the connection was lost. */
  readonly connected: boolean
}

/** When nothing is known yet. */
export const unknown: MemberView = {
  companion: 'Companion',
  emotion: null,
  talking: false,
  waiting: 0,
  foremost: [],
  paused_until: null,
  connected: false,
}

/** What a notification says of an interaction: `arrived` where it begins to wait, now or again, `over` where it no longer does. */
export function notificationOf(
  data: Readonly<Record<string, unknown>>,
): { readonly is: 'arrived' | 'over'; readonly interaction: Interaction } | null {
  const interaction = data['interaction'] as Interaction | undefined
  if (!interaction) return null
  const event = data['event'] as { readonly from_status: string | null; readonly actor: string } | undefined
  // Whoever takes something up again is looking at it.
  if (interaction.status === 'pending' && event?.from_status && event.actor.startsWith('user:')) return null
  return { is: interaction.status === 'pending' ? 'arrived' : 'over', interaction }
}
