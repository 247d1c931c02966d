import type { BackgroundModel } from '../../../daemon/features/recognition/voice/background-model.ts'
import { product, unit } from '../../../daemon/features/recognition/voice/background-model.ts'
import { dimension } from '../../../daemon/features/recognition/voice/features.ts'
import { type Mixture, statistics, supervector } from '../../../daemon/features/recognition/voice/mixture.ts'
import { discriminants, less, matrix, meanOf, principal, rowOf, times, transposed } from './matrix.ts'
import type { Random } from './random.ts'

/** A recording that is learned from. */
export interface Lesson {
  readonly speaker: string
  readonly cepstra: Float32Array
}

const passes = 12
/** Frames of all recordings together that the mixture is fitted to. */
const maxFrames = 160_000
const minDeviation = 0.1

/** Fits a mixture of so many components to recordings (expectation and maximisation, from frames at random). */
export function trainMixture(lessons: readonly Lesson[], components: number, random: Random): Mixture {
  const frames = lessons.reduce((sum, { cepstra }) => sum + cepstra.length / dimension, 0)
  const rows = Float32Array.from(
    lessons.flatMap(({ cepstra }) => {
      const kept = Math.floor((cepstra.length / dimension) * Math.min(1, maxFrames / frames))
      const from = Math.floor(random.between(0, cepstra.length / dimension - kept))
      return Array.from(cepstra.subarray(from * dimension, (from + kept) * dimension))
    }),
  )
  const count = rows.length / dimension
  let mixture: Mixture = {
    weights: new Float32Array(components).fill(1 / components),
    means: Float32Array.from(
      Array.from({ length: components }, () => Math.floor(random.between(0, count))).flatMap((row) =>
        Array.from(rows.subarray(row * dimension, (row + 1) * dimension)),
      ),
    ),
    deviations: new Float32Array(components * dimension).fill(1),
  }
  for (let pass = 0; pass < passes; pass += 1) {
    const { counts, sums, squares } = statistics(mixture, rows, true)
    const part = (at: number) => Math.max(1e-3, counts[Math.floor(at / dimension)] ?? 0)
    const means = Float32Array.from(sums, (sum, at) => sum / part(at))
    const deviations = means.map((mean, at) =>
      Math.max(minDeviation, Math.sqrt(Math.max(0, (squares?.[at] ?? 0) / part(at) - mean * mean))),
    )
    mixture = { weights: Float32Array.from(counts, (one) => Math.max(1e-5, one / count)), means, deviations }
  }
  return mixture
}

/** Learns what tells speakers apart: everything of a model but its calibration. */
export function trainProjection(
  mixture: Mixture,
  lessons: readonly Lesson[],
  sizes: { readonly principal: number; readonly vector: number },
  random: Random,
): Omit<BackgroundModel, 'id' | 'calibration'> {
  const all = matrix(lessons.length, mixture.means.length)
  for (const [row, { cepstra }] of lessons.entries())
    rowOf(all, row).set(supervector(mixture, statistics(mixture, cepstra)))
  const speakers = lessons.map(({ speaker }) => speaker)
  const mean = meanOf(all)
  const centred = less(all, mean)
  const directions = principal(centred, sizes.principal, () => random.normal())
  const reduced = times(centred, transposed(directions))
  const first = discriminants(reduced, speakers, sizes.vector)
  const projection = Float32Array.from(times(first.directions, directions).values)

  const units = matrix(lessons.length, sizes.vector)
  for (let row = 0; row < lessons.length; row += 1)
    rowOf(units, row).set(unit(product(projection, Float32Array.from(rowOf(centred, row)))))
  const centre = meanOf(units)
  const second = discriminants(less(units, centre), speakers, sizes.vector)
  return {
    mixture,
    mean: Float32Array.from(mean),
    projection,
    centre: Float32Array.from(centre),
    rotation: Float32Array.from(second.directions.values),
    between: Float32Array.from(second.between),
  }
}
