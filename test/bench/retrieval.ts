// How well members' memories are found by what they mean: keyword search alone, vectors alone, and the daemon's search,
// over the questions of test/bench/retrieval. node test/bench/retrieval.ts [--held] [bm25] [vectors] [daemon]
// Tune with the `tune` questions; those of `held` are printed with --held alone, for a last look.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Tokenizer } from '@huggingface/tokenizers'
import Database from 'better-sqlite3'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { personOf, signIn, temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { type DaemonProcess, end, startDaemonProcess } from './daemon-process.ts'
import { registerOwner } from './owner.ts'
import { bootstrapInterval, contentWords, mean, recallAt, reciprocalRank } from './retrieval-measures.ts'
import household from './retrieval/members.json' with { type: 'json' }
import memories from './retrieval/memories.json' with { type: 'json' }
import questions from './retrieval/questions.json' with { type: 'json' }

type Memory = (typeof memories)[number]
type Question = (typeof questions)[number]

/** A way to find memories. */
interface Retriever {
  readonly name: string
  /** Takes in the memories of all members, oldest turns of a conversation first. */
  store(memories: readonly Memory[]): Promise<void>
  /** The ids of what `owner` may see, the best first. */
  search(question: string, owner: string, limit: number): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const { members } = household
const owners = members.map(({ id }) => id)
const seenBy = (owner: string, all: readonly Memory[]) =>
  all.filter((memory) => memory.owner === owner || memory.visibility === 'household')

/** SQLite's own ranking over one table an owner; the question's content words, any of them. */
function bm25(): Retriever {
  const database = new Database(':memory:')
  return {
    name: 'bm25',
    store: async (all) => {
      for (const owner of owners) {
        database.exec(
          `CREATE VIRTUAL TABLE ${owner} USING fts5(id UNINDEXED, content, tokenize = 'porter unicode61')`,
        )
        const insert = database.prepare(`INSERT INTO ${owner} (id, content) VALUES (?, ?)`)
        for (const { id, content } of seenBy(owner, all)) insert.run(id, content)
      }
    },
    search: async (question, owner, limit) => {
      const words = contentWords(question)
      if (words.length === 0) return []
      return database
        .prepare<[string, number], string>(
          `SELECT id FROM ${owner} WHERE content MATCH ? ORDER BY bm25(${owner}), rowid LIMIT ?`,
        )
        .pluck()
        .all(words.map((word) => `"${word}"`).join(' OR '), limit)
    },
    [Symbol.asyncDispose]: async () => void database.close(),
  }
}

type Embed = (text: string) => Promise<Float32Array>

const modelFolder = join(import.meta.dirname, '..', '..', 'models', 'static-en-v1')
const maxTokens = 256

/** Loads the model that comes with the project; its vectors are of unit length. */
async function loadModel(): Promise<{ embed: Embed; release: () => Promise<void> }> {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(modelFolder, 'tokenizer.json'), 'utf8')), {})
  const session = await InferenceSession.create(join(modelFolder, 'model_int8.onnx'), {
    intraOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  const embed = async (text: string) => {
    const ids = tokenizer.encode(text).ids.slice(0, maxTokens).map(BigInt)
    const shape = [1, ids.length]
    const { sentence_embedding: vector } = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    })
    if (!(vector?.data instanceof Float32Array)) throw new Error('the model gave no vector')
    return vector.data
  }
  return { embed, release: () => session.release() }
}

/** Cosine of the embedded model's vectors, exact. */
async function vectors(): Promise<Retriever> {
  const { embed, release } = await loadModel()
  const stored: { memory: Memory; vector: Float32Array }[] = []
  return {
    name: 'vectors',
    store: async (all) => {
      for (const memory of all) stored.push({ memory, vector: await embed(memory.content) })
    },
    search: async (question, owner, limit) => {
      const wanted = await embed(question)
      const cosine = (vector: Float32Array) =>
        vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0)
      return stored
        .filter(({ memory }) => seenBy(owner, [memory]).length > 0)
        .map(({ memory, vector }) => ({ id: memory.id, score: cosine(vector) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ id }) => id)
    },
    [Symbol.asyncDispose]: release,
  }
}

/** A new member's access token. */
async function signUp(daemon: DaemonProcess, admin: string, member: (typeof members)[number]) {
  const { id: username, full_name, relationship } = member
  const payload = personOf(username, { full_name, relationship })
  const registered = await rest(daemon, 'POST /auth/register', { token: admin, payload })
  if (registered.status !== 201) throw new Error(`register: ${JSON.stringify(registered.body)}`)
  return (await signIn(daemon, username)).access_token
}

