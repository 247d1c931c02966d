import type { OperationName } from '../../../daemon/client/types.ts'
import { administration } from './cases/administration.ts'
import { conversation } from './cases/conversation.ts'
import { engines } from './cases/engines.ts'
import { householdCases } from './cases/household.ts'
import { interactions } from './cases/interactions.ts'
import { memory } from './cases/memory.ts'
import { recognition } from './cases/recognition.ts'
import { signIn } from './cases/sign-in.ts'
import type { Case } from './cases/case.ts'

/** Every operation: one that is missing here is a type error. */
export const cases: Record<OperationName, Case> = {
  ...signIn,
  ...householdCases,
  ...recognition,
  ...interactions,
  ...memory,
  ...conversation,
  ...engines,
  ...administration,
}
