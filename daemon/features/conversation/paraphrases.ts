const number = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`
const dated = String.raw`(?=(?: \p{L}+)? (?:on|in|this|next) (?:the )?(?:\d|\p{Lu}|first|second|third|\p{L}+(?:th|st|nd|rd)\b))`

/** Figures of speech, and the plain words that they stand for. */
const figures: readonly (readonly [RegExp, string])[] = [
  // When somebody turns an age is their birthday.
  [
    new RegExp(
      String.raw`(?:['’]m| am|['’]ll be| will be| turns?| turned|['’]s| is) ${number}${dated}`,
      'giu',
    ),
    '$& birthday age old',
  ],
  [
    /\bborn (?:on|in) (?=the \d|\d|january|february|march|april|may|june|july|august|september|october|november|december)/giu,
    '$& birthday ',
  ],
  // Work.
  [/\b(?:answers?|reports?) to\b/giu, 'boss'],
  [/\b(?:do|does|did|doing|on|works?) (?:nights|shifts|days at)\b/giu, '$& work'],
  [/\b(?:made|named|appointed|promoted) (me|him|her|us)(?: to)?\b/giu, '$1 job promoted given'],
  [/\bused to (?=\p{Ll})/giu, 'formerly '],
  [/\bwhat was (?=(?:my|his|her|our) (?:hobby|pastime|sport)\b)/giu, 'formerly '],
  [
    /\bwhen (?:i|he|she|we|they) (?:was|were) (?:young|younger|little|small|a (?:girl|boy|child|lad|kid))\b/giu,
    'formerly',
  ],
  // Beginnings and ends.
  [
    /\b(?:gave|give|given|giving|packed|packs?) (?:it |that |(?:the |my )?(\p{L}+) )?(?:up|in)\b/giu,
    'stopped finished $1',
  ],
  [/\b(?:runs?|ran|running) out\b/giu, 'expires'],
  [/\bpass(?:es|ed)?(?: away| on)?\b(?= (?:away|on|in|last|at|when|four|two)\b|[,.]|$)/giu, 'died lost'],
  [/\b(?:put|had) (?:him|her|it|to)?(?: to)? (?:sleep|down)\b/giu, 'died put to sleep'],
  [/\b(?:took|taken|takes?) up\b/giu, 'started'],
  [/\bdue date\b/giu, 'due baby date'],
  // People.
  [/\b(?:split|broke|breaks?|splits?) up\b/giu, 'separated'],
  [/\bknown each other\b/giu, 'been friends known'],
  [/\b(?:shares?|sharing) an? (?:flat|house|room|apartment) with\b/giu, '$& live flatmates'],
  [/\b(?:going out with|seeing|dating)\b(?= (?:a|an|someone|somebody|\p{Lu}))/gu, 'partner'],
  [/\b(?:do|does|did) i rent from\b/giu, 'landlord'],
  [/\b(?:get|got) to know\b/giu, 'met'],
  [/\b(?:get|got) hold of\b/giu, 'reach phone'],
  [/\b(?:mum and dad|mother and father|dad and mum|mom and dad)\b/giu, 'parents'],
  [/\b(?:came over|comes?|came|is|was|are|hails?|originally) from\b/giu, '$& born'],
  [/\bfrom\?$/giu, 'born?'],
  [/\bgrew up\b/giu, '$& raised'],
  // Food and drink.
  [/\b(?:living|live|lives) on (?=\p{Ll})/gu, 'eating '],
  [/\b(?:cut down on|cutting down on|go easy on)\b/giu, 'eat less'],
  [/\b(?:vegetarian|vegan)\b/giu, '$& meat eat'],
  [/\b(?:teetotal|don['’]t drink|doesn['’]t drink)\b/giu, '$& alcohol drink'],
  // Doings.
  [/\b(?:came|come|fell|fallen|thrown) off\b/giu, 'fell hurt'],
  [/\b(?:look|looks|looked|looking) after\b/giu, 'care'],
  [/\b(?:saving|save|saved)(?: up)? for\b/giu, 'saving'],
  [/\b(?:gets?|got|getting) up\b/giu, 'wake rise'],
]

/** A text with plain words for its figures of speech, to compare words by; never to be shown. */
export function plainly(text: string): string {
  return figures.reduce((plain, [figure, words]) => plain.replaceAll(figure, words), text)
}
