/**
 * How many messages are older than one, which is its number: asks `isThere` at most some 20 times for 1,000,000 whether
 * there is a message `offset` places before it.
 */
export async function olderThan(
  total: number,
  isThere: (offset: number) => Promise<boolean>,
): Promise<number> {
  let [fewest, most] = [0, total]
  while (fewest < most) {
    const middle = Math.floor((fewest + most) / 2)
    // Each question is about what the one before has left open.
    if (await isThere(middle)) fewest = middle + 1
    else most = middle
  }
  return fewest
}
