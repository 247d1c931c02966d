const two = (number: number) => String(number).padStart(2, '0')

/** A moment (ISO 8601) as a field for date and time has it, in local time: `2026-05-04T18:30`; empty for null. */
export function toField(moment: string | null): string {
  if (moment === null) return ''
  const at = new Date(moment)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The moment that a field for date and time says; null where it says none. */
export function fromField(text: string): Date | null {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? null : at
}

/** The time that is left, in milliseconds, as minutes and seconds: 4:05. Never less than 0:00. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
