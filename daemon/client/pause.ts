import { readMoment } from '../kernel/moment.ts'
import { recordOf } from '../kernel/record.ts'

const hour = 3_600_000
/** The local hour at which a night is over. */
const morning = 7
/** What is sooner than this many hours is too soon for "tomorrow". */
const shortestNight = 4

/** For how long the companion may be asked to begin nothing by itself: an hour, until tomorrow, until it is resumed. */
export const pauseChoices = ['hour', 'tomorrow', 'open'] as const
export type PauseChoice = (typeof pauseChoices)[number]

/** The end of a pause that only its member ends, ISO 8601. */
export const openEnd = '9999-12-31T00:00:00.000Z'

/** When a pause that begins now ends, ISO 8601; tomorrow is the next 07:00 local time at least 4 hours away. */
export function pausedUntil(choice: PauseChoice, now: Date): string {
  if (choice === 'open') return openEnd
  if (choice === 'hour') return new Date(now.getTime() + hour).toISOString()
  const today = morningOf(now, 0)
  const isFar = today.getTime() - now.getTime() >= shortestNight * hour
  return (isFar ? today : morningOf(now, 1)).toISOString()
}

/** Until when the companion begins nothing by itself, ISO 8601 in UTC; null where it is not paused. */
export function pauseOf(preferences: Readonly<Record<string, unknown>>, now: number): string | null {
  const until = readMoment(recordOf(preferences['agency'])['paused_until'])
  return until === null || until <= now ? null : new Date(until).toISOString()
}

/** The preferences with a pause until then, or with none; all else as it was. */
export function withPause(
  preferences: Readonly<Record<string, unknown>>,
  until: string | null,
): Record<string, unknown> {
  const { paused_until: _before, ...agency } = recordOf(preferences['agency'])
  if (until !== null) return { ...preferences, agency: { ...agency, paused_until: until } }
  return 'agency' in preferences ? { ...preferences, agency } : { ...preferences }
}

function morningOf(day: Date, later: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later, morning)
}
