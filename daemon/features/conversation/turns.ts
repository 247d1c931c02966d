/** Lets the messages of one member follow one another: what one says is understood after what was said before. */
export function openTurns(): <T>(member: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (member, work) => {
    const before = last.get(member) ?? Promise.resolve()
    // Whatever became of the one before.
    const mine = before.then(work, work)
    last.set(member, mine)
    try {
      return await mine
    } finally {
      if (last.get(member) === mine) last.delete(member)
    }
  }
}
