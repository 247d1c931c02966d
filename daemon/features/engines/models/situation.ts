import { type Degree, locale, situationText } from '../../../language/en/models/prompt.ts'
import type { Mood, Turn } from '../../../language/turn.ts'
import { quoted } from './quoting.ts'

/** What changes with each message: the time where the member is, and how the companion feels. */
export function situationOf({ now, time_zone, mood }: Turn): string {
  const { emotion, intensity } = mood
  const text = situationText(momentOf(time_zone, now), degreeOf(intensity), quoted(emotion, 40))
  return `<situation>\n${text}\n</situation>`
}

/** The minute of a moment where the member is, as in 2025-03-04 14:05. */
export function minuteIn(timeZone: string, iso: string): string {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return ''
  return formatted(timeZone, moment, 'sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}

/** A moment where the member is, in words for a model: "Tuesday, 4 March 2025 at 14:05". */
export function momentOf(timeZone: string, moment: number): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return formatted(timeZone, moment, locale, { ...day, hour: '2-digit', minute: '2-digit' })
}

function formatted(timeZone: string, moment: number, as: string, how: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(as, { ...how, timeZone }).format(moment)
  } catch {
    // A zone that this machine does not know.
    return `${new Intl.DateTimeFormat(as, { ...how, timeZone: 'UTC' }).format(moment)} UTC`
  }
}

function degreeOf(intensity: Mood['intensity']): Degree {
  if (intensity < 0.34) return 'weak'
  return intensity < 0.67 ? 'between' : 'strong'
}
