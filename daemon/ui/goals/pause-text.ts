import { openEnd } from '../../client/pause.ts'

/** When a pause ends, in words: the time, and the day too where that is another one; null where it is left open. */
export function pauseEnd(until: string, now: Date, language: string): string | null {
  if (until === openEnd) return null
  const end = new Date(until)
  const day = end.toDateString() === now.toDateString() ? {} : dayOf(end, now)
  return new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(end)
}

function dayOf(end: Date, now: Date): Intl.DateTimeFormatOptions {
  const year = end.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return { weekday: 'long', day: 'numeric', month: 'long', ...year }
}
