import { compileAny } from '../templates.ts'
import data from './concepts.json' with { type: 'json' }

/** A matter that people have a word for, and speak of without it: wages, in "I get 14.20 an hour". */
export interface Concept {
  /** Finds the words that it is called by. */
  readonly called: RegExp
  /** Finds what speaks of it. */
  readonly told: RegExp
  /** Whether there is one of it, as of an address, and not whatever is told of it, as of health. */
  readonly isOne: boolean
}

interface Words {
  readonly called: readonly string[]
  readonly told: readonly string[]
  readonly one?: boolean
}

const concepts: readonly Concept[] = Object.values<Words>(data.concepts).map(
  ({ called, told, one = false }) => ({
    called: compileAny(called, data.slots, 'giu'),
    told: compileAny(told, data.slots),
    isOne: one,
  }),
)

/** The matters that a text names by a word for them. */
export const conceptsIn = (text: string): Concept[] =>
  concepts.filter(({ called }) => text.search(called) >= 0)

/** Whether a text speaks of any of some matters. */
export const speaksOf = (text: string, matters: readonly Concept[]): boolean =>
  matters.some(({ told }) => told.test(text))
