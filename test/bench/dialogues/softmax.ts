import type { Features, Learned } from '../../../daemon/language/learned.ts'

/** What is known of a sentence, and which class it is of. */
export interface Example {
  readonly features: Features
  readonly label: string
}

interface Fitting {
  /** A feature is learned from so many examples at least. */
  readonly seen?: number
  /** Of the squares of the weights: keeps them small where little is known. */
  readonly penalty?: number
  readonly rounds?: number
}

/**
 * Fits a multinomial logistic regression over named features by gradient descent with a step of its own for each weight
 * (Duchi et al. 2011, AdaGrad).
 */
export function fitSoftmax(
  examples: readonly Example[],
  { seen = 2, penalty = 1, rounds = 300 }: Fitting = {},
): Learned {
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= seen).map(([name]) => name)
  const numbers = new Map(names.map((name, number) => [name, number]))
  const labels = [...new Set(examples.map(({ label }) => label))].toSorted()
  const size = labels.length
  const rows = examples.map(({ features, label }) => {
    const numbered = [...features].filter(([name]) => numbers.has(name))
    return {
      at: Int32Array.from(numbered, ([name]) => (numbers.get(name) ?? 0) * size),
      values: Float64Array.from(numbered, ([, value]) => value),
      label: labels.indexOf(label),
    }
  })
  const weights = new Float64Array(names.length * size)
  const squares = new Float64Array(weights.length).fill(1e-6)
  const biases = new Float64Array(size)
  const biasSquares = new Float64Array(size).fill(1e-6)
  const slopes = new Float64Array(weights.length)
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < weights.length; at += 1) slopes[at] = penalty * (weights[at] ?? 0)
    const biasSlopes = new Float64Array(size)
    for (const { at, values, label } of rows) {
      const odds = biases.slice()
      for (let place = 0; place < at.length; place += 1) {
        const [from, value] = [at[place] ?? 0, values[place] ?? 0]
        for (let which = 0; which < size; which += 1)
          odds[which] = (odds[which] ?? 0) + (weights[from + which] ?? 0) * value
      }
      const likely = softmaxOf(odds)
      const errors = likely.map((part, which) => part - Number(which === label))
      for (let which = 0; which < size; which += 1)
        biasSlopes[which] = (biasSlopes[which] ?? 0) + (errors[which] ?? 0)
      for (let place = 0; place < at.length; place += 1) {
        const [from, value] = [at[place] ?? 0, values[place] ?? 0]
        for (let which = 0; which < size; which += 1)
          slopes[from + which] = (slopes[from + which] ?? 0) + (errors[which] ?? 0) * value
      }
    }
    descend(weights, slopes, squares)
    descend(biases, biasSlopes, biasSquares)
  }
  const rounded = (value: number) => (Math.abs(value) < negligible ? 0 : Math.round(value * 100) / 100)
  const nonZero = names.flatMap((name, number) => {
    const own = Array.from(weights.subarray(number * size, (number + 1) * size), rounded)
    return own.some((weight) => weight !== 0) ? [[name, own] as const] : []
  })
  return { labels, biases: Array.from(biases, rounded), weights: Object.fromEntries(nonZero) }
}

const rate = 0.15
/** Weights that change next to nothing are left out. */
const negligible = 0.05

function descend(weights: Float64Array, slopes: Float64Array, squares: Float64Array): void {
  for (let at = 0; at < weights.length; at += 1) {
    const slope = slopes[at] ?? 0
    squares[at] = (squares[at] ?? 0) + slope * slope
    weights[at] = (weights[at] ?? 0) - (rate * slope) / Math.sqrt(squares[at] ?? 1)
  }
}

function softmaxOf(odds: Float64Array): Float64Array {
  const most = Math.max(...odds)
  const parts = odds.map((value) => Math.exp(value - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}
