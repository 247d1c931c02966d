import { existsSync } from 'node:fs'
import type { Clock } from '../kernel/clock.ts'
import { removeFile, writeSecret } from '../kernel/home.ts'

/** By how much nobody sets a clock that is right, in milliseconds: a day. */
const jumpMs = 86_400_000
/** How long a clock that was set has to run on before it is believed, in milliseconds: an hour. */
const provingMs = 3_600_000

/**
 * A clock that says whether it may be believed where something is deleted because it is old. A clock set ahead by mistake
 * would have everything deleted at once, and setting it right again would bring nothing back.
 */
export interface TrustedClock extends Clock {
  /**
   * Whether it has run on for an hour since it was last set by more than a day, or differed by that from the traces at the
   * start; a start in between begins that hour anew.
   */
  readonly isTrusted: () => boolean
}

/** Says to those who come later that a clock was set. */
interface ClockNote {
  readonly isThere: () => boolean
  readonly write: () => void
  readonly remove: () => void
}

/** Opens the note in a file that is there as long as a clock has to prove itself. */
export const clockNoteIn = (file: string): ClockNote => ({
  isThere: () => existsSync(file),
  write: () => unlessItCannot(() => writeSecret(file, '')),
  remove: () => unlessItCannot(() => removeFile(file)),
})

/** A disk that takes nothing at the moment is told of by whatever else is written to it. */
function unlessItCannot(change: () => void): void {
  try {
    change()
  } catch {
    return
  }
}

/**
 * Watches a clock. `traces` are moments, in milliseconds since the epoch, at which something was last written by it: it is
 * believed at once where one of them is within a day, or where there is none, unless the note says that it was set.
 */
export function openTrustedClock(
  clock: Clock,
  traces: readonly number[],
  note: ClockNote = { isThere: () => false, write: () => {}, remove: () => {} },
): TrustedClock {
  const isNear = (moment: number) => Math.abs(clock.now() - moment) <= jumpMs
  const isStrange = note.isThere() || (traces.length > 0 && !traces.some(isNear))
  let set_at = isStrange ? clock.monotonic() : null
  let offset = clock.now() - clock.monotonic()
  if (isStrange) note.write()
  return {
    now: clock.now.bind(clock),
    monotonic: clock.monotonic.bind(clock),
    after: clock.after.bind(clock),
    isTrusted: () => {
      const before = offset
      offset = clock.now() - clock.monotonic()
      if (Math.abs(offset - before) > jumpMs) {
        set_at = clock.monotonic()
        note.write()
      }
      if (set_at === null || clock.monotonic() - set_at < provingMs) return set_at === null
      set_at = null
      note.remove()
      return true
    },
  }
}
