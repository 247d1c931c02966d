import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Access } from './access.ts'
import { toMemory } from './rows.ts'
import * as schemas from './schemas.ts'
import type { MemorySearch } from './search/search.ts'

interface CheckupOperationsDependencies {
  readonly search: MemorySearch
  readonly access: Access
}

/** A look after what a member remembers: it finds, and changes nothing. */
export function checkupOperations({ search, access }: CheckupOperationsDependencies) {
  return {
    'memory.checkup': operation({
      rest: 'GET /memory/checkup',
      access: 'member',
      summary: 'Which of your memories are there more than once, have faded or were never used',
      description:
        'Only what you have stored yourself and what still holds. A memory is in one list at most: among the ' +
        'duplicates first, then among those never used.',
      input: Nothing,
      output: schemas.Checkup,
      errors: [NoMember],
    }).handle(async (_, { caller }) => {
      access.flush()
      const { checked, duplicates, stale, never_used, totals } = await search.checkup(memberOf(caller))
      return {
        checked,
        duplicates: duplicates.map(({ memories, similarity }) => ({
          memories: memories.map(toMemory),
          similarity,
        })),
        stale: stale.map(toMemory),
        never_used: never_used.map(toMemory),
        totals,
      }
    }),
  }
}
