/** A time to which something can be put off. */
export interface Snooze {
  readonly name: 'hour' | 'evening' | 'morning'
  readonly at: Date
}

const minute = 60_000
const hour = 60 * minute

/** The usual times to which something can be put off, before it expires (ISO 8601; null where it never does). */
export function snoozes(now: Date, expires_at: string | null): Snooze[] {
  const evening = at(now, 0, 18)
  const usual: Snooze[] = [
    { name: 'hour', at: new Date(now.getTime() + hour) },
    { name: 'evening', at: evening },
    { name: 'morning', at: at(now, 1, 8) },
  ]
  return usual.filter(
    (snooze) =>
      isBefore(snooze.at, expires_at) &&
      (snooze.name !== 'evening' || evening.getTime() - now.getTime() >= 30 * minute),
  )
}

/** What is wrong with a chosen time; null where nothing is. */
export function snoozeProblem(
  chosen: Date | null,
  now: Date,
  expires_at: string | null,
): 'past' | 'before' | null {
  if (chosen === null || chosen <= now) return 'past'
  return isBefore(chosen, expires_at) ? null : 'before'
}

const isBefore = (moment: Date, end: string | null) => end === null || moment.getTime() < Date.parse(end)

/** The full hour of a day so many days after another. */
function at(day: Date, later: number, hours: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later, hours)
}
