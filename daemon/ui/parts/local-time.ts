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
