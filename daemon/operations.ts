import { identity } from './features/identity/operations.ts'
import { interactions } from './features/interactions/operations.ts'

type Needs = Parameters<typeof identity>[0] & Parameters<typeof interactions>[0]

/** Every feature of the daemon, opened: one line a feature. */
export function openFeatures(needs: Needs) {
  const features = {
    identity: identity(needs),
    interactions: interactions(needs),
  }
  return {
    ...features,
    operations: { ...features.identity.operations, ...features.interactions.operations },
  }
}

/** All operations by name, with the types of their inputs and outputs: what the client's types derive from. */
export type AllOperations = ReturnType<typeof openFeatures>['operations']
