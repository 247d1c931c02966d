import { stemmer } from 'stemmer'
import { clausesOf } from './clauses.ts'
import { subjectsOf } from './questions.ts'
import { meanSame } from './word-groups.ts'

const negative =
  /\b(?:not|never|no|none|nobody|neither|hate\w*|dislike\w*|can['’]?t|cannot|\p{L}+n['’]t|without|allergic|intolerant|detest\w*|loathe\w*|vegan|vegetarian|teetotal|gave up|given up|stopped|quit|no longer|any ?more|afraid|scared)\b/iu
/** Where another thing is said. */
const turns = /[,;:.]\s+|\s+(?:but|though|although|whereas|while|because|so|except)\s+/i

/** "Yes" or "No", as what a memory says answers a question that wants one of the two. */
export function yesOrNo(question: string, memory: string): 'Yes' | 'No' {
  const subjects = subjectsOf(question).map(({ word }) => stemmer(word.toLowerCase()))
  const speaksOf = (text: string) => {
    const stems = (text.match(/\p{L}+/gu) ?? []).map((word) => stemmer(word.toLowerCase()))
    return subjects.filter((subject) => stems.some((stem) => meanSame(stem, subject))).length
  }
  const parts = memory.split(turns)
  const most = Math.max(...parts.map(speaksOf))
  const said = most === 0 ? memory : (parts.find((part) => speaksOf(part) === most) ?? memory)
  return negative.test(clausesOf(question).main) === negative.test(said) ? 'Yes' : 'No'
}
