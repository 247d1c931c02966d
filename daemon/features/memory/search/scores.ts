import { cosineOfDistance } from './bit-vectors.ts'
import type { ConversationLinks } from './conversations.ts'
import type { OwnerIndex } from './owner-index.ts'
import type { Period } from '../../../language/en/memory/question-dates.ts'
import type { WeighedWords } from './question-words.ts'
import { type Calibration, type Evidence, expectedMeaning, meaningOf, weights } from './ranking.ts'
import { topK } from './top-k.ts'

/** Of the best by the signs, so many times as many as are wanted are compared by the bytes. */
const sieved = 6
/** At least so many. */
const minSieved = 240
/** What happened at a time is often told soon after. */
const afterwards = 10 * 86_400_000

export interface Candidate {
  readonly memory_id: number
  readonly total: number
  readonly evidence: Evidence
}

/** The value at a place; 0 where there is none (-1). */
const at = (values: Float32Array, place: number) => (place < 0 ? 0 : (values[place] ?? 0))
const link = (links: Int32Array, place: number) => (place < 0 ? -1 : (links[place] ?? -1))

/** What one owner's memories score for one question. */
export class Scores {
  readonly #index: OwnerIndex
  readonly #vector: Float32Array
  readonly #cosineAt: (place: number) => number
  readonly #calibration: Calibration
  readonly #period: Period | null
  readonly #links: ConversationLinks
  /** By place: by words, by words and meaning. */
  readonly #words: Float32Array
  readonly #asking: Uint8Array
  readonly #spoken: Uint8Array
  /** Null where nothing newer holds instead of anything. */
  readonly #superseded: Uint8Array | null
  readonly #fits: Float32Array
  /** By the number of a conversation: the mean of its three best. */
  readonly #conversations: Float32Array
  /** By place, as far as they are known better than by signs. */
  readonly #cosines = new Map<number, number>()

  constructor(
    index: OwnerIndex,
    weighed: WeighedWords,
    vector: Float32Array,
    calibration: Calibration,
    period: Period | null,
  ) {
    this.#index = index
    this.#vector = vector
    this.#calibration = calibration
    this.#period = period
    this.#cosineAt = index.vectors.productsWith(vector)
    this.#links = index.conversations.links()
    this.#asking = index.columns.asking()
    this.#spoken = this.#saidByNamed(weighed)
    this.#superseded = index.columns.superseded()
    this.#words = this.#weigh(weighed)
    this.#fits = this.#fuse()
    this.#conversations = this.#meanOfBest()
  }

