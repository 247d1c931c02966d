import { clock } from '../../client/clock.ts'

const day = 86_400_000

/** The day of a moment where the page is shown, as a number that grows by 1 a day. */
export function dayOf(moment: string): number {
  const at = new Date(moment)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / day
}

/** A day in words: today, yesterday, or its date, with the year where it is not this one. */
export function dayLabel(moment: string, now: string, language: string): string {
  const ago = dayOf(now) - dayOf(moment)
  if (ago >= 0 && ago < 2) {
    const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1)
  }
  const year =
    new Date(now).getFullYear() === new Date(moment).getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...year,
  }).format(new Date(moment))
}

/** The time of day. */
export function timeOf(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...clock, timeStyle: 'short' }).format(new Date(moment))
}

/** The same to the second, which tells messages of the same words apart. */
export function secondOf(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...clock, timeStyle: 'medium' }).format(new Date(moment))
}
