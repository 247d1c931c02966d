import type { LoadableModel } from './jobs.ts'

/**
 * Writes the unit vector of one text to `vector` from the states of its tokens: `states` has a row as long as `vector`
 * for each, padding left out. `cls` takes the
 * first, `mean` the average and what the graph has pooled is a unit vector already. A zero vector stays one.
 */
export function pool(states: Float32Array, how: LoadableModel['pooling'], vector: Float32Array): void {
  const { length } = vector
  const rows = how === 'mean' ? states.length / length : 1
  // The length of the vector is made 1 in the end, so a sum is as good as an average.
  vector.set(states.subarray(0, length))
  if (how === 'in_graph') return
  for (let row = 1; row < rows; row += 1) {
    for (let at = 0; at < length; at += 1) vector[at] = (vector[at] ?? 0) + (states[row * length + at] ?? 0)
  }
  let squares = 0
  for (const value of vector) squares += value * value
  const norm = Math.sqrt(squares)
  if (norm > 0) for (let at = 0; at < length; at += 1) vector[at] = (vector[at] ?? 0) / norm
}
