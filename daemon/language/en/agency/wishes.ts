const adverbs = String.raw`\s+(?:(?:really|always|still|just|also|do|so|often)\s+)*`
const wish = new RegExp(
  String.raw`\b(?:I|we)(?:${adverbs}(?:want|wish|hope)\s+to|(?:['’]ve|\s+have)${adverbs}wanted\s+to|(?:['’]d|\s+would)${adverbs}(?:like|love)\s+to|${adverbs}dream\s+of)\s+(?<what>[^.!?;\n]+)`,
  'iu',
)
/** What is over as soon as it is done, or meant for the conversation itself. */
const passing =
  /^(?:know|tell|say|ask|talk|hear|thank|see|show|make sure|go (?:home|to bed))\b|\b(?:now|today|tonight|tomorrow|right away)\b/i
/** What must never be asked about: harm, and despair. */
const harm =
  /\b(?:die|dying|dead|kill\w*|hurt\w*|harm\w*|suicide|murder\w*|strangle|stab|shoot|punch|hit|beat up|cut myself|disappear|end (?:it|my life|things)|be gone|never been born|divorce|revenge)\b/i
/** Words at the end of a wish that make it no other wish. */
const trailing =
  /[\s,]+(?:one day|some day|someday|soon|again|too|so much|this year|next year|at last|finally)$/i

/** What a member wishes to do by this text, "learn the piano"; null where it says no such thing. */
export function wishOf(content: string): string | null {
  const what = wish.exec(content)?.groups?.['what']?.trim().replace(trailing, '')
  if (what === undefined || passing.test(what) || harm.test(what) || !what.includes(' ')) return null
  return what
}
