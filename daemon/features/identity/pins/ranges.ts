import { randomInt } from 'node:crypto'

/** What a member is in the household, as far as PINs go. */
export const standings = ['primary', 'secondary', 'temporary'] as const
export type MemberStanding = (typeof standings)[number]

export type Digits = 2 | 3 | 4

/** A day of tries, in milliseconds. */
export const day = 86_400_000
/** Wrong PINs in a row after which a device takes the password only, at most. */
const maxInRow = 5

interface Range {
  readonly digits: Digits
  readonly first: number
  readonly last: number
  /** How many accounts somebody who has a device and no PIN may be expected to open on it in a day: less than this. */
  readonly risk: number
}

/** The PINs of each standing, both ends included. */
export const ranges: Readonly<Record<MemberStanding, Range>> = {
  primary: { digits: 4, first: 1234, last: 9999, risk: 0.002 },
  secondary: { digits: 3, first: 100, last: 999, risk: 0.01 },
  temporary: { digits: 2, first: 10, last: 99, risk: 0.05 },
}

const oneDigit = /^(\d)\1+$/
const isRun = (text: string, step: 1 | -1) =>
  Array.from(text).every((digit, at) => at === 0 || Number(digit) - Number(text[at - 1]) === step)

/**
 * Whether a PIN is one that people try first: one digit again and again; with three digits or four also a run up or down,
 * and with four the years from 1900 to 2099.
 */
export function isObvious(pin: number): boolean {
  const text = String(pin)
  if (oneDigit.test(text)) return true
  if (text.length === 2) return false
  return isRun(text, 1) || isRun(text, -1) || (pin >= 1900 && pin <= 2099)
}

const counts = new Map<MemberStanding, number>()

/** How many PINs of a standing can be assigned. */
export function assignable(standing: MemberStanding): number {
  const counted = counts.get(standing)
  if (counted !== undefined) return counted
  const { first, last } = ranges[standing]
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const count = all.filter((pin) => !isObvious(pin)).length
  counts.set(standing, count)
  return count
}

/** A PIN at random of those of a standing that can be assigned and are not `taken`; null where none is left. */
export function drawPin(standing: MemberStanding, taken: (pin: string) => boolean): string | null {
  const { first, last } = ranges[standing]
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  while (all.length > 0) {
    const [pin = 0] = all.splice(randomInt(all.length), 1)
    if (!isObvious(pin) && !taken(String(pin))) return String(pin)
  }
  return null
}

/** The standing that a PIN of so many digits is of; undefined for what is no PIN. */
export const standingOf = (digits: number): MemberStanding | undefined =>
  standings.find((standing) => ranges[standing].digits === digits)

/**
 * How many accounts are opened, on average, by somebody who tries one assignable PIN after the other, each once, until
 * `wrong` of them were wrong, where `pins` of them are right: drawn without putting back, the mean of the negative
 * hypergeometric distribution. A right one in between costs no try.
 */
export function expectedAccounts(standing: MemberStanding, pins: number, wrong: number): number {
  return (wrong * pins) / (assignable(standing) - pins + 1)
}

export interface Allowance {
  /** Wrong PINs in a row before the device takes the password only. */
  readonly inRow: number
  /** Wrong PINs within 24 hours, whatever comes in between. */
  readonly inDay: number
}

/**
 * How many wrong PINs of a standing a device takes on which `pins` of that standing work: as many as keep the expected
 * number of accounts opened in a day below the range's risk. None where a single one is too many: then none of these
 * PINs works on that device.
 */
export function allowance(standing: MemberStanding, pins: number): Allowance {
  const { risk } = ranges[standing]
  // Where none works, no number of tries opens anything.
  if (pins === 0) return { inRow: maxInRow, inDay: maxInRow }
  let inDay = 0
  while (expectedAccounts(standing, pins, inDay + 1) < risk) inDay += 1
  return { inRow: Math.min(maxInRow, inDay), inDay }
}
