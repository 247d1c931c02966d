import { stemmer } from 'stemmer'
import { contentWords } from './asking-words.ts'
import { meanSame } from './word-groups.ts'

const liking = /\b(?:love|loves|like|likes|enjoy|enjoys|adore|favou?rite|fond of|fan of|crazy about)\b/i
const disliking =
  /\b(?:hate|hates|dislike|dislikes|detest|loathe|can['’]?t stand|cannot stand|(?:don['’]t|do not|doesn['’]t|does not) (?:like|love|enjoy))\b/i
const feelings = new Set(
  'love loves like likes enjoy enjoys adore hate hates dislike dislikes detest loathe stand really much'
    .split(' ')
    .map(stemmer),
)

function subjectOf(text: string): string[] {
  return contentWords(text)
    .map((word) => stemmer(word.toLowerCase()))
    .filter((stem) => !feelings.has(stem))
}

/** Whether one likes what the other dislikes, so that only one can hold. */
export function contradict(newer: string, older: string): boolean {
  const opposite =
    (disliking.test(newer) && liking.test(older) && !disliking.test(older)) ||
    (disliking.test(older) && liking.test(newer) && !disliking.test(newer))
  if (!opposite) return false
  const [one, other] = [subjectOf(newer), subjectOf(older)]
  if (one.length === 0 || other.length === 0) return false
  const shared = one.filter((stem) => other.some((word) => meanSame(stem, word))).length
  // The person who likes it is the same, too: "I" and "my sister" differ by the role.
  return shared === one.length && shared === other.length
}
