import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { openEmbedder, type UsableModel } from '../../../daemon/features/embedding/embedder.ts'
import { ModelMissing, UnknownModel } from '../../../daemon/features/embedding/failures.ts'
import { ownModel, ownUsableModel } from '../../support/memory/embedding.ts'

const feature = join(import.meta.dirname, '..', '..', '..', 'daemon', 'features', 'embedding')
const own = ownUsableModel()
const models: Record<string, UsableModel> = {
  [ownModel]: own,
  prefixed: { ...own, query_prefix: 'boats and ships: ' },
  broken: { ...own, id: 'broken', onnx: own.tokenizer },
  wide: { ...own, id: 'wide', dimension: 512 },
}
const locate = (id: string) => {
  const model = models[id]
  if (!model) throw id === 'elsewhere' ? ModelMissing() : UnknownModel()
  return model
}
const log = pino({ level: 'silent' })

function open(start?: () => Worker) {
  const embedder = openEmbedder({ locate, log, ...(start ? { start } : {}) })
  after(() => embedder.stop())
  const all = (texts: readonly string[], model = ownModel) => embedder.embed(model, texts, 'passage')
  const one = async (text: string, model = ownModel) => (await all([text], model))[0] ?? new Float32Array()
  return { ...embedder, all, one }
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const furthest = (a: Float32Array, b: Float32Array) =>
  Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? NaN))))
/** That two vectors of one dimension are the same but for rounding. */
const same = (a: Float32Array, b: Float32Array) => {
  assert.equal(a.length, b.length)
  assert.ok(furthest(a, b) <= 1e-6, `they differ by ${furthest(a, b)}`)
}

const memories = [
  'The automobile is parked in the basement garage.',
  'Grandma was born on the ninth of May.',
  'Our physician is called Dr. Lindqvist.',
  'The puppy must not eat chocolate.',
  'We fly to Lisbon in August.',
  'Tom is allergic to peanuts.',
  'The plumber repaired the leaking pipe under the sink.',
  'My favourite meal is spaghetti with tomato sauce.',
]
/** Each asks for the memory at the same place, without any of its words. */
const questions = [
  'where did I leave my car',
  'which day is her birthday celebrated, of my grandmother',
  'what name has the doctor who treats us',
  'what food is dangerous for dogs',
  'when are they going on vacation to Portugal',
  'what nuts make him sick',
  'who fixed water dripping in a kitchen',
  'what dish do I like most for dinner',
]

describe('A vector', () => {
  const { all, one, embed } = open()

  it('has unit length, whatever the text', async () => {
    const texts = [
      ...memories,
      'a',
      'Straße, naïve, Ærøskøbing',
      '日本語のテキスト',
      '🦊🚲',
      '‮עברית',
      'a half \uD83E of a fox',
    ]
    for (const [at, vector] of (await all(texts)).entries()) {
      assert.equal(vector.length, 384)
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5, texts[at])
    }
  })

  it('is the same in a batch as alone', async () => {
    const texts = [...memories, ...questions, 'x'.repeat(5_000), memories.join(' ').repeat(20), '']
    const together = await all(Array.from({ length: 100 }, (_, at) => texts[at % texts.length] ?? ''))
    for (const [at, vector] of together.entries()) same(vector, await one(texts[at % texts.length] ?? ''))
  })

  it('does not depend on case or on accents', async () => {
    same(await one('The CAFÉ on the corner'), await one('the cafe on the corner'))
  })

  it('is all zeros for a text without readable content', async () => {
    for (const text of ['', ' \n\t ', '\u0000', '\uD83E']) {
      assert.ok((await one(text)).every((value) => value === 0))
    }
    const [empty] = await embed('prefixed', ['  '], 'query')
    assert.ok(empty?.every((value) => value === 0))
  })

  it('ignores everything after 256 tokens', async () => {
    const long = 'tea '.repeat(256)
    same(await one(`${long} elephants in the snow`), await one(long))
    const shorter = 'tea '.repeat(250)
    assert.ok(furthest(await one(`${shorter} elephants in the snow`), await one(shorter)) > 1e-5)
  })

  it('is computed for a text of a million characters too', async () => {
    assert.ok(dot(await one('harbour '.repeat(125_000)), await one('harbour')) > 0.99)
    assert.ok(Math.abs(Math.hypot(...(await one('x'.repeat(1_000_000)))) - 1) < 1e-5)
  })

  it("of a query uses the model's query prefix, that of a passage does not", async () => {
    const [query] = await embed('prefixed', ['the harbour'], 'query')
    assert.ok(query)
    same(query, await one('boats and ships: the harbour'))
    same(await one('the harbour', 'prefixed'), await one('the harbour'))
  })

  it('of an everyday question is close to its memory without common words', async () => {
    const stored = await all(memories)
    const asked = await embed(ownModel, questions, 'query')
    const places = asked.map((query, at) => {
      const scores = stored.map((vector) => dot(query, vector))
      return scores.filter((score) => score > (scores[at] ?? NaN)).length + 1
    })
    assert.ok(places.filter((place) => place === 1).length >= 6, places.join())
    assert.ok(
      places.every((place) => place <= 3),
      places.join(),
    )
  })
})

