import type { Bus } from '../../bus/bus.ts'
import type { Message } from '../../bus/message.ts'
import { type Clock, waitUntilResumed } from '../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../kernel/context.ts'
import { RateLimited } from '../../kernel/errors.ts'
import { isSettled } from './rules.ts'
import type { Interaction, Transition } from './schemas.ts'

/** How many calls of one caller may wait at once: fewer than a WebSocket connection works on at the same time. */
const maxWaitingCalls = 24

/** Calls that wait for what becomes of an interaction. */
export interface InteractionWaiting {
  /**
   * Resolves once the interaction is over, the seconds have passed, the client has gone, the caller may no longer call or
   * the daemon stops. Throws `RATE_LIMITED` where too many calls of the caller wait.
   */
  readonly untilSettled: (
    interaction: Pick<Interaction, 'interaction_id' | 'user_id'>,
    seconds: number,
    context: AuthenticatedContext,
  ) => Promise<void>
  readonly stop: () => void
}

interface Call extends Pick<Interaction, 'interaction_id' | 'user_id'> {
  readonly caller: Caller
  readonly resume: () => void
}

/** Opens the calls that wait: none of them costs anything until something becomes of its interaction. */
export function openWaiting(bus: Bus, clock: Clock): InteractionWaiting {
  const calls = new Map<string, Set<Call>>()
  const counts = new Map<string, number>()
  let stopping = false

  const resume = (fits: (call: Call) => boolean) => {
    for (const held of calls.values()) for (const call of held) if (fits(call)) call.resume()
  }
  const on = (topic: string, receive: (payload: Message['payload']) => void) =>
    bus.subscribe(topic, { receive: ({ payload }) => receive(payload) })
  const stop = () => {
    stopping = true
    resume(() => true)
  }
  const subscriptions = [
    on('interaction.transitions', (payload) => {
      const { interaction } = payload as unknown as Transition
      if (!isSettled(interaction)) return
      for (const call of calls.get(interaction.interaction_id) ?? []) call.resume()
    }),
    // Whoever may no longer call hears of nothing that happens after that.
    on('session.ended', ({ session_uuid }) => resume(({ caller }) => caller.session_uuid === session_uuid)),
    on('key.ended', ({ key_uuid }) => resume(({ caller }) => caller.key?.key_uuid === key_uuid)),
    on('token.revoked', ({ actor }) => resume(({ caller }) => caller.actor === actor)),
    on('member.demoted', ({ family_member_uuid }) =>
      resume(({ caller }) => caller.family_member_uuid === family_member_uuid),
    ),
    // What was put to them is gone.
    on('member.erased', ({ family_member_uuid }) => resume(({ user_id }) => user_id === family_member_uuid)),
    on('system.status', ({ status }) => {
      if (status === 'stopping') stop()
    }),
  ]

  const add = (call: Call, who: string) => {
    const held = calls.get(call.interaction_id) ?? new Set()
    calls.set(call.interaction_id, held.add(call))
    counts.set(who, (counts.get(who) ?? 0) + 1)
  }
  const remove = (call: Call, who: string) => {
    const held = calls.get(call.interaction_id)
    held?.delete(call)
    if (held?.size === 0) calls.delete(call.interaction_id)
    const left = (counts.get(who) ?? 1) - 1
    if (left > 0) counts.set(who, left)
    else counts.delete(who)
  }

  return {
    untilSettled: async ({ interaction_id, user_id }, seconds, { caller, signal }) => {
      const who = caller.key?.key_uuid ?? caller.actor
      if ((counts.get(who) ?? 0) >= maxWaitingCalls) throw RateLimited({ retry_after_seconds: 1 })
      if (stopping || signal?.aborted) return
      const hold = (resume: () => void) => {
        const call = { interaction_id, user_id, caller, resume }
        add(call, who)
        return () => remove(call, who)
      }
      await waitUntilResumed(clock, seconds * 1_000, hold, signal)
    },
    stop: () => {
      stop()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
