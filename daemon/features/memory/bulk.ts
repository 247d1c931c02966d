import { type Static, Type } from 'typebox'
import { type Clock, iso } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { closed } from '../../kernel/schema.ts'
import { compileInput } from '../../kernel/validate.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import { insertMemory } from './insertion.ts'
import { type NewRow, newRow, pastMoment, toMemory } from './rows.ts'
import { NewMemory, Stored } from './schemas.ts'
import type { Memories } from './store.ts'
import { MemoryFull } from './usage.ts'
import type { MemoryVectors } from './vectors.ts'

const ImportedMemory = Type.Object(
  {
    ...NewMemory.properties,
    created_at: Type.Optional(Type.String({ format: 'date-time', description: 'the same as told_at' })),
    actor: Type.Optional(Type.Enum(['user', 'conversation', 'import'], { default: 'import' })),
  },
  { ...closed, $id: 'ImportedMemory' },
)
type ImportedMemory = Static<typeof ImportedMemory>

const StoreMany = Type.Object(
  {
    // Anything passes here, so that one bad memory is not the end of the others.
    memories: Type.Array(
      Type.Union([ImportedMemory, Type.Unknown({ description: 'has its error in its place' })]),
      {
        minItems: 1,
        maxItems: 500,
        description: 'each is judged by itself',
      },
    ),
  },
  closed,
)

const Refused = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
})

const StoredMany = Type.Object({
  items: Type.Array(Type.Union([Stored, Refused]), { description: 'one for each memory, in their order' }),
  stored: Type.Integer({ description: 'how many are new' }),
  merged: Type.Integer({ description: 'how many were known already' }),
  failed: Type.Integer(),
})
type StoredMany = Static<typeof StoredMany>

interface BulkDependencies {
  readonly once: Idempotency
  readonly clock: Clock
  readonly memories: Memories
  readonly vectors: MemoryVectors
}

/** Remembering a lot at once. */
export function bulkOperations({ once, clock, memories, vectors }: BulkDependencies) {
  return {
    'memory.store_many': operation({
      rest: 'POST /memory/store-many',
      access: 'member',
      scopes: ['remember'],
      lines: true,
      summary: 'Remember up to 500 things at once',
      description:
        'All that fit are stored together; one that does not has its error in its place. Also takes any number as ' +
        '`application/x-ndjson`, one memory a line, and answers a line for each, with its number as `line`, while ' +
        'the others are still coming.',
      input: StoreMany,
      output: StoredMany,
      errors: [NoMember, MemoryFull],
    }).handle(async (input, context) => {
      const family_member_uuid = memberOf(context.caller)
      const first = once.recall(context, input)
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as StoredMany
      const read = input.memories.map((memory) => readMemory(memory, family_member_uuid, clock.now()))
      const rows = read.filter((one): one is NewRow => !(one instanceof Failure))
      const contents = rows.map(({ content }) => content)
      return vectors.with(contents, (made) =>
        once(context, input, (tx) => {
          const vectorsOf = new Map(rows.map((row, at) => [row, made[at] ?? {}]))
          const items = read.map((one) => {
            if (one instanceof Failure) return refused(one)
            const { row, merged } = insertMemory(memories, tx, one, vectorsOf.get(one) ?? {})
            return { memory: toMemory(row), merged }
          })
          return counted(items)
        }),
      )
    }),
  }
}

const assertMemory: (memory: unknown) => asserts memory is ImportedMemory = compileInput(ImportedMemory)

/** The row of a memory that may be anything, or why it has none; `now` in milliseconds since the epoch. */
function readMemory(memory: unknown, family_member_uuid: string, now: number): NewRow | Failure {
  try {
    assertMemory(memory)
    const { created_at, told_at = created_at, actor = 'import', ...rest } = memory
    if (created_at !== undefined) pastMoment('created_at', created_at, iso(now))
    const told = told_at === undefined ? rest : { ...rest, told_at }
    return { ...newRow(told, family_member_uuid, iso(now)), actor }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function refused({ code, message, details }: Failure): Static<typeof Refused> {
  return { error: { code, message, details } }
}

function counted(items: StoredMany['items']): StoredMany {
  const failed = items.filter((item) => 'error' in item).length
  const merged = items.filter((item) => 'merged' in item && item.merged).length
  return { items, stored: items.length - failed - merged, merged, failed }
}
