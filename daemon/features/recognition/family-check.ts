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
  /** Who asks: the member of the session, and the one with whom its device was paired. */
  readonly askers: ReadonlySet<string>
  readonly device_uuid: string
  /** Milliseconds since the epoch. */
  readonly expires_at: number
  readonly put: ReadonlyMap<string, string>
  state: 'waiting' | 'refused' | { readonly approved_by: string }
  readonly waiting: Set<() => void>
}

export interface FamilyCheck {
  /**
   * Asks others of the household whether it is that member: nobody who asks, and not the member. Throws
   * `INSUFFICIENT_PERMISSIONS` where the member is let in by no word of others, `CONFLICT` where nobody else is there, or
   * `RATE_LIMITED`.
   */
  readonly ask: (
    family_member_uuid: string,
    asker: string,
    device: KnownDevice,
  ) => { verification_uuid: string; expires_at: string }
  /**
   * What has become of that, after so many seconds at most; the member and who has approved, once, where somebody has.
   * Throws `INVALID_CREDENTIALS` where somebody has refused, it is too late, or it was not asked from that device.
   */
  readonly outcome: (
    verification_uuid: string,
    device_uuid: string,
    wait: number,
    signal?: AbortSignal,
  ) => Promise<
    | { waiting: true; expires_at: string }
    | { waiting: false; family_member_uuid: string; confirmed_by: string }
  >
  readonly stop: () => void
}

interface FamilyCheckDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly ports: Pick<
    Ports,
    'everyone' | 'profile' | 'isAdmin' | 'hasSecondFactor' | 'ask' | 'withdraw' | 'sessionOf'
  >
}

/** Has others of the household confirm who somebody is, each on a device of their own; a restart forgets what was asked. */
export function openFamilyCheck({ store, bus, clock, ports }: FamilyCheckDependencies): FamilyCheck {
  const all = new Map<string, Verification>()
  const frequency = openFrequency(clock, mayAsk)
  const { isConfirmable, confirming } = confirmers(ports)

  const conclude = (asked: Verification, state: Exclude<Verification['state'], 'waiting'>) => {
    asked.state = state
    for (const resume of asked.waiting) resume()
    store.write((tx) => {
      for (const interaction_id of asked.put.keys()) ports.withdraw(tx, interaction_id)
    })
  }

  const stop = bus.subscribe('interaction.transitions', {
    receive: ({ payload, metadata }) => {
      const { interaction_id, status } = recordOf(payload['interaction'])
      const id = String(interaction_id)
      const asked = [...all.values()].find(({ put }) => put.has(id))
      if (asked?.state !== 'waiting') return
      const { via } = recordOf(payload['event'])
      const approved_by =
        status === 'approved' ? approverOf(ports, asked, id, metadata.session_uuid, via) : undefined
      if (approved_by !== undefined) conclude(asked, { approved_by })
      else if (status === 'approved' || status === 'rejected') conclude(asked, 'refused')
    },
  })

  return {
    ask: (family_member_uuid, asker, device) => {
      const who = ports.profile(family_member_uuid)
      if (who && !isConfirmable(family_member_uuid)) throw failures.NotByFamily()
      const askers = new Set([asker, device.family_member_uuid])
      const to = confirming(family_member_uuid, askers)
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
      const about = { verification_uuid, family_member_uuid, askers, device_uuid, expires_at, put }
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
      const isApproved = typeof state === 'object' && isFirst && clock.now() < expires_at
      if (!isApproved || !isConfirmable(family_member_uuid)) throw failures.NotVerified()
      return { waiting: false, family_member_uuid, confirmed_by: state.approved_by }
    },

    stop: () => {
      stop()
      for (const asked of all.values()) for (const resume of asked.waiting) resume()
    },
  }
}

/** Who is let in by the word of others, and by whose. */
function confirmers({ everyone, isAdmin, hasSecondFactor }: FamilyCheckDependencies['ports']) {
  return {
    /** Whether others may say that it is that member: their word is less than what an admin or a second factor stands for. */
    isConfirmable: (uuid: string) => !isAdmin(uuid) && !hasSecondFactor(uuid),
    /** The admins but the one in question and who asks; where there is no other, everybody else. */
    confirming: (family_member_uuid: string, askers: ReadonlySet<string>) => {
      const others = everyone().filter((uuid) => uuid !== family_member_uuid && !askers.has(uuid))
      const admins = others.filter(isAdmin)
      return admins.length > 0 ? admins : others
    },
  }
}

/**
 * Who has approved, where that counts: a person to whom the question was put and who does not ask, in a session of their own
 * that may do everything, elsewhere than on the device. Undefined where it does not.
 */
function approverOf(
  { sessionOf }: Pick<Ports, 'sessionOf'>,
  { device_uuid, put, askers }: Verification,
  interaction_id: string,
  session_uuid: string | null,
  via: unknown,
): string | undefined {
  const session = session_uuid === null || via !== null ? undefined : sessionOf(session_uuid)
  if (!session || session.restriction !== null || session.device_uuid === device_uuid) return undefined
  const approver = session.family_member_uuid
  return approver === put.get(interaction_id) && !askers.has(approver) ? approver : undefined
}
