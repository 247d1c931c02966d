import { type Forgetting, forgettingOf, type ForgetTarget } from '../forgetting.ts'
import { compile, compileAny } from '../templates.ts'
import { conceptsIn, speaksOf } from './concepts.ts'
import { stemsOf } from './stems.ts'
import words from './commands.json' with { type: 'json' }

const { slots } = words
const everything = compileAny(words.everything, slots)
const last = compileAny(words.last, slots)
const count = compileAny(words.count, slots)
const conversation = compileAny(words.conversation, slots)
/** More messages of a conversation are not forgotten at once. */
export const maxMessages = 200
/** What goes before something that is not to be kept. */
const also = compileAny(words.also, slots)
/** Says of the next sentences that they are not to be kept. */
const ahead = compileAny(words.ahead, slots)
/** Says of nothing that it is to be forgotten, though it speaks of forgetting. */
const no = compileAny(words.no, slots)

const around = compileAny(words.around, slots, 'giu')
const command = compileAny(words.command, slots)
const verb = compileAny([words.first], slots)
/** What is to stay, where it is said beside what is not. */
const except = compileAny([words.except], slots, 'isu')
/** The part of a command that could be asked as it is: "what I earn". */
const asking = compileAny([words.asking], slots, 'isu')
const saidVerb = compileAny(['[said]'], slots)
const saidAbout = compileAny([words['said about']], slots)
const noun = compileAny([words.noun], slots)
const empty = compileAny(
  words.empty.map((word) => `^(?:${word})$`),
  slots,
)
const everythingTold = compileAny(words['everything told'], slots)
const apart = /,\s+|\s+and\s+/u
const since = compileAny(words.since, slots)
/** Says of something that it should not have been told: "I ought not to have told you my PIN". */
const regret = compile(words.regret, slots)
/** Says of something that it is not to be kept, before it is said again: "don't keep my weight, forget that". */
const notKept = compile(words['not kept'], slots)
/** Says of what is to be forgotten that it is all of it. */
const wholly = compile(words.wholly, slots)
/** Somebody's thing. */
const theirs = compile(words.theirs, slots)
const firstSaid = compileAny(words['first said'], slots)
/** Takes back what was said last for what stands there instead. */
const redone = compile(words.redone, slots, 'isu')
const ofItAll = compile(words['of it all'], slots)
/** Names a thing and nothing of it: "forget the school trip", not "forget the date of the school trip". */
const aThing = compile(words['a thing'], slots)
const ofNames = new RegExp(words.names, 'u')
const courtesy = compile('[,;]?(?: [courtesy])+\\W*$', slots)
/** Where the object of a command ends, and why it was given begins. */
const reason = new RegExp(words.reason, 'isu')
const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 }

/** The name of whom a text names and nothing else, "Aggie" of "my cousin Aggie"; empty for none. */
export const nameIn = (about: string): string => ofNames.exec(about)?.groups?.['name'] ?? ''

/** The thing of somebody that a text names, "daughter" of "Elsie's daughter"; empty for none. */
export const thingOf = (about: string): string => theirs.exec(about)?.groups?.['thing'] ?? ''

/** Whether a sentence says of what is to be forgotten that it is all of it: "Forget Callum. All of it." */
export const isWholly = (sentence: string): boolean => wholly.test(sentence)

/** Whether a sentence says that what comes next is not to be kept. */
export const isOfNext = (sentence: string): boolean => ahead.test(sentence)

