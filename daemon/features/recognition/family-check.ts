import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso, waitUntilResumed } from '../../kernel/clock.ts'
import { openFrequency } from '../../kernel/frequency.ts'
import { recordOf } from '../../kernel/record.ts'
import { languageFrom } from '../../language/codes.ts'
import { recognitionWording } from '../../language/recognition.ts'
import type { Store } from '../../store/store.ts'
import * as failures from './failures.ts'
import type { KnownDevice, Ports } from './ports.ts'

/** How long the family has to answer, in seconds. */
const answerSeconds = 120
/** How often one device may ask the family within any ten minutes. */
const mayAsk = { max: 3, windowMs: 600_000 }

interface Verification {
  readonly verification_uuid: string
  readonly family_member_uuid: string
  readonly device_uuid: string
  /** Milliseconds since the epoch. */
  readonly expires_at: number
  readonly put: ReadonlyMap<string, string>
  state: 'waiting' | 'approved' | 'refused'
  readonly waiting: Set<() => void>
}

export interface FamilyCheck {
  /** Asks others of the household whether it is that member. Throws `CONFLICT` where nobody is there, or `RATE_LIMITED`. */
  readonly ask: (
    family_member_uuid: string,
    device: KnownDevice,
  ) => { verification_uuid: string; expires_at: string }
  /**
   * What has become of that, after so many seconds at most; the member, once, where somebody has approved. Throws
   * `INVALID_CREDENTIALS` where somebody has refused, it is too late, or it was not asked from that device.
   */
  readonly outcome: (
    verification_uuid: string,
    device_uuid: string,
    wait: number,
    signal?: AbortSignal,
  ) => Promise<{ waiting: true; expires_at: string } | { waiting: false; family_member_uuid: string }>
  readonly stop: () => void
}

interface FamilyCheckDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly ports: Pick<Ports, 'everyone' | 'profile' | 'ask' | 'withdraw' | 'sessionOf'>
}

/** Has others of the household confirm who somebody is, each on a device of their own; a restart forgets what was asked. */
export function openFamilyCheck({ store, bus, clock, ports }: FamilyCheckDependencies): FamilyCheck {
  const all = new Map<string, Verification>()
  const frequency = openFrequency(clock, mayAsk)

  const conclude = (asked: Verification, state: 'approved' | 'refused') => {
    asked.state = state
    for (const resume of asked.waiting) resume()
    store.write((tx) => {
      for (const interaction_id of asked.put.keys()) ports.withdraw(tx, interaction_id)
    })
  }

  /** An approval counts where it was given by a person, on another device, in a session that may do everything. */
  const counts = (asked: Verification, session_uuid: string | null, via: unknown) => {
    const session = session_uuid === null || via !== null ? undefined : ports.sessionOf(session_uuid)
    return session !== undefined && session.restriction === null && session.device_uuid !== asked.device_uuid
  }

  const stop = bus.subscribe('interaction.transitions', {
    receive: ({ payload, metadata }) => {
      const { interaction_id, status } = recordOf(payload['interaction'])
      const asked = [...all.values()].find(({ put }) => put.has(String(interaction_id)))
      if (asked?.state !== 'waiting') return
      const { via } = recordOf(payload['event'])
      if (status === 'approved')
        conclude(asked, counts(asked, metadata.session_uuid, via) ? 'approved' : 'refused')
      else if (status === 'rejected') conclude(asked, 'refused')
    },
  })

  /** The admins but the one in question; where there is no other, everybody else. */
  const confirming = (family_member_uuid: string) => {
    const others = ports.everyone().filter((uuid) => uuid !== family_member_uuid)
    const admins = others.filter((uuid) => ports.profile(uuid)?.roles.includes('admin'))
    return admins.length > 0 ? admins : others
  }

  return {
    ask: (family_member_uuid, device) => {
      const who = ports.profile(family_member_uuid)
      const to = confirming(family_member_uuid)
      if (!who || to.length === 0) throw failures.NobodyToAsk()
      const retry_after_seconds = frequency.take(device.device_uuid)
      if (retry_after_seconds > 0) throw failures.TooManyVerifications({ retry_after_seconds })
      for (const [uuid, { expires_at }] of all) if (expires_at <= clock.now()) all.delete(uuid)
      const put = store.write(
        (tx) =>
          new Map(
            to.map((user_id) => {
              const language = languageFrom(ports.profile(user_id)?.preferences['language'])
              const question = recognitionWording(language).confirm(who.full_name, device.name)
              const interaction_id = ports.ask(tx, {
                ...question,
                user_id,
                interaction_type: 'approval',
                category: 'recognition',
                requirement: 'required',
                severity: 'high',
                expires_in_seconds: answerSeconds,
              })
              return [interaction_id, user_id] as const
            }),
          ),
      )
      const { device_uuid } = device
      const expires_at = clock.now() + answerSeconds * 1_000
      const verification_uuid = randomUUID()
      const about = { verification_uuid, family_member_uuid, device_uuid, expires_at, put }
      all.set(verification_uuid, { ...about, state: 'waiting', waiting: new Set() })
      return { verification_uuid, expires_at: iso(expires_at) }
    },

    outcome: async (verification_uuid, device_uuid, wait, signal) => {
      const asked = all.get(verification_uuid)
      if (!asked || asked.device_uuid !== device_uuid) throw failures.NotVerified()
      const left = asked.expires_at - clock.now()
      const hold = (resume: () => void) => {
        asked.waiting.add(resume)
        return () => void asked.waiting.delete(resume)
      }
      if (asked.state === 'waiting' && wait > 0 && left > 0 && !signal?.aborted)
        await waitUntilResumed(clock, Math.min(wait * 1_000, left), hold, signal)
      const { state, family_member_uuid, expires_at } = asked
      if (state === 'waiting' && clock.now() < expires_at)
        return { waiting: true, expires_at: iso(expires_at) }
      // Two who wait for one answer get it once.
      const isFirst = all.delete(verification_uuid)
      if (state !== 'approved' || clock.now() >= expires_at || !isFirst) throw failures.NotVerified()
      return { waiting: false, family_member_uuid }
    },

    stop: () => {
      stop()
      for (const asked of all.values()) for (const resume of asked.waiting) resume()
    },
  }
}
