import { randomNumbers } from '../../support/memory/random-vectors.ts'
import { calibrationError, type Odds } from './measures.ts'
import type { Reply } from './player.ts'

/** What an answer was: `refused` says that nothing told answers. */
export type Outcome = 'right' | 'wrong' | 'refused'

/** What says that something is not known, whatever is quoted beside it. */
const refusal =
  /\b(?:not sure|(?:don|do)(?:['’]t| not) know|(?:haven|have|hasn)(?:['’]t| not) (?:told|said|mentioned)|can(?:['’]t|not) (?:know|say|tell)|no idea|nothing (?:about|of) that|found nothing|told me nothing|(?:bin|bin mir) nicht sicher|mir (?:noch )?(?:nicht|nichts) erzählt|weiß ich nicht|kann ich nicht wissen|nichts gefunden)(?![\p{L}])/iu

/** Whether a reply claims to answer: it does not say that it does not know. */
export const isSure = ({ content }: Pick<Reply, 'content'>): boolean => !refusal.test(unquoted(content))

/** What a reply says in words of its own: without what it quotes. */
export const unquoted = (content: string): string => content.replaceAll(/["“‘„][^"”“]{8,}["”’“]/g, ' ')

/** A text as it is compared: lower case, one kind of apostrophe and of space. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '')

/** Whether a text holds one of some phrases, as whole words; "Friday" is in "Fridays" too. */
export const holdsAny = (text: string, phrases: readonly string[]): boolean => {
  const plainText = text.toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ')
  return phrases.some((phrase) => {
    const escaped = RegExp.escape(phrase.replaceAll(/[’‘]/g, "'"))
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?:'?s)?(?![\p{L}\p{N}])`, 'u').test(plainText)
  })
}

/** Counts what was seen, and prints it. */
export class Tally {
  readonly #counts = new Map<string, Map<string, { yes: number; all: number }>>()
  readonly #answers: { readonly kind: string; readonly outcome: Outcome; readonly confidence: number }[] = []
  readonly #show: boolean

  /** With `show`, what was not as it should be is printed. */
  constructor(show: boolean) {
    this.#show = show
  }

  count(part: string, name: string, is: boolean): void {
    const names = this.#counts.get(part) ?? new Map<string, { yes: number; all: number }>()
    this.#counts.set(part, names)
    const counted = names.get(name) ?? { yes: 0, all: 0 }
    names.set(name, { yes: counted.yes + Number(is), all: counted.all + 1 })
  }

  /** How much of what was counted is so, 0 to 1. */
  share(part: string, name: string): number {
    const { yes = 0, all = 0 } = this.#counts.get(part)?.get(name) ?? {}
    return all === 0 ? 0 : yes / all
  }

  /** How many of the questions of a kind, or of all that can be answered, came out so, 0 to 1. */
  outcomes(outcome: Outcome, kind: 'answerable' | 'unknown'): number {
    const asked = this.#answers.filter((one) => (one.kind === 'unknown') === (kind === 'unknown'))
    return asked.filter((one) => one.outcome === outcome).length / Math.max(1, asked.length)
  }

  answer(kind: string, outcome: Outcome, confidence: number): void {
    this.#answers.push({ kind, outcome, confidence })
  }

  /** Something to look at. */
  example(what: string, ...texts: readonly string[]): void {
    if (this.#show) console.log(`[${what}] ${texts.join('\n    ')}`)
  }

  print(title: string): void {
    console.log(`\n${title}`)
    for (const [part, names] of this.#counts)
      for (const [name, { yes, all }] of names) console.log(line(`${part}: ${name}`, yes, all))
    const kinds = Map.groupBy(this.#answers, ({ kind }) => kind)
    for (const [kind, answers] of kinds) {
      const of = (outcome: Outcome) => answers.filter((one) => one.outcome === outcome).length
      const wanted = kind === 'unknown' ? 'refused' : 'right'
      console.log(line(`${kind}: ${wanted}`, of(wanted), answers.length, `wrong ${of('wrong')}`))
    }
    const answered = this.#answers.filter(({ kind }) => kind !== 'unknown')
    if (answered.length === 0) return
    const right = answered.filter(({ outcome }) => outcome === 'right').length
    console.log(line('all that can be answered: right', right, answered.length))
    const asked = this.#answers.map(({ outcome, confidence }) => ({
      is: outcome === 'right',
      likely: confidence,
    }))
    console.log(
      `calibration error ${calibrationError(asked).toFixed(3)}, of so many questions ${chanceError(asked).toFixed(3)} where every confidence is true`,
    )
  }
}

/** So many times chance is asked. */
const draws = 500

/** What that error is in the mean where all comes true as often as it was said to: few questions are never quite as likely. */
function chanceError(judged: readonly Odds[]): number {
  const random = randomNumbers(1)
  const errors = Array.from({ length: draws }, () =>
    calibrationError(judged.map(({ likely }) => ({ likely, is: random() < likely }))),
  )
  return errors.reduce((sum, one) => sum + one, 0) / draws
}

const line = (name: string, yes: number, all: number, more = '') =>
  `${name.padEnd(48)}${`${yes} of ${all}`.padStart(14)}${`${((100 * yes) / all).toFixed(1)} %`.padStart(9)}  ${more}`
