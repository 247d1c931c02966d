/** What the search says of why it found something, and the text for it. */
const labels = {
  'means much the same': 'match.same',
  'is about something like it': 'match.alike',
  'has most of the telling words': 'match.most_words',
  'shares words': 'match.words',
  'was said beside what fits': 'match.beside',
  'was told at that time': 'match.dated',
  'reads like an answer': 'match.answers',
  'is pinned': 'match.pinned',
  'a newer one holds': 'match.superseded',
  'is the nearest there is': 'match.nearest',
} as const

export type Reason = (typeof labels)[keyof typeof labels]

/** The reasons for which a memory was found, as the keys of their texts; one that is not known is left out. */
export const reasonsOf = (why: string): Reason[] =>
  why.split('; ').flatMap((part) => (part in labels ? [labels[part as keyof typeof labels]] : []))
