import groups from './related.json' with { type: 'json' }
import { stemsOf } from './stems.ts'

/** The stems of the words that mean something alike, by each of them. */
const related = new Map<string, Set<string>>()
for (const group of groups) {
  const stems = new Set(group.flatMap((word) => stemsOf(word).slice(0, 1)))
  for (const stem of stems) related.set(stem, (related.get(stem) ?? new Set<string>()).union(stems))
}

const none: readonly string[] = []

/** The stems of the words that mean something like a word, by its stem. */
export const relatedTo = (stem: string): readonly string[] => {
  const relatives = related.get(stem)
  return relatives ? [...relatives].filter((other) => other !== stem) : none
}
