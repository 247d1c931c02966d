import type { TriesRow } from './pin-store.ts'
import { allowance, day, type MemberStanding, standingOf } from './ranges.ts'

/** What is tried on a device: a PIN of so many digits, while so many PINs of each length work there. */
export interface Guess {
  readonly digits: number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly pins: (standing: MemberStanding) => number
}

export type Tries = Omit<TriesRow, 'device_uuid'>

/** The wrong ones of the last 24 hours; also those that a clock set back has put into the future. */
const recent = ({ wrong }: Pick<Tries, 'wrong'>, now: number) => wrong.filter(({ at }) => at > now - day)

/** When a device takes PINs of a standing again, by the wrong ones of the day, milliseconds since the epoch; null for now. */
export function againAt(
  tries: Pick<Tries, 'wrong'>,
  standing: MemberStanding,
  pins: number,
  now: number,
): number | null {
  const { inDay } = allowance(standing, pins)
  const ofStanding = recent(tries, now).filter(({ digits }) => standingOf(digits) === standing)
  const oldest = ofStanding.map(({ at }) => at).toSorted((a, b) => a - b)
  const open = oldest[oldest.length - inDay]
  return oldest.length < inDay || open === undefined ? null : open + day
}

/** Whether a device takes a PIN of so many digits now. */
export function takes(tries: Tries, { digits, now, pins }: Guess): boolean {
  const standing = standingOf(digits)
  if (standing === undefined || tries.password_only) return false
  const there = pins(standing)
  if (there > 0 && allowance(standing, there).inDay === 0) return false
  return againAt(tries, standing, there, now) === null
}

/** The tries after a wrong one, which may have been one too many. */
export function afterWrong(tries: Tries, { digits, now, pins }: Guess): Tries {
  const standing = standingOf(digits)
  const in_row = tries.in_row + 1
  const wrong = [...recent(tries, now), { digits, at: now }]
  const limit = standing === undefined ? 0 : allowance(standing, pins(standing)).inRow
  return { in_row, wrong, password_only: tries.password_only || in_row >= limit }
}

/** The tries after a right one, or after a password: a new row, while the day goes on. */
export const afterRight = ({ wrong }: Pick<Tries, 'wrong'>): Tries => ({
  in_row: 0,
  wrong,
  password_only: false,
})
