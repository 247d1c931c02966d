import { readFileSync } from 'node:fs'
import { dimension } from './features.ts'
import { type Mixture, statistics, supervector } from './mixture.ts'
import { type Calibration, calibrated, merged, type SpeakerModel } from './speaker-model.ts'

/** What the file of the built-in model holds, once it is read. */
export interface BackgroundModel {
  readonly id: string
  readonly mixture: Mixture
  /** The supervector of everybody. */
  readonly mean: Float32Array
  /** What tells people from one another in a supervector: a row for each number of a vector. */
  readonly projection: Float32Array
  /** In the space of vectors of length 1: where speakers differ from one another, with a deviation of 1 within a speaker. */
  readonly rotation: Float32Array
  /** The mean of these. */
  readonly centre: Float32Array
  /** How far speakers are from one another along each of them: variances. */
  readonly between: Float32Array
  readonly calibration: Calibration
}

/** The arrays in the file, in their order; those of 16 bits are marked. */
const layout = [
  'weights',
  'means',
  'deviations',
  'mean',
  'centre',
  'between',
  'rotation',
  'projection',
] as const

interface Header {
  readonly id: string
  readonly components: number
  readonly vector: number
  readonly calibration: Calibration
}

/** The built-in model as bytes: a line of JSON, then the arrays as 16-bit floats, little-endian. */
export function writeBackgroundModel(model: BackgroundModel): Buffer {
  const { id, mixture, calibration, between } = model
  const header: Header = { id, components: mixture.weights.length, vector: between.length, calibration }
  const arrays = layout.map((name) => {
    const { weights, means, deviations } = mixture
    const array = { weights, means, deviations, ...model }[name]
    return Buffer.from(Float16Array.from(array).buffer)
  })
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...arrays])
}

/** Reads what `writeBackgroundModel` has written; throws where it is not whole. */
export function readBackgroundModel(bytes: Buffer): BackgroundModel {
  const end = bytes.indexOf('\n')
  const { id, components, vector, calibration } = JSON.parse(bytes.subarray(0, end).toString()) as Header
  const lengths = {
    weights: components,
    means: components * dimension,
    deviations: components * dimension,
    mean: components * dimension,
    centre: vector,
    between: vector,
    rotation: vector * vector,
    projection: vector * components * dimension,
  }
  let at = end + 1
  const read = (name: (typeof layout)[number]) => {
    const part = Uint8Array.from(bytes.subarray(at, at + 2 * lengths[name]))
    at += part.length
    if (part.length < 2 * lengths[name]) throw new Error(`the model ${id} is not whole`)
    return Float32Array.from(new Float16Array(part.buffer))
  }
  const [weights, means, deviations, mean, centre, between, rotation, projection] = layout.map(read) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return {
    id,
    mixture: { weights, means, deviations },
    mean,
    projection,
    centre,
    rotation,
    between,
    calibration,
  }
}

/** Opens the built-in model: a Gaussian mixture as background, a linear projection, and a two-covariance comparison. */
export function openBackgroundModel(file: string): SpeakerModel {
  return speakerModelOf(readBackgroundModel(readFileSync(file)))
}

/** A model that compares as these numbers say. */
export function speakerModelOf(model: BackgroundModel): SpeakerModel & {
  readonly calibration: Calibration
  readonly score: (enrolled: Float32Array, sample: Float32Array) => number
} {
  const { id, mixture, mean, projection, rotation, centre, between, calibration } = model
  const score = (enrolled: Float32Array, sample: Float32Array) => likelihoodRatio(between, enrolled, sample)
  return {
    id,
    dimension: between.length,
    embed: ({ cepstra }) => {
      const given = supervector(mixture, statistics(mixture, cepstra)).map(
        (value, at) => value - (mean[at] ?? 0),
      )
      return product(
        rotation,
        unit(product(projection, given)).map((value, at) => value - (centre[at] ?? 0)),
      )
    },
    merge: merged,
    calibration,
    score,
    compare: ({ vector }, sample) => calibrated(calibration, score(vector, sample.vector), sample.seconds),
  }
}

/**
 * The logarithm of how much more likely two vectors are of one speaker than of two, where those of a speaker have a
 * variance of 1 around what is the speaker's own, and that has a variance of `between` around 0 (two-covariance model).
 */
export function likelihoodRatio(between: Float32Array, one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (const [at, own] of between.entries()) {
    const [x, y] = [one[at] ?? 0, other[at] ?? 0]
    const all = own + 1
    // Of the covariance [[own + 1, own], [own, own + 1]] against one without its corners.
    const determinant = all * all - own * own
    sum -= Math.log(determinant / (all * all)) / 2
    sum -= ((all * (x * x + y * y) - 2 * own * x * y) / determinant - (x * x + y * y) / all) / 2
  }
  return sum
}

/** A vector of the same direction with length 1. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / length)
}

/** A matrix, given row by row, times a vector. */
export function product(matrix: Float32Array, vector: Float32Array): Float32Array {
  const columns = vector.length
  return Float32Array.from({ length: matrix.length / columns }, (_, row) => {
    let sum = 0
    for (let at = 0; at < columns; at += 1) sum += (matrix[row * columns + at] ?? 0) * (vector[at] ?? 0)
    return sum
  })
}
