import Database from 'better-sqlite3'

/** The share of the answers that are among the first `k` found, 0 to 1. */
export function recallAt(k: number, ids: readonly string[], answers: readonly string[]): number {
  const first = new Set(ids.slice(0, k))
  return answers.filter((answer) => first.has(answer)).length / answers.length
}

/** One divided by the place of the first answer found, from 1; 0 where none was found. */
export function reciprocalRank(ids: readonly string[], answers: readonly string[]): number {
  const place = ids.findIndex((id) => answers.includes(id))
  return place === -1 ? 0 : 1 / (place + 1)
}

/** The arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The 95 % interval of the mean by percentile bootstrap, the same for the same values; two NaN of nothing. */
export function bootstrapInterval(values: readonly number[], resamples = 2_000): readonly [number, number] {
  const random = randomNumbers(1)
  const pick = () => values[Math.floor(random.next().value * values.length)] ?? NaN
  const means = Array.from({ length: resamples }, () => mean(values.map(pick))).toSorted((a, b) => a - b)
  const at = (share: number) => means[Math.round((resamples - 1) * share)] ?? NaN
  return [at(0.025), at(0.975)]
}

const stopWords = new Set(
  `a about above after again all also always am an and any anybody anyone anything are as at away be because been
  before being below between both but by can cannot could d did do does doing don down during each either else ever
  every everybody everyone everything few for from had has have having he her here hers him his how i if in into is it
  its just ll m may me might more most must my no nobody not nothing now of off often on once one only or other our
  out over own re s shall she should so some somebody someone something still such t than that the their them then
  there these they this those through to too under until up us ve very was we were what when where whether which
  while who whom whose why will with without would you your`.split(/\s+/),
)

/** The lower-cased words of a text that mean something by themselves. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !stopWords.has(word))
}

const stemmer = new Database(':memory:')
stemmer.exec(`CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61');
  CREATE VIRTUAL TABLE stems USING fts5vocab(texts, 'row')`)
const empty = stemmer.prepare('DELETE FROM texts')
const insert = stemmer.prepare('INSERT INTO texts (text) VALUES (?)')
const stems = stemmer.prepare<[], string>('SELECT term FROM stems').pluck()

/** The content words of a text, each once and as its Porter stem. */
export function stemmedWords(text: string): Set<string> {
  empty.run()
  insert.run(contentWords(text).join(' '))
  return new Set(stems.all())
}

/** The stems that a question and its answers have in common. */
export function sharedWords(question: string, answers: readonly string[]): string[] {
  return [...stemmedWords(question).intersection(stemmedWords(answers.join(' ')))]
}
