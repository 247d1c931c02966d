/** Words that say nothing of what is looked for (of English, the language of the embedded model). */
const stopWords = new Set(
  `a about after again all am an and any are as at be because been before being but by can could did do does doing
  for from had has have having he her hers him his how i if in into is it its just me my no nor not of off on once only
  or our ours out over own same she should so some such than that the their theirs them then there these they this
  those to too under until up us very was we were what when where which while who whom why will with would you your
  yours s t d ll m re ve don isn didn doesn won`.split(/\s+/),
)
/** More words than these make a search slow and no better. */
const mostWords = 16

/** The words of a text that are worth looking for: lower case, each once, those that say nothing left out. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !stopWords.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostWords)
}

/** An owner as one word of the index. It ends in a digit, so that the stemmer leaves it as it is. */
export function ownerWord(owner: string): string {
  return `owner${owner.replaceAll('-', '')}0`
}

/** The FTS5 query for any of these words among what these owners have. */
export function matchQuery(owners: readonly string[], words: readonly string[]): string {
  const any = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(' OR ')
  return `owner : (${any(owners.map(ownerWord))}) AND {content tags} : (${any(words)})`
}
