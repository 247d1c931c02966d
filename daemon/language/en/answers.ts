import { compileAny } from '../templates.ts'
import words from './answers.json' with { type: 'json' }

const pattern = (templates: readonly string[]) => compileAny(templates, words.slots)

export interface AnswerType {
  readonly name: string
  readonly asks: RegExp
  readonly tells: RegExp
}

export const answerTypes: readonly AnswerType[] = Object.entries(words.types).map(
  ([name, { asks, tells }]) => ({
    name,
    asks: pattern(asks),
    tells: pattern(tells),
  }),
)

/** What a question or a sentence is like, each by an expression that finds it. */
export const manner = {
  yesNo: pattern(words.yesNo),
  asks: pattern(words.asks),
  hedged: pattern(words.hedges),
  future: pattern(words.future),
  negated: pattern(words.negations),
  past: pattern(words.past),
  self: pattern(words.self),
}

/** What makes a question one of somebody's life. */
export const ownLife = pattern(words.ownLife)
/** What says that something is other than it was. */
export const changes = pattern(words.changes)
export const kin: RegExp = compileAny(words.kin, words.slots, 'giu')
const onlyKin = compileAny(
  words.kin.map((one) => `^${one}$`),
  words.slots,
)
/** Whether a word is one for somebody by their relation. */
export const isKin = (word: string): boolean => onlyKin.test(word)
