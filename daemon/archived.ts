import * as agency from './features/agency/tables.ts'
import * as certificates from './features/certificates/tables.ts'
import * as conversation from './features/conversation/tables.ts'
import * as emotion from './features/emotion/tables.ts'
import * as identity from './features/identity/tables.ts'
import { inOrder } from './features/imports/archive/format.ts'
import * as imports from './features/imports/tables.ts'
import * as interactions from './features/interactions/tables.ts'
import * as keys from './features/keys/tables.ts'
import * as memory from './features/memory/tables.ts'
import * as personality from './features/personality/tables.ts'
import * as recognition from './features/recognition/tables.ts'
import * as security from './features/security/tables.ts'

/** Everything of a member that an archive has, in the order of its lines. */
export const archivedKinds = inOrder([
  ...identity.archived,
  ...conversation.archived,
  ...memory.archived,
  ...recognition.archived,
  ...imports.archived,
  ...agency.archived,
  ...interactions.archived,
  ...personality.archived,
  ...emotion.archived,
  ...certificates.archived,
  ...keys.archived,
  ...security.archived,
])
