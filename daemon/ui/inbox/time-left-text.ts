import { countdown } from '../parts/times.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long something lasts yet, in words: `3 days`, `5 hr, 12 min`, `4:09`; `left` in milliseconds. */
export function timeLeftText(left: number, language: string): string {
  const many = (value: number, unit: 'day' | 'hour' | 'minute', unitDisplay: 'long' | 'short') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(value)
  if (left >= 2 * day) return many(Math.floor(left / day), 'day', 'long')
  if (left >= hour) {
    const minutes = Math.floor((left % hour) / minute)
    return `${many(Math.floor(left / hour), 'hour', 'short')} ${many(minutes, 'minute', 'short')}`
  }
  return countdown(left)
}

/** Whether whoever is asked should hurry. */
export const isShort = (left: number): boolean => left < 10 * minute

/** How long the words hold, in milliseconds. */
export const tickOf = (left: number): number => (left > hour ? 20 * second : second)
