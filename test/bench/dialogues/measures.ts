import { likelihoods, type Learned } from '../../../daemon/language/learned.ts'
import type { Labelled } from './sentence-examples.ts'

const folds = 5

/** Prints how well something is learned: each speaker is judged by what was learned of the others. */
export function measure(
  name: string,
  examples: readonly Labelled[],
  fit: (some: readonly Labelled[]) => Learned,
): void {
  const speakers = [...new Set(examples.map(({ speaker }) => speaker))]
  const foldOf = new Map(speakers.map((speaker, at) => [speaker, at % folds]))
  const judged = Array.from({ length: folds }, (_, fold) => {
    const learned = fit(examples.filter(({ speaker }) => foldOf.get(speaker) !== fold))
    return examples
      .filter(({ speaker }) => foldOf.get(speaker) === fold)
      .map(({ label, features }) => ({ label, likely: likelihoods(learned, features) }))
  }).flat()
  const best = (likely: ReadonlyMap<string, number>) =>
    [...likely].reduce((one, other) => (other[1] > one[1] ? other : one))
  const right = judged.filter(({ label, likely }) => best(likely)[0] === label).length
  console.log(`\n${name}: ${judged.length} examples, right ${percent(right, judged.length)}`)
  for (const label of [...new Set(examples.map((example) => example.label))].toSorted()) {
    const own = judged.filter((one) => one.label === label)
    const taken = judged.filter(({ likely }) => best(likely)[0] === label)
    const both = own.filter(({ likely }) => best(likely)[0] === label).length
    const odds = judged.map((one) => ({ is: one.label === label, likely: one.likely.get(label) ?? 0 }))
    console.log(
      `${label.padEnd(20)}${String(own.length).padStart(6)} precision ${percent(both, taken.length)} recall ` +
        `${percent(both, own.length)} AUC ${areaUnder(odds).toFixed(3)} calibration error ${calibrationError(odds).toFixed(3)}`,
    )
  }
}

export interface Odds {
  readonly is: boolean
  readonly likely: number
}

const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`

/** How often what is the case is held for likelier than what is not (Hanley and McNeil 1982). */
function areaUnder(odds: readonly Odds[]): number {
  const sorted = odds.toSorted((one, other) => one.likely - other.likely)
  const ranks = sorted.reduce((sum, { is }, at) => sum + (is ? at + 1 : 0), 0)
  const count = odds.filter(({ is }) => is).length
  return (ranks - (count * (count + 1)) / 2) / (count * (odds.length - count))
}

/** How far likelihood and what is the case are apart in the mean, over ten bins (Naeini et al. 2015, ECE). */
export function calibrationError(odds: readonly Odds[]): number {
  const bins = Map.groupBy(odds, ({ likely }) => Math.min(9, Math.floor(likely * 10)))
  const apart = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { likely, is }) => sum + likely - Number(is), 0)),
  )
  return apart.reduce((sum, one) => sum + one, 0) / odds.length
}
