/** The time that is left, in milliseconds, as minutes and seconds: 4:05. Never less than 0:00. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
