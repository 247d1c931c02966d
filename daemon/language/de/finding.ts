import type { Forgetting } from '../forgetting.ts'
import type { Finding } from '../language.ts'
import { tellsAsked } from './answer-types.ts'
import { relatedTo } from './related.ts'
import { similarity, stemsOf } from './stems.ts'

interface Content {
  readonly content: string
}

interface Stemmed<One> {
  readonly one: One
  readonly stems: readonly string[]
}

/** What a word counts that means something like one that was said. */
const relatedShare = 0.55
/** How much of what is named a memory has to speak of to be meant, and to be what may be meant. */
const [leastMeant, leastMaybe] = [0.5, 0.3]
/** So much less of it another memory may have to be meant as much. */
const asMuch = 0.02
/** A word of so much weight matters, and is lacking where less than half of it is there. */
const [ofWeight, halfOf, nearAtMost] = [0.35, 0.5, 0.55]
/** What a word counts of what is to be forgotten that nothing has. */
const unheardShare = 0.4

const knownOf = <One extends Content>(told: readonly One[]): Stemmed<One>[] =>
  told.map((one) => ({
    one,
    stems: [
      ...new Set([
        ...stemsOf(one.content),
        ...matters.flatMap(({ tells, stem }) => (tells.test(one.content) ? [stem] : [])),
      ]),
    ],
  }))

/** What is told without its word: "Ich bin 62" is an age. */
const matters = [
  {
    word: 'alter',
    tells:
      /(?<![\p{L}])(?:bin|bist|ist|wird|werde|wurde|sind|is)\s+(?:\p{L}+\s+){0,2}(?:schon\s+)?\d{1,3}(?=[.!,;]|\s+(?:jahre|geworden|und|alt)|$)/iu,
  },
  {
    word: 'geburtstag',
    tells:
      /(?<![\p{L}])(?:wird|werde|werden)\s+(?:am|im|nächst\p{L}*|bald|morgen|dieses jahr)[^.!?]*?(?:\d+|\p{L}+ig|sechs|sieben|acht|neun|zehn|elf|zwölf|drei|vier|fünf|eins|zwei)(?=[.!,]|$)|geboren/iu,
  },
  { word: 'gewicht', tells: /\d+\s*(?:kilo|kg)(?![\p{L}])/iu },
  { word: 'adresse', tells: /(?:straße|strasse|str\.|gasse|weg|allee|platz|ring)\s+\d/iu },
  { word: 'telefonnummer', tells: /(?<!\d)0\d{2,}|\d{6,}|\+\d{6,}/u },
  { word: 'name', tells: /(?<![\p{L}])hei(?:ß|ss)(?:t|e|en)(?![\p{L}])/iu },
].map(({ word, tells }) => ({ stem: stemsOf(word)[0] ?? word, tells }))

/** How much of a word other words have: the word itself, a compound with it, or a word that means something like it. */
export function shareOf(stem: string, stems: readonly string[]): number {
  let best = 0
  for (const other of stems) {
    const like = similarity(stem, other)
    if (like > best) best = like
    if (best === 1) return 1
  }
  if (best >= relatedShare) return best
  return relatedTo(stem).some((related) => stems.some((other) => similarity(related, other) >= 0.8))
    ? relatedShare
    : best
}

/** How rare each word is among what was told: what all of it has in common tells little. What nothing has counts `unheard` of that. */
function weightsOf(
  wanted: readonly string[],
  stemmed: readonly Stemmed<unknown>[],
  unheard: number,
): Map<string, number> {
  return new Map(
    wanted.map((stem) => {
      const having = stemmed.filter(({ stems }) => shareOf(stem, stems) >= 0.6).length
      return [stem, (having === 0 ? unheard : 1) * Math.log(1 + (stemmed.length + 1) / (having + 0.5))]
    }),
  )
}

/** How much of what is wanted each memory has, 0 to 1, by words that few of them have. */
function covered<One>(
  wanted: readonly string[],
  stemmed: readonly Stemmed<One>[],
  unheard = 1,
): { one: One; share: number; stems: readonly string[]; lacks: boolean }[] {
  const weights = weightsOf(wanted, stemmed, unheard)
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return stemmed.map(({ one, stems }) => {
    const shares = wanted.map((stem) => ({
      weight: (weights.get(stem) ?? 0) / Math.max(whole, 1e-6),
      share: shareOf(stem, stems),
    }))
    return {
      one,
      stems,
      share: shares.reduce((sum, { weight, share }) => sum + weight * share, 0),
      lacks: shares.some(({ weight, share }) => weight >= ofWeight && share < halfOf),
    }
  })
}

