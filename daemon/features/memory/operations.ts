import type { Bus } from '../../bus/bus.ts'
import { iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, pageOf } from '../../kernel/paging.ts'
import type { Store } from '../../store/store.ts'
import type { QuotePlace } from '../../store/table-rules.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import { openAccess } from './access.ts'
import { bulkOperations } from './bulk.ts'
import { checkupOperations } from './checkup-operations.ts'
import { type Embedding, type MemoryVectors, openVectors } from './vectors.ts'
import { MemoryNotFound } from './failures.ts'
import { openFacts, startReadingFacts } from './facts/facts.ts'
import { factOperations } from './facts/operations.ts'
import { forgettingOperations } from './forgetting.ts'
import { openImporting } from './importing.ts'
import { insertMemory } from './insertion.ts'
import { modelOperations } from './model-operations.ts'
import { type DeletionDependencies, openDeletion, openQuotes, type Withdraw } from './quotes.ts'
import { openRecollection } from './recollection.ts'
import { openReembedding } from './reembedding.ts'
import { newRow, ownerOf, toMemory, type MemoryRow } from './rows.ts'
import { filterOf } from './filter.ts'
import * as schemas from './schemas.ts'
import { openRepair } from './repair.ts'
import { shownOf } from './search/finding.ts'
import { keywordOf } from './search/ranking.ts'
import { openSearch } from './search/search.ts'
import { wordingOf } from '../../language/en/memory/paraphrase.ts'
import { statementOf } from '../../language/en/memory/statement.ts'
import { type Memories, memoryStore } from './store.ts'
import { MemoryFull, openUsage, usageOperations } from './usage.ts'
import type { Vectors } from './vector.ts'
import { openVectorTables } from './vector-tables.ts'

interface MemoryDependencies extends DeletionDependencies {
  readonly store: Store
  readonly home: Pick<Home, 'database'>
  readonly config: Pick<Config, 'capacity'>
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
}

interface MemoryPorts {
  readonly embedding: Embedding
  readonly withdraw: Withdraw
  /** Where other features hold the texts of memories. */
  readonly quotePlaces: readonly QuotePlace[]
}

/** Memory: what members have told the companion, stored permanently and found by meaning. */
export function openMemory(given: MemoryDependencies, { embedding, withdraw, quotePlaces }: MemoryPorts) {
  const { home, config, store, once, bus, clock, log } = given
  const tables = openVectorTables(store)
  const search = openSearch({ file: home.database, tables, embedding, clock, log })
  const usage = openUsage(store, config.capacity)
  const facts = openFacts(store)
  const changed = (owner: string, memory_id: number) => {
    facts.changed(owner, memory_id)
    search.changed(owner, memory_id)
  }
  const changedAll = () => {
    facts.changedAll()
    search.changedAll()
  }
  const quotes = openQuotes(store, quotePlaces)
  const elsewhere = { quotes, deleted: openDeletion(quotes, given, withdraw) }
  const memories = memoryStore(store, changed, elsewhere, usage, facts.read)
  const stopReading = startReadingFacts({ store, clock, log, facts })
  const access = openAccess({ store, memories, clock, log })

  const vectors = openVectors(tables, embedding, log)

  const dependencies = { store, once, clock, memories, vectors, search, access }
  const { operations: forgetting, stop: stopSweeping } = forgettingOperations({
    store,
    once,
    clock,
    log,
    memories,
    vectors,
  })
  // In threads of their own, while the rest of the daemon starts.
  if (memories.count() > 0) clock.after(0, search.warm)
  const reembedding = openReembedding({
    store,
    memories,
    tables,
    embedding,
    bus,
    clock,
    log,
    switched: search.changedAll,
  })

  const repairing = openRepair({ store, memories, search, vectors, tables, embedding, clock, log })
  const importing = openImporting({ store, clock, log, memories, vectors, changedAll })

  return {
    operations: {
      ...storeOperations(dependencies),
      ...searchOperations(dependencies),
      ...changeOperations(dependencies),
      ...forgetting,
      ...factOperations({ facts }),
      ...checkupOperations({ search, access }),
      ...bulkOperations({ once, clock, memories, vectors }),
      ...usageOperations(usage),
      ...modelOperations({ tables, embedding, reembedding }),
      ...repairing.operations,
    },
    quote: memories.quote,
    ownAfter: memories.ownAfter,
    sharesAny: memories.sharesAny,
    importing,
    recollection: openRecollection({ store, clock, memories, facts, search, vectors, access }),
    /** Whether memories have, or are given, vectors of a model. */
    uses: (model: string) => tables.written().some((table) => table.model === model),
    erase: memories.erase,
    repair: repairing.repair,
    stop: async () => {
      stopSweeping()
      stopReading()
      importing.stop()
      await repairing.stop()
      await reembedding.stop()
      access.stop()
      await search.stop()
    },
  }
}

interface OperationsDependencies extends Pick<MemoryDependencies, 'store' | 'once' | 'clock'> {
  readonly memories: Memories
  readonly vectors: MemoryVectors
  readonly search: ReturnType<typeof openSearch>
  readonly access: ReturnType<typeof openAccess>
}

