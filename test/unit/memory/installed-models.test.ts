import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openMemory } from '../../../daemon/features/memory/operations.ts'
import { openErasures } from '../../../daemon/store/erasures.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import {
  entryOf,
  makeManifest,
  openTestEmbedding,
  ownModel,
  rerankingEntryOf,
} from '../../support/memory/embedding.ts'
import { startModelServer } from '../../support/memory/model-server.ts'
import { tinyCrossEncoder, tinyGraph, tinyTokenizer } from '../../support/memory/tiny-graph.ts'
import { soon } from '../../support/processes.ts'
import { openTestStore } from '../../support/store.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'

const dimension = 384
const words = ['ferry', 'boat', 'harbour', 'piano', 'lesson', 'sails', 'noon', 'teacher', 'late']
/** Words of one axis mean the same to the transformer; to the cross-encoder, each word is its own. */
const meaning: Readonly<Record<string, number>> = { boat: 0, ferry: 0, lesson: 1, teacher: 1 }
const axis = (at: number | undefined) => {
  const row = Array.from({ length: dimension }, () => 0)
  if (at !== undefined) row[at] = 1
  return row
}
const special = Array.from({ length: 4 }, () => axis(undefined))
const nothing = axis(undefined)

const tokenizer = Buffer.from(tinyTokenizer(words))
const files = {
  transformer: {
    'tokenizer.json': tokenizer,
    'model.onnx': tinyGraph(
      [...special, ...words.map((word, at) => axis(meaning[word] ?? at + 10))],
      [nothing, nothing],
    ),
  },
  reranker: {
    'tokenizer.json': tokenizer,
    'model.onnx': tinyCrossEncoder([...special, ...words.map((_, at) => axis(at))]),
  },
}

/** The same, with a reranker that gets the time it takes, as it does on a machine that is not busy. */
function patient(vectors: ReturnType<typeof openTestEmbedding>['vectors']): typeof vectors {
  const reranker = () => {
    const here = vectors.reranker()
    return (
      here && {
        ...here,
        read: (question: string, passages: readonly string[]) => here.read(question, passages, 60_000),
      }
    )
  }
  return { ...vectors, reranker }
}

async function open() {
  const paths = Object.entries(files).flatMap(([id, of]) =>
    Object.entries(of).map(([name, content]) => [`/${id}/${name}`, content]),
  )
  const server = await startModelServer({ files: Object.fromEntries(paths) })
  after(() => server[Symbol.asyncDispose]())
  const made = makeManifest(
    entryOf('transformer', `${server.url}transformer/`, files.transformer, {
      pooling: 'mean',
      special_tokens: true,
    }),
    rerankingEntryOf('reranker', `${server.url}reranker/`, files.reranker),
  )
  const embedding = openTestEmbedding(made)

  const { home, store, clock, addMember } = openTestStore()
  const { operations, stop } = openMemory(
    {
      home,
      config: { capacity: { goals: 1, memories: 100, memory_megabytes: 1 } },
      store,
      once: openIdempotency(store, clock),
      erasures: openErasures(store, home, clock),
      bus: embedding.bus,
      clock,
      log: pino({ level: 'silent' }),
    },
    { embedding: patient(embedding.vectors), withdraw: () => {}, quotePlaces: [] },
  )
  after(stop)
  const context = contextOf('memory', callerOf(addMember('olga').family_member_uuid, { admin: true }))
  // oxlint-disable-next-line typescript/no-explicit-any
  const call = async (name: keyof typeof operations, input: object): Promise<any> =>
    operations[name].handler(input, context)
  const search = async (q: string) => {
    const { items } = await call('memory.search', { q })
    return items.map((item: { memory: { content: string } }) => item.memory.content)
  }
  const fetched = async (id: string) => {
    embedding.models.download(id)
    await embedding.state(id, 'ready')
  }
  return { ...embedding, call, search, fetched }
}

test('a transformer that was fetched finds by its own meaning what the model before did not know', async () => {
  const { call, search, fetched } = await open()
  await call('memory.store', { content: 'The ferry sails at noon' })
  await call('memory.store', { content: 'The piano teacher was late' })
  await assert.rejects(call('memory.change_model', { model: 'transformer' }), /not on this machine yet/)
  await fetched('transformer')
  await call('memory.change_model', { model: 'transformer' })
  await soon(async () => (await call('memory.model', {})).model === 'transformer')

  assert.deepEqual(await search('boat'), ['The ferry sails at noon'])
  assert.deepEqual(await search('lesson'), ['The piano teacher was late'])
  await call('memory.store', { content: 'A lesson at the harbour' })
  assert.equal((await search('teacher')).length, 2)
})

test('one that is not here is fetched first, if asked, and used once it is; who ends the download keeps the old one', async () => {
  const { call, search, models, until } = await open()
  await call('memory.store', { content: 'The ferry sails at noon' })
  const { model, next } = await call('memory.change_model', { model: 'transformer', download: true })
  assert.deepEqual([model, next?.model, next?.done, next?.error], [ownModel, 'transformer', 0, null])
  // Told while the model is on its way, and found once it is here.
  await call('memory.store', { content: 'A lesson at the harbour' })
  await models.cancel('transformer')
  await until(({ state }) => state === 'missing')
  await soon(async () => (await call('memory.model', {})).next === null)
  assert.equal((await call('memory.model', {})).model, ownModel)

  await call('memory.change_model', { model: 'transformer', download: true })
  await soon(async () => (await call('memory.model', {})).model === 'transformer')
  assert.deepEqual(await search('boat'), ['The ferry sails at noon'])
  assert.deepEqual(await search('teacher'), ['A lesson at the harbour'])
  await assert.rejects(
    call('memory.change_model', { model: 'unknown', download: true }),
    /no such embedding model/,
  )
})

test('a reranker that was fetched has the last word, and none once it is removed', async () => {
  const { call, search, fetched, models } = await open()
  const [much, all] = ['Harbour, harbour, harbour', 'The boat sails from the harbour']
  for (const content of [much, all]) await call('memory.store', { content })
  const question = 'which harbour, and whose harbour, of the boat in the harbour'
  assert.deepEqual(await search(question), [all, much])

  await fetched('reranker')
  // It multiplies: three times three of the one, three and one of the other.
  const { items } = await call('memory.search', { q: question })
  assert.deepEqual(
    items.map((item: { memory: { content: string } }) => item.memory.content),
    [much, all],
  )
  assert.match(items[0].why, /reads like an answer/)
  assert.equal(models.get('reranker').purpose, 'reranking')
  await assert.rejects(call('memory.change_model', { model: 'reranker' }), { code: 'NOT_FOUND' })

  await models.remove('reranker')
  assert.deepEqual(await search(question), [all, much])
  assert.equal(models.embedded, ownModel)
})
