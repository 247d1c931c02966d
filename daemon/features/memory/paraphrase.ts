import { statementOf } from './statement.ts'

/** What is said in more than one way, of a statement. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\b(have|has|had) got\b/g, '$1'],
  [/\bwork(?:s|ing)? as\b/g, 'is'],
  [/\b(?:am|is|are) (?:called|named)\b/g, 'name is'],
  // "I am playing" says what "I play" does.
  [/\b(?:am|is|are) ((?:not )?\p{L}{2,}ing)\b/gu, '$1'],
]
/** Words that make no difference, be they there or not. */
const silent = new Set(
  `to s and do does any some also quite still now currently always usually normally generally often mostly definitely
  absolutely`.split(/\s+/),
)
/** What begins something that may as well stand first: "on Sundays we swim". */
const openers = new Set('in on at during every each next last before after since until tomorrow'.split(' '))
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
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return a.length > 0 && a.length === b.length && (sameRow(a, b) || fronted(a, b) || fronted(b, a))
}

const signsOf = (text: string) => (text.match(signs) ?? []).toSorted().join(' ')

function wordsOf(content: string): Word[] {
  const capital = content.normalize('NFKC').match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? []
  const capitals = new Set(capital.map((word) => word.toLowerCase()))
  const statement = rewritten.reduce((text, [said, as]) => text.replace(said, as), statementOf(content))
  return statement
    .split(' ')
    .filter((word) => !silent.has(word))
    .flatMap((word) =>
      (word.match(/\p{N}+|[^\p{N}]+/gu) ?? []).map((text) => ({
        text,
        forms: formsOf(text, capitals.has(word)),
      })),
    )
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

/** Words of English that mean the same in what people tell of themselves, a line each; forms that no ending gives too. */
const lines = `
be am is are
have has
go goes going
like love enjoy adore
hate detest loathe
live reside
buy purchase
bought purchased
repair fix mend
begin start
speak talk
mother mum mom mama mummy mommy
father dad papa daddy
grandmother grandma granny
grandfather grandpa granddad
child kid
children kids
doctor dr physician
lawyer attorney
neighbour neighbor
car automobile
bicycle bike
aeroplane airplane plane
flat apartment
sofa couch
refrigerator fridge
television tv telly
telephone phone
film movie
photo photograph picture
holiday vacation
rubbish garbage trash
biscuit cookie
sweets candy
trousers pants
colour color
favourite favorite
grey gray
theatre theater
afraid scared frightened
ill sick
happy glad
big large
every each`

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

const names = new Map([
  ...lines
    .trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((word) => [word, line] as const)),
  ...numbers.map((word, at) => [word, String(at + 1)] as const),
])

/** One name for a word and all that mean the same; the word itself where there is no other. Numbers are their digits. */
export function meaningOf(word: string): string {
  return names.get(word) ?? word
}
