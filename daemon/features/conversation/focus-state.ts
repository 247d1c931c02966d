/** What "she", "it" or "that" mean in the next message: phrases such as "my sister Anna". */
export interface Focus {
  readonly she: string | null
  readonly he: string | null
  readonly it: string | null
  readonly they: string | null
  readonly there: string | null
  /** The memories that were stored or used last. */
  readonly memory_uuids: readonly string[]
  /** The last question, as it was understood. */
  readonly question: string | null
  /** What a bare answer to the companion's own question means: a sentence with `…` where the answer goes. */
  readonly asked: string | null
}

export const noFocus: Focus = {
  she: null,
  he: null,
  it: null,
  they: null,
  there: null,
  memory_uuids: [],
  question: null,
  asked: null,
}
