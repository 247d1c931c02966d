import { dimension } from './features.ts'

/** A mixture of Gaussians with diagonal covariances over cepstra: how speech is in general. */
export interface Mixture {
  readonly weights: Float32Array
  /** A row for each component, like the next. */
  readonly means: Float32Array
  readonly deviations: Float32Array
}

/** What a mixture makes of some frames: how many belong to each component, and their sums. */
export interface Statistics {
  readonly counts: Float64Array
  readonly sums: Float64Array
  /** Of the squares; only where they were asked for. */
  readonly squares: Float64Array | null
  /** The mean logarithm of how likely a frame is. */
  readonly likelihood: number
}

/** Less likely than the likeliest component by this factor, as a logarithm, is nothing. */
const negligible = 12
/** So many frames of a component count as much as the background does (relevance factor). */
const relevance = 8

/** Gathers the statistics of rows of cepstra. */
export function statistics(mixture: Mixture, rows: Float32Array, squared = false): Statistics {
  const { weights, means, deviations } = mixture
  const components = weights.length
  const inverse = deviations.map((deviation) => 1 / deviation)
  const constants = Float64Array.from(weights, (weight, one) => {
    let sum = Math.log(weight) - (dimension / 2) * Math.log(2 * Math.PI)
    for (let at = 0; at < dimension; at += 1) sum -= Math.log(deviations[one * dimension + at] ?? 1)
    return sum
  })
  const counts = new Float64Array(components)
  const sums = new Float64Array(components * dimension)
  const squares = squared ? new Float64Array(components * dimension) : null
  const logs = new Float64Array(components)
  let likelihood = 0
  const frames = rows.length / dimension
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * dimension
    let best = -Infinity
    for (let one = 0; one < components; one += 1) {
      const own = one * dimension
      let distance = 0
      for (let at = 0; at < dimension; at += 1) {
        const difference = ((rows[start + at] ?? 0) - (means[own + at] ?? 0)) * (inverse[own + at] ?? 0)
        distance += difference * difference
      }
      const log = (constants[one] ?? 0) - distance / 2
      logs[one] = log
      if (log > best) best = log
    }
    let total = 0
    for (let one = 0; one < components; one += 1) {
      const behind = (logs[one] ?? 0) - best
      const part = behind < -negligible ? 0 : Math.exp(behind)
      logs[one] = part
      total += part
    }
    likelihood += best + Math.log(total)
    for (let one = 0; one < components; one += 1) {
      const part = (logs[one] ?? 0) / total
      if (part === 0) continue
      counts[one] = (counts[one] ?? 0) + part
      const own = one * dimension
      for (let at = 0; at < dimension; at += 1) {
        const value = rows[start + at] ?? 0
        sums[own + at] = (sums[own + at] ?? 0) + part * value
        if (squares) squares[own + at] = (squares[own + at] ?? 0) + part * value * value
      }
    }
  }
  return { counts, sums, squares, likelihood: likelihood / frames }
}

/**
 * The means of a mixture as a speaker moves them (MAP adaptation), against those of the background: in deviations, each
 * component by its weight, all in one row.
 */
export function supervector(
  { weights, means, deviations }: Mixture,
  { counts, sums }: Statistics,
): Float32Array {
  return Float32Array.from(means, (mean, at) => {
    const one = Math.floor(at / dimension)
    const count = counts[one] ?? 0
    const moved = ((sums[at] ?? 0) - count * mean) / (count + relevance)
    return (moved / (deviations[at] ?? 1)) * Math.sqrt(weights[one] ?? 0)
  })
}
