import { compileAny } from '../templates.ts'
import data from './concepts.json' with { type: 'json' }

/** A matter that people have a word for, and speak of without it: wages, in "I get 14.20 an hour". */
export interface Concept {
  readonly name: string
  /** Finds the words that it is called by. */
  readonly called: RegExp
  /** Finds what speaks of it. */
  readonly told: RegExp
}

const concepts: readonly Concept[] = Object.entries(data.concepts).map(([name, { called, told }]) => ({
  name,
  called: compileAny(called, data.slots, 'giu'),
  told: compileAny(told, data.slots),
}))

/** The matters that a text names by a word for them. */
export const conceptsIn = (text: string): Concept[] =>
  concepts.filter(({ called }) => text.search(called) >= 0)
