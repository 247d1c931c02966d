/** What asks for it whatever it is that is to be forgotten. */
const plainly = '(?:forget|erase|delete|unlearn)'
/** What asks for it too, of what was said or is remembered: olives may be removed from a pizza. */
const also = '(?:wipe|ignore|disregard|drop|scrap|scratch|strike|remove|bin|lose|take back|get rid of|clear)'
const any = `(?:${plainly}|${also})`
const said =
  "(?:i(?:['’]ve| have|['’]d| had)? (?:just |ever |even )?(?:said|say|told you|mentioned|let slip|brought (?:that |it )?up))"
const lastOnes =
  '(?:(?:that|this|it)(?: one)?|(?:(?:that|the) )(?:(?:last|little) )*(?:bit|thing|part|one|remark|message|sentence)(?: (?:that )?i (?:just )?(?:said|told you))?|(?:that|the) (?:very )?last (?:little )?(?:bit|thing|part|one|remark|message|sentence) .+?)'
const records =
  '(?:(?:that|the|your|my|any|all|every|what|whatever|everything|anything)\\s+)*(?:memory|memories|note|notes|entry|entries|records?|bits?|parts?|things?|facts?|info|information|everything|all|anything|what|whatever)(?: (?:that )?you (?:have|keep|hold|know|remember|noted|stored|saved|wrote down))?'

/** What people say before they ask for something. */
const lead =
  "(?:(?:(?:ignore|forget|scrap|scratch|delete) (?:that|it)|omg|oh my god|ugh|lol|actually|please|no|oh|sorry|ok|okay|and|but|well|hm+|maybe|companion|just|let['’]s|better|best|wait|on second thoughts?|(?:can|could|would|will) you|you can|you may|you should|you better|(?:i )?(?:think )?you(?:['’]d)? better|i(?:['’]d| would) (?:like|rather|prefer)(?: it)?(?: if)?|i want you to|i need you to|i(?:['’]d| would) (?:like|prefer) you to|to|you)[,.!… ]+)*"
const tail =
  '(?:[,.]? (?:please|will you|would you|can you|again|now|ok|okay|thanks|thank you|for me))*[.!?…\\s]*$'

/** "Forget that", "delete what I told you about Doris", "pretend I never mentioned the party"; the first that fits. */
const forms: readonly RegExp[] = [
  `${any}(?: about)? (?<last>${lastOnes}|(?:what|that|everything|all) ${said}|${said} (?:that|it|anything|this))(?:[, ]+(?:it|that)['’]?s? .{1,40})?`,
  `${any}(?: (?:what|that|whatever|everything|all|anything))* ${said}(?: (?:that|it|anything|something|everything|all))?(?:,? (?:about|of))? (?<about>.+?)`,
  `${any} ${records},? (?:about|of|on|with|regarding|concerning) (?<about>.+?)`,
  `${any} (?<about>.+?) from (?:your|the) (?:memory|memories|mind|notes|records)`,
  `${plainly}(?: all)?(?: about)? (?:that )?(?<about>.+?)`,
  `(?:pretend|act as if|say)(?: that)? i(?:['’]d| had| have|['’]ve)?(?: (?:never|not|didn['’]t|did not)|n['’]t) (?:(?:said|say|mentioned|mention|told you|tell you)(?: (?:that|it|this|anything))?)(?: about (?<about>.+?))?`,
  `(?:don['’]?t|do not|no need to|you (?:don['’]?t|do not) (?:have|need) to) (?:remember|keep|store|save|hold on to|note(?: down)?|record|memori[sz]e) (?<last>${lastOnes}|(?:what|that) ${said})`,
  `(?:don['’]?t|do not|no need to|you (?:don['’]?t|do not) (?:have|need) to) (?:remember|keep|store|save|hold on to|note(?: down)?|record|memori[sz]e)(?: (?:what|that|anything|everything))?(?: ${said})?(?: (?:about|of))? (?<about>.+?)`,
].map((form) => new RegExp(`^${lead}${form}${tail}`, 'isu'))

/** What says "forget" and means something else. */
const otherwise: readonly RegExp[] = [
  // "Forget it", said with a shrug, and what is out of the question.
  new RegExp(`^${lead}(?:forget|drop|scrap|lose)(?: about)? it${tail}`, 'i'),
  /\byou (?:can|may|might as well) forget (?:about )?(?:\p{L}+ing\b|the (?:idea|thought|whole)\b|(?:any|a|an) )/iu,
  /\b(?:forget|forgot)(?: about)? (?:to|things|stuff|people|everything|a lot|all the time|easily)[.!?\s]*$/i,
  /\bforget (?:to|how|why|where|when|who)\b/i,
  /\bdrop (?:me|by|off|in)\b/i,
  /^(?:don['’]?t|do not|no need to) (?:remember|keep|store|save) (?:your|my|the) (?:\p{L}+ )?(?:money|change|receipt|seat|milk|food|leftovers|bags?|box(?:es)?)\b/iu,
]
const justThat = /^(?:it|that|this|that one|all that|all of (?:it|that))$/i
const ourselves = /^(?:me|us|you|yourself|myself)$/i

/** What is to be forgotten: null for what was said last; undefined where nothing is. */
export function readForgetting(text: string): string | null | undefined {
  if (otherwise.some((form) => form.test(text))) return undefined
  for (const form of forms) {
    const found = form.exec(text)?.groups
    if (!found) continue
    const about = (found['about'] ?? '').trim().replace(/^(?:about|of|that) (?!one\b)/i, '')
    if (ourselves.test(about)) return undefined
    return found['last'] !== undefined || about === '' || justThat.test(about) ? null : about
  }
  return undefined
}
