import type { Forgetting } from '../forgetting.ts'
import type { Finding } from '../language.ts'
import { tellsAsked } from './answer-types.ts'
import { relatedTo } from './related.ts'
import { likeness, stemsOf } from './stems.ts'

interface Content {
  readonly content: string
}

/** A memory, and the stems of its words. */
interface Known<One> {
  readonly one: One
  readonly stems: readonly string[]
}

/** What a word counts that means something like one that was said. */
const relatedShare = 0.65
/** How much of what is named a memory has to speak of to be meant, and to be what may be meant. */
const [leastMeant, leastMaybe] = [0.5, 0.3]
/** So much less of it another memory may have to be meant as much. */
const asMuch = 0.02

const knownOf = <One extends Content>(told: readonly One[]): Known<One>[] =>
  told.map((one) => ({ one, stems: [...new Set(stemsOf(one.content))] }))

/** How much of a word other words have: the word itself, a compound with it, or a word that means something like it. */
export function shareOf(stem: string, stems: readonly string[]): number {
  let best = 0
  for (const other of stems) {
    const like = likeness(stem, other)
    if (like > best) best = like
    if (best === 1) return 1
  }
  if (best >= relatedShare) return best
  return relatedTo(stem).some((related) => stems.some((other) => likeness(related, other) >= 0.8))
    ? relatedShare
    : best
}

/** How rare each word is among what was told: what all of it has in common tells little. */
function weightsOf(wanted: readonly string[], known: readonly Known<unknown>[]): Map<string, number> {
  return new Map(
    wanted.map((stem) => {
      const having = known.filter(({ stems }) => shareOf(stem, stems) >= 0.6).length
      return [stem, Math.log(1 + (known.length + 1) / (having + 0.5))]
    }),
  )
}

/** How much of what is wanted each memory has, 0 to 1, by words that few of them have. */
function covered<One>(
  wanted: readonly string[],
  known: readonly Known<One>[],
): { one: One; share: number; stems: readonly string[] }[] {
  const weights = weightsOf(wanted, known)
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return known.map(({ one, stems }) => ({
    one,
    stems,
    share:
      whole === 0
        ? 0
        : wanted.reduce((sum, stem) => sum + (weights.get(stem) ?? 0) * shareOf(stem, stems), 0) / whole,
  }))
}

/** What may answer a question, the best first. */
function search<One extends Content>(question: string, told: readonly One[]) {
  const wanted = [...new Set(stemsOf(question))]
  if (wanted.length === 0) return []
  return covered(wanted, knownOf(told))
    .filter(({ share }) => share > 0)
    .map(({ one, share, stems }) => ({
      one,
      keyword: share,
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
  const known = knownOf(told)
  const whole = known.filter(({ stems }) => wanted.every((stem) => shareOf(stem, stems) >= 0.6))
  if (whole.length > 0 || wanted.length === 1) return whole.map(({ one }) => one)
  // Words that nothing has are how it was put, not what is meant.
  const heard = wanted.filter((stem) => known.some(({ stems }) => shareOf(stem, stems) >= 0.6))
  if (heard.length === 0) return []
  return known.filter(({ stems }) => heard.every((stem) => shareOf(stem, stems) >= 0.6)).map(({ one }) => one)
}

/** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
function meantBy<One extends Content>({ about, all, each }: Forgetting, told: readonly One[]) {
  if (all) {
    const whole = speakingOf(about, told)
    if (whole.length > 0) return { meant: whole, maybe: [] }
    const apart = each.map((part) => speakingOf(part.about, told))
    if (apart.length > 1) return { meant: [...new Set(apart.flat())], maybe: [] }
    return { meant: [], maybe: [] }
  }
  const whole = best(about, told)
  if (each.length > 1) {
    const apart = each.map((part) => best(part.about, told))
    const ones = apart.flatMap(({ meant }) => meant)
    if (new Set(ones).size > 1 && apart.every(({ meant }) => meant.length > 0))
      return { meant: [...new Set(ones)], maybe: [] }
  }
  return whole
}

function best<One extends Content>(about: string, told: readonly One[]): { meant: One[]; maybe: One[] } {
  const wanted = [...new Set(stemsOf(about))]
  const ranked = covered(wanted, knownOf(told)).toSorted(
    (a, b) => b.share - a.share || a.stems.length - b.stems.length,
  )
  const [first] = ranked
  if (!first || first.share < leastMaybe) return { meant: [], maybe: [] }
  const alike = ranked.filter(({ share }) => share >= first.share - asMuch)
  if (first.share >= leastMeant)
    return { meant: alike.length > 3 ? [first.one] : alike.slice(0, 1).map(({ one }) => one), maybe: [] }
  return { meant: [], maybe: [first.one] }
}

/** Whether something has what is to stay: "alles über Jonas, außer seinem Geburtstag". */
function isSpared({ about, spared }: Forgetting, content: string): boolean {
  const named = stemsOf(about)
  const stay = stemsOf(spared).filter((stem) => !named.includes(stem))
  const stems = stemsOf(content)
  return stay.length > 0 && stay.some((stem) => shareOf(stem, stems) >= 0.6)
}

/** What finds by German words. */
export const finding: Finding = { search, speakingOf, meantBy, isSpared }