  /** The `k` best of those that are allowed (by place; null allows all), in no order. */
  best(k: number, allowed: Uint8Array | null): Candidate[] {
    const totals = this.#totals(allowed)
    if (!this.#index.signs) return topK(totals, k).map((place) => this.#candidate(place))
    const sieve = topK(totals, Math.max(minSieved, k * sieved))
    for (const place of sieve) this.#compare(place)
    const compared = Float32Array.from(sieve, (place) => this.#total(place))
    return topK(compared, k).map((which) => this.#candidate(sieve[which] ?? 0))
  }

  #weigh({ words, ideal, meanLength }: WeighedWords): Float32Array {
    const scores = new Float32Array(this.#index.length())
    const counted = new Uint8Array(scores.length)
    for (const [number, { forms, weight }] of words.entries())
      for (const { word, similarity } of forms) {
        const share = (weight / ideal) * similarity
        this.#index.words.score(word, share, meanLength, { term: number + 1, scores, counted })
      }
    return scores
  }

  /** By place, 1 for what was said by somebody whom the question names; empty where it names nobody who said anything. */
  #saidByNamed({ words }: WeighedWords): Uint8Array {
    const { speakers } = this.#index
    const named = words.flatMap(({ forms: [own] }) =>
      own?.similarity === 1 ? speakers.places(own.word) : [],
    )
    const spoken = new Uint8Array(named.length > 0 ? this.#index.length() : 0)
    for (const place of named) spoken[place] = 1
    return spoken
  }

  #fuse(): Float32Array {
    const { signs, vectors } = this.#index
    const fits = this.#words.slice()
    // Where the model does not work, words have to do.
    if (!this.#vector.some((value) => value !== 0)) return fits
    if (signs) {
      const worth = Float32Array.from(cosineOfDistance, (cosine) => meaningOf(cosine, this.#calibration))
      signs.add(this.#vector, worth, fits)
      for (let place = 0; place < fits.length; place += 1)
        if (!vectors.has(place)) fits[place] = this.#fit(place, 0)
      return fits
    }
    for (let place = 0; place < fits.length; place += 1) {
      const cosine = this.#cosineAt(place)
      this.#cosines.set(place, cosine)
      fits[place] = this.#fit(place, cosine)
    }
    return fits
  }

  #fit(place: number, cosine: number): number {
    const words = this.#words[place] ?? 0
    const hasVector = this.#index.vectors.has(place)
    return (
      words +
      (hasVector ? meaningOf(cosine, this.#calibration) : expectedMeaning({ words }, this.#calibration))
    )
  }

  #meanOfBest(): Float32Array {
    const count = this.#index.conversations.count()
    const means = new Float32Array(count)
    if (count === 0) return means
    const { conversation } = this.#links
    const all = this.#fits
    const best = new Float32Array(count * 3)
    for (let place = 0; place < all.length; place += 1) {
      const number = conversation[place] ?? -1
      if (number < 0) continue
      let fits = all[place] ?? 0
      if (fits <= (best[number * 3 + 2] ?? 0)) continue
      for (let rank = number * 3; rank < number * 3 + 3; rank += 1) {
        const there = best[rank] ?? 0
        if (fits <= there) continue
        best[rank] = fits
        fits = there
      }
    }
    for (let number = 0; number < count; number += 1)
      means[number] = (at(best, number * 3) + at(best, number * 3 + 1) + at(best, number * 3 + 2)) / 3
    return means
  }

  #totals(allowed: Uint8Array | null): Float32Array {
    const count = this.#fits.length
    const whole = this.#index.count() === count
    const told = this.#index.conversations.count() > 0 || this.#spoken.length > 0
    // The order is all that matters here.
    if (!told && this.#period === null && this.#superseded === null && whole && allowed === null)
      return this.#fits
    const totals = told ? this.#told() : this.#fits.slice()
    if (this.#period !== null) {
      for (let place = 0; place < count; place += 1)
        if (this.#dated(place)) totals[place] = (totals[place] ?? 0) * weights.dated
    }
    if (this.#superseded !== null) {
      for (let place = 0; place < count; place += 1)
        if (this.#superseded[place] === 1) totals[place] = (totals[place] ?? 0) * weights.superseded
    }
    if (allowed !== null) {
      for (let place = 0; place < count; place += 1) if (allowed[place] === 0) totals[place] = -Infinity
    } else if (!whole) {
      for (let place = 0; place < count; place += 1) if (!this.#index.has(place)) totals[place] = -Infinity
    }
    return totals
  }

  /** The totals of all, but for what is dated or superseded: what `#total` says of each, in one loop over the arrays. */
  #told(): Float32Array {
    const [fits, means] = [this.#fits, this.#conversations]
    const { conversation, before, after } = this.#links
    const { own, alone, near, far, conversation: share, asking, answered, spoken } = weights
    const totals = new Float32Array(fits.length)
    for (let place = 0; place < totals.length; place += 1) {
      const number = conversation[place] ?? -1
      const fit = fits[place] ?? 0
      if (number < 0) {
        totals[place] = this.#spoken[place] === 1 ? alone * fit * spoken : alone * fit
        continue
      }
      let total = own * fit * (this.#asking[place] === 1 ? asking : 1) + share * (means[number] ?? 0)
      const [previous, next] = [before[place] ?? -1, after[place] ?? -1]
      if (previous >= 0) {
        total += near * (fits[previous] ?? 0) * (this.#asking[previous] === 1 ? answered : 1)
        const further = before[previous] ?? -1
        if (further >= 0) total += far * (fits[further] ?? 0)
      }
      if (next >= 0) {
        total += near * (fits[next] ?? 0)
        const further = after[next] ?? -1
        if (further >= 0) total += far * (fits[further] ?? 0)
      }
      totals[place] = this.#spoken[place] === 1 ? total * spoken : total
    }
    return totals
  }

  #around(place: number): number {
    const number = link(this.#links.conversation, place)
    if (number < 0) return 0
    const { before, after } = this.#links
    const [previous, next] = [link(before, place), link(after, place)]
    const asked = this.#asking[previous] === 1 ? weights.answered : 1
    const near = asked * at(this.#fits, previous) + at(this.#fits, next)
    const far = at(this.#fits, link(before, previous)) + at(this.#fits, link(after, next))
    return weights.near * near + weights.far * far + weights.conversation * at(this.#conversations, number)
  }

  #total(place: number): number {
    const alone = link(this.#links.conversation, place) < 0
    const asked = !alone && this.#asking[place] === 1 ? weights.asking : 1
    const own = (alone ? weights.alone : weights.own) * (this.#fits[place] ?? 0) * asked
    const spoken = this.#spoken[place] === 1 ? weights.spoken : 1
    const holds = this.#superseded?.[place] === 1 ? weights.superseded : 1
    return (own + this.#around(place)) * spoken * holds * (this.#dated(place) ? weights.dated : 1)
  }

  #dated(place: number): boolean {
    if (this.#period === null) return false
    const moment = this.#index.columns.createdAt(place)
    return moment >= this.#period.from && moment < this.#period.to + afterwards
  }

  /** Puts cosines by the bytes, exact to about 0.005, in the place of those by the signs: its own, and what is beside. */
  #compare(place: number): void {
    const { before, after } = this.#links
    const [previous, next] = [link(before, place), link(after, place)]
    for (const one of [place, previous, next, link(before, previous), link(after, next)]) {
      if (one < 0 || this.#cosines.has(one)) continue
      const cosine = this.#cosineAt(one)
      this.#cosines.set(one, cosine)
      this.#fits[one] = this.#fit(one, cosine)
    }
  }

  #candidate(place: number): Candidate {
    const evidence = {
      words: this.#words[place] ?? 0,
      cosine: this.#cosines.get(place) ?? 0,
      around: this.#around(place),
      dated: this.#dated(place),
    }
    return { memory_id: this.#index.idAt(place), total: this.#total(place), evidence }
  }
}
