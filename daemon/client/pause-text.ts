import { clock } from './clock.ts'
import { openEnd } from './pause.ts'

/** How the names of days and months are written. */
type Names = 'long' | 'short'

/** When a pause ends, in words: the time, and the day too where that is another one; null where it is left open. */
export function pauseEnd(until: string, now: Date, language: string, names: Names = 'long'): string | null {
  if (until === openEnd) return null
  const end = new Date(until)
  const day = end.toDateString() === now.toDateString() ? {} : dayOf(end, now, names)
  return new Intl.DateTimeFormat(language, { ...clock, ...day, hour: 'numeric', minute: '2-digit' }).format(
    end,
  )
}

function dayOf(end: Date, now: Date, names: Names): Intl.DateTimeFormatOptions {
  const year = end.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return { weekday: names, day: 'numeric', month: names, ...year }
}
