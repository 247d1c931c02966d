import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { Audit } from '../../store/audit.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type Evidence, openEvidence } from './evidence.ts'
import { type FamilyCheck, openFamilyCheck } from './family-check.ts'
import { familyOperations, introductionOperations } from './family-operations.ts'
import { openHabits } from './habits.ts'
import { identifyOperations, openRecogniser } from './identify.ts'
import { type People, peopleStore } from './people-store.ts'
import type { Ports } from './ports.ts'
import { openRemovals, type Removals } from './removals.ts'
import { verifyOperations } from './verify.ts'

interface RecognitionDependencies {
  readonly store: Store
  readonly once: Once
  readonly audit: Audit
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly ports: Ports
  /** What a member is refused with who has not signed in lately, who makes an account, and who is the last admin. */
  readonly failures: {
    readonly stepUp: readonly FailureKind[]
    readonly registration: readonly FailureKind[]
    readonly lastAdmin: FailureKind
  }
}

/** What the operations of recognition share. */
export interface RecognitionParts extends Omit<RecognitionDependencies, 'failures'> {
  readonly people: People
  readonly removals: Removals
  readonly evidence: readonly Evidence[]
  readonly recogniser: ReturnType<typeof openRecogniser>
  readonly familyCheck: FamilyCheck
  readonly newId: () => string
  readonly stepUpErrors: readonly FailureKind[]
  readonly registrationErrors: readonly FailureKind[]
  readonly lastAdmin: FailureKind
}

/** Recognition: who the people of the household are, and which of them is there. */
export function openRecognition({ failures, ...dependencies }: RecognitionDependencies) {
  const { store, ports } = dependencies
  const people = peopleStore(store)
  const habits = openHabits(dependencies)
  const evidence = openEvidence({ ...ports, habits, clock: dependencies.clock })
  const removals = openRemovals({ ...dependencies, people })
  const familyCheck = openFamilyCheck(dependencies)
  const recogniser = openRecogniser({ people, ports, evidence })
  const parts: RecognitionParts = {
    ...dependencies,
    people,
    removals,
    evidence,
    recogniser,
    familyCheck,
    newId: randomUUID,
    stepUpErrors: failures.stepUp,
    registrationErrors: failures.registration,
    lastAdmin: failures.lastAdmin,
  }
  return {
    operations: {
      ...introductionOperations(parts),
      ...familyOperations(parts),
      ...identifyOperations(parts),
      ...verifyOperations(parts),
    },
    /** The member whom evidence is sure of; throws `INVALID_CREDENTIALS`. */
    recognise: recogniser.recognise,
    /** Who is known without an account. */
    guests: () => people.guests(),
    /** Erases who was removed long enough ago. */
    settle: removals.settle,
    erase: (tx: Transaction, family_member_uuid: string) => habits.erase(tx, family_member_uuid),
    stop: () => {
      habits.stop()
      familyCheck.stop()
      removals.stop()
    },
  }
}
