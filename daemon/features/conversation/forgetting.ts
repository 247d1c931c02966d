const verbs =
  '(?:forget|forgot|erase|delete|wipe|drop|ignore|disregard|scrap|scratch|strike|remove|unlearn|bin|lose|take back)'
const said = String.raw`(?:i (?:just |ever |even )?(?:said|told you|mentioned|let slip|brought (?:that |it )?up))`

/** "Forget that", "delete what I told you about Doris", "pretend I never mentioned the party". */
const forms: readonly RegExp[] = [
  /^(?=(?:\S+\s*){1,12}$).*?\b(?:ignore|forget|disregard|delete|wipe|erase|scrap)(?: about)? (?:that|it|this|i (?:just |ever )?(?:said|mentioned))\b(?<about>)(?!.* about )/i,
  new RegExp(
    String.raw`^(?:(?:actually|please|no|oh|sorry|ok|okay|and|but|well|hm+|on second thoughts?|can you|could you|would you|will you|you can|you may|i(?:['’]d| would) (?:like|rather|prefer)(?: it if)?|i want you to|let['’]s|just|to|you|better|companion)[,.]? )*${verbs}(?: (?:about|all about|everything about|all|the (?:bit|part|thing) (?:about|with)))? ?(?:(?:what|that|whatever|everything|all|anything) )?(?:${said}(?: (?:that|it|anything))?(?: (?:about|of))? ?)?(?<about>.*?)(?:,? (?:please|will you|would you|again|now|ok|okay|thanks|thank you))*[.!?\s]*$`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:pretend|act as if|let['’]s say)(?: that)? i(?:['’]d| had| have|['’]ve)?(?: (?:never|not|didn['’]t|did not)|n['’]t) (?:said|say|mentioned|mention|told you|tell you)(?: (?:that|it|this|anything))?(?: about)? ?(?<about>.*?)[.!?\s]*$`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:don['’]t|do not|please don['’]t|no need to) (?:remember|keep|store|save|hold on to|note|record)(?: (?:that|it|this))?(?: ?${said}(?: about)?)? ?(?<about>.*?)(?:,? please)?[.!?\s]*$`,
    'i',
  ),
]
/** What says "forget" and means the opposite, or tells of it. */
const notMeant =
  /\b(?:don['’]t|do not|never|won['’]t|can['’]t|didn['’]t|did|did i|did you|i|i['’]ll|we|he|she|they|always|to) (?:ever )?(?:forget|forgot)\b|\blet me forget\b|\bdrop (?:me|by|off|in)\b|^(?:bin|drop|lose|scrap|strike|wipe) (?!(?:all|everything|it|that|the|what)\b)[^,]*\b(?:is|are|was|were|goes)\b/i
const last =
  /^(?:(?:that |the )?(?:last |little )*(?:bit|thing|part|one|remark)\b.*|that|it|this|the last (?:thing|bit|one|part)|what i just said|i said (?:that|it|anything)|(?:that|it|this)(?: one)?[, ]+(?:it|that)['’]?s? .*)?$/i

/** What is to be forgotten: null for what was said last; undefined where nothing is. */
export function readForgetting(text: string): string | null | undefined {
  if (notMeant.test(text) && !/\b(?:want|like|rather|prefer) (?:you )?(?:to )?forg/i.test(text))
    return undefined
  for (const form of forms) {
    const found = form.exec(text)
    if (!found) continue
    const about = (found.groups?.['about'] ?? '')
      .trim()
      .replace(/^(?:about|of|that|the (?:bit|part|thing) about) /i, '')
    return last.test(about) ? null : about
  }
  return undefined
}
