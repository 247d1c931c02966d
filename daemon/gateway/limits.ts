import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../kernel/config.ts'
import { RateLimited } from '../kernel/errors.ts'
import type { LimitCategory } from '../kernel/operation.ts'

export interface Quota {
  /** The name of the policy: the category, and whose allowance it is. */
  readonly policy: string
  readonly limit: number
  /** Seconds. */
  readonly window: number
  readonly remaining: number
  /** Seconds until the window ends, rounded up. */
  readonly reset: number
}

/** Whose allowance a call takes from. */
export interface Subject {
  readonly kind: 'address' | 'account' | 'member' | 'session' | 'connection'
  readonly key: string
  /** A trusted device or a program of this machine has more. */
  readonly trusted?: boolean
}

/** How much more a trusted caller may do, by category. */
const trust: Partial<Record<LimitCategory, number>> = { administrative: 12 }

/** The allowances of one daemon, over all protocols together. */
export interface Limits {
  /**
   * Counts a call and passes the remaining allowance to `counted`. Throws `RATE_LIMITED` (details:
   * `retry_after_seconds`) if it is used up.
   */
  readonly count: (
    category: LimitCategory,
    subject: Subject,
    counted?: (quota: Quota) => void,
  ) => Promise<void>
}

/** Opens the allowances, each full. They are kept in memory: a restart fills them again. */
export function openLimits(settings: Config['limits']): Limits {
  const allowance: Record<LimitCategory, { points: number; duration: number }> = {
    authentication: { points: settings.authentication_per_minute, duration: 60 },
    conversation: { points: settings.conversation_per_hour, duration: 3_600 },
    realtime: { points: settings.realtime_per_minute, duration: 60 },
    administrative: { points: settings.administrative_per_minute, duration: 60 },
  }
  const limiters = new Map<string, RateLimiterMemory>()

  const limiterOf = (category: LimitCategory, trusted: boolean) => {
    const { points, duration } = allowance[category]
    const multiplier = (trusted && trust[category]) || 1
    const name = `${category} ${multiplier}`
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ points: points * multiplier, duration })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    count: async (category, { kind, key, trusted = false }, counted) => {
      const limiter = limiterOf(category, trusted)
      const taken = await limiter.consume(`${kind} ${key}`).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      const reset = Math.max(1, Math.ceil(taken.msBeforeNext / 1_000))
      const { points: limit, duration: window } = limiter
      counted?.({ policy: `${category}-${kind}`, limit, window, remaining: taken.remainingPoints, reset })
      if (taken.consumedPoints > limit) throw RateLimited({ retry_after_seconds: reset })
    },
  }
}
