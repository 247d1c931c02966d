/** What a sentence shows, by the name of each feature; weights are learned for them from sentences that people labelled. */
export type Features = ReadonlyMap<string, number>

/** What was learned from labelled sentences: a multinomial logistic regression over named features. */
export interface Learned {
  readonly labels: readonly string[]
  /** One for each label. */
  readonly biases: readonly number[]
  /** By the name of a feature, one for each label. */
  readonly weights: Readonly<Record<string, readonly number[]>>
}

/** How likely each label is, by its name; all of them together 1. */
export function likelihoods({ labels, biases, weights }: Learned, features: Features): Map<string, number> {
  const odds = [...biases]
  for (const [name, value] of features) {
    const own = Object.hasOwn(weights, name) ? weights[name] : undefined
    if (own) for (const [at, weight] of own.entries()) odds[at] = (odds[at] ?? 0) + weight * value
  }
  const most = Math.max(...odds)
  const parts = odds.map((value) => Math.exp(value - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  return new Map(labels.map((label, at) => [label, (parts[at] ?? 0) / sum]))
}
