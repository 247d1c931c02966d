import type { Clock } from '../../kernel/clock.ts'
import type { Consent } from './consent.ts'
import type { CurrentEngine } from './current-engine.ts'

/** Looking alone brings the model into memory so often at most, in milliseconds: a page that is left open does not keep it there. */
const wakeEveryMs = 30 * 60_000

interface WarmupDependencies {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly consent: Pick<Consent, 'engines'>
  readonly engine: Pick<CurrentEngine, 'local'>
}

/** Loads a model of this machine when a member looks at the conversation, before they say something. */
export function openModelWarmup({ clock, consent, engine }: WarmupDependencies) {
  let woken = -Infinity
  return {
    /** A member looks at the conversation: the model is loaded, where it is the one to write for them. */
    onView: (member: string): void => {
      const local = engine.local()
      if (local?.state() !== 'asleep' || consent.engines(member)[0] !== local) return
      if (clock.monotonic() - woken < wakeEveryMs) return
      woken = clock.monotonic()
      local.wake()
    },
    /** A member has said something: whoever looks the next time is about to do so again. */
    onMessage: (): void => {
      woken = -Infinity
    },
  }
}
