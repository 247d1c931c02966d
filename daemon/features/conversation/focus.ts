import type { Focus } from './focus-state.ts'
import { stemmer } from 'stemmer'
import { pronounOfName } from './first-names.ts'
import { isAsking } from './asking-words.ts'
import { upperFirst } from './person.ts'
import { stemsOf } from './word-forms.ts'
import { isKindOf, roleOf } from './word-groups.ts'

type Pronoun = 'she' | 'he' | 'it' | 'they'

const women = stemsOf(
  `mother mum mom mummy sister wife daughter grandmother grandma granny nan nana aunt auntie niece girlfriend fiancee
  stepmother stepmum godmother granddaughter landlady woman lady girl`,
)
const men = stemsOf(
  `father dad daddy brother husband son grandfather grandpa granddad grandad uncle nephew boyfriend stepfather stepdad
  godfather grandson landlord man bloke chap lad guy boy`,
)
const animals = stemsOf('dog cat hamster rabbit parrot budgie tortoise horse')
/** Of whom is spoken with "she" or "he" only where nobody else can be meant. */
const little = stemsOf('baby')

export interface Mention {
  readonly phrase: string
  /** Where it begins. */
  readonly at: number
  readonly as: readonly Pronoun[]
  /** Whether it comes into focus: not somebody of whom nothing is known, and the little ones only where nobody else is. */
  readonly comes?: 'never' | 'alone'
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
  /^(?:The|A|An|My|Our|We|You|It|He|She|They|There|This|That|These|Those|On|In|At|When|While|If|Since|Been|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Thirteen|Fourteen|Fifteen|Sixteen|Seventeen|Eighteen|Nineteen|Twenty|Thirty|Forty|Fifty|Sixty|Seventy|Eighty|Ninety|Hundred|Hundreds|Several|Few|Loads|Half|All|Another|Other|No|None|Not|Nothing|What|Who|Ooh|Ah|Ugh|Last|Next|Yesterday|Today|Tomorrow|Every|Each|Both|Some|Most|Many|People|Everyone|Please|Just|Also|Then|After|Before|Oh|Well|Yes|No|Sorry|Thanks|Remember|Remind|Forget|Found|Got|Went|Had|Can|Could|Would|Will|Is|Are|Do|Does|Did|Hello|Good|And|But|So|For|From|With|Between|Turns|Apparently|Fancy|Guess)\b/
/** What comes before what somebody is, not whom one has. */
const being = /(?:\b(?:is|was|am|are|were|be|been|being|become|became|as)|['’](?:s|m|re))\s+$/i
const nationality =
  /^(?:English|Scottish|Scots|Welsh|Irish|British|French|German|Spanish|Italian|Polish|Portuguese|Greek|Turkish|Dutch|Danish|Swedish|Finnish|Swiss|Norwegian|Russian|Ukrainian|Indian|Chinese|Japanese|Korean|American|Canadian|Australian|African|Asian|European|Christmas|Easter)$/
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
    const human = role < 0 && (women.has(stemmer(head)) || men.has(stemmer(head)))
    const indefinite = determiner === 'my' && owner.toLowerCase() !== 'my' && who === undefined
    // Who is a vet is no vet of mine.
    if (indefinite && role >= 0 && being.test(text.slice(0, match.index))) continue
    const phrase =
      human && who !== undefined ? who : [determiner, ...kept, ...(who && role >= 0 ? [who] : [])].join(' ')
    // "A man" is nobody yet; "a man named Tom" is Tom.
    const unnamed = human && who === undefined && !/^(?:my|our|his|her|their)$/i.test(owner)
    const comes = unnamed ? 'never' : little.has(roleOf(stemmer(head)) ?? '') ? 'alone' : undefined
    found.push({ phrase, as: pronounsOf(head), at: match.index, ...(comes && { comes }) })
  }
  for (const match of text.matchAll(names)) {
    const [whole] = match
    // "When Tom left": the name comes after the word that begins the sentence.
    const first = /^(?<word>\p{L}+)(?:['’]\p{L}+)?\s+(?=\p{Lu})/u.exec(whole)
    const skipped =
      first && (starters.test(first[0]) || isAsking(first.groups?.['word'] ?? '')) ? first[0].length : 0
    const start = match.index + skipped
    const phrase = whole.slice(skipped).replace(/['’](?:s|d|ll|ve)$/, '')
    const before = text.slice(0, start)
    const after = text.slice(start + phrase.length)
    // A place, not a person; but what is in Tom's garage is in that of a person.
    if (
      /\b(?:in|at|to|from|near|of|on|via|visit|visited)\s+(?:the\s+)?$/i.test(before) &&
      !/^['’]s(?! \p{Lu})/u.test(after)
    )
      continue
    // "The best Victoria sponge" and "the Old Man of Hoy" are things, and a Welsh choir is of Wales.
    if (/\b(?:the|a|an)\s+(?:\p{Ll}+\s+)*$/u.test(before) || nationality.test(phrase)) continue
    // At the start of a sentence any word has a capital.
    if (
      /(?:^|[.!?:;]\s+)$/.test(text.slice(0, start)) &&
      (isAsking(phrase) ||
        starters.test(phrase) ||
        !/^['’]s?\b|^,? \p{Ll}/u.test(text.slice(start + phrase.length)))
    )
      continue
    if (found.some((one) => one.phrase.includes(phrase))) continue
    const role = found.findIndex(
      ({ at, phrase: known }) => at === match.index + whole.length + 2 && isUnnamedRole(known),
    )
    // "Tom, my partner," is one person.
    const known = /^, (?:my|our)\b/.test(after) ? found[role] : undefined
    if (known) {
      found[role] = { ...known, phrase: `${known.phrase} ${phrase}`, at: start }
      continue
    }
    if (
      /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Companion|God|Lord|Christmas|Easter|I|OK)\b/.test(
        phrase,
      )
    )
      continue
    const pronoun = pronounOfName(phrase)
    found.push({ phrase, as: pronoun === null ? ['she', 'he'] : [pronoun], at: start })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** The names of what a text speaks of, each once. */
export function topicsOf(text: string): string[] {
  const names = mentions(text).map(({ phrase }) =>
    phrase.replace(/^(?:my|our|his|her|their|a|an|the|new)\s+/i, '').toLowerCase(),
  )
  return [...new Set(names)]
}

/** Whether a phrase is somebody by role alone, such as "my partner". */
const isUnnamedRole = (phrase: string) => /^(?:my|our) (?:\p{Ll}+ )*\p{Ll}+$/u.test(phrase)

function pronounsOf(noun: string): Pronoun[] {
  const stem = stemmer(noun)
  if (women.has(stem)) return ['she']
  if (men.has(stem)) return ['he']
  const role = roleOf(stem)
  if (animals.has(role ?? '') || isKindOf(stem, 'anim') || isKindOf(stem, 'bird')) return ['it', 'he', 'she']
  if (role === null) return noun.endsWith('s') && !noun.endsWith('ss') ? ['they', 'it'] : ['it']
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
  for (const { phrase, as, comes } of mentions(text))
    for (const pronoun of as)
      if (comes === undefined || (comes === 'alone' && after[pronoun] === null)) after[pronoun] = phrase
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

/** A question whose subject is who is asked for. */
const asksWho =
  /^(?:(?:and|so|but)[, ]+)*who(?:['’]s| is| was| has| had)? (?:\p{L}+ed|lost|got|had|has|been|left|made|gave|took|brought|kept|put|broke|won|wears?|likes?|loves?|keeps?|takes?|brings?) /iu

/** A text with its pronouns replaced by what they stand for, where that is clear from what was said before. */
export function resolve(text: string, focus: Focus): string {
  const own = mentions(text)
  const antecedent = (pronoun: string, offset: number): string | null => {
    // "Who has lost his key?": whose is just what is asked.
    if (asksWho.test(text) && text.slice(0, offset).split(/\s+/).length > 1) return null
    const wanted = slot[pronoun.toLowerCase()] ?? 'it'
    // "What is he called, the man with the dog?"
    if (own.some(({ as, at }) => as.includes(wanted) && at > offset && /,\s+$/.test(text.slice(0, at))))
      return null
    // Who was named before in the sentence itself is who is meant.
    if (own.some(({ as, at }) => as.includes(wanted) && at < offset)) return null
    if (wanted === 'they') return own.length > 0 ? null : focus.they
    return focus[wanted]
  }
  const capital = (replaced: string, offset: number) => (offset === 0 ? upperFirst(replaced) : replaced)
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
    .replaceAll(/\b(she|he|they)['’]ll\b/giu, '$1 will')
    .replaceAll(
      /\b(she|he|they)['’]d (?=(?:never |always |just )?(?:been|had|gone|got|\p{L}+ed)\b)/giu,
      '$1 had ',
    )
    .replaceAll(/\b(she|he|they)['’]d\b/giu, '$1 would')
  const people = contracted.replaceAll(personal, (pronoun, offset: number) => {
    const who = antecedent(pronoun, offset)
    return who === null ? pronoun : capital(who, offset)
  })
  // "It is raining" speaks of nothing, and "What is it I want?" of what is asked for.
  if (
    own.length > 0 ||
    /\b(?:is|was) it (?:that |who )?(?:i|we|he|she|they|you|my|our|the)\b/i.test(people) ||
    /\bit(?: is|['’]s| was) (?:\S+['’]s |my |our )?\S* ?(?:birthday|anniversary|wedding)\b/i.test(people) ||
    /\bit(?: is|['’]s| was)? (?:rain|snow|hot|cold|late|early|nice|time|monday|sunday)/i.test(people)
  )
    return people
  return people.replaceAll(thing, (pronoun, offset: number) => {
    if (focus.it === null || (offset > 0 && !text.trim().endsWith('?'))) return pronoun
    return capital(pronoun.toLowerCase() === 'its' ? `${focus.it}'s` : focus.it, offset)
  })
}
