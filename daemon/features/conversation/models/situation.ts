import type { Mood, Turn } from '../exchange/engine.ts'
import { quoted } from './quoting.ts'

/** What changes with each message: the time where the member is, and how the companion feels. */
export function situationOf({ now, time_zone, mood }: Turn): string {
  return `<situation>\nNow: ${momentIn(time_zone, now)}\nYour mood: ${moodIn(mood)}\n</situation>`
}

/** The day of a moment where the member is, as in 2025-03-04. */
export function dayIn(timeZone: string, iso: string): string {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return ''
  return formatted(timeZone, moment, 'sv-SE', { dateStyle: 'short' })
}

function momentIn(timeZone: string, moment: number): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return formatted(timeZone, moment, 'en-GB', { ...day, hour: '2-digit', minute: '2-digit' })
}

function formatted(timeZone: string, moment: number, locale: string, how: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, { ...how, timeZone }).format(moment)
  } catch {
    // A zone that this machine does not know.
    return `${new Intl.DateTimeFormat(locale, { ...how, timeZone: 'UTC' }).format(moment)} UTC`
  }
}

function moodIn({ emotion, intensity }: Mood): string {
  const degree = intensity < 0.34 ? 'slightly' : intensity < 0.67 ? 'clearly' : 'strongly'
  return `${degree} ${quoted(emotion, 40)}`
}
