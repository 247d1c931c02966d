import words from './known-words.json' with { type: 'json' }

const everyday = new Set(words)
/** Endings that hardly any other language has, in words that are long enough for them. */
const ending =
  /^\p{L}{3,}(?:ung|ungen|keit|heit|schaft|lich|liche|lichen|chen|stunde|termin|tag|abend|straße|strasse)$/u

/** How many words of a text are of German, and how many it has. */
export function familiarity(text: string): { readonly known: number; readonly words: number } {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const ours = all.filter((word) => everyday.has(word) || /[äöüß]/u.test(word) || ending.test(word))
  return { known: ours.length, words: all.length }
}

export const opensQuestion =
  /^(?:was|wer|wem|wen|wo|wohin|woher|wann|wie|warum|wieso|welche[rsnm]?|wessen)\s/iu
