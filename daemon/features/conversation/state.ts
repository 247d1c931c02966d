import type { AskedBack, ReminderDraft } from '../../language/reminder-acts.ts'

/** What the next message of a conversation may refer to. */
export interface State {
  /** The memories that were kept or quoted last, the newest last. */
  readonly memory_uuids: readonly string[]
  /** The question that the companion has put last, in an interaction, which "yes" answers. */
  readonly interaction_id: string | null
  /** The reminder that was made or spoken of last. */
  readonly goal_uuid: string | null
  /** What the companion has asked, null for nothing: the next message may answer that, or be of something else. */
  readonly asked: AskedBack | null
  /** The reminders that were listed last, in their order: those that "which" is asked of. */
  readonly listed: readonly string[]
  /** What an answer goes on with; null where it is of the reminder that was spoken of last. */
  readonly wanted: ReminderDraft | null
  /** The message of a language that is not understood, of which nothing was kept so far. */
  readonly unkept: string | null
  /** When the member was last told how the companion gets a language model, in milliseconds since the epoch. */
  readonly hinted_at: number | null
}

export const noState: State = {
  memory_uuids: [],
  interaction_id: null,
  goal_uuid: null,
  asked: null,
  listed: [],
  wanted: null,
  unkept: null,
  hinted_at: null,
}

/** A state as it was stored, by an older version too, which knew of no question but when. */
export function stateFrom(stored: (Partial<State> & { readonly asked_when?: boolean }) | undefined): State {
  const { asked_when = false, ...state } = stored ?? {}
  return { ...noState, asked: asked_when ? 'when' : null, ...state }
}