interface Found {
  readonly memory: { readonly memory_uuid: string }
}

/** The daemon's own search, over REST. */
async function daemonSearch(): Promise<Retriever> {
  const home = temporaryFolder()
  const daemon = await startDaemonProcess(home)
  const tokens = new Map<string, string>()
  /** Told alike, memories may become one. */
  const ids = new Map<string, string[]>()
  return {
    name: 'daemon',
    store: async (all) => {
      const { access_token: admin } = await registerOwner(home, daemon.file)
      for (const member of members) tokens.set(member.id, await signUp(daemon, admin, member))
      const conversations = new Map<string, string>()
      for (const { id: owner } of members) {
        const own = all.filter((memory) => memory.owner === owner)
        const told = own.map(({ content, kind, tags, visibility, told_on, conversation }) => {
          const conversation_uuid =
            conversation === undefined ? undefined : (conversations.get(conversation) ?? randomUUID())
          if (conversation !== undefined) conversations.set(conversation, conversation_uuid ?? '')
          return { content, kind, tags, visibility, created_at: `${told_on}T12:00:00Z`, conversation_uuid }
        })
        const { status, body } = await rest(daemon, 'POST /memory/store-many', {
          token: tokens.get(owner),
          payload: { memories: told },
        })
        if (status >= 300 || body.data.failed > 0) throw new Error(`store: ${JSON.stringify(body)}`)
        for (const [at, { id }] of own.entries()) {
          const { memory_uuid } = body.data.items[at].memory
          ids.set(memory_uuid, [...(ids.get(memory_uuid) ?? []), id])
        }
      }
    },
    search: async (question, owner, limit) => {
      const query = new URLSearchParams({ q: question, limit: String(limit) })
      const { status, body } = await rest(daemon, `GET /memory/search?${query.toString()}`, {
        token: tokens.get(owner),
      })
      if (status !== 200) throw new Error(`search: ${status} ${JSON.stringify(body)}`)
      const items: Found[] = body.data.items
      return items.flatMap(({ memory }) => ids.get(memory.memory_uuid) ?? [])
    },
    [Symbol.asyncDispose]: async () => {
      await end(daemon.child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

type Measure = (found: readonly string[], question: Question) => number

const measures: Record<string, Measure> = {
  'recall@5': (found, { answers }) => recallAt(5, found, answers),
  'recall@10': (found, { answers }) => recallAt(10, found, answers),
  MRR: (found, { answers }) => reciprocalRank(found, answers),
}
const limit = 10

const percent = (share: number) => (share * 100).toFixed(1)

/** A measure's mean in percent, with its interval. */
function figure(values: readonly number[]): string {
  const [low, high] = bootstrapInterval(values)
  return `${percent(mean(values))} (${percent(low)} to ${percent(high)})`
}

/** Prints how well each retriever answers the questions of one part. */
async function report(part: string, retrievers: readonly Retriever[]): Promise<void> {
  const asked = questions.filter((question) => question.part === part)
  const table: Record<string, Record<string, string>> = {}
  const kinds: Record<string, Record<string, string>> = {}
  for (const retriever of retrievers) {
    const { name } = retriever
    const answered: { question: Question; found: string[] }[] = []
    for (const question of asked) {
      const found = await retriever.search(question.question, question.asked_by, limit)
      answered.push({ question, found })
    }
    const values = (measure: Measure) => answered.map(({ found, question }) => measure(found, question))
    table[name] = Object.fromEntries(
      Object.entries(measures).map(([label, measure]) => [label, figure(values(measure))]),
    )
    for (const [kind, those] of Map.groupBy(answered, ({ question }) => question.kind)) {
      const row = `${kind} (${those.length})`
      const recalls = those.map(({ found, question }) => recallAt(limit, found, question.answers))
      kinds[row] = { ...kinds[row], [name]: percent(mean(recalls)) }
    }
  }
  console.log(`${part}: ${asked.length} questions; means in percent, with their 95 % intervals`)
  console.table(table)
  console.log(`${part}: recall@10 by the kind of question`)
  console.table(kinds)
}

const makers: Record<string, () => Retriever | Promise<Retriever>> = { bm25, vectors, daemon: daemonSearch }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { held: { type: 'boolean', default: false } },
})
await using stack = new AsyncDisposableStack()
const retrievers: Retriever[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(makers)) {
  const make = makers[name]
  if (!make) throw new Error(`no retriever ${name}: there are ${Object.keys(makers).join(', ')}`)
  const retriever = stack.use(await make())
  await retriever.store(memories)
  retrievers.push(retriever)
}
await report('tune', retrievers)
if (values.held) await report('held', retrievers)
