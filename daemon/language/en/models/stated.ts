import { compile, sourceOf } from '../../templates.ts'
import { relationOf, type Subject } from '../facts/facts.ts'
import facts from '../facts/words.json' with { type: 'json' }
import words from './stated.json' with { type: 'json' }

/** What a model may claim that somebody is, has, likes, … */
export const claimable = Object.keys(words.links) as readonly Claimable[]
export type Claimable = keyof typeof words.links

export interface ClaimedFact {
  /** "me", or the words of the message for somebody. */
  readonly subject: string
  readonly attribute: Claimable
  /** Words of the message. */
  readonly value: string
  /** Whether it holds no longer, or does not. */
  readonly over: boolean
}

const slots = { ...facts.slots, ...words.slots }
const links = (templates: readonly string[], ending: string) => {
  const own = { ...slots, s: ending, aux: words.over.aux }
  return new RegExp(`^(?:${templates.map((one) => sourceOf(one, own)).join('|')})\\s*$`, 'iu')
}
interface Links {
  readonly me: RegExp
  readonly other: RegExp
}
const both = (templates: readonly string[]): Links => ({
  me: links(templates, ''),
  other: links(templates, 's'),
})
const holding = new Map(Object.entries(words.links).map(([name, templates]) => [name, both(templates)]))
const { aux: _, ...overTemplates } = words.over
const over = new Map(Object.entries(overTemplates).map(([name, templates]) => [name, both(templates)]))
/** Values of these are known by how they are written. */
const large: ReadonlySet<string> = new Set(['lives in', 'comes from', 'married to', 'speaks'])
const values = new Map(
  Object.entries(words.values).map(([name, template]) => [
    name,
    new RegExp(`^(?:${sourceOf(template, slots)})$`, large.has(name) ? 'u' : 'iu'),
  ]),
)
const doubt = compile(words.doubtful, {})
/** "May" written large is a month. */
const doubtful = { test: (text: string) => doubt.test(text) || /(?<!\p{L})may(?!\p{L})/u.test(text) }
const unreal = compile(words.unreal, {})
const subjectWords = compile(words['subject words'], {})
const ends = new RegExp(`^\\s*(?:$|[,.;:!?()…\\n]|[-–—] |(?:${words.ends})(?!\\p{L}))`, 'iu')
const notAtEnd = new RegExp(`^\\s*,?\\s*(?:${words['not at the end']})(?!\\p{L})`, 'iu')
const takenBack = new RegExp(`^[\\s,.…–—-]*(?:${words['taken back']})(?!\\p{L})`, 'iu')
const asking = new RegExp(`(?<!\\p{L})${words.asking}\\s+(?:the )?$`, 'iu')
const aDay = new RegExp(`^${words.days}$`, 'iu')
const trade = new RegExp(`^(?:[\\p{L}-]+ ){0,2}${sourceOf('[trade]', slots)}$`, 'iu')
const notYet = new RegExp(`^\\s*(?:${words['not yet']})(?!\\p{L})`, 'iu')
const [others, female, male] = [words.others, words.female, words.male].map((one) => compile(one, {})) as [
  RegExp,
  RegExp,
  RegExp,
]
const anyRelation = compile('[relation]', slots)
const negated = compile("(?:not|no longer|never|no|n't|nt|neither|nor|hardly|used to|stopped|without)", {})
const bareNegation =
  /(?:n['’]?t|\bnot|\bnever|\bno longer|\bneither|\bnor|\bused to|\bstopped|\bhardly|\bbarely)\b/iu
const person = new RegExp(
  `^(?:(?:my|our|me|the|a|an) )?(?:${sourceOf('(?:[describing] )*', slots)})?(?<relation>${sourceOf('[relation]', slots)})?(?:,? ?(?<name>\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)?))?$`,
  'u',
)

/** Whether words say that something is not so, and not that it was. */
export const denies = (words: string): boolean => /n['’]?t\b|\bnot\b|\bnever\b/i.test(words)

/** No value is longer, in characters and in words. */
const [maxValue, maxWords] = [60, 7]
/** What is longer states nothing plainly, in characters. */
const [maxSentence, maxLink] = [1_000, 200]
/** So many places of a sentence are looked at: a model may claim anything of any message. */
const maxPlaces = 8

/**
 * Who is meant by words of a message; null for whoever has neither a name nor a relation that is known. A relation is taken in
 * any case, a name only where it is written as one.
 */
export function subjectOf(text: string): Subject | null {
  if (/^(?:me|i|myself)$/i.test(text)) return { name: null, relation: null }
  const plain = text.replace(/['’]s?$/u, '').replace(/^(?:My|Our|The|A|An)\b/u, (word) => word.toLowerCase())
  const lowered = plain.replace(/^\p{Lu}\p{Ll}+/u, (word) =>
    isRelation(word.toLowerCase()) ? word.toLowerCase() : word,
  )
  const groups = person.exec(lowered)?.groups
  const { relation, name } = groups ?? {}
  if (relation === undefined && name === undefined) return null
  return { name: name ?? null, relation: relation === undefined ? null : relationOf(relation) }
}

const isRelation = (word: string) => new RegExp(`^(?:${sourceOf('[relation]', slots)})$`, 'iu').test(word)

/**
 * Whether a message states of somebody what is claimed, plainly and of now, or that it is over: in one sentence, in which the words
 * between who is spoken of and the value say just that. Nothing that is asked, hoped, reported, quoted or joked states anything.
 */
export function isStated(message: string, { subject, attribute, value, over: isOver }: ClaimedFact): boolean {
  const [text, plainValue] = [message, value].map(plain) as [string, string]
  const trimmed = value.trim()
  if (trimmed === '' || trimmed.length > maxValue || trimmed.split(/\s+/).length > maxWords) return false
  if (unreal.test(text) || !(values.get(attribute)?.test(plain(trimmed)) ?? true)) return false
  const self = subjectOf(subject)
  if (self === null) return false
  const isMe = self.name === null && self.relation === null
  const who = plain(subject)
  return sentencesOf(text).some((sentence) => {
    if (attribute === 'name' && !isOver && isNamed(who, plainValue) && placesOf(sentence, who).length > 0)
      return true
    return placesOf(sentence, plainValue)
      .slice(0, maxPlaces)
      .some((at) => {
        const [before, rest] = [sentence.slice(0, at), sentence.slice(at + plainValue.length)]
        if (!endsThere(rest) || (attribute === 'age' && !isReached(before, rest))) return false
        const mentions = isMe ? mentionsOfSpeaker(before) : mentionsOf(before, who, self)
        return mentions.slice(-maxPlaces).some(({ from, to }) => {
          const [lead, link] = [before.slice(0, from), before.slice(to)]
          if (asking.test(lead) || bareNegation.test(lastClause(lead))) return false
          // "Ben's nurse" is no nurse of that name.
          if (attribute === 'is' && /^['’]?s\s*$/i.test(link) && trade.test(plainValue)) return false
          return says(lead, link, attribute, isMe, isOver)
        })
      })
  })
}

/** Whether an age is one that somebody has, not one that they will have. */
const isReached = (before: string, rest: string) => !notYet.test(rest) || /turned\s*$/i.test(before)

const lastClause = (text: string) => text.split(/[,;:]|\s(?:but|and|so)\s/iu).at(-1) ?? ''

/** Whether a name stands beside what they are to the speaker: "my sister Anna". */
const isNamed = (subject: string, name: string): boolean =>
  /^(?:my|our) /i.test(subject) &&
  !aDay.test(name) &&
  subject.toLowerCase().endsWith(` ${name.toLowerCase()}`)

/** Whether a value ends where these words begin, and nothing of the same clause takes it back. */
function endsThere(rest: string): boolean {
  const clause = /^.*?(?=[,;:.!?…]|\s(?:so|and|but|because|cos|cause)\s|$)/iu.exec(rest)?.[0] ?? ''
  return (
    ends.test(rest) &&
    !notAtEnd.test(rest) &&
    !takenBack.test(rest) &&
    !doubtful.test(clause) &&
    !bareNegation.test(clause.slice(0, 12))
  )
}

/** Whether the words between who is spoken of and the value say that it is theirs; also after something else that is said of them. */
function says(before: string, link: string, attribute: Claimable, isMe: boolean, isOver: boolean): boolean {
  if (link.length > maxLink || doubtful.test(before) || doubtful.test(link)) return false
  if (/\s(?!I\b)\p{Lu}/u.test(link) && !/\bmoved (?:from|out)\b/i.test(link)) return false
  const forms = (isOver ? over : holding).get(attribute)
  const expression = forms && (isMe ? forms.me : forms.other)
  if (!expression) return false
  const parts = [link, ...(/(?:,| and| but)(?=\s)(?!.*(?:,| and| but)\s)/iu.test(link) ? tailsOf(link) : [])]
  return parts.some((part, at) => {
    const lead = at === 0 ? '' : link.slice(0, link.length - part.length)
    if (lead !== '' && (subjectWords.test(lead) || bareNegation.test(lead) || negated.test(lead)))
      return false
    if (!isOver && attribute !== 'dislikes' && bareNegation.test(part)) return false
    return expression.test(part)
  })
}

/** What follows on each "and" or comma: "lives in York and plays" goes on with " plays". */
const tailsOf = (link: string): string[] =>
  [...link.matchAll(/(?:,| and| but)(?=\s)/giu)].map(({ index, 0: { length } }) => link.slice(index + length))

/** Where somebody is spoken of in a text. */
interface Mention {
  readonly from: number
  readonly to: number
}

/** Where the speaker speaks of themselves. */
const mentionsOfSpeaker = (text: string): Mention[] =>
  matchesOf(text, /(?<![\p{L}\p{N}'])(?:i|we|my|our)(?![\p{L}\p{N}])/giu)

const matchesOf = (text: string, expression: RegExp): Mention[] =>
  [...text.matchAll(expression)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))

/** Where somebody is spoken of by their words, and by "she" or "he" where nobody else was spoken of. */
function mentionsOf(text: string, words: string, subject: Subject): Mention[] {
  const own = matchesOf(
    text,
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(words)}(?![\\p{L}\\p{N}])`, 'giu'),
  )
  const [first] = own
  if (!first) return []
  const pronouns = matchesOf(text, /(?<![\p{L}\p{N}])(?:she|he)(?![\p{L}\p{N}])/giu)
  const kinds = new Set(pronouns.map(({ from, to }) => text.slice(from, to).toLowerCase()))
  const pronoun = female.test(subject.relation ?? '')
    ? 'she'
    : male.test(subject.relation ?? '')
      ? 'he'
      : null
  const rest = text
    .replaceAll(new RegExp(RegExp.escape(words), 'giu'), ' ')
    .trim()
    .replace(/^\p{L}+/u, '')
  if (kinds.size !== 1 || (pronoun !== null && !kinds.has(pronoun)) || speaksOfOthers(rest)) return own
  return [...own, ...pronouns.filter(({ from }) => from > first.to)]
}

/** Whether a text speaks of anybody, or anything with a name. */
const speaksOfOthers = (text: string): boolean =>
  /(?<!\p{L})(?!I\b)\p{Lu}/u.test(text) || others.test(text) || anyRelation.test(text)

const placesOf = (text: string, part: string): number[] =>
  [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(part)}(?![\\p{L}\\p{N}])`, 'giu'))].map(
    ({ index }) => index,
  )

const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim()

/** The sentences of a text that may state something: none that asks, and nothing within quotation marks. */
function sentencesOf(text: string): string[] {
  const unquoted = text.replaceAll(/["“„«][^"“”„«»]*["”»]?|(?<!\p{L})'[^']*'(?!\p{L})/gu, ' … ')
  return (unquoted.match(/[^.!?;…\n]+[.!?;…]*/g) ?? []).filter(
    (sentence) => sentence.length <= maxSentence && !sentence.includes('?'),
  )
}
