/** How often something repeats, as far as the page has fields for it. */
export interface Repeats {
  readonly every: Frequency | 'never' | 'own'
  readonly interval: number
  /** Of what repeats weekly: `MO`, `TU` … */
  readonly days: readonly string[]
  /** At which time of the day, `10:00`; empty for that of the first time. */
  readonly time: string
  /** Of what repeats by a rule of its own. */
  readonly rule: string
}

export const frequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export const neverRepeats: Repeats = { every: 'never', interval: 1, days: [], time: '', rule: '' }

const readable = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYHOUR', 'BYMINUTE'])

/** Reads an RRULE; what the fields cannot say stays a rule of its own. */
export function readRepeats(rule: string | null): Repeats {
  if (rule === null) return neverRepeats
  const own: Repeats = { ...neverRepeats, every: 'own', rule }
  const parts = new Map(rule.split(';').map((part): [string, string] => split(part)))
  const every = frequencies.find((name) => name.toUpperCase() === parts.get('FREQ'))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const days = parts.get('BYDAY')?.split(',') ?? []
  const plain = [...parts.keys()].every((name) => readable.has(name))
  const areWeekdays = days.every((day) => (weekdays as readonly string[]).includes(day))
  const time = timeOf(parts.get('BYHOUR'), parts.get('BYMINUTE'))
  const fits = plain && areWeekdays && time !== null && (days.length === 0 || every === 'weekly')
  return every === undefined || !fits ? own : { every, interval, days, time, rule: '' }
}

/** The time of hours and minutes; empty for neither, null for more than one time. */
function timeOf(hour: string | undefined, minute: string | undefined): string | null {
  if (hour === undefined && minute === undefined) return ''
  const [hours, minutes] = [hour, minute ?? '0'].map((text) =>
    /^\d\d?$/.test(text ?? '') ? text : undefined,
  )
  return hours && minutes ? `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}` : null
}

/** The RRULE; null for never. */
export function writeRepeats({ every, interval, days, time, rule }: Repeats): string | null {
  if (every === 'never') return null
  if (every === 'own') return rule.trim().toUpperCase()
  return [
    `FREQ=${every.toUpperCase()}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(every === 'weekly' && days.length > 0
      ? [`BYDAY=${weekdays.filter((day) => days.includes(day)).join(',')}`]
      : []),
    ...(time === '' ? [] : [`BYHOUR=${Number(time.slice(0, 2))}`, `BYMINUTE=${Number(time.slice(3))}`]),
  ].join(';')
}

/** How a day of the week is called in a language. */
export function weekdayName(day: string, language: string, form: 'short' | 'long'): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + (weekdays as readonly string[]).indexOf(day)))
  return new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' }).format(date)
}

function split(part: string): [string, string] {
  const at = part.indexOf('=')
  return [part.slice(0, at), part.slice(at + 1)]
}
