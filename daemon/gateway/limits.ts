import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../kernel/config.ts'
import { RateLimited } from '../kernel/errors.ts'
import type { LimitCategory } from '../kernel/operation.ts'
import { clientNetwork } from '../kernel/address.ts'
import type { Caller } from '../kernel/context.ts'

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

  return {
    count: async (category, { kind, key, trusted = false }, counted) => {
      const { points, duration } = allowance[category]
      const multiplier = (trusted && trust[category]) || 1
      const name = `${category} ${multiplier}`
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points: points * multiplier, duration })
      limiters.set(name, limiter)
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

/** Whose allowances a call of a category takes from, one after the other. */
export function subjectsOf(
  category: LimitCategory,
  caller: Caller | null,
  address: string,
): readonly Subject[] {
  switch (category) {
    case 'authentication':
      return [{ kind: 'address', key: clientNetwork(address) }]
    case 'conversation':
      return [{ kind: 'member', key: caller?.actor ?? '' }]
    case 'administrative':
      return [sessionOf(caller)]
    default:
      return []
  }
}

/** A key is a session of its own; one that was made to read the metrics may do so as often as a program of the machine. */
function sessionOf(caller: Caller | null): Subject {
  const key = caller?.key?.key_uuid ?? caller?.parent_uuid ?? caller?.session_uuid ?? caller?.actor ?? ''
  return { kind: 'session', key, trusted: caller?.trusted || caller?.key?.scopes.has('metrics') || false }
}
