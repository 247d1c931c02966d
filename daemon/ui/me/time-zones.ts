/** Every time zone to choose from, the one of the browser first. */
export function timeZones(own: string, all: readonly string[]): string[] {
  return [...new Set([own, ...all])]
}

/** What time it is in a zone, as people of a language write it; empty for a zone that is none. */
export function timeIn(zone: string, at: Date, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { timeZone: zone, timeStyle: 'short' }).format(at)
  } catch {
    return ''
  }
}
