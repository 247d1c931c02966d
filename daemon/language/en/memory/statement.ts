import words from './words.json' with { type: 'json' }

/** What people say around a statement, and what changes nothing in it. */
const opening =
  /^(?:(?:please|hey|ok|okay|well|so|by the way|companion)[, ]+)*(?:(?:please )?(?:remember|note|know|i told you|do not forget)(?: that)? )?/
const fillers = new Set(words.fillers)

/** What people draw together, and what they mean by it. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bwon['’]t\b/g, 'will not'],
  [/\bcan['’]t\b|\bcannot\b/g, 'can not'],
  [/n['’]t\b/g, ' not'],
  [/['’]m\b/g, ' am'],
  [/['’]re\b/g, ' are'],
  [/['’]ve\b/g, ' have'],
  [/['’]ll\b/g, ' will'],
]

/**
 * What a text says, whatever the words around it: lower case, without punctuation, contractions, articles and the
 * like. Two memories of one statement are one memory. The order of words counts, since "Ann likes Ben" is not "Ben
 * likes Ann".
 */
export function statementOf(content: string): string {
  let whole = content.normalize('NFKC').toLowerCase()
  for (const [drawn, meant] of contractions) whole = whole.replace(drawn, meant)
  const plain = (whole.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  const words = plain.replace(opening, '').split(' ')
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).join(' ') || content
}

/** Columns with one value at a time: a newer value replaces the older one. */
const single = new RegExp(String.raw`\b(${words.single.join('|')})\b`)
const statementForm =
  /^(?<subject>(?:my|our|his|her|their|\w+ s|\w+ \w+ s) .+?) (?<verb>is|are|was|were|is called|is now|are now) (?<value>.+)$/

/**
 * Whether a newer statement takes the place of an older one: both give a value to the same one thing of somebody ("my
 * favourite colour is blue"), and the values differ. What is not as clear as that is left alone.
 */
export function replaces(newer: string, older: string): boolean {
  const [one, other] = [statementForm.exec(newer)?.groups, statementForm.exec(older)?.groups]
  if (!one || !other) return false
  const { subject = '', value } = one
  return subject === other['subject'] && single.test(subject) && value !== other['value']
}

/** The beginning that everything has which gives a value to the same thing as a statement; null where it gives none. */
export function subjectOf(statement: string): string | null {
  const subject = statementForm.exec(statement)?.groups?.['subject'] ?? ''
  return single.test(subject) ? subject : null
}
