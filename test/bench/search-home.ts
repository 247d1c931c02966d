import { statSync } from 'node:fs'
import { pino } from 'pino'
import { Bus } from '../../daemon/bus/bus.ts'
import { openEmbedding } from '../../daemon/features/embedding/operations.ts'
import { newRow } from '../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../daemon/features/memory/store.ts'
import { openVectorTables } from '../../daemon/features/memory/vector-tables.ts'
import { iso, systemClock } from '../../daemon/kernel/clock.ts'
import { type Home, locateHome, removeFile } from '../../daemon/kernel/home.ts'
import { mirrorFilesOf } from '../../daemon/store/mirror/sums.ts'
import { memoryKinds } from '../../daemon/features/memory/tables.ts'
import { openDatabase, Store } from '../../daemon/store/store.ts'
import { personOf } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { dimension } from './search-task.ts'
import { memoryTexts, questionTexts } from './search-texts.ts'

/** How many members, and how many memories each of them has. */
export interface Size {
  readonly members: number
  readonly each: number
}

/** A home full of memories, and the same vectors for the peers. */
export interface FilledHome {
  readonly home: Home
  /** By the number of the member. */
  readonly members: readonly { readonly username: string; readonly family_member_uuid: string }[]
  /** All vectors, one after another; memory `i` belongs to member `i % members`. */
  readonly vectors: Float32Array
  /** Of the memories, in the same order. */
  readonly texts: readonly string[]
  readonly questions: readonly Question[]
  /** Seconds that embedding and writing took. */
  readonly seconds: { readonly embedding: number; readonly writing: number }
  /** Bytes of the database. */
  readonly bytes: number
}

export interface Question {
  readonly text: string
  readonly vector: Float32Array
  /** The number of the member who asks. */
  readonly member: number
}

const log = pino({ level: 'silent' })
const batch = 2_048
const spread = 2 * 365 * 86_400_000

/**
 * Fills the home at `path`: the members register with a daemon, then the memories, embedded here by the daemon's own
 * embedder, are written through the daemon's own queries while it is stopped. All are private. `asked` questions are
 * embedded as well.
 */
export async function fillHome(path: string, { members, each }: Size, asked: number): Promise<FilledHome> {
  const home = locateHome({ COMPANION_HOME: path })
  const people = await registerMembers(path, members)
  const texts = memoryTexts(members * each, 1)
  const words = questionTexts(asked, 2)

  const started = performance.now()
  const bus = new Bus(systemClock, log)
  const model = openEmbedding({ home, bus, clock: systemClock, log }, { modelInUse: () => true })
  const embed = (part: readonly string[], purpose: 'query' | 'passage') =>
    model.vectors.embed(model.models.embedded, part, purpose)
  const vectors = new Float32Array(texts.length * dimension)
  for (let at = 0; at < texts.length; at += batch) {
    const made = await embed(texts.slice(at, at + batch), 'passage')
    for (const [index, vector] of made.entries()) vectors.set(vector, (at + index) * dimension)
  }
  const embedded = performance.now()
  const questionVectors = await embed(words, 'query')
  await model.stop()

  const writing = performance.now()
  const client = openDatabase(home.database)
  const store = new Store(client, log)
  const memories = memoryStore(store)
  const { name: table } = openVectorTables(store).active()
  const now = Date.now()
  for (let at = 0; at < texts.length; at += batch) {
    store.write((tx) => {
      for (const [index, content] of texts.slice(at, at + batch).entries()) {
        const number = at + index
        const owner = people[number % members]?.family_member_uuid ?? ''
        const created = iso(now - spread + Math.floor((number / texts.length) * spread))
        const vector = vectors.subarray(number * dimension, (number + 1) * dimension)
        const row = newRow(
          { content, kind: memoryKinds[number % 4] ?? 'note', tags: number % 10 === 0 ? ['work'] : [] },
          owner,
          created,
        )
        memories.insert(tx, row, { [table]: vector })
      }
    })
  }
  const written = performance.now()
  store.close()
  // What the daemon knew of its pages tells nothing of these.
  removeFile(mirrorFilesOf(home.database).sums)
  return {
    home,
    members: people,
    vectors,
    texts,
    questions: words.map((text, index) => ({
      text,
      vector: questionVectors[index] ?? new Float32Array(dimension),
      member: index % members,
    })),
    seconds: { embedding: (embedded - started) / 1_000, writing: (written - writing) / 1_000 },
    bytes: statSync(home.database).size,
  }
}

async function registerMembers(path: string, count: number) {
  const daemon = await startMeasuredDaemon(path)
  try {
    const { access_token: token, family_member_uuid } = await registerOwner(path, daemon.file)
    const members = [{ username: 'olga', family_member_uuid }]
    while (members.length < count) {
      const username = `member${members.length}`
      const payload = personOf(username)
      const { status, body } = await rest(daemon, 'POST /auth/register', { token, payload })
      if (status !== 201) throw new Error(`register: ${status}`)
      members.push({ username, family_member_uuid: body.data.family_member.family_member_uuid })
    }
    return members
  } finally {
    await daemon.stop()
  }
}
