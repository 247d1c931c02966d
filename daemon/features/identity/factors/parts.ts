import type { Bus } from '../../../bus/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Config } from '../../../kernel/config.ts'
import type { Home } from '../../../kernel/home.ts'
import type { Store } from '../../../store/store.ts'
import type { LiveSessions } from '../live-sessions.ts'
import type { PasswordCheck } from '../password-check.ts'
import { openBackupCodes } from './backup-codes.ts'
import { openFactors } from './factors.ts'
import { openHalfSignIns } from './half-sign-ins.ts'
import { openPasskeys } from './passkeys.ts'
import { type Interactions, openPush } from './push.ts'
import { openRecentFactor } from './recent-factor.ts'
import { openSeal } from './seal.ts'
import { openTotp } from './totp.ts'

interface FactorPartsDependencies {
  readonly home: Pick<Home, 'factorKey'>
  readonly config: Pick<Config, 'sign_in'>
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly live: LiveSessions
  readonly check: PasswordCheck
  readonly asking: Interactions
}

/** Opens each kind of second factor, and what is known of all together. */
export function openFactorParts(dependencies: FactorPartsDependencies) {
  const { home, config, store, bus, clock, live, check, asking } = dependencies
  const seal = openSeal(home)
  const kinds = {
    totp: openTotp(store, seal, clock),
    passkeys: openPasskeys(store, clock),
    backupCodes: openBackupCodes(store, seal, clock),
    push: openPush(store, bus, clock, asking),
  }
  const factors = openFactors({ config, live, ...kinds })
  const recent = openRecentFactor(bus, clock, check, factors)
  return { ...kinds, factors, recent, halves: openHalfSignIns(clock) }
}
