const [hour, day] = [3_600_000, 86_400_000]
const week = 7 * day
/** Weeks begin on Mondays; the first of January 1970 was a Thursday. */
const monday = 3 * day
/** How long weekly snapshots stay, in milliseconds. */
export const monthMs = 31 * day

/**
 * Which of these moments (milliseconds since the epoch) stay: for a day the newest of each hour, for a week the newest of
 * each day, for a month the newest of each week, in UTC; and the newest of all, always.
 */
export function momentsToKeep(moments: readonly number[], now: number): Set<number> {
  const newestFirst = moments.toSorted((one, other) => other - one)
  const byPeriod = new Map<string, number>()
  for (const moment of newestFirst) {
    const age = now - moment
    const steps = [
      { name: 'hour', upTo: day, of: Math.floor(moment / hour) },
      { name: 'day', upTo: week, of: Math.floor(moment / day) },
      { name: 'week', upTo: monthMs, of: Math.floor((moment + monday) / week) },
    ]
    for (const { name, upTo, of } of steps) {
      const key = `${name} ${of}`
      if (age < upTo && !byPeriod.has(key)) byPeriod.set(key, moment)
    }
  }
  return new Set([...newestFirst.slice(0, 1), ...byPeriod.values()])
}
