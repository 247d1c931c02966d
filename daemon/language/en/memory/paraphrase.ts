import { stemmer } from 'stemmer'
import { statementOf } from './statement.ts'
import words from './words.json' with { type: 'json' }

/**
 * The cosine at which two memories may say the same, by `static-en-v1`. Of 51 pairs of sentences that say the same in
 * other words, 46 are at least that much alike (median 0.83). So are 67 of 68 pairs that differ in a number, a name, a
 * negation, a value, a person or a tense, or in who does it to whom (median 0.83, maximum 1): no cosine tells the same
 * from the nearly same. This one keeps apart what is on one topic only (0.57 at most), and the words decide. Both together
 * find 35 of the 51, and none of the others.
 */
export const minSimilarity = 0.6

/** What is said in more than one way, of a statement. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\b(have|has|had) got\b/g, '$1'],
  [/\bwork(?:s|ing)? as\b/g, 'is'],
  [/\b(?:am|is|are) (?:called|named)\b/g, 'name is'],
  [/\b(\p{L}+) s got\b/gu, '$1 has'],
  [/\bname of (my|our|his|her|their) (\p{L}+) is\b/gu, '$1 $2 name is'],
  [/\b(\d+) ?(?:milligrams?|mg)\b/g, '$1 mg'],
  [/\b(\d+) ?(?:kilograms?|kilos?|kg)\b/g, '$1 kg'],
  [/\b(\d+) ?(?:kilomet(?:re|er)s?|km)\b/g, '$1 km'],
  [/\b(\d+) ?(?:minutes?|mins?)\b/g, '$1 min'],
  [
    /\b(?:my|our) (mum|mom|dad|mother|father|grandma|granny|grandmother|grandad|granddad|grandpa|grandfather)\b/g,
    '$1',
  ],
  // "I am playing" says what "I play" does.
  [/\b(?:am|is|are) ((?:not )?\p{L}{2,}ing)\b/gu, '$1'],
]
/** Words that make no difference, be they there or not. */
const silent = new Set(words.silent)
/** What a note of oneself may leave out: "allergic to nuts". */
const omissible = /^(?:i am|i have|there is|we have) (?!.*ing\b)/
/** What people say around a statement, and mean nothing by. */
const asides =
  /\b(?:to be honest|you know|i think you should know|by the way|as you know|honestly|in fact)\b/g
/** How often something is: nothing said is much the same as one of these, but no two of them are the same. */
const frequencies = new Set(words.frequencies)
const negations = new Set(words.negations)
/** What begins something that may as well stand first: "on Sundays we swim". */
const openers = new Set(words.openers)
/** In words: of what may come first, and of a text in which it may. */
const maxLength = { opening: 6, text: 60 }
/** Signs that change what is said: currencies, a minus, a question, faces. */
const signs = /\p{S}|[%#@?]|(?<![\p{L}\p{N}])-(?=\p{N})/gu

interface Word {
  readonly text: string
  readonly forms: readonly string[]
}

/**
 * Whether two texts say the same by their words: each word of one, but for those that make no difference, has the same
 * word, another form of it or a synonym in the other, and they stand in the same order, except that something like "on
 * Sundays" may come first. So a number, a name, a negation, a tense or who does it to whom is never another.
 */
export function sayTheSame(one: string, other: string): boolean {
  if (signsOf(one) !== signsOf(other)) return false
  if (!asOften(one, other)) return false
  return (
    sameWords(wordsOf(one), wordsOf(other)) ||
    sameWords(wordsOf(one, omissible), wordsOf(other)) ||
    sameWords(wordsOf(one), wordsOf(other, omissible))
  )
}

function sameWords(a: readonly Word[], b: readonly Word[]): boolean {
  if (a.length === 0 || a.length !== b.length) return false
  return sameRow(a, b) || fronted(a, b) || fronted(b, a) || turned(a, b) || turned(b, a)
}

/** Whether two texts may say the same of how often: where one is negated, "not always" is not "not". */
function asOften(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => statementOf(text).split(' ')) as [string[], string[]]
  const [first, second] = [a, b].map((words) => words.filter((word) => frequencies.has(word)).join(' '))
  if (first === second) return true
  const negated = [...a, ...b].some((word) => negations.has(word))
  return !negated && (first === '' || second === '')
}

/** Words by which two memories that say the same are looked for: their stems in the order of the alphabet. */
export function wordingOf(content: string): string {
  const stems: string[] = []
  for (const word of tellingWords(content, omissible))
    for (const text of partsOf(word)) stems.push(stemmer(meaningOf(text)))
  return stems.toSorted().join(' ')
}

const possessives = new Set(words.possessives)

/** Whether `plain` is "my doctor is Ann", and `other` "Ann is my doctor". */
function turned(plain: readonly Word[], other: readonly Word[]): boolean {
  const is = plain.findIndex(({ text }) => text === 'is')
  const once = plain.filter(({ text }) => text === 'is').length === 1
  if (!once || is <= 0 || !possessives.has(plain[0]?.text ?? '')) return false
  const [subject, value] = [plain.slice(0, is), plain.slice(is + 1)]
  return value.length > 0 && sameRow([...value, ...plain.slice(is, is + 1), ...subject], other)
}

/** The negations of a text, in the order of the alphabet. */
export const negationsIn = (text: string) =>
  statementOf(text)
    .split(' ')
    .filter((word) => negations.has(word))
    .toSorted()
    .join(' ')

