import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { compile, compileAny } from '../../templates.ts'
import calendar from '../calendar.json' with { type: 'json' }
import { numberOf } from '../numbers.ts'
import words from './words.json' with { type: 'json' }

const slots = { ...calendar.slots, ...words.slots }
const stops = new Set(words.stop.split(' '))
/** "The pickup", "the drop-off": what is done as a thing. */
const nounsOfVerbs = compile(words['nouns of verbs'], {}, 'giu')
const wordPattern = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu

const plainOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(/['’]s?\b/gu, '')
      .match(wordPattern) ?? []
  ).map(String)

/** As many texts as a member may have reminders, and the sentences of a message: each is asked for again and again. */
const max = 2_000

const telling = new LRUCache<string, readonly string[]>({
  max,
  memoMethod: (text) => [
    ...new Set(
      plainOf(text.replace(nounsOfVerbs, '$<verb>'))
        .filter((word) => !stops.has(word))
        .map(stemmer),
    ),
  ],
})

/** The words that tell one reminder from another, without their endings. */
export const tellingWords = (text: string): readonly string[] => telling.memo(text)

const test = (templates: readonly string[], flags = 'iu') => {
  const pattern = compileAny(templates, slots, flags)
  return (text: string) => pattern.test(text)
}
const one = (template: string) => {
  const pattern = compile(template, slots)
  return (text: string) => pattern.test(text)
}

/** What a sentence does to reminders that there are, each by its words. */
export const isLook = test(words.looks)
/** Whether a sentence asks about reminders, if it does not ask for one. */
export const isLookAtReminders = one(words['looks at reminders'])
export const isLookByName = one(words['looks by name'])
export const isLookOfDay = one(words['looks of a day'])
export const isOfNext = one(words.next)
/** Whether a sentence asks something, and not the companion to do it. */
export const isQuestion = (text: string): boolean => /\?\W*$/u.test(text) && !asksPolitely(text)
const asksPolitely = one(words['asks politely'])
/** Whether nothing of it is so: "if I had an exam I'd be asking you to wake me". */
export const isUnreal = one(words.unreal)
export const isOfAll = one(words.all)
export const isOfNewest = one(words.newest)
/** Whether a sentence is of a reminder of its speaker's, whichever that is: "my reminder". */
export const isOfOwn = one(words['own one'])
export const isOfThat = one('(?:that|this) (?:[one]|[noun])')
export const isBothAlone = one('both')
export const isOfBoth = one(words.both)
const several = /\b(?:them|those|lot)\b/i
/** Whether a sentence is of more than one that is not named: "cancel those". */
export const isOfSeveral = (text: string): boolean => several.test(text)
/** What is to be done without the word that leads to it: "to call Mum". */
export const withoutLead = (text: string): string => text.replace(/^(?:to|about|of|that|for)\s+/i, '')
export const namesOne = one(words.slots.one)
export const isCancel = test(words.cancels)
export const isCancelOfLast = one(words['cancels the last'])
export const isNoCancel = one(words['no cancel'])
export const isInstead = one(words.instead)
export const isMoveByName = test(words['moves by name'])
/** Whether a sentence is of one time of what comes up again: "skip it tonight". */
export const isOfOneTime = one(words['of one time'])
/** Whether a sentence says how often something is to come up from now on. */
export const isSetAnew = one(words['sets anew'])
export const isSkip = one(words.skips)
/** Whether one of several is told to be done, and not which. */
export const isOneDone = one(words['done one'])
const afterItsTime = compile(words['named by time'], slots)
/** Whether a time names a reminder, by what stands around it: "the five o'clock one". */
export const isNamedByTime = (before: string, time: string, after: string): boolean =>
  (/\b(?:the|my|that)\s*$/iu.test(before) || /^(?:the|my)\s/iu.test(time)) && afterItsTime.test(after)
export const isSameTime = one(words['same time'])
/** Whether reminders are named as such: "the ladder reminder". */
export const saysReminder = one(`${words.slots.noun}|remind|remind(?:ing)?|nag(?:ging)?`)
const ofCommands = new Set(words['verbs of commands'].split(' ').map(stemmer))
/** Whether a text names no reminder, but for the verb that moves or ends it. */
export const namesNothing = (text: string): boolean =>
  tellingWords(text).every((word) => ofCommands.has(word))
const bareMove = compile(words['bare move'], slots)
/** Whether a text says nothing but the words of a title. */
export const saysOnly = (text: string, title: string): boolean => {
  const words = plainOf(title)
  return bareMove.test(
    text.replaceAll(wordPattern, (word) => (words.includes(word.toLowerCase()) ? ' ' : word)),
  )
}
const leftAlone = compile(words['left alone'], slots)
const oneByName = compile(words['one by its name'], slots)
const otherOne = compile(words['the other one'], slots)
const fillersAtStart = compile(`^${words['fillers at the start']}(?=\\S)`, slots)
const severalSaid = compile(`(?:all|the)(?: of)?(?: the| those| these)? ${words.slots.several}`, {})
const betweenLeft = new RegExp(`(${words['between commands']}|${words['before what is not meant']})`, 'iu')
const except = compile(words.except, slots)
/** A sentence without what it says is to be left as it is, and that: "and leave Ann where she is". */
export function withoutLeft(text: string): { readonly rest: string; readonly left: string } {
  const parts = text.split(betweenLeft)
  const clauses = parts.flatMap((clause, at) => (at % 2 === 0 ? [{ clause, link: parts[at - 1] ?? '' }] : []))
  const rest: typeof clauses = []
  let before = false
  for (const clause of clauses) {
    // "Leave the vet one and the car one": both.
    before = leftAlone.test(clause.link + clause.clause) || (before && oneByName.test(clause.clause))
    if (!before) rest.push(clause)
  }
  if (rest.length === 0 || rest.length === clauses.length) return { rest: text, left: '' }
  const left = clauses.filter((clause) => !rest.includes(clause))
  return {
    rest: rest.map(({ clause, link }, at) => (at === 0 ? clause : link + clause)).join(''),
    left: left.map(({ clause }) => clause).join(', '),
  }
}
/** Whether a sentence says nothing but that something is to be left as it is. */
export const isLeft = (text: string): boolean => leftAlone.test(text)
/** A sentence that says "that one" where it says "the other one"; null where it does not. */
export const withoutOther = (text: string): string | null =>
  otherOne.test(text) ? text.replace(otherOne, 'that one') : null
/** A sentence without the sounds that it begins with: "uh yeah, cancel it". */
export const withoutFillers = (text: string): string => text.replace(fillersAtStart, '')
/** How many a sentence says that it is of, "all three"; null where it does not say. */
export function countSaid(text: string): number | null {
  const count = severalSaid.exec(text)?.groups?.['count']
  if (count !== undefined) return numberOf(count)
  return isBothAlone(text) ? 2 : null
}
/** What is to be kept of all, "all but the dentist"; null for nothing. */
export const keptOf = (text: string): string | null => except.exec(text)?.groups?.['kept'] ?? null
export const namesSeveral = one('reminders|alarms|timers|all|anything|list')
const byName = compileAny(words['cancels by name'], slots)
const withOff = one(words['by name with off'])
const surely = one(words['by name surely'])
const ofMemory = one(words['of a memory'])

/**
 * The words that say what is cancelled by its name, "scrap the car wash"; null for none. Where it may be a memory that is to be
 * forgotten, `whole` says that nothing else may be named.
 */
export function cancelledIn(text: string): { readonly what: string; readonly whole: boolean } | null {
  const match = byName.exec(text)
  if (match === null || (withOff(match[0]) && !/\boff\b/i.test(text))) return null
  const whole = !surely(match[0])
  if (whole && ofMemory(text)) return null
  const [what = ''] = text.slice(match.index + match[0].length).split(clauseEnd)
  return { what, whole }
}

/** The clause of a text in which a reminder is named as such, all of the text where none is. */
export const clauseOfReminder = (text: string): string =>
  text.split(clauseEnd).find((clause) => saysReminder(clause)) ?? text

/** Those of some that are alarms where a text says "the alarm", or timers; none where it says neither. */
export function ofKind<T extends { readonly title: string }>(text: string, some: readonly T[]): T[] {
  const kind = kinds.find(({ noun }) => noun.test(text))
  return kind ? some.filter(({ title }) => kind.titles.test(title)) : []
}

const kinds = words.kinds.map(({ noun, titles }) => ({
  noun: compile(noun, slots),
  titles: compile(titles, slots),
}))

const clauseEnd = /[,.;!?–]|\b(?:because|cos|cause|since|as|it's|its|i've|ive|i|he|she|they|we|will)\b/iu
const inQuestion = new Set(words['in a question'].split(' ').map(stemmer))
/** The telling words of a question, without those that only ask. */
export const askedWords = (text: string): string[] =>
  tellingWords(text).filter((word) => !inQuestion.has(word))

const inAnswer = new Set(words['in an answer'].split(' ').map(stemmer))
/** Whether a text, without what it answers, has none but little words. */
export const tellsNothingElse = (text: string): boolean =>
  tellingWords(text).every((word) => inAnswer.has(word))
const notPhrase = compile(words['not a subject'], slots)
/** Whether a text may be the name of something to do, not something that is told. */
export const isPhrase = (text: string): boolean => !notPhrase.test(text)

const nth = compile(
  `(?:the |my |your )(?<nth>${words.slots.nth})(?= [one]| [noun]|,? and\\b|\\W*$|[,.!]| please)`,
  slots,
  'giu',
)
const some = compile('(?:the|my) (?<end>first|last) (?<many>two|three|four|couple)', {})
const onlyNth = compile(`^(?:the |number |no )?(?<nth>${words.slots.nth}|[count])(?: [one])?$`, slots, 'iu')

/** Which of so many are meant by "the second one", "the first and the last", each from 0; none where none is. */
export function placesIn(text: string, count: number): number[] {
  const { end, many = '' } = some.exec(text)?.groups ?? {}
  const all = Array.from({ length: count }, (_, at) => at)
  if (end !== undefined) {
    const number = /^couple/i.test(many) ? 2 : numberOf(many)
    return /^first/i.test(end) ? all.slice(0, number) : all.slice(-number)
  }
  return [...text.matchAll(nth)].flatMap(({ groups }) => placeOf(groups?.['nth'] ?? '', count) ?? [])
}

/** The same of an answer, which may be "2" alone. */
export const placesAnswered = (text: string, count: number): number[] => {
  const alone = onlyNth.exec(text.replaceAll(/^\W+|\W+$/g, '').replace(/ please$/i, ''))?.groups?.['nth']
  const place = alone === undefined ? null : placeOf(alone, count)
  return place === null ? placesIn(text, count) : [place]
}

function placeOf(text: string, count: number): number | null {
  const word = text.toLowerCase().replace(/^(?:number|no|#)\s*/, '')
  const fixed = { last: count - 1, bottom: count - 1, top: 0, next: 0, middle: (count - 1) / 2 }[word]
  const place = fixed ?? numberOf(word) - 1
  return Number.isInteger(place) && place >= 0 && place < count ? place : null
}

const doneMark = test(words['done marks'])
const titlesOfPeople = new Set(words['titles of people'].split(' ').map(stemmer))
const doneTersely = compile(words['done tersely'], slots)
const byTheOther = new Set(words['done by the other'].split(' '))
const doneToMe = new RegExp(words['done to me'], 'iu')
const doneState = compile(words['done state'], slots)
const notDone = one(words['not done'])
const somebodyDid = one(words['somebody did'])
const question = compile(`^${words.slots.wh}`, slots)
const firstPerson = compile(words['first person'], slots)
const anaphoric = compile(words.anaphoric, slots)
const generic = new Set(words['generic verbs'].split(' '))
const families = words.families.map((family) => {
  const [bases = '', pasts = ''] = family.split(': ')
  return { bases: new Set(bases.split(' ')), pasts: new Set(pasts.split(' ')) }
})
const between = /\s*,\s*|\s+(?:and|n|&|plus)\s+/iu
const ofThings = words['verbs of things'].split(' ')
const particles = new Set(words.particles.split(' '))
const afterVerb = compile(words['after a verb'], slots)
/** How many words may stand between what was done and what it was done with. */
const reach = 5

/** Whether a verb of a title may have been done by another: "ring" and "called". */
const akin = (verb: string, done: string): boolean =>
  families.some(({ bases, pasts }) => pasts.has(done) && (bases.has(verb) || pasts.has(verb))) ||
  (done.endsWith('ed') && stemmer(done) === stemmer(verb)) ||
  (particles.has(done) && verb === done)

const ofAnyTitle = new Set(families.flatMap(({ bases }) => [...bases].map((base) => stemmer(base))))
/** Whether a word, without its ending, is what is often to be done with things: "take", "return". */
export const isVerbOfTitles = (word: string): boolean => ofAnyTitle.has(word)

/** Whether all of what some words name is of a title: "the vet call" is to ring the vet. */
export function isWhollyOf(text: string, title: string): boolean {
  const of = plainOf(title)
  const has = tellingWords(title)
  const named = tellingWords(text)
  const isVerb = (word: string) =>
    families.some(
      ({ bases }) => [...bases].some((base) => stemmer(base) === word) && of.some((one) => bases.has(one)),
    )
  return named.some((word) => has.includes(word)) && named.every((word) => has.includes(word) || isVerb(word))
}

/** What a title says is to be done, without its ending: its first word, where another follows that it may be done with. */
export const verbOf = (title: string): string | null => verbs.memo(title).verb

const verbs = new LRUCache<string, { readonly verb: string | null }>({
  max,
  memoMethod: (title) => ({ verb: verbIn(title) }),
})

function verbIn(title: string): string | null {
  const [first] = plainOf(title)
  if (first === undefined || tellingWords(title).length < 2) return null
  const isVerb = families.some(({ bases }) => bases.has(first))
  return isVerb || afterVerb.test(title) ? stemmer(first) : null
}

/** Whether a sentence says that what a reminder of that title is of has been done. */
export function tellsDone(text: string, title: string): boolean {
  if (notDone(text) || question.test(text) || /\?\s*$/.test(text)) return false
  const verb = verbOf(title)
  const own = tellingWords(title).filter((word) => word !== verb)
  const words = own.filter((word) => !titlesOfPeople.has(word))
  const about = words.length > 0 ? words : own
  const toldWords = tellingWords(text)
  const shared = about.filter((word) => toldWords.includes(word))
  // "The present for Mum's birthday" is not done with whatever is of Mum.
  if (shared.length === 0 || (shared[0] !== about[0] && shared.length * 2 <= about.length)) return false
  const { subject = '' } = doneState.exec(text)?.groups ?? {}
  // "Bins" are no verb, which "bin" may be.
  if (doneMark(text) || tellingWords(`${subject} ${subject}s`).some((word) => about.includes(word)))
    return true
  if (tellsTersely(text, title, about)) return true
  // What has no verb was to be got, or seen to: "got the firelighters".
  const verbs = verb === null ? [...plainOf(title), ...ofThings] : plainOf(title)
  const plain = [...text.matchAll(/[\p{L}\p{N}'’-]+/gu)]
  return plain.some(({ 0: word, index }, at) => {
    const done = word.toLowerCase()
    if (!verbs.some((one) => akin(one, done))) return false
    const object = text.slice(index + word.length)
    if (doneToMe.test(object)) return false
    const objects = object.split(between).map((one) => tellingWords(one)[0] ?? '')
    const had = objects.some((one) => shared.includes(one))
    const near = new Set(
      plain.slice(Math.max(0, at - reach), at + reach).flatMap(([other]) => tellingWords(other)),
    )
    const nearby = shared.some((stem) => stem !== stemmer(done) && near.has(stem))
    if (verb === null ? !had : !nearby) return false
    const before = text.slice(0, index).replaceAll('’', "'")
    return before.trim() === '' || firstPerson.test(before) || subjectShared(before, shared)
  })
}

/** "Kettle done", "cats fed", and nothing that is not of the title. */
function tellsTersely(text: string, title: string, about: readonly string[]): boolean {
  const { what = '', done: verb = '' } = doneTersely.exec(text)?.groups ?? {}
  const done = verb.toLowerCase()
  const named = tellingWords(what)
  if (named.length === 0 || !named.every((word) => about.includes(word))) return false
  if (generic.has(done)) return true
  // "Bob paid", "the vet called" tell what somebody else did.
  const somebody = new RegExp(String.raw`\s\p{Lu}`, 'u').test(title) && done === 'paid'
  return !byTheOther.has(done) && !somebody && plainOf(title).some((word) => akin(word, done))
}

/** "Biscuit's had her tablet", where the reminder is to give Biscuit her tablet. */
function subjectShared(before: string, shared: readonly string[]): boolean {
  const subject = /(?<name>[\p{L}-]+)['’]?s?\s+(?:(?:has|have|just|already)\s+)*$/u.exec(before)?.groups?.[
    'name'
  ]
  const stem = subject === undefined ? undefined : tellingWords(subject)[0]
  return stem !== undefined && shared.length > 1 && shared.includes(stem)
}

/** "Done", "already rang her": what was spoken of last has been done, if its title goes with the verb. */
export function tellsLastDone(text: string, title: string): boolean {
  if (somebodyDid(text) && !notDone(text)) return true
  const verb = anaphoric.exec(text)?.groups?.['verb']?.toLowerCase()
  if (verb === undefined) return false
  return generic.has(verb) || plainOf(title).some((word) => akin(word, verb))
}
