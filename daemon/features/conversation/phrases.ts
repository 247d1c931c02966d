/** Words before and after a phrase that leave it what it is. */
const lead =
  'hi|hey|hello|hiya|oh+|ah+|ok|okay|well|so|and|but|then|um+|hm+|please|sorry|companion|thanks|no|yes|yeah|wow|by the way|honestly|seriously|actually|just|right|now'
const tail =
  'please|companion|then|today|tonight|now|right now|again|though|too|really|at all|my (?:friend|dear)|friend|mate|dear|buddy|lol|thanks|thank you|everyone|you|so much|very much|a lot|honestly|already|all the time|these days'

/**
 * What matches a sentence that is one of some phrases and nothing else, whatever polite words stand around it. The
 * phrases are the alternatives of a regular expression, with plain apostrophes.
 */
export function phrases(...alternatives: readonly string[]): RegExp {
  const said = alternatives.join('|').replaceAll("'", "['’]?")
  return new RegExp(
    String.raw`^(?:(?:${lead})[\s,.!…-]+)*(?:${said})(?:[\s,.!…-]+(?:${tail}))*[\s\p{P}\p{Emoji_Presentation}]*$`,
    'iu',
  )
}