describe('The embedder', () => {
  it('returns nothing for no texts, and starts no thread for it', async () => {
    const { all } = open(() => assert.fail('a thread was started'))
    assert.deepEqual(await all([]), [])
  })

  it('reports a model that is unknown or not downloaded', async () => {
    const { one } = open()
    await assert.rejects(one('tea', 'unheard-of'), { code: 'NOT_FOUND' })
    await assert.rejects(one('tea', 'elsewhere'), { code: 'CONFLICT' })
  })

  it('reports a model that does not work, and continues with others', async () => {
    const { one } = open()
    const [broken, wide, well] = await Promise.allSettled([
      one('tea', 'broken'),
      one('tea', 'wide'),
      one('tea'),
    ])
    assert.equal(broken.status, 'rejected')
    assert.match(String(wide.status === 'rejected' && wide.reason), /another dimension/)
    assert.equal(well.status, 'fulfilled')
  })

  it('handles a query before 10,000 earlier passages, and other passages in turn', async () => {
    const { all, one, embed } = open()
    await one('ready')
    const done: string[] = []
    const as = (name: string) => () => void done.push(name)
    const many = Array.from({ length: 10_000 }, (_, at) => `${memories[at % 8]} Remember it as number ${at}.`)
    const bulk = all(many)
    const passage = one('A single passage.')
    const query = embed(ownModel, ['a query'], 'query')
    await Promise.all([bulk.then(as('bulk')), passage.then(as('passage')), query.then(as('query'))])
    assert.deepEqual(done, ['query', 'passage', 'bulk'])
    const vectors = await bulk
    for (const at of [0, 17, 4_321, 9_999]) same(vectors[at] ?? new Float32Array(), await one(many[at] ?? ''))
  })

  it('rejects pending work when its thread crashes, and starts another with the next text', async () => {
    const { port1: crash, port2 } = new MessageChannel()
    const started: Worker[] = []
    const { one, all } = open(() => {
      const data = { port: port2, file: join(feature, 'worker.ts') }
      const code = `
        const { workerData: { port, file } } = require('node:worker_threads')
        port?.on('message', () => { throw new Error('struck by lightning') }).unref()
        import(file)`
      const first = started.length === 0
      const options = { eval: true, workerData: first ? data : { file: data.file } }
      const worker = new Worker(code, first ? { ...options, transferList: [port2] } : options)
      started.push(worker)
      return worker
    })
    const before = await one('tea')
    const bulk = all(Array.from({ length: 20_000 }, () => 'tea with milk and sugar'))
    crash.postMessage('now', [])
    await assert.rejects(bulk, /ended before it was done/)
    same(await one('tea'), before)
    assert.equal(started.length, 2)
    crash.close()
  })

  it('rejects pending work when it stops, ends its thread and accepts no more texts', async () => {
    let exits = 0
    const embedder = open(() => {
      const worker = new Worker(join(feature, 'worker.ts'))
      worker.on('exit', () => (exits += 1))
      return worker
    })
    await embedder.one('tea')
    const bulk = assert.rejects(embedder.all(Array.from({ length: 20_000 }, () => 'tea')), /stopped/)
    await embedder.stop()
    await bulk
    assert.equal(exits, 1)
    await assert.rejects(embedder.one('tea'), /stopped/)
    await embedder.stop()
  })

  it('lets the process exit when it is idle', () => {
    const code = `
      import { pino } from 'pino'
      import { openEmbedder } from ${JSON.stringify(join(feature, 'embedder.ts'))}
      const locate = () => (${JSON.stringify(own)})
      const { embed } = openEmbedder({ locate, log: pino({ level: 'silent' }) })
      console.log((await embed('it', ['tea'], 'query')).length)`
    const options = { cwd: join(feature, '..'), encoding: 'utf8', timeout: 60_000 } as const
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], options)
    assert.equal(output.trim(), '1')
  })
})