/** What a sentence asks to forget; `before` is the sentence that "that" may be of, `tells` whether that tells something. */
export function readForgetting(sentence: string, before: string | null = null, tells = false): Forgetting {
  const off = also.exec(sentence)
  if (off) return forgettingOf(sentence.slice(off.index + off[0].length).trim())
  const many = countIn(sentence)
  const at = (verb.exec(sentence) ?? command.exec(sentence))?.index ?? 0
  const named = sentence.slice(at)
  const object = named.replace(except, '').replace(reason, '')
  const isAll = everything.test(object) || named.split(/[.;!,]+\s/).some(isWholly)
  const prefix = sentence.slice(0, at)
  const ofLast = last.test(object) && !saidAbout.test(prefix)
  // "Oh no, forget that": only what is said with it says of what.
  const own = contentOf(object) || (ofLast && !notKept.test(prefix) ? '' : contentOf(prefix))
  const regretted = own === '' ? regretIn(before ?? '') : ''
  // "I shouldn't have told you about Helena. Forget all of it." is of her.
  const isEverything = regretted === '' && everythingTold.test(sentence)
  const first = firstSaid.test(object)
  const left = first ? '' : own || regretted || contentOf(before ?? '')
  const day = since.exec(object)?.[0]
  return {
    about: many > 1 ? '' : left,
    question: questionOf(object, left),
    count: many,
    all: isAll || (left !== '' && isOfAll(object, left)),
    each: object
      .split(apart)
      .map((part) => ({ about: contentOf(part), question: questionOf(part, contentOf(part)) }))
      .filter((part) => part.about !== ''),
    everything: isEverything,
    since: day === undefined ? null : /yesterday/i.test(day) ? 'yesterday' : 'today',
    spared: contentOf(except.exec(named)?.[0] ?? ''),
    first,
    // Who names nothing means what was just said.
    last: regretted === '' && !first && (ofLast || (left === '' && many === 1 && !isEverything)),
    unsaid: own === '' && regretted === '' && tells && last.test(object) ? before : null,
  }
}

/** Whether a sentence speaks of all that is to be forgotten, by its words or by what is told of the matter. */
export function isOfTheSame({ about }: Pick<ForgetTarget, 'about'>, sentence: string): boolean {
  const named = new Set(stemsOf(about))
  const isNamed = named.size > 0 && named.isSubsetOf(new Set(stemsOf(sentence)))
  return isNamed || speaksOf(sentence, conceptsIn(about))
}

/** How many of the things said last a command is of: 1 where it says nothing of that. */
function countIn(sentence: string): number {
  if (conversation.test(sentence)) return maxMessages
  const told = count
    .exec(sentence)
    ?.slice(1)
    .find((word) => word !== undefined)
    ?.toLowerCase()
  return told === undefined ? 1 : (numbers[told] ?? (Number(told) || 1))
}

/** Whether somebody says that they should not have told something. */
export const isRegret = (sentence: string): boolean => regret.test(sentence)

/** What that is; empty for nothing that is named. */
const regretIn = (sentence: string): string => contentOf(regret.exec(sentence)?.groups?.['what'] ?? '')

/** What stands instead of what was said last, "scratch that, it is on Sunday"; null for nothing. */
export const toldInstead = (sentence: string): string | null =>
  redone.exec(sentence)?.groups?.['told'] ?? null

/** Whether whatever was told of a thing is meant: "what I told you about Grace", "forget Mr Hill". */
const isOfAll = (object: string, about: string): boolean =>
  (aThing.test(object) && !noun.test(object)) ||
  ofNames.test(about) ||
  saidAbout.test(object) ||
  (!about.includes(' ') && ofItAll.test(object))

/** What a command names as a question, which may be in it as it is: "what I earn". */
function questionOf(object: string, about: string): string {
  const asked = saidVerb.test(object) ? null : asking.exec(object)
  const named = noun.exec(object)
  return asked?.[0].replace(courtesy, '') ?? `${words.question} ${named ? `${named[0]} ` : ''}${about}`
}

/** A text without the words that ask for forgetting. */
function contentOf(text: string): string {
  const rest = text.replaceAll(around, ' ').match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const content = rest.filter((word) => !empty.test(word)).join(' ')
  return stemsOf(content).length === 0 ? '' : content
}

const plainly = Object.entries(words.plainly).map(([act, templates]) => ({
  act,
  pattern: compileAny(templates, slots),
}))

/** Whether a sentence also says that nothing more is to be kept: "forget that, and stop taking notes". */
export const isStopToo = (sentence: string): boolean =>
  !isNoCommand(sentence) &&
  plainly.some(({ act, pattern }) => act === 'stop_remembering' && pattern.test(sentence))

/** The act that a sentence asks for in so many words, by its name; null where it does not. */
export function plainCommand(sentence: string): string | null {
  if (also.test(sentence)) return 'forget'
  return isNoCommand(sentence) ? null : (plainly.find(({ pattern }) => pattern.test(sentence))?.act ?? null)
}

/** Whether a sentence only speaks of forgetting: "I forget everything these days". */
export const isNoCommand = (sentence: string): boolean => no.test(sentence)