/** What may answer a question, the best first. */
function search<One extends Content>(question: string, told: readonly One[]) {
  const wanted = [...new Set(stemsOf(question))]
  if (wanted.length === 0) return []
  return covered(wanted, knownOf(told))
    .filter(({ share }) => share > 0)
    .map(({ one, share, stems, lacks }) => ({
      one,
      // What lacks the very word that matters may be near, and is no answer.
      keyword: lacks ? Math.min(share, nearAtMost) : share,
      score: fit(question, one.content, share, stems.length),
    }))
    .toSorted((a, b) => b.score - a.score)
}

/** How well a memory may answer a question, 0 to 1: by its words, by what kind of thing it tells, and by how little else it tells. */
function fit(question: string, content: string, share: number, length: number): number {
  const tells = tellsAsked(question, content)
  const kind = tells === null ? 0 : tells ? 0.12 : -0.1
  const asks = /\?\s*$/u.test(content) ? -0.2 : 0
  return Math.min(1, Math.max(0, share * 0.85 + kind + asks - Math.min(length, 40) / 800))
}

/** All that speaks of somebody or something: of each of the words that name it. */
function speakingOf<One extends Content>(about: string, told: readonly One[]): One[] {
  const wanted = [...new Set(stemsOf(about))]
  if (wanted.length === 0) return []
  const stemmed = knownOf(told)
  const whole = stemmed.filter(({ stems }) => wanted.every((stem) => shareOf(stem, stems) >= 0.6))
  if (wanted.length === 1) return likest(wanted[0] ?? '', whole)
  if (whole.length > 0) return whole.map(({ one }) => one)
  // Words that nothing has are how it was put, not what is meant.
  const heard = wanted.filter((stem) => stemmed.some(({ stems }) => shareOf(stem, stems) >= 0.6))
  if (heard.length === 0) return []
  return stemmed
    .filter(({ stems }) => heard.every((stem) => shareOf(stem, stems) >= 0.6))
    .map(({ one }) => one)
}

/** Those that have a word as much as any: of a "Bankpasswort" the password, not the bank. */
function likest<One>(stem: string, stemmed: readonly Stemmed<One>[]): One[] {
  const most = Math.max(0, ...stemmed.map(({ stems }) => shareOf(stem, stems)))
  return stemmed.filter(({ stems }) => shareOf(stem, stems) > most - 0.15).map(({ one }) => one)
}

/** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
function matchMemories<One extends Content>({ about, all, each }: Forgetting, told: readonly One[]) {
  if (all) {
    const whole = speakingOf(about, told)
    if (whole.length > 0) return { matches: whole, candidates: [] }
    if (each.length < 2 && stemsOf(about).length === 1) return best(about, told)
    const apart = each.map((part) => speakingOf(part.about, told))
    if (apart.length > 1) return { matches: [...new Set(apart.flat())], candidates: [] }
    return { matches: [], candidates: [] }
  }
  const whole = best(about, told)
  if (each.length > 1) {
    const apart = each.map((part) => best(part.about, told))
    const ones = apart.flatMap(({ matches }) => matches)
    if (new Set(ones).size > 1 && apart.every(({ matches }) => matches.length > 0))
      return { matches: [...new Set(ones)], candidates: [] }
  }
  return whole
}

function best<One extends Content>(
  about: string,
  told: readonly One[],
): { matches: One[]; candidates: One[] } {
  const wanted = [...new Set(stemsOf(about))]
  // Words that nothing has may be how it was put.
  const ranked = covered(wanted, knownOf(told), unheardShare).toSorted(
    (a, b) => b.share - a.share || a.stems.length - b.stems.length,
  )
  const [first] = ranked
  if (!first || first.share < leastMaybe) return { matches: [], candidates: [] }
  const alike = ranked.filter(({ share }) => share >= first.share - asMuch)
  if (first.share >= leastMeant)
    return {
      matches: alike.length > 3 ? [first.one] : alike.slice(0, 1).map(({ one }) => one),
      candidates: [],
    }
  return { matches: [], candidates: [first.one] }
}

/** Whether something has what is to stay: "alles über Jonas, außer seinem Geburtstag". */
function isSpared({ about, spared }: Forgetting, content: string): boolean {
  const named = stemsOf(about)
  const stay = stemsOf(spared).filter((stem) => !named.includes(stem))
  const stems = stemsOf(content)
  return stay.some((stem) => shareOf(stem, stems) >= 0.6)
}

export const finding: Finding = { search, speakingOf, matchMemories, isSpared }
