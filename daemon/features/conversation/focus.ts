import { stemmer } from 'stemmer'
import { isAsking } from './questions.ts'
import { roleOf } from './word-groups.ts'

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

type Pronoun = 'she' | 'he' | 'it' | 'they'

const women = new Set(
  'mother sister wife daughter grandmother aunt niece girlfriend stepmother godmother granddaughter'
    .split(' ')
    .map(stemmer),
)
const men = new Set(
  'father brother husband son grandfather uncle nephew boyfriend stepfather godfather grandson landlord'
    .split(' ')
    .map(stemmer),
)
const animals = new Set('dog cat hamster rabbit parrot budgie tortoise horse'.split(' ').map(stemmer))

export interface Mention {
  readonly phrase: string
  /** Where it begins. */
  readonly at: number
  readonly as: readonly Pronoun[]
}

const name = String.raw`\p{Lu}[\p{L}'’-]+`
/** "my little sister Anna", "our dog", "a puppy called Biscuit", "the blue box". */
const phrases = new RegExp(
  String.raw`\b(?<owner>my|our|his|her|their|a|an|the|new)\s+(?<noun>(?:[\p{Ll}-]+\s+){0,3}?[\p{Ll}-]+)(?:,?\s+(?:(?:is|are|was|who is|which is)\s+)?(?:called|named)\s+(?<called>${name})|,?\s+(?<named>${name}))?`,
  'gu',
)
const names = new RegExp(
  String.raw`\b(?:(?:Dr|Mr|Mrs|Ms|Aunt|Uncle|Prof)\.?\s+)?${name}(?:\s+${name})?`,
  'gu',
)
const place = new RegExp(
  String.raw`\b(?:in|at|to|near)\s+((?:the\s+)?(?:${name}(?:\s+${name})*|[\p{Ll}]+))`,
  'u',
)
/** Words that begin sentences, and are no names. */
const starters =
  /^(?:The|A|An|My|Our|We|You|It|He|She|They|There|This|That|These|Those|On|In|At|When|While|If|Since|Been|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Thirteen|Fourteen|Fifteen|Sixteen|Seventeen|Eighteen|Nineteen|Twenty|Thirty|Forty|Fifty|Sixty|Seventy|Eighty|Ninety|Hundred|Hundreds|Several|Few|Loads|Half|All|Another|Other|No|None|Not|Nothing|What|Who|Ooh|Ah|Ugh|Last|Next|Yesterday|Today|Tomorrow|Every|Each|Both|Some|Most|Many|People|Everyone|Please|Just|Also|Then|After|Before|Oh|Well|Yes|No|Sorry|Thanks|Remember|Remind|Forget|Found|Got|Went|Had|Can|Could|Would|Will|Is|Are|Do|Does|Did|Mum|Dad|Hello|Good|And|But|So|For|From|With|Between|Turns|Apparently|Fancy|Guess)\b/
const notThings = new Set(
  'i it he she they we you that this there here way moment time day week month year morning evening lot bit pity shame joke fact'.split(
    ' ',
  ),
)

