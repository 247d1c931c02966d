const small: Readonly<Record<string, number>> = {
  null: 0,
  ein: 1,
  eins: 1,
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  ner: 1,
  nem: 1,
  ne: 1,
  zwei: 2,
  zwo: 2,
  zwee: 2,
  paar: 3,
  drei: 3,
  vier: 4,
  fünf: 5,
  fuenf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  zwoelf: 12,
  dreizehn: 13,
  vierzehn: 14,
  fünfzehn: 15,
  fuenfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
  zwoa: 2,
  zwoate: 2,
  dreie: 3,
  viere: 4,
  fünfe: 5,
  fimfe: 5,
  sechse: 6,
  siebene: 7,
  siebme: 7,
  siebne: 7,
  achte: 8,
  neune: 9,
  neine: 9,
  zehne: 10,
  elfe: 11,
  oife: 11,
  zwölfe: 12,
  eis: 1,
  drü: 3,
  vieri: 4,
  vieré: 4,
  foifi: 5,
  füfi: 5,
  sächsi: 6,
  sibni: 7,
  achti: 8,
  nüni: 9,
  zähni: 10,
  elfi: 11,
  zwölfi: 12,
}
const tens: Readonly<Record<string, number>> = {
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  fuenfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
}
const halves: Readonly<Record<string, number>> = {
  anderthalb: 1.5,
  eineinhalb: 1.5,
  halb: 0.5,
  halbe: 0.5,
  halben: 0.5,
}

/** A word for a number up to 99, as a part of an expression. */
export const numberWord: string = [
  String.raw`(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:${Object.keys(tens).join('|')})`,
  ...Object.keys(small).toSorted((one, other) => other.length - one.length),
].join('|')

/** What a number is that is written in digits or as a word, "3", "zwölf", "einundzwanzig", "zweieinhalb"; not a number for any other word. */
export function numberOf(text: string): number {
  const word = text.trim().toLowerCase()
  if (/^\d+(?:[.,]\d+)?$/.test(word)) return Number(word.replace(',', '.'))
  const number = small[word] ?? tens[word] ?? halves[word]
  if (number !== undefined) return number
  const [, ones, ten] = /^(\p{L}+?)und(\p{L}+)$/u.exec(word) ?? []
  if (ones !== undefined && ten !== undefined && tens[ten] !== undefined)
    return (small[ones] ?? NaN) + tens[ten]
  const [, whole] = /^(\p{L}+)einhalb$/u.exec(word) ?? []
  return whole === undefined ? NaN : (small[whole] ?? NaN) + 0.5
}

const ordinals =
  'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst dreiundzwanzigst vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst achtundzwanzigst neunundzwanzigst dreißigst einunddreißigst'.split(
    ' ',
  )

/** A word for a place in an order up to the 31st, "dritten", as a part of an expression. */
export const ordinalWord = `(?:${ordinals.toSorted((one, other) => other.length - one.length).join('|')})e[nrsm]?`

/** What place a word or a number with a full stop names, "dritten" or "3."; not a number for any other. */
export function ordinalOf(text: string): number {
  const word = text.trim().toLowerCase().replaceAll('ss', 'ß')
  if (/^\d+\.?$/.test(word)) return Number.parseInt(word, 10)
  const at = ordinals.indexOf(word.replace(/e[nrsm]?$/, ''))
  return at < 0 ? NaN : at + 1
}
