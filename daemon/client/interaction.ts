import type { OutputOf } from './types.ts'

export type Interaction = OutputOf<'interactions.get'>['interaction']

/** The words that an interaction goes by: its title, else what it says. */
export function nameOf({ title, prompt }: Pick<Interaction, 'title' | 'prompt'>): string {
  return title ?? prompt
}

/** What is done with a notice that was seen: it is put aside, and one that cannot be is ended. */
export function seenBy({ requirement }: Pick<Interaction, 'requirement'>) {
  return requirement === 'optional' ? 'interactions.dismiss' : 'interactions.cancel'
}
