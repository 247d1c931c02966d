import { stemmer } from 'stemmer'
import { relatedWords } from '../related-words.ts'
import { isCommon } from '../sentences.ts'
import words from './words.json' with { type: 'json' }

const right = words.spelling.split(' ')
const short = new Map(Object.entries(words['spelled so']))

/** A text with the words of commands and times spelled as they are read: "remnd me tmrw". All other words are left. */
export const spelled = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}'’-])[\p{L}\p{N}]{3,}(?![\p{L}\p{N}'’-])/gu, (word) => {
    const low = word.toLowerCase()
    const plain = short.get(low)
    if (plain !== undefined) return plain
    if (low.length < 5 || right.includes(low)) return word
    const meant = right.find((one) => one.length > 4 && one[0] === low[0] && isOneEdit(low, one))
    return meant === undefined || isWord(low) ? word : meant
  })

const isWord = (word: string) => isCommon(word) || relatedWords(stemmer(word)).length > 0

/** Whether a letter was left out, added, taken for another, or has changed places with the next. */
function isOneEdit(word: string, other: string): boolean {
  let same = 0
  while (same < word.length && word[same] === other[same]) same += 1
  const [a, b] = [word.slice(same), other.slice(same)]
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
