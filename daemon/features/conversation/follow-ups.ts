/** A question of the companion's own about something that was told. */
export interface FollowUp {
  readonly question: string
  /** What a bare answer means, with `…` in its place; null where no bare answer makes a fact. */
  readonly meaning: string | null
}

/** What to ask about what; the first that fits. `$1` is what the pattern has caught. */
const table: readonly (readonly [RegExp, string, string | null])[] = [
  [
    /\b(?:a|an|new)\s+(?:\p{L}+\s+)?(puppy|dog|kitten|cat|hamster|rabbit|parrot|budgie|horse|tortoise)\b(?!.*\b(?:called|named|name)\b)/iu,
    'What is your $1 called?',
    'My $1 is called …',
  ],
  [
    /\bmy (sister|brother|son|daughter|wife|husband|partner|best friend|neighbour|boss|aunt|uncle|cousin|girlfriend|boyfriend)\b(?!,? \p{Lu})(?!.*\b(?:called|named|name)\b)/u,
    "What is your $1's name?",
    'My $1 is called …',
  ],
  [
    /\b(?:interview|exam|test|appointment|operation|surgery|presentation|match|concert|party|wedding|date)\b.*\b(?:tomorrow|next|on|today|tonight)\b/i,
    'Shall I remind you of it?',
    null,
  ],
  [/\b(?:went|visited|saw|been) (?:to )?(?:the |a |my )?(\p{L}+)/iu, 'How was it?', null],
  [/\b(?:started|began|learning|learn) (?:to )?(?:play |the |a )*(\p{L}+)/iu, 'What made you want to?', null],
  [/\b(?:love|enjoy|adore|like) (?:to )?(\p{L}+)/iu, 'What do you like about it the most?', null],
  [/\b(?:moved|moving) (?:to|into) /i, 'How do you like it there?', null],
  [/\b(?:work|job)\b/i, 'How do you like it?', null],
]

/** One good question about what was told; null for none. */
export function followUp(told: string): FollowUp | null {
  for (const [pattern, question, meaning] of table) {
    const match = pattern.exec(told)
    if (!match) continue
    const caught = match[1] ?? ''
    return { question: question.replace('$1', caught), meaning: meaning?.replace('$1', caught) ?? null }
  }
  return null
}
