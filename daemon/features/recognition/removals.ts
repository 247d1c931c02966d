import type { Log } from '../../kernel/log.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Audit } from '../../store/audit.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { People } from './people-store.ts'
import type { Ports } from './ports.ts'

export const undoDays = 7
/** How long a removal can be undone, in milliseconds. */
export const undoMs = undoDays * 86_400_000
/** The longest wait: a clock that was set, and a machine that slept, are noticed by then. */
const maxWaitMs = 60_000
/** How long to wait after a failure, such as a full disk. */
const retryMs = 60_000

interface RemovalsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly erasures: Erasures<'account'>
  readonly audit: Audit<'person_erased'>
  readonly clock: TrustedClock
  readonly log: Log
  readonly people: People
  readonly ports: Pick<Ports, 'accounts' | 'forgetVoice'>
}

export interface Removals {
  /** Erases for good everybody whose time to be brought back is over. */
  readonly resume: () => void
  /** Checks again when the next one is due; called after anything that may change that. */
  readonly arm: () => void
  readonly stop: () => void
}

/** Erases who was removed once that cannot be undone any more, by one timer on the next of them. */
export function openRemovals(dependencies: RemovalsDependencies): Removals {
  const { store, bus, erasures, audit, clock, log, people, ports } = dependencies
  let cancel = () => {}
  let stopped = false

  /** A guest has no account, whose erasure would be noted: it goes from the backups by this. */
  const noteGuest = (tx: Transaction, person_uuid: string): Record<string, number> => {
    erasures.record(tx, 'account', [person_uuid])
    tx.scrub()
    const about = { family_member_uuid: person_uuid }
    tx.afterCommit(() => bus.publish('member.erased', about, about))
    return {}
  }

  const erase = (person_uuid: string, kind: 'member' | 'guest', removed_by: string | null) =>
    store.write((tx) => {
      const deleted = kind === 'member' ? ports.accounts.erase(tx, person_uuid) : noteGuest(tx, person_uuid)
      ports.forgetVoice(tx, person_uuid)
      people.forget(tx, person_uuid)
      const about = { actor: 'system:scheduler', address: '127.0.0.1', family_member_uuid: person_uuid }
      audit.record(tx, { event: 'person_erased', ...about, details: { kind, removed_by, deleted } })
    })

  const resume = () => {
    let failed = false
    const overdue = clock.isTrusted() ? people.overdue(clock.now() - undoMs) : []
    for (const { person_uuid, kind, removed_by } of overdue) {
      try {
        erase(person_uuid, kind, removed_by)
      } catch (error) {
        failed = true
        log.error(
          { err: error, person_uuid },
          'somebody who was removed could not be erased; tried again shortly',
        )
      }
    }
    wait(failed || !clock.isTrusted() ? retryMs : Infinity)
  }

  const wait = (atMost: number) => {
    cancel()
    const first = people.firstRemoved()
    if (first === null || stopped) return
    const due = Math.max(0, first + undoMs - clock.now())
    cancel = clock.after(Math.min(atMost === Infinity ? due : atMost, maxWaitMs), resume)
  }

  return {
    resume,
    arm: () => wait(Infinity),
    stop: () => {
      stopped = true
      cancel()
    },
  }
}
