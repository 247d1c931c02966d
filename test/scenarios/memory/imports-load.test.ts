import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { sharedHousehold } from '../../support/household.ts'
import { select } from '../../support/database.ts'
import { clientOf, ended } from '../../support/imported.ts'
import { amount, itScaled } from '../../support/long.ts'

const { daemon, newMember } = await sharedHousehold('moving')
const [bystander, member] = [await newMember(), await newMember()]

const turns = amount(500, 20_000)
const turnsOfConversation = 20
/** What anybody else waits for an answer at most, in milliseconds: generous, for a machine that does much else. */
const maxWaitMs = 5_000

const start = Date.parse('2024-01-01T08:00:00Z') / 1_000

const turnOf = (at: number) => `On day ${at} parcel ${at * 7} went to shelf ${at % 97}`

/** An export of ChatGPT: conversations of some turns by the person, with an answer to each. */
function exported(): string {
  const conversations = Array.from({ length: turns / turnsOfConversation }, (_, number) => {
    const mapping: Record<string, object> = {}
    let parent: string | null = null
    const add = (role: string, text: string, create_time: number) => {
      const id = `${number}-${Object.keys(mapping).length}`
      const content = { content_type: 'text', parts: [text] }
      mapping[id] = { id, parent, children: [], message: { id, author: { role }, create_time, content } }
      parent = id
    }
    for (let turn = 0; turn < turnsOfConversation; turn += 1) {
      const at = number * turnsOfConversation + turn
      add('user', turnOf(at), start + at * 60)
      add('assistant', `Noted, that is number ${at}.`, start + at * 60 + 5)
    }
    const create_time = start + number * turnsOfConversation * 60
    return { title: `Parcels ${number}`, create_time, mapping, current_node: parent }
  })
  return JSON.stringify(conversations)
}

/** Asks as another member until `work` is over, one question after the other; answers how long each took. */
async function askedMeanwhile(work: Promise<unknown>): Promise<number[]> {
  const client = clientOf(daemon, bystander)
  const waited: number[] = []
  const over = Promise.allSettled([work]).then(() => true)
  while (!(await Promise.race([over, nextTurn(false)]))) {
    const askedAt = performance.now()
    if (waited.length % 4 === 0) {
      const { items } = await client.call('memory.search', { q: 'where is the ladder' })
      assert.equal(items[0]?.memory.content, 'The ladder is in the shed')
    } else assert.equal((await client.call('memory.recent', { limit: 1 })).total, 1)
    waited.push(performance.now() - askedAt)
  }
  await work
  return waited
}

function report(t: TestContext, what: string, ms: number, waited: readonly number[]): void {
  const sorted = waited.toSorted((a, b) => a - b).map(Math.round)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]
  const answers = `${waited.length} others answered, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
  t.diagnostic(`${what} in ${Math.round(ms)} ms; ${answers}`)
}

itScaled(`${turns} turns are imported and undone while others are answered`, async (t) => {
  const other = clientOf(daemon, bystander)
  await other.call('memory.store', { content: 'The ladder is in the shed' })
  // The first search waits for the model.
  await other.call('memory.search', { q: 'where is the ladder' })
  const client = clientOf(daemon, member)
  const startedAt = performance.now()
  const { import_uuid: id } = await sendFile(client, exported(), { source_name: 'conversations.json' })
  const sentMs = performance.now() - startedAt

  const preview = client.call('imports.preview', { id })
  const duringPreview = await askedMeanwhile(preview)
  const { format, memories, by_assistants, conversations } = await preview
  assert.deepEqual(
    [format, memories, by_assistants, conversations],
    ['chatgpt', turns, turns, turns / turnsOfConversation],
  )
  report(t, 'previewed', performance.now() - startedAt - sentMs, duringPreview)

  const importedAt = performance.now()
  await client.call('imports.start', { id })
  const ending = ended(client, id)
  const duringImport = await askedMeanwhile(ending)
  const { state, done, stored } = await ending
  report(t, 'imported', performance.now() - importedAt, duringImport)
  assert.deepEqual([state, done, stored], ['done', turns, turns])
  const rows = select<{ content: string; created_at: number }>(
    daemon,
    'SELECT content, created_at FROM memories WHERE import_uuid = ? ORDER BY created_at',
    id,
  )
  assert.deepEqual(
    rows.map(({ content, created_at }) => [content, created_at / 1_000]),
    Array.from({ length: turns }, (_, at) => [turnOf(at), start + at * 60]),
  )

  const undoneAt = performance.now()
  const undoing = client.call('imports.undo', { id })
  const duringUndo = await askedMeanwhile(undoing)
  report(t, 'undone', performance.now() - undoneAt, duringUndo)
  assert.equal((await undoing).forgotten, turns)
  assert.equal((await client.call('memory.recent', { limit: 1, history: true })).total, 0)
  const longest = Math.max(...duringPreview, ...duringImport, ...duringUndo)
  assert.ok(longest < maxWaitMs, `somebody waited ${longest} ms`)
})
