import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel'
import type { Clock } from '../../../kernel/clock.ts'
import { EngineFailed } from './engine-failed.ts'

/** So many failures in a row open the circuit. */
const maxFailures = 3
/** How long it stays open, in milliseconds. */
const rest = 30_000

export interface Circuit {
  /** Calls, unless the circuit is open or one call tries it already: rejects then at once with `resting`. */
  readonly run: <Answer>(call: () => Promise<Answer>) => Promise<Answer>
  /** `half_open` where the next call tries whether the server is back. */
  readonly state: () => 'closed' | 'open' | 'half_open'
  /** Whether a call would be let through. */
  readonly lets: () => boolean
}

/**
 * A circuit breaker by the evenly running time of the clock. A cancelled call says nothing of the server and counts
 * neither way, and an answer that is too long is no failure of the server.
 */
export function openCircuit(clock: Clock, changed: (state: 'closed' | 'open') => void = () => {}): Circuit {
  let until = 0

  // The package asks the time of the system against this duration: it is endless, then less than any.
  const restAfter = ({ result }: IHalfOpenAfterBackoffContext): IBackoff<IHalfOpenAfterBackoffContext> => {
    const cancelled = 'error' in result && kindOf(result.error) === 'cancelled'
    until = clock.monotonic() + (cancelled ? 0 : rest)
    return {
      get duration() {
        return clock.monotonic() >= until ? -Infinity : Infinity
      },
      next: restAfter,
    }
  }

  const breaker = circuitBreaker(
    handleWhen((error) => {
      const kind = kindOf(error)
      // A cancelled call of a half-open circuit has not shown that the server is back: the next call tries again.
      if (kind === 'cancelled') return breaker.state === CircuitState.HalfOpen
      return kind !== 'cut_short' && kind !== 'too_long'
    }),
    { breaker: new ConsecutiveBreaker(maxFailures), halfOpenAfter: { next: restAfter } },
  )
  breaker.onBreak(() => changed('open'))
  breaker.onReset(() => changed('closed'))

  const rested = () => breaker.state === CircuitState.Open && clock.monotonic() >= until
  const lets = () => breaker.state === CircuitState.Closed || rested()

  return {
    lets,
    run: async (call) => {
      // While one call tries, the package would have the others wait for it.
      if (!lets()) throw new EngineFailed('resting')
      return breaker.execute(call)
    },
    state: () => {
      if (breaker.state === CircuitState.Closed) return 'closed'
      return breaker.state === CircuitState.HalfOpen || rested() ? 'half_open' : 'open'
    },
  }
}

const kindOf = (error: unknown) => (error instanceof EngineFailed ? error.kind : null)
