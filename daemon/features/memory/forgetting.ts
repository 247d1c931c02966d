import type { Static } from 'typebox'
import { iso } from '../../kernel/clock.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { MemoryNotFound } from './failures.ts'
import { toMemory, type MemoryRow } from './rows.ts'
import { filterOf } from './filter.ts'
import * as schemas from './schemas.ts'
import { amongRivals } from './insertion.ts'
import type { Memories } from './store.ts'
import type { MemoryVectors } from './vectors.ts'

/** How long what was forgotten can be taken back, in milliseconds: 7 days. */
export const undoMs = 7 * 86_400_000
const hour = 3_600_000
/** How many are deleted for good at once, and how long others have their turn then, in milliseconds. */
const [sweepBatch, sweepPause] = [500, 100]

interface ForgettingDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly clock: TrustedClock
  readonly log: Log
  readonly memories: Memories
  readonly vectors: MemoryVectors
}

/** Takes a forgotten memory back, with its vectors. */
export function restored(
  memories: Memories,
  tx: Transaction,
  row: MemoryRow,
  { made, now }: { readonly made: Parameters<Memories['restore']>[2]; readonly now: number },
): MemoryRow {
  const back = { ...row, updated_at: iso(now), forgotten_at: null, import_uuid: null }
  memories.restore(tx, back, made)
  // Something else may hold by now.
  return amongRivals(memories, tx, back)
}

/** Forgetting with a preview and an undo of 7 days; after that it is gone for good. */
export function forgettingOperations({ store, once, clock, log, memories, vectors }: ForgettingDependencies) {
  const chosen = (family_member_uuid: string, input: schemas.Forgetting): MemoryRow[] => {
    const { memory_uuids, preview: _, ...filter } = input
    if (memory_uuids === undefined) {
      if (Object.keys(filter).length === 0) throw invalidRequest('', 'must say what to forget')
      return memories.ownFiltered(family_member_uuid, filterOf(filter))
    }
    if (Object.keys(filter).length > 0) throw invalidRequest('memory_uuids', 'is given alone')
    return memory_uuids.map((memory_uuid) => {
      const row = memories.findOwn(family_member_uuid, memory_uuid)
      if (!row) throw MemoryNotFound({ memory_uuid })
      return row
    })
  }

  let cancel = () => {}
  const sweep = () => {
    let swept = 0
    try {
      if (clock.isTrusted()) swept = store.write((tx) => memories.sweep(tx, clock.now() - undoMs, sweepBatch))
    } catch (error) {
      log.error({ err: error }, 'forgotten memories could not be deleted; retrying within the hour')
    }
    cancel = clock.after(swept === sweepBatch ? sweepPause : hour, sweep)
  }
  sweep()

  const operations = {
    'memory.forget': operation({
      rest: 'POST /memory/forget',
      access: 'member',
      effect: 'changes',
      summary: 'Forget some of your memories, or see which it would be',
      description: 'They can be taken back for 7 days; then they are gone for good.',
      input: schemas.Forgetting,
      output: schemas.Forgotten,
      errors: [NoMember, MemoryNotFound],
    }).handle((input, context) => {
      const family_member_uuid = memberOf(context.caller)
      const preview = input.preview ?? false
      const now = clock.now()
      const answer = (rows: MemoryRow[]) => ({
        items: rows.map(toMemory),
        total: rows.length,
        preview,
        restorable_until: iso(now + undoMs),
      })
      if (preview) return answer(chosen(family_member_uuid, input))
      return once(context, input, (tx) => {
        const rows = chosen(family_member_uuid, input)
        for (const row of rows) memories.forget(tx, row, iso(now))
        return answer(rows)
      })
    }),

    'memory.forgotten': operation({
      rest: 'GET /memory/forgotten',
      access: 'member',
      summary: 'What you have forgotten and can still take back',
      description: 'Everything that was forgotten in the last 7 days. Take one back with `memory.restore`.',
      input: Page,
      output: listOf(schemas.Memory),
      errors: [NoMember],
    }).handle((input, { caller }) => {
      const { items, total } = memories.forgotten(memberOf(caller), pageOf(input))
      return { items: items.map(toMemory), total }
    }),

    'memory.restore': operation({
      rest: 'POST /memory/{id}/restore',
      access: 'member',
      scopes: ['remember'],
      repeatable: true,
      summary: 'Take a forgotten memory back',
      description: 'Possible for 7 days after it was forgotten; after that it is not found.',
      input: schemas.ById,
      output: schemas.MemoryResult,
      errors: [NoMember, MemoryNotFound],
    }).handle(async ({ id }, context) => {
      const family_member_uuid = memberOf(context.caller)
      const first = once.recall(context, { id })
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as Static<typeof schemas.MemoryResult>
      const forgotten = memories.findForgotten(family_member_uuid, id)
      if (!forgotten) throw MemoryNotFound()
      return vectors.with([forgotten.content], ([made = {}]) =>
        once(context, { id }, (tx) => {
          const row = memories.findForgotten(family_member_uuid, id)
          if (!row) throw MemoryNotFound()
          return { memory: toMemory(restored(memories, tx, row, { made, now: clock.now() })) }
        }),
      )
    }),
  }

  return { operations, stop: () => cancel() }
}
