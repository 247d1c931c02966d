/** The places of the `k` largest values, the largest first. */
export function topK(values: Float32Array | Float64Array, k: number): number[] {
  // A heap with the least of the best on top.
  const best = { values: new Float64Array(k).fill(-Infinity), places: new Int32Array(k).fill(-1) }
  let least = -Infinity
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? 0
    if (value <= least) continue
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= k) break
      if (child + 1 < k && (best.values[child + 1] ?? 0) < (best.values[child] ?? 0)) child += 1
      if ((best.values[child] ?? 0) >= value) break
      best.values[at] = best.values[child] ?? 0
      best.places[at] = best.places[child] ?? 0
      at = child
    }
    best.values[at] = value
    best.places[at] = place
    least = best.values[0] ?? -Infinity
  }
  return [...best.places]
    .filter((place) => place >= 0)
    .toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
}
