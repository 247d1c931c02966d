import { stemmer } from 'stemmer'
import { compile } from '../../templates.ts'
import { relatedWords } from '../related-words.ts'
import { isCommon } from '../sentences.ts'
import words from './words.json' with { type: 'json' }

const ofTimes = words['spelling of times'].split(' ')
const right = [...words.spelling.split(' '), ...ofTimes]
const short = new Map(Object.entries(words['spelled so']))
const untilSubject = compile(words['until the subject'], words.slots)
const beforeTimeWord = compile(`(?:${words['before a word of time']})$`, words.slots)
const afterTitle = compile(`(?:${words['before a name']})$`, words.slots)
const dictated = words.dictated.map(({ said: template, mark }) => ({
  mark,
  pattern: new RegExp(String.raw`\s+${compile(template, words.slots).source}`, 'giu'),
}))
const keys = new Map(
  words.keyboard.split(' ').flatMap((row, y) => row.split('').map((key, x) => [key, { x, y }] as const)),
)

/**
 * A text with the words of commands and times spelled as they are read, "remnd me tmrw", and marks that were dictated as
 * marks. All other words are left, and so are those of `titles`, which are of a reminder that there is, and names.
 */
export function spelled(text: string, titles: readonly string[]): string {
  const marked = dictated.reduce((left, { pattern, mark }) => left.replace(pattern, mark), text)
  const subjectAt = untilSubject.exec(marked)?.[0].length ?? Infinity
  const titleWords = new Set(titles.flatMap((title) => title.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  return marked.replaceAll(
    /(?<![\p{L}\p{N}'’-])[\p{L}\p{N}]{3,}(?![\p{L}\p{N}'’-])/gu,
    (word, index: number) => {
      const low = word.toLowerCase()
      const plain = short.get(low)
      if (plain !== undefined) return plain
      if (low.length < 5 || right.includes(low) || titleWords.has(low)) return word
      const before = marked.slice(0, index)
      if (afterTitle.test(before) || (word !== low && !beforeTimeWord.test(before))) return word
      // What is to be reminded of is as it was said: "ring the tiler" has nothing to do with a timer.
      const some = index < subjectAt ? right : ofTimes
      const meant = some.find((one) => one.length > 4 && one[0] === low[0] && isOneSlip(low, one))
      return meant === undefined || isWord(low) ? word : meant
    },
  )
}

const isWord = (word: string) => isCommon(word) || relatedWords(stemmer(word)).length > 0

/** Whether a letter was left out, added, hit beside its key, taken for another vowel, or has changed places with the next. */
function isOneSlip(word: string, other: string): boolean {
  let same = 0
  while (same < word.length && word[same] === other[same]) same += 1
  const [a, b] = [word.slice(same), other.slice(same)]
  if (a.slice(1) === b || a === b.slice(1)) return true
  if (a.slice(1) === b.slice(1)) return /^[aeiouy]{2}$/.test(`${a[0]}${b[0]}`) || areNear(a[0], b[0])
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}

function areNear(one = '', other = ''): boolean {
  const [a, b] = [keys.get(one), keys.get(other)]
  return a !== undefined && b !== undefined && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1
}
