/** What is known of one thing, and whether it is the case: 1 or 0. */
export interface Sample {
  readonly features: readonly number[]
  readonly label: number
}

export interface Logistic {
  readonly intercept: number
  readonly weights: readonly number[]
  readonly probabilityOf: (features: readonly number[]) => number
}

const rounds = 2_000
const rate = 0.5
/** Of the weights of features of unit spread: keeps them small where little is known. */
const penalty = 1e-3

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** Fits a logistic regression by gradient descent (with a small L2 penalty) over features of unit spread. */
export function fitLogistic(samples: readonly Sample[]): Logistic {
  const count = samples.length
  const size = samples[0]?.features.length ?? 0
  const column = (at: number) => samples.map(({ features }) => features[at] ?? 0)
  const means = Array.from(
    { length: size },
    (_, at) => column(at).reduce((sum, value) => sum + value, 0) / count,
  )
  const spreads = means.map((middle, at) => {
    const squares = column(at).reduce((sum, value) => sum + (value - middle) ** 2, 0)
    return Math.sqrt(squares / count) || 1
  })
  const scaled = samples.map(({ features, label }) => ({
    label,
    features: features.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  }))
  let intercept = 0
  let weights: number[] = means.map(() => 0)
  for (let round = 0; round < rounds; round += 1) {
    let slope = 0
    const slopes = weights.map((weight) => penalty * weight * count)
    for (const { features, label } of scaled) {
      let sum = intercept
      for (let at = 0; at < size; at += 1) sum += (weights[at] ?? 0) * (features[at] ?? 0)
      const error = sigmoid(sum) - label
      slope += error
      for (let at = 0; at < size; at += 1) slopes[at] = (slopes[at] ?? 0) + error * (features[at] ?? 0)
    }
    intercept -= (rate * slope) / count
    weights = weights.map((weight, at) => weight - (rate * (slopes[at] ?? 0)) / count)
  }
  const plain = weights.map((weight, at) => weight / (spreads[at] ?? 1))
  const start = intercept - plain.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0)
  return {
    intercept: start,
    weights: plain,
    probabilityOf: (features) =>
      sigmoid(start + features.reduce((sum, value, at) => sum + value * (plain[at] ?? 0), 0)),
  }
}
