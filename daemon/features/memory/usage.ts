import { eq, getTableColumns } from 'drizzle-orm'
import { type Static, Type } from 'typebox'
import type { Config } from '../../kernel/config.ts'
import { failure } from '../../kernel/errors.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import { parameter } from '../../store/columns.ts'
import { memoryUsage } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

const megabyte = 1_000_000

export const MemoryFull = failure(
  'UNPROCESSABLE',
  'your memory is full; forget something, or ask an admin for more room',
  'memory_full',
)

const Usage = Type.Object(
  {
    memories: Type.Integer({ description: 'how many you have stored, also what you can still take back' }),
    bytes: Type.Integer({ description: 'of their contents' }),
    max_memories: Type.Integer(),
    max_bytes: Type.Integer(),
  },
  { $id: 'MemoryUsage' },
)
type Usage = Static<typeof Usage>

export interface MemoryUsage {
  /** Throws `UNPROCESSABLE` where a member has no room for another memory of that content. */
  readonly assertRoom: (tx: Transaction, family_member_uuid: string, content: string) => void
  /** Throws `UNPROCESSABLE` where a memory that becomes so much longer, in bytes, has none. */
  readonly assertGrowth: (tx: Transaction, family_member_uuid: string, bytes: number) => void
  readonly of: (family_member_uuid: string) => Usage
  readonly erase: (tx: Transaction, family_member_uuid: string) => void
}

type Capacity = Pick<Config['capacity'], 'memories' | 'memory_megabytes'>

const unlimited: Capacity = { memories: Infinity, memory_megabytes: Infinity }

/** Opens how much room memories take, by member. The counts are kept by triggers on the memories themselves. */
export function openUsage(store: Store, capacity: Capacity = unlimited): MemoryUsage {
  const { family_member_uuid: owner, ...counts } = getTableColumns(memoryUsage)
  const mine = eq(owner, parameter('family_member_uuid'))
  const read = store.database.select(counts).from(memoryUsage).where(mine).prepare()
  const forget = store.database.delete(memoryUsage).where(mine).prepare()
  const max_memories = capacity.memories
  const max_bytes = capacity.memory_megabytes * megabyte
  const of = (family_member_uuid: string): Usage => ({
    ...(read.get({ family_member_uuid }) ?? { memories: 0, bytes: 0 }),
    max_memories,
    max_bytes,
  })
  return {
    of,
    assertRoom: (_, family_member_uuid, content) => {
      const usage = of(family_member_uuid)
      const bytes = usage.bytes + Buffer.byteLength(content)
      if (usage.memories >= max_memories || bytes > max_bytes) throw MemoryFull({ ...usage })
    },
    assertGrowth: (_, family_member_uuid, bytes) => {
      const usage = of(family_member_uuid)
      if (bytes > 0 && usage.bytes + bytes > max_bytes) throw MemoryFull({ ...usage })
    },
    erase: (_, family_member_uuid) => {
      forget.run({ family_member_uuid })
    },
  }
}

/** How much room one's memories take. */
export function usageOperations(usage: MemoryUsage) {
  return {
    'memory.usage': operation({
      rest: 'GET /memory/usage',
      access: 'member',
      summary: 'How much room your memories take, and how much there is',
      description:
        'An admin gives more by `capacity.memories` and `capacity.memory_megabytes` in the configuration.',
      input: Nothing,
      output: Usage,
      errors: [NoMember],
    }).handle((_, { caller }) => usage.of(memberOf(caller))),
  }
}
