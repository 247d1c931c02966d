import type { Clock } from './clock.ts'

const minute = 60_000
/** Failures in a row before somebody is kept out. */
const maxFailures = 5
const maxLockoutMs = 60 * minute
/** How long the owner may be kept out at the machine itself, in milliseconds. */
export const maxOwnerLockoutMs = 5 * minute

/** How long somebody is kept out after so many failures in a row, in milliseconds: a minute from the fifth on, then doubling to an hour. */
export function lockoutMs(failures: number): number {
  const beyond = failures - maxFailures
  return beyond < 0 ? 0 : Math.min(maxLockoutMs, minute * 2 ** Math.min(beyond, 10))
}

/** How often something may be done, each subject by itself. */
export interface Frequency {
  /**
   * Counts one and answers 0; where there is no room, counts nothing and answers in how many seconds there is, 1 or more.
   */
  readonly take: (subject: string) => number
  /** Counts what was done with a subject no more. */
  readonly forget: (subject: string) => void
}

interface FrequencyLimit {
  /** How often at most within any `windowMs` milliseconds. */
  readonly max: number
  readonly windowMs: number
}

/**
 * Opens a count of what was done lately. It goes by the monotonic clock: to set the time, back or forth, makes room for nobody
 * and keeps nobody waiting. It is in memory: a restart makes room.
 */
export function openFrequency(clock: Clock, { max, windowMs }: FrequencyLimit): Frequency {
  const times = new Map<string, readonly number[]>()

  return {
    take: (subject) => {
      const now = clock.monotonic()
      for (const [one, at] of times) {
        const lately = at.filter((moment) => now - moment < windowMs)
        if (lately.length === 0) times.delete(one)
        else times.set(one, lately)
      }
      const lately = times.get(subject) ?? []
      const [first] = lately
      if (first !== undefined && lately.length >= max)
        return Math.max(1, Math.ceil((first + windowMs - now) / 1_000))
      times.set(subject, [...lately, now])
      return 0
    },
    forget: (subject) => void times.delete(subject),
  }
}
