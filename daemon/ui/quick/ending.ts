import { ApiError } from '../../client/errors.ts'
import type { Interaction } from '../../client/interaction.ts'
import type { Whole } from '../inbox/interaction.ts'

/** What became of an interaction, in the words of whoever saw it. */
export type Ending =
  | 'answered'
  | 'approved'
  | 'rejected'
  | 'seen'
  | 'dismissed'
  | 'deferred'
  | 'cancelled'
  | 'expired'

/** What a page knows of an interaction that was asked for by its id. */
export type AnswerState =
  | { readonly state: 'reading' }
  /** There is none, or it is not this member's. */
  | { readonly state: 'unknown' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'waiting'; readonly whole: Whole }
  /** Without its words where its time ran out before they were read. */
  | { readonly state: 'over'; readonly ending: Ending; readonly whole: Whole | null }

/** Where none stands that was not even named. */
export const unknown: AnswerState = { state: 'unknown' }

/** What is known of an interaction, by what was read of it last; what was read before still counts where that failed. */
export function answerStateOf({ data, error }: { data: Whole | undefined; error: unknown }): AnswerState {
  const status = error instanceof ApiError ? error.status : null
  if (status === 410) return { state: 'over', ending: 'expired', whole: data ?? null }
  // An id that is none is refused before it is looked for.
  if (status === 404 || status === 400) return unknown
  if (data) {
    const ending = endingOf(data.interaction)
    return ending === null ? { state: 'waiting', whole: data } : { state: 'over', ending, whole: data }
  }
  return error ? { state: 'failed', error } : { state: 'reading' }
}

/** Null while it waits. A notice is seen, however it was ended. */
function endingOf({
  status,
  interaction_type,
}: Pick<Interaction, 'status' | 'interaction_type'>): Ending | null {
  if (status === 'pending') return null
  const ended = status === 'dismissed' || status === 'cancelled'
  return interaction_type === 'ack' && ended ? 'seen' : status
}
