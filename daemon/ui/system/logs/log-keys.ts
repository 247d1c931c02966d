interface Line {
  readonly time: string
  readonly message: string
}

/** Lines, newest first, each with a key that it keeps when newer ones come: lines that are alike are counted from the end. */
export function keyed<E extends Line>(lines: readonly E[]): { readonly key: string; readonly entry: E }[] {
  const seen = new Map<string, number>()
  return lines
    .toReversed()
    .map((entry) => {
      const name = `${entry.time} ${entry.message}`
      const count = seen.get(name) ?? 0
      seen.set(name, count + 1)
      return { key: `${name} ${count}`, entry }
    })
    .toReversed()
}
