/** The nearest-rank percentile of numbers in any order, `share` from 0 to 1; NaN of none. */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? NaN
}

/** The middle one, the lower of two; NaN of none. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}
