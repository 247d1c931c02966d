/** What the next message of a conversation may refer to. */
export interface State {
  /** The memories that were kept or quoted last, the newest last. */
  readonly memory_uuids: readonly string[]
  /** The question that the companion has put last, in an interaction, which "yes" answers. */
  readonly interaction_id: string | null
  /** The reminder that was made or spoken of last. */
  readonly goal_uuid: string | null
  /** Whether the companion has asked when that one is to come. */
  readonly asked_when: boolean
}

export const noState: State = { memory_uuids: [], interaction_id: null, goal_uuid: null, asked_when: false }
