import { compileAny } from '../templates.ts'
import words from './commands.json' with { type: 'json' }

const { slots } = words
const everything = compileAny(words.everything, slots)
const last = compileAny(words.last, slots)
const count = compileAny(words.count, slots)
/** What goes before something that is not to be kept. */
const also = compileAny(words.also, slots)

const around = compileAny(words.around, slots, 'giu')
const command = compileAny(words.command, slots)
const empty = compileAny(
  words.empty.map((word) => `^(?:${word})$`),
  slots,
)
/** Where the object of a command ends, and why it was given begins. */
const reason = new RegExp(words.reason, 'isu')
const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 }

/** What is to be forgotten, by the words of whoever asks for it. */
export interface Forgetting {
  /** What it is about; empty for what was said last. */
  readonly about: string
  /** How many of those said last, where it is about them. */
  readonly count: number
  /** Whether all of it is meant, not the one that fits best. */
  readonly all: boolean
  /** Whether it may be what was said last, whatever else is named. */
  readonly last: boolean
  /** What was said in the same message and is to leave no trace either; null for nothing. */
  readonly unsaid: string | null
}

/** What a sentence asks to forget; `before` is the sentence that "that" may be of, `tells` whether that tells something. */
export function readForgetting(sentence: string, before: string | null = null, tells = false): Forgetting {
  const off = also.exec(sentence)
  if (off)
    return {
      about: '',
      count: 0,
      all: false,
      last: false,
      unsaid: sentence.slice(off.index + off[0].length).trim(),
    }
  const counted = count.exec(sentence)
  const told = counted
    ?.slice(1)
    .find((word) => word !== undefined)
    ?.toLowerCase()
  const at = command.exec(sentence)?.index ?? 0
  const object = sentence.slice(at).replace(reason, '')
  const own = contentOf(object) || contentOf(sentence.slice(0, at))
  const left = own || contentOf(before ?? '')
  return {
    about: counted ? '' : left,
    count: told === undefined ? 1 : (numbers[told] ?? (Number(told) || 1)),
    all: everything.test(object),
    last: last.test(object),
    unsaid: own === '' && tells && last.test(object) ? before : null,
  }
}

/** A text without the words that ask for forgetting. */
function contentOf(text: string): string {
  const rest = text.replaceAll(around, ' ').match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return rest.filter((word) => !empty.test(word)).join(' ')
}

const plainly = Object.entries(words.plainly).map(([act, templates]) => ({
  act,
  pattern: compileAny(templates, slots),
}))

/** The act that a sentence asks for in so many words, by its name; null where it does not. */
export const plainCommand = (sentence: string): string | null =>
  also.test(sentence) ? 'forget' : (plainly.find(({ pattern }) => pattern.test(sentence))?.act ?? null)
