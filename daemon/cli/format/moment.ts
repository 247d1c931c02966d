const two = (value: number) => String(value).padStart(2, '0')

/** A moment in the time zone of this machine: `2026-05-04 13:07:59`. `text` is ISO 8601. */
export function localMoment(text: string): string {
  const moment = new Date(text)
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date} ${localTime(text)}`
}

/** The time of day in the time zone of this machine: `13:07:59`. */
export function localTime(text: string): string {
  const moment = new Date(text)
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
}

/** Whether a value is a timestamp as the daemon writes them. */
export function isMoment(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
}

/** How long something has lasted, in its largest unit: `3 h`. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`
}

/**
 * Reads a moment as people type it, in the time zone of this machine unless it has an offset; returns ISO 8601 in UTC.
 * Undefined if it is none.
 */
export function readMoment(text: string): string | undefined {
  const dateOnly = /^\d{4}-\d\d-\d\d$/.test(text)
  const moment = new Date(dateOnly ? `${text}T00:00` : text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
