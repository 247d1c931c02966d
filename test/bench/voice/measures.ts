/** A comparison of two voices: what came of it, and whether they were of one person. */
export interface Trial {
  readonly score: number
  readonly same: boolean
  /** Of speech in the sample. */
  readonly seconds: number
}

/** The rate at which as many of the same are refused as of others are taken, wherever the threshold must be for that. */
export function equalErrorRate(trials: readonly Trial[]): number {
  const sorted = trials.toSorted((one, other) => one.score - other.score)
  const same = trials.filter((trial) => trial.same).length
  const different = trials.length - same
  let [refused, taken] = [0, different]
  let [least, rate] = [Infinity, 1]
  for (const trial of sorted) {
    if (trial.same) refused += 1
    else taken -= 1
    const [missRate, falseRate] = [refused / same, taken / different]
    if (Math.abs(missRate - falseRate) < least) {
      least = Math.abs(missRate - falseRate)
      rate = (missRate + falseRate) / 2
    }
  }
  return rate
}

/**
 * What log-odds cost (Cllr, in bits): 0 where they are always right and sure, 1 where they say nothing, more where they
 * mislead.
 */
export function cost(trials: readonly Trial[]): number {
  const mean = (some: readonly Trial[], of: (trial: Trial) => number) =>
    some.reduce((sum, trial) => sum + of(trial), 0) / some.length
  return (
    (mean(
      trials.filter(({ same }) => same),
      ({ score }) => Math.log2(1 + Math.exp(-score)),
    ) +
      mean(
        trials.filter(({ same }) => !same),
        ({ score }) => Math.log2(1 + Math.exp(score)),
      )) /
    2
  )
}

/**
 * How much log-odds may say at most: so that where they mislead, they are not surer than as often as that happened in so
 * many trials of different people (after Vergeer and others, 2016: empirical upper bound, with one error that was not seen).
 */
export function upperBound(trials: readonly Trial[]): number {
  const scores = (same: boolean) =>
    trials
      .filter((trial) => trial.same === same)
      .map(({ score }) => score)
      .toSorted((one, other) => other - one)
  const [same, different] = [scores(true), scores(false)]
  let best = 0
  for (const [above, threshold] of different.entries()) {
    if (threshold < 0) break
    const kept = same.filter((score) => score >= threshold).length / same.length
    const ratio = Math.log(Math.max(1e-9, kept) / ((above + 2) / (different.length + 1)))
    best = Math.max(best, Math.min(ratio, threshold))
  }
  return best
}
