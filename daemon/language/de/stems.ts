import words from './stop-words.json' with { type: 'json' }

/** Words that say nothing of what is looked for. */
const stopWords = new Set(words.stop)
/** Forms that no ending tells: "gegangen" is of "gehen". */
const forms = new Map(Object.entries(words.forms))

/** No more of a text is looked into. */
const maxLength = 16_000
/** Stems that are kept, as most words of a language come again and again. */
const maxStems = 50_000
/** Parts of a compound have so many letters at least. */
const leastPart = 4

/** The words of a text in their order, in lower case. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, maxLength)
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const stems = new Map<string, string | null>()

/** The stem of a word, null where it tells nothing (CISTEM; Weissweiler and Fraser 2017). */
function stemOf(word: string): string | null {
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  if (stems.size >= maxStems) stems.clear()
  const stem = stopWords.has(word) ? null : stemmed(forms.get(word) ?? word)
  stems.set(word, stem)
  return stem
}

function stemmed(word: string): string {
  let stem = word
    .replaceAll('ü', 'u')
    .replaceAll('ö', 'o')
    .replaceAll('ä', 'a')
    .replaceAll('ß', 'ss')
    .replace(/^ge(?=.{4})/, '')
    .replaceAll('sch', '$')
    .replaceAll('ei', '%')
    .replaceAll('ie', '&')
    .replaceAll(/(.)\1/g, '$1*')
  while (stem.length > 4) {
    const shorter =
      stem.length > 5 && /(?:e[mr]|nd)$/.test(stem) ? stem.slice(0, -2) : stem.replace(/[tesn]$/, '')
    if (shorter === stem) break
    stem = shorter
  }
  return stem
    .replaceAll(/(.)\*/g, '$1$1')
    .replaceAll('$', 'sch')
    .replaceAll('%', 'ei')
    .replaceAll('&', 'ie')
    .replace(
      /(arzt|lehrer|kolleg|nachbar|trainer|chef|therapeut|berater|leiter|partner|schwager|enkel)in?$/,
      '$1',
    )
}

/** The stems of the words of a text that tell something, in their order. */
export const stemsOf = (text: string): string[] => wordsOf(text).flatMap((word) => stemOf(word) ?? [])

/**
 * How much a stem that is looked for is like one that was told, 0 to 1: the same, or one a part of a compound with the other,
 * "zahnarzt" in "zahnarzttermin". A compound that is looked for is less like its first part than like its last, which says
 * what it is.
 */
export function similarity(wanted: string, told: string): number {
  if (wanted === told) return 1
  const [short, long] = wanted.length <= told.length ? [wanted, told] : [told, wanted]
  if (short.length < leastPart || /\d/.test(short)) return 0
  if (long.startsWith(short) || long.endsWith(short)) {
    if (long === wanted && !long.endsWith(short)) return long.length - short.length <= 2 ? 0.8 : 0.45
    return short.length >= leastPart + 1 ? 0.8 : 0.6
  }
  // "Kindergarten" and "Kindergeburtstag" share their first part, "Arztrechnung" and "Zahnarzt" do not.
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared += 1
  if (shared >= 6 && shared >= short.length - 2) return 0.7
  if (isSlip(short, long)) return 0.7
  return shared >= 6 ? 0.4 : 0
}

/** Whether two words of some length differ by one letter, as typos do. */
function isSlip(short: string, long: string): boolean {
  if (short.length < 6 || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = short.length === long.length ? short.slice(at + 1) : short.slice(at)
  return rest === long.slice(at + 1)
}