/** The signs of a text that change what is said, such as currencies. */
export const signsOf = (text: string) => (text.match(signs) ?? []).toSorted().join(' ')

/** What a text leaves out where nothing may be. */
const nothing = /^(?!)/

/** The words of a text with their forms, without what it may leave out at its beginning. */
function wordsOf(content: string, omitted: RegExp = nothing): Word[] {
  const capital = content.normalize('NFKC').match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? []
  const capitals = new Set(capital.map((word) => word.toLowerCase()))
  return tellingWords(content, omitted).flatMap((word) =>
    partsOf(word).map((text) => ({ text, forms: formsOf(text, capitals.has(word)) })),
  )
}

const partsOf = (word: string): string[] => word.match(/\p{N}+|[^\p{N}]+/gu) ?? []

/** The words of a text that make a difference, without what it may leave out at its beginning. */
function tellingWords(content: string, omitted: RegExp): string[] {
  let statement = withDigits(statementOf(content).replace(asides, ' ').split(/ +/)).join(' ').trim()
  for (const [said, as] of rewritten) statement = statement.replace(said, as)
  return statement
    .replace(omitted, '')
    .split(' ')
    .filter((word) => word !== '' && !silent.has(word) && !frequencies.has(word))
}

const sameRow = (a: readonly Word[], b: readonly Word[]) => a.every((word, at) => alike(word, b[at]))

/** Whether `plain` is `moved` but for a few words that come first there. */
function fronted(moved: readonly Word[], plain: readonly Word[]): boolean {
  if (moved.length > maxLength.text || !openers.has(moved[0]?.text ?? '')) return false
  for (let part = 1; part <= Math.min(maxLength.opening, moved.length - 1); part += 1) {
    // What is said first in `plain` comes after the part in `moved`; then the part has to follow.
    for (let at = 0; part + at < moved.length && alike(moved[part + at], plain[at]); at += 1) {
      const [to, after] = [part + at + 1, at + 1]
      const back = sameRow(moved.slice(0, part), plain.slice(after, after + part))
      if (back && sameRow(moved.slice(to), plain.slice(to))) return true
    }
  }
  return false
}

function alike(one: Word | undefined, other: Word | undefined): boolean {
  return one?.forms.some((form) => other?.forms.includes(form)) === true
}

/**
 * What a word may be a form of: "hiking" of "hike", and of what "hikes" is; each by the name of its meaning. One cat is
 * not cats. What has a capital letter is perhaps a name, which has no forms.
 */
function formsOf(text: string, capital: boolean): string[] {
  const cut = (ending: RegExp, put = '') => {
    const stem = text.replace(ending, '')
    return stem !== text && stem.length >= 3 ? [meaningOf(stem + put)] : []
  }
  if (capital) return [meaningOf(text)]
  const doing = [...cut(/ing$/), ...cut(/ing$/, 'e'), ...cut(/(?<=(.))\1ing$/)]
  const does = [...cut(/(?<!s)s$/), ...cut(/es$/), ...cut(/ies$/, 'y')]
  return [meaningOf(text), ...doing, ...[...doing, ...does].map((stem) => `${stem}-`)]
}

/** Words that mean the same in what people tell of themselves, a line each; forms that no ending gives too. */
const names = new Map(
  words['same meaning'].flatMap((line) => line.split(' ').map((word) => [word, line] as const)),
)

/** One name for a word and all that mean the same; the word itself where there is no other. */
export function meaningOf(word: string): string {
  return names.get(word) ?? word
}

const { small, tens, ordinals } = words.numbers

const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, (at + 2) * 10] as const),
])
const scales = new Map(Object.entries(words.numbers.scales))

/** The value of number words in a row, such as "eight hundred and fifty". */
function valueOf(words: readonly string[]): number {
  let [whole, part] = [0, 0]
  for (const word of words) {
    const scale = scales.get(word)
    if (scale === 1_000) {
      whole += Math.max(1, part) * scale
      part = 0
    } else if (scale) part = Math.max(1, part) * scale
    else part += values.get(word) ?? 0
  }
  return whole + part
}

const isNumber = (word: string | undefined) => word !== undefined && (values.has(word) || scales.has(word))
/** Whether a word goes on with the number that came before: "twenty one" is 21, "five ten" are two numbers. */
const follows = (before: string, word: string) =>
  scales.has(word) || scales.has(before) || (tens.includes(before) && (values.get(word) ?? 99) < 10)

/** Words with their numbers as digits: "twenty five" is "25", "third" is "3rd", and "4th" stays. */
export function withDigits(words: readonly string[]): string[] {
  const runs: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const ordinal = ordinals.indexOf(word)
    // "One" and "second" are often no numbers: "one of them", "a second dog" is the 2nd all the same.
    if (ordinal >= 0) runs.push(`${ordinal + 1}${['st', 'nd', 'rd'][ordinal] ?? 'th'}`)
    else if (!isNumber(word)) runs.push(word)
    else {
      const number = [word]
      for (;;) {
        const next = words[at + 1]
        const joined = next === 'and' && scales.has(number.at(-1) ?? '') && isNumber(words[at + 2])
        if (joined) at += 1
        else if (next === undefined || !isNumber(next) || !follows(number.at(-1) ?? '', next)) break
        at += 1
        number.push(words[at] ?? '')
      }
      runs.push(String(valueOf(number)))
    }
  }
  return runs
}
