import type { Bus } from '../../bus/bus.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { Audit } from '../../store/audit.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import type { Evidence } from './evidence.ts'
import type { FamilyCheck } from './family-check.ts'
import type { People } from './people-store.ts'
import type { Ports } from './ports.ts'
import type { Recogniser } from './recogniser.ts'
import type { Removals } from './removals.ts'

export interface RecognitionDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly erasures: Erasures<'account'>
  readonly audit: Audit<
    'sign_in_failed' | 'person_introduced' | 'person_removed' | 'person_restored' | 'person_erased'
  >
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
}

export interface RecognitionParts extends RecognitionDependencies {
  readonly ports: Ports
  readonly people: People
  readonly removals: Removals
  readonly evidence: readonly Evidence[]
  readonly recogniser: Recogniser
  readonly familyCheck: FamilyCheck
  readonly newId: () => string
  readonly stepUpErrors: readonly FailureKind[]
  readonly registrationErrors: readonly FailureKind[]
  readonly lastAdmin: FailureKind
  readonly passkeyErrors: readonly FailureKind[]
}
