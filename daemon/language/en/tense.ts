import { compileAny } from '../templates.ts'
import { longest, placeOf } from './clock.ts'
import words from './dates.json' with { type: 'json' }

const tenses = (['open', 'past', 'coming'] as const).map((tense) => ({
  tense,
  patterns: words[tense].map((template) => compileAny([template], words.slots, 'giu')),
}))
const aimedAt = new RegExp(words['aimed at'], 'i')
const sentenceEnd = /[.!?;\n]+/

/** Whether a day that is named in a text is over or to come, by the verb of its clause; null where that is open. */
export function tenseAt(text: string, index: number, end: number): 'past' | 'coming' | null {
  const before = text.slice(0, index).split(sentenceEnd).at(-1) ?? ''
  const aimed = aimedAt.test(before) || /^by\b/i.test(text.slice(index, end))
  const verb =
    verbsOf(before).at(-1) ?? (aimed ? undefined : verbsOf(text.slice(end).split(sentenceEnd)[0] ?? '')[0])
  if (verb === undefined || verb.tense === 'open') return null
  // "They have moved it to Friday": it is moved already, and Friday is to come.
  if (aimed) return verb.tense === 'past' && /^(?:was|were|had)/i.test(verb.text) ? null : 'coming'
  return verb.tense
}

function verbsOf(text: string) {
  return longest(
    tenses.flatMap(({ tense, patterns }) =>
      patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map((match) => ({
          ...placeOf(match),
          text: match[0],
          tense,
        })),
      ),
    ),
  )
}
