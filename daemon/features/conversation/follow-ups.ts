/** A question of the companion's own about something that was told. */
export interface FollowUp {
  readonly question: string
  /**
   * What a bare answer means, with `…` in its place; without one, what "yes" means. Null where no bare answer means
   * anything.
   */
  readonly meaning: string | null
}

const we =
  "\\b(?:I|[Ww]e)(?:['’](?:m|ve|re)| am| are| have)?(?: \\p{L}+ly| just| also| have| finally| always| still)*"
/** What to ask about what; the first that fits. `$1` is what the pattern has caught, `$told` what was told. */
const table: readonly (readonly [RegExp, string, string | null])[] = [
  [
    /\b(?:a|an|new)\s+(?:\p{L}+\s+)?(puppy|dog|kitten|cat|hamster|rabbit|parrot|budgie|horse|tortoise)\b(?! (?:food|person|bed|flap|show|sitter|lover))(?!.*\b(?:called|named|name)\b)/iu,
    'What is your $1 called?',
    'My $1 is called …',
  ],
  [
    /\b[Mm]y (?:(?:little|big|older|younger|new|twin) )?(sister|brother|son|daughter|wife|husband|partner|best friend|neighbour|boss|aunt|uncle|cousin|girlfriend|boyfriend)\b(?!['’]s)(?!,? \p{Lu})(?!.*\b(?:called|named|name)\b)/u,
    "What is your $1's name?",
    'My $1 is called …',
  ],
  [
    /^(?!.*\b(?:cancelled|called off|hate|dread\p{L}*)\b)(?=.*\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b).*\b(?:interview|exam|test|appointment|operation|surgery|presentation|match|concert|party|wedding|date)\b.*\b(?:tomorrow|next|on|today|tonight)\b/iu,
    'Shall I remind you of it?',
    'Remind me of $told',
  ],
  [
    new RegExp(
      String.raw`${we} (?:went to|visited|saw|been to) (?:the |a |my )?(?!hospital|doctor|dentist|court|police|bed|work|school|sleep)(\p{L}+)`,
      'u',
    ),
    'How was it?',
    null,
  ],
  [
    new RegExp(
      String.raw`${we} (?:started|began|learning) (?:to |learning )?(?:play |the |a )*(\p{L}+)`,
      'u',
    ),
    'What made you want to?',
    null,
  ],
  [
    new RegExp(
      String.raw`${we}(?: (?:really|so|do|both|all))* (?:love|enjoy|adore|like) (?!(?:you|him|her|them|it)\b)(?:to )?(\p{L}+)`,
      'u',
    ),
    'What do you like about it the most?',
    null,
  ],
  [new RegExp(String.raw`${we} (?:moved|moving) (?:to|into) `, 'u'), 'How do you like it there?', null],
  [
    new RegExp(
      String.raw`${we} (?:now )?(?:work(?:ing)?|started work(?:ing)?) (?:as|at|for|in)\b|\b[Mm]y new job\b`,
      'u',
    ),
    'How do you like it?',
    null,
  ],
]
/** What is no matter for a cheerful question. */
const sorrow =
  /\b(?:di(?:ed|es|ing)|dead|death|cancer|ill|sick|hospital|hurts?|pain|broke|broken|left me|lost|stolen|hate|cry|cried|crying|fired|sacked|divorc\w+|miscarriage|funeral|accident|afraid|scared|worried|sad|alone|lonely|kill\w*|abus\w+|ex|allerg\w+|can['’]?t stand)\b/i

/** "I have an interview tomorrow (Wednesday, 5 March 2025) at 3" as what one is reminded of: "an interview tomorrow at 3". */
const occasionOf = (told: string) =>
  told
    .replace(/ \([^)]*\d{4}\)/, '')
    .replace(/^(?:I|We)(?:['’]ve| have)(?: got)? /, '')
    .replace(/^(?<what>(?:My|Our|The) [^,]{1,40}?) (?:is|starts|begins|takes place) /, '$<what> ')
    .replace(/^(?:My|Our|The)\b/, (word) => word.toLowerCase())

/** One good question about what was told; null for none. */
export function followUp(told: string): FollowUp | null {
  if (sorrow.test(told)) return null
  for (const [pattern, question, meaning] of table) {
    const match = pattern.exec(told)
    if (!match) continue
    const caught = match[1] ?? ''
    return {
      question: question.replace('$1', () => caught),
      meaning: meaning?.replace('$1', () => caught).replace('$told', () => occasionOf(told)) ?? null,
    }
  }
  return null
}
