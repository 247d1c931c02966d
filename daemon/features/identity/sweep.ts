import type { Log } from '../../kernel/log.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Store } from '../../store/store.ts'
import type { Devices } from './devices.ts'
import type { Invitations } from './invitations.ts'
import type { Recovery } from './recovery/operations.ts'
import type { Lockouts } from './lockouts.ts'
import type { RevokedTokens } from './access-tokens.ts'
import type { Members } from './members.ts'
import { tellOwnerAccess } from './pins/owner-access.ts'
import type { Tell } from './pins/pin-check.ts'
import type { Sessions } from './sessions.ts'

const hour = 3_600_000

interface SweepDependencies {
  readonly store: Store
  readonly clock: TrustedClock
  readonly log: Log
  readonly sessions: Sessions
  readonly devices: Devices
  readonly invitations: Invitations
  readonly revoked: RevokedTokens
  readonly lockouts: Lockouts
  readonly recovery: Pick<Recovery, 'sweep'>
  readonly members: Members
  readonly tell: Tell
}

/** Forgets what time has ended, and tells what is to be told once, now and every hour; the answer stops it. */
export function startSweep(dependencies: SweepDependencies): () => void {
  const { store, clock, log, sessions, devices, invitations, revoked, lockouts, recovery } = dependencies
  let cancel = () => {}
  const sweep = () => {
    try {
      store.write((tx) => {
        lockouts.sweep(tx)
        tellOwnerAccess(tx, dependencies)
        if (!clock.isTrusted()) return
        sessions.sweep(tx)
        devices.forgetCodes(tx, clock.now())
        invitations.forget(tx, clock.now())
        revoked.sweep(tx, clock.now())
        recovery.sweep(tx)
      })
    } catch (error) {
      log.error({ err: error }, 'expired data could not be removed')
    }
    cancel = clock.after(hour, sweep)
  }
  sweep()
  return () => cancel()
}
