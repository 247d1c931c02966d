import { tableRules as agency } from './features/agency/table-rules.ts'
import { tableRules as certificates } from './features/certificates/table-rules.ts'
import { tableRules as conversation } from './features/conversation/table-rules.ts'
import { tableRules as identity } from './features/identity/table-rules.ts'
import { tableRules as interactions } from './features/interactions/table-rules.ts'
import { tableRules as keys } from './features/keys/table-rules.ts'
import { tableRules as memory } from './features/memory/table-rules.ts'
import { tableRules as recognition } from './features/recognition/table-rules.ts'
import type { TableRules } from './store/table-rules.ts'

/** What features say of their tables to whoever works on a database without them, in the order that it is done in. */
export const tableRules: readonly TableRules[] = [
  memory,
  conversation,
  interactions,
  agency,
  identity,
  keys,
  recognition,
  certificates,
]
