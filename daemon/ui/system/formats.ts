import { clock } from '../../client/clock.ts'

const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** An amount of bytes in words: 12 MB. */
export function bytesText(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: steps[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}

/** Memory as it is sold, so many GiB being as many GB: 8 GB. */
export const memoryText = (mebibytes: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'gigabyte',
    unitDisplay: 'short',
    maximumFractionDigits: mebibytes < 10 * 1_024 ? 1 : 0,
  }).format(mebibytes / 1_024)

const lengths = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of time in words, by its two largest parts: 2 hours, 5 minutes. */
export function spanText(seconds: number, language: string): string {
  const whole = Math.max(0, Math.floor(seconds))
  const first = lengths.findIndex(([unit, length]) => whole >= length || unit === 'second')
  const words = lengths.slice(first, first + 2).flatMap(([unit, length], index) => {
    const [, above] = lengths[first + index - 1] ?? ['', Infinity]
    const count = Math.floor((index === 0 ? whole : whole % above) / length)
    if (index > 0 && count === 0) return []
    return [new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)]
  })
  return words.join(', ')
}

/** Milliseconds in words, exact where they are few: 0.42 ms. */
export function millisecondsText(milliseconds: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits: milliseconds < 10 ? 2 : 0,
  }).format(milliseconds)
}

/** A number in words. */
export const numberText = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)

/** Date and time to the second (ISO 8601 in). */
export function exactTime(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...clock, dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(moment),
  )
}

/** What a language (BCP 47) is called in another; a tag that is none stays as it is. */
export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** How much of a whole is done, in percent; a whole of nothing is done. */
export function shareOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.max(0, (done / total) * 100))
}
