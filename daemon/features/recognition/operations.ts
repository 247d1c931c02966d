import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../store/store.ts'
import { openEvidence } from './evidence.ts'
import { openFamilyCheck } from './family-check.ts'
import { familyOperations, introductionOperations } from './family-operations.ts'
import { openHabits } from './habits.ts'
import { identifyOperations } from './identify.ts'
import type { RecognitionDependencies, RecognitionParts } from './parts.ts'
import type { Ports } from './ports.ts'
import { openRecogniser } from './recogniser.ts'
import { everyPerson, peopleStore } from './people-store.ts'
import { openRemovals } from './removals.ts'
import { verifyOperations } from './verify.ts'

/** Recognition: who the people of the household are, and which of them is there. */
export function openRecognition(dependencies: RecognitionDependencies, ports: Ports) {
  const { store } = dependencies
  const { failures } = ports
  const people = peopleStore(store)
  const habits = openHabits(dependencies)
  const evidence = openEvidence({ ...ports, habits, clock: dependencies.clock })
  const removals = openRemovals({ ...dependencies, ports, people })
  const familyCheck = openFamilyCheck({ ...dependencies, ports })
  const recogniser = openRecogniser({ people, ports, evidence })
  const parts: RecognitionParts = {
    ...dependencies,
    ports,
    people,
    removals,
    evidence,
    recogniser,
    familyCheck,
    newId: randomUUID,
    stepUpErrors: failures.stepUp,
    registrationErrors: failures.registration,
    lastAdmin: failures.lastAdmin,
    passkeyErrors: failures.passkey,
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
    /** Everybody who lives here or visits, those first who were introduced first. */
    present: people.present,
    /** Erases who was removed long enough ago. */
    resume: removals.resume,
    erase: (tx: Transaction, family_member_uuid: string) => habits.erase(tx, family_member_uuid),
    /** Everybody, also those who were removed and can still come back; and what forgets who somebody is. */
    knownPeople: { everybody: everyPerson(store), forget: people.forget },
    stop: () => {
      habits.stop()
      familyCheck.stop()
      removals.stop()
    },
  }
}