function storeOperations({ once, clock, memories, vectors }: OperationsDependencies) {
  return {
    'memory.store': operation({
      rest: 'POST /memory/store',
      status: ({ merged }) => (merged ? 200 : 201),
      access: 'member',
      scopes: ['remember'],
      summary: 'Remember something',
      description:
        'What is known already is only made stronger; a newer value of one thing takes the place of the older.',
      input: schemas.NewMemory,
      output: schemas.Stored,
      errors: [NoMember, MemoryFull],
    }).handle(async (input, context) => {
      const family_member_uuid = memberOf(context.caller)
      const row = newRow(input, family_member_uuid, iso(clock.now()))
      return vectors.with([row.content], ([made = {}], assertCurrent) =>
        once.together(context, input, (tx) => {
          assertCurrent()
          const { row: stored, merged } = insertMemory(memories, tx, row, made)
          return { memory: toMemory(stored), merged }
        }),
      )
    }),
  }
}

function searchOperations({ memories, search, access }: OperationsDependencies) {
  return {
    'memory.search': operation({
      rest: 'GET /memory/search',
      access: 'member',
      summary: 'Find memories by what they mean and by their words',
      description:
        'The words (BM25) and the meaning (an embedding) count together, and `why` says how a memory was ' +
        'found. Searches your own memories and those that are shared with the household; with `history` also those that a ' +
        'newer one has taken the place of. Where none is likely to answer, `confident` is false, and only those come that ' +
        'share words with the question, and a few that are about something like it.',
      input: schemas.Search,
      output: schemas.SearchResult,
      errors: [NoMember],
    }).handle(async ({ q, limit = 10, history = false, ...filter }, { caller }) => {
      const wanted = { ...filterOf(filter), history }
      const results = await search.query(memberOf(caller), q.trim(), wanted, limit)
      const hits = shownOf(results)
      // Who only looks in leaves no trace.
      if (caller.restriction !== 'read_only') access.note(hits.map(({ row }) => row.memory_id))
      const items = hits.map(({ row, score, evidence, why }) => ({
        memory: toMemory(row),
        score,
        match: { semantic: evidence.cosine, keyword: keywordOf(evidence), context: evidence.around },
        why,
      }))
      return { items, total: items.length, confident: results.confident }
    }),

    'memory.recent': operation({
      rest: 'GET /memory/recent',
      access: 'member',
      summary: 'Your memories and those of the household, pinned ones first, then the newest',
      description: 'With `history` also those that a newer one has taken the place of.',
      input: schemas.Recent,
      output: listOf(schemas.Memory),
      errors: [NoMember],
    }).handle(({ history = false, order = 'important', ...input }, { caller }) => {
      const at = { ...pageOf(input), history, order }
      const { items, total } = memories.list(memberOf(caller), filterOf(input), at)
      return { items: items.map(toMemory), total }
    }),
  }
}

function changeOperations({ store, clock, memories, vectors }: OperationsDependencies) {
  return {
    'memory.get': operation({
      rest: 'GET /memory/{id}',
      access: 'member',
      summary: 'One memory',
      description: 'Your own, or one that is shared with the household. Any other is not found.',
      input: schemas.ById,
      output: schemas.MemoryResult,
      errors: [NoMember, MemoryNotFound],
    }).handle(({ id }, { caller }) => {
      const row = memories.find(memberOf(caller), id)
      if (!row) throw MemoryNotFound()
      return { memory: toMemory(row) }
    }),

    'memory.update': operation({
      rest: 'PUT /memory/{id}',
      access: 'member',
      scopes: ['remember'],
      summary: 'Change a memory that you have stored',
      description:
        'Give only what is to change. Changed content is embedded anew, so that it is found by its new ' +
        'meaning at once.',
      input: schemas.MemoryChange,
      output: schemas.MemoryResult,
      errors: [NoMember, MemoryNotFound, MemoryFull],
    }).handle(async ({ id, ...changes }, { caller }) => {
      const family_member_uuid = memberOf(caller)
      if (!memories.findOwn(family_member_uuid, id)) throw MemoryNotFound()
      const content = changes.content?.trim()
      const change = (made: Vectors | undefined) =>
        store.write((tx) => {
          const row = memories.findOwn(family_member_uuid, id)
          if (!row) throw MemoryNotFound()
          const visibility = changes.visibility ?? row.visibility
          const changed: MemoryRow = {
            ...row,
            ...changes,
            content: content ?? row.content,
            statement: statementOf(content ?? row.content),
            wording: wordingOf(content ?? row.content),
            visibility,
            owner: ownerOf(family_member_uuid, visibility),
            updated_at: iso(clock.now()),
            import_uuid: null,
          }
          memories.update(tx, changed, made ?? memories.vectorsOf(row))
          return { memory: toMemory(changed) }
        })
      return content === undefined ? change(undefined) : vectors.with([content], ([made]) => change(made))
    }),

    'memory.delete': operation({
      rest: 'DELETE /memory/{id}',
      access: 'member',
      summary: 'Forget a memory that you have stored, at once and for good',
      description:
        'There is no way back: its text, its words and its vector are overwritten, and its words in replies, and no backup ' +
        'brings it back. To be able to take it back, use `memory.forget`.',
      input: schemas.ById,
      output: schemas.MemoryResult,
      errors: [NoMember, MemoryNotFound],
    }).handle(({ id }, { caller }) =>
      store.write((tx) => {
        const row = memories.findOwn(memberOf(caller), id)
        if (!row) throw MemoryNotFound()
        memories.remove(tx, row)
        return { memory: toMemory(row) }
      }),
    ),
  }
}
