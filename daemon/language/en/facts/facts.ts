import { compile } from '../../templates.ts'
import { isCommon } from '../sentences.ts'
import words from './words.json' with { type: 'json' }

/** Somebody that is spoken of, by a name, by what they are to the speaker, or by both; by neither for the speaker. */
export interface Subject {
  /** As it is written: "Anna". */
  readonly name: string | null
  /** In lower case: "sister". */
  readonly relation: string | null
}

/** What a sentence states of somebody, plainly and of now, or that it is over. */
export interface Stated {
  readonly subject: Subject
  /** "lives in", "works", "birthday", "favourite colour". */
  readonly attribute: string
  /** As it is said. */
  readonly value: string
  /** `past` and `denied` say that it holds no longer, or does not. */
  readonly modality: 'stated' | 'past' | 'denied'
}

/** How many values of an attribute hold at once: `constant` is one that never changes. */
export type Cardinality = 'one' | 'several' | 'constant'

/** What the same words state may change from one edition to the next: then all is read anew. */
export const edition = 1
/** How much of what is read is right: 97 of 99 in 2,903 sentences of many speakers. */
export const precision = 0.97
/** No value is longer, in characters and in words; what is, is a story. */
const [maxValue, maxWords] = [60, 7]

const slots = { ...words.slots, attributes: words.things.attributes }
const opening = compile(`^[opening]`, { ...slots, opening: words.before })
const clause = (template: string) => compile(`^(?:${template})(?=[after])`, slots)
const hedged = compile(words.hedged, words.slots)
const notName = compile(`^[never]$`, { ...words.slots, never: words['not a name'] })
const people = words.people.map((template) => compile(template, words.slots, 'giu'))
const read = [
  ...words.facts.flatMap(({ attribute, as }) =>
    as.map((template) => ({ attribute, modality: 'stated' as const, pattern: clause(template) })),
  ),
  ...words.things.as.map((template) => ({
    attribute: null,
    modality: 'stated' as const,
    pattern: clause(template),
  })),
  ...(['past', 'denied'] as const).flatMap((modality) =>
    words.over[modality].flatMap(({ attribute, as }) =>
      as.map((template) => ({ attribute, modality, pattern: clause(template) })),
    ),
  ),
]
const cardinalities = new Map(words.facts.map(({ attribute, kind }) => [attribute, kind as Cardinality]))

/** How many values of an attribute hold at once; of what somebody calls theirs, "my dentist", one. */
export const cardinalityOf = (attribute: string): Cardinality => cardinalities.get(attribute) ?? 'one'

const sameRelations = new Map(
  Object.entries(words['same relation']).flatMap(([relation, others]) =>
    others.split(' ').map((other) => [other, relation] as const),
  ),
)

/**
 * Whether two values of what never changes can both be right: "3 May" and "the 3rd of May 2018" can, "3 May" and "5 May"
 * cannot.
 */
export function agree(one: string, other: string): boolean {
  const [first, second] = [one, other].map(partsOfDate) as [DateParts, DateParts]
  return (['day', 'month', 'year'] as const).every(
    (part) => first[part] === undefined || second[part] === undefined || first[part] === second[part],
  )
}

type DateParts = Readonly<Record<'day' | 'month' | 'year', string | undefined>>
const partsOfDate = (text: string): DateParts => ({
  day: /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0],
  month: /\p{L}{3,}/u.exec(text.toLowerCase().replaceAll(/\b(?:the|of)\b/g, ''))?.[0].slice(0, 3),
  year: /\d{4}/.exec(text)?.[0],
})

/** A relation by the one word for it: "mum" is "mother". */
export const relationOf = (text: string): string => {
  const word = text.toLowerCase().replace(/\s+/g, ' ')
  return sameRelations.get(word) ?? word
}

const title = /(?<=(?<!\p{L})(?:mrs?|ms|dr|prof|st))\./giu
const nextClause = new RegExp(words['next clause'], 'iu')
const ofSpeaker = compile(words.speaker, {})

/**
 * What a text states of the speaker and of people that it names. Of what is asked, hoped, reported, imagined or only
 * likely there is nothing.
 */
export function statedIn(text: string): Stated[] {
  const stated: Stated[] = []
  for (const sentence of text.replaceAll(title, '').match(/[^.!?\n;]+[.!?]*/g) ?? []) {
    if (sentence.endsWith('?') || /["“”„«»]/u.test(sentence)) continue
    stated.push(...peopleIn(sentence))
    if (hedged.test(sentence)) continue
    const whole = sentence.trim()
    stated.push(...statedInClause(whole))
    // What of a sentence could be one by itself.
    for (const part of whole.split(nextClause).slice(1)) stated.push(...statedInClause(part))
  }
  const once = new Map<string, Stated>()
  for (const one of stated) once.set(JSON.stringify(one), one)
  return [...once.values()]
}

function statedInClause(whole: string): Stated[] {
  const sentence = whole.replace(opening, '').trim()
  for (const { attribute, modality, pattern } of read) {
    const groups = pattern.exec(sentence)?.groups
    const subject = groups && subjectOf(groups)
    const value = groups?.['value']?.trim() ?? ''
    if (!subject || value === '' || value.length > maxValue || value.split(/\s+/).length > maxWords) continue
    if (attribute !== null && subject.relation === null && subject.name === null && !ofSpeaker.test(sentence))
      continue
    const name = attribute ?? groups['attribute']?.toLowerCase().replace('favorite', 'favourite') ?? ''
    return [{ subject, attribute: name, value, modality }]
  }
  return []
}

/** Who is spoken of; null for what is written like no name. */
function subjectOf({ name, relation }: Readonly<Record<string, string | undefined>>): Subject | null {
  if (name !== undefined && !isName(name)) return null
  return {
    name: name === undefined ? null : bare(name),
    relation: relation === undefined ? null : relationOf(relation),
  }
}

/** A name without what shows whose something is: "Dev's". */
const bare = (name: string) => name.replace(/['’](?:s|ll|d|ve)?$/u, '')

/** Whether a word is written as a name is, and is none of the words of the language. */
function isName(text: string): boolean {
  const plain = bare(text)
  return (
    /^\p{Lu}(?!.*\p{Ll}\p{Lu})/u.test(plain.replace(/^Ma?c/u, 'M')) &&
    !notName.test(plain) &&
    !isCommon(plain)
  )
}

/** The people whose name a sentence tells beside what they are to the speaker: "my sister Anna". */
function peopleIn(sentence: string): Stated[] {
  if (!/\p{Ll}/u.test(sentence)) return []
  const told: Stated[] = []
  for (const pattern of people)
    for (const { groups = {} } of sentence.matchAll(pattern)) {
      const { proper = '', relation = '' } = groups
      const name = bare(proper)
      if (!isName(name)) continue
      const subject = { name, relation: relationOf(relation) }
      told.push({ subject, attribute: 'name', value: name, modality: 'stated' })
    }
  return told
}