/** Who and what a text speaks of, in its order. */
export function mentions(text: string): Mention[] {
  const found: Mention[] = []
  // A determiner that begins the sentence is one all the same.
  const uncapped = text.replace(/^(?:My|Our|His|Her|Their|A|An|The|New)\b/, (word) => word.toLowerCase())
  for (const match of uncapped.matchAll(phrases)) {
    const { owner = '', noun = '', called, named } = match.groups ?? {}
    const words = noun.split(/\s+/)
    // The first word that is a role ends the phrase; of a thing it is the first one or two words.
    const role = words.findIndex((word) => roleOf(stemmer(word)) !== null)
    const kept = role >= 0 ? words.slice(0, role + 1) : words.slice(0, 1)
    const head = kept.at(-1) ?? ''
    if (notThings.has(head)) continue
    const rest = role >= 0 && role < words.length - 1
    const who = rest ? undefined : (called ?? named)
    const determiner = ['a', 'an', 'new'].includes(owner.toLowerCase()) ? 'my' : owner
    const phrase = [determiner, ...kept, ...(who && role >= 0 ? [who] : [])].join(' ')
    found.push({ phrase, as: pronounsOf(head), at: match.index })
  }
  for (const match of text.matchAll(names)) {
    const phrase = match[0].replace(/['’]s$/, '')
    // A place, not a person.
    if (/\b(?:in|at|to|from|near|of|on|via|visit|visited)\s+(?:the\s+)?$/i.test(text.slice(0, match.index)))
      continue
    // At the start of a sentence any word has a capital.
    if (
      /(?:^|[.!?:;]\s+)$/.test(text.slice(0, match.index)) &&
      (isAsking(phrase) ||
        starters.test(phrase) ||
        !/^['’]s?\b|^,? \p{Ll}/u.test(text.slice(match.index + phrase.length)))
    )
      continue
    if (found.some((one) => one.phrase.includes(phrase))) continue
    if (
      /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Companion|I|OK)\b/.test(
        phrase,
      )
    )
      continue
    found.push({ phrase, as: ['she', 'he'], at: match.index })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

function pronounsOf(noun: string): Pronoun[] {
  const role = roleOf(stemmer(noun))
  if (role === null) return noun.endsWith('s') && !noun.endsWith('ss') ? ['they', 'it'] : ['it']
  if (women.has(role)) return ['she']
  if (men.has(role)) return ['he']
  if (animals.has(role)) return ['it', 'he', 'she']
  return ['she', 'he']
}

/** What is in focus after a text. */
export function focusAfter(text: string, before: Focus): Focus {
  const after: Record<Pronoun, string | null> = {
    she: before.she,
    he: before.he,
    it: before.it,
    they: before.they,
  }
  for (const { phrase, as } of mentions(text)) for (const pronoun of as) after[pronoun] = phrase
  return { ...before, ...after, there: place.exec(text)?.[1] ?? before.there }
}

const possessive =
  /\b(?:her|his|its|their)\b(?=\s+\p{Ll})(?!\s+(?:to|in|on|at|with|from|for|again|when|and|because|that|today|tomorrow|yesterday|last|next|every|very|so|a|an|the)\b)/giu
const personal = /\b(?:she|he|they|him|her|them)\b/giu
const thing = /\b(?:it|its)\b/giu
const slot: Readonly<Record<string, Pronoun>> = {
  she: 'she',
  her: 'she',
  he: 'he',
  him: 'he',
  his: 'he',
  they: 'they',
  them: 'they',
  their: 'they',
  it: 'it',
  its: 'it',
}

/** A text with its pronouns replaced by what they stand for, where that is clear from what was said before. */
export function resolve(text: string, focus: Focus): string {
  const own = mentions(text)
  const antecedent = (pronoun: string, offset: number): string | null => {
    const wanted = slot[pronoun.toLowerCase()] ?? 'it'
    // Who was named before in the sentence itself is who is meant.
    if (own.some(({ as, at }) => as.includes(wanted) && at < offset)) return null
    if (wanted === 'they') return own.length > 0 ? null : focus.they
    return focus[wanted]
  }
  const capital = (replaced: string, offset: number) =>
    offset === 0 ? replaced.charAt(0).toUpperCase() + replaced.slice(1) : replaced
  const owned = text.replaceAll(possessive, (pronoun, offset: number) => {
    const who = antecedent(pronoun, offset)
    return who === null ? pronoun : capital(`${who}${who.endsWith('s') ? "'" : "'s"}`, offset)
  })
  const contracted = owned
    .replaceAll(
      /\b(she|he|it)['’]s (?=(?!called\b|named\b|married\b|tired\b|\p{L}+ed (?:of|by|about|in|at|with|to \p{Lu})\b)(?:got|been|had|\p{L}+ed)\b)/giu,
      '$1 has ',
    )
    .replaceAll(/\b(she|he|it)['’]s\b/giu, '$1 is')
  const people = contracted.replaceAll(personal, (pronoun, offset: number) => {
    const who = antecedent(pronoun, offset)
    return who === null ? pronoun : capital(who, offset)
  })
  // "It is raining" speaks of nothing.
  if (
    own.length > 0 ||
    /\bit(?: is|['’]s| was)? (?:rain|snow|hot|cold|late|early|nice|time|monday|sunday)/i.test(people)
  )
    return people
  return people.replaceAll(thing, (pronoun, offset: number) => {
    if (focus.it === null || (offset > 0 && !text.trim().endsWith('?'))) return pronoun
    return capital(pronoun.toLowerCase() === 'its' ? `${focus.it}'s` : focus.it, offset)
  })
}
