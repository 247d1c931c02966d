import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it, mock } from 'node:test'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { historyOperations } from '../../../daemon/features/conversation/history-operations.ts'
import { historyStore } from '../../../daemon/features/conversation/history-store.ts'
import { readMarkerStore } from '../../../daemon/features/conversation/read-markers.ts'
import { spoken } from '../../../daemon/features/conversation/records.ts'
import { conversationStore } from '../../../daemon/features/conversation/store.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'
import { openTestStore } from '../../support/store.ts'
import { openQuotes } from '../../../daemon/features/memory/quotes.ts'

const at = '2025-03-04T13:05:00.000Z'

function open() {
  const opened = openTestStore()
  const { store, clock } = opened
  const [history, readMarkers] = [historyStore(store), readMarkerStore(store)]
  const conversations = conversationStore(store, openQuotes(store, []).add)
  const events: object[] = []
  const lookups = new Map<string, number>()
  const operations = historyOperations({
    topics: () => ({ now: [], before: [] }),
    once: openIdempotency(store, clock),
    conversations,
    history,
    readMarkers,
    event: (_member, payload) => void events.push(payload),
    engines: {
      firstFor: () => 'builtin',
      consentNeeded: () => null,
      warmup: { onView: () => {}, onMessage: () => {} },
    },
    ports: {
      profile: () => undefined,
      mood: () => ({ ...turnOf('').mood, updated_at: at }),
      goals: () => [],
      memory: {
        find: (_member: string, memory_uuid: string) => {
          const looks = lookups.get(memory_uuid)
          if (looks === undefined) return undefined
          lookups.set(memory_uuid, looks + 1)
          return { content: 'as it is now' }
        },
      } as never,
    },
  })
  const [mia, tom] = ['mia', 'tom'].map((name) => opened.addMember(name).family_member_uuid)
  assert.ok(mia && tom)
  const begin = (member = mia) => {
    const conversation_uuid = randomUUID()
    const row = { conversation_uuid, family_member_uuid: member, started_at: at }
    store.write((tx) =>
      conversations.begin(tx, {
        ...row,
        last_message_at: null,
        cleared_at: null,
        title: null,
        temporary: false,
      }),
    )
    return conversation_uuid
  }
  type Name = keyof typeof operations
  const ask = async (operation: Name, input: object = {}, member = mia) =>
    // oxlint-disable-next-line typescript/no-explicit-any
    (await operations[operation].handler(input, contextOf(operation, callerOf(member)))) as any
  return {
    ...opened,
    begin,
    ask,
    events,
    lookups,
    readMarkers,
    mia,
    tom,
    /** Writes down what somebody says, or the companion where it is `companion`; answers its id. */
    say: (conversation_uuid: string, content: string, more: object = {}, member = mia): string => {
      const row = { ...spoken(member, conversation_uuid, { content }, at), ...more }
      store.write((tx) => conversations.say(tx, row))
      return row.message_uuid
    },
    contents: async (input: object = {}): Promise<string[]> =>
      (await ask('conversation.history', input)).items.map((one: { content: string }) => one.content),
  }
}
const companion = { role: 'companion', engine: 'builtin' }

describe('The history', () => {
  it('says what a reply is grounded in, who wrote it and what it answers', async () => {
    const { begin, say, ask, lookups } = open()
    const conversation = begin()
    const asked = say(conversation, 'What is my dog called?')
    const used = { memory_uuid: randomUUID(), content: 'My dog is Rex', why: 'it has dog' }
    lookups.set(used.memory_uuid, 0)
    say(conversation, 'Rex.', { ...companion, reply_to: asked, memories_used: [used], degraded: true })
    const { items } = await ask('conversation.history')
    const told = items.map(({ engine, degraded, memories_used, reply_to }: never) => [
      engine,
      degraded,
      memories_used,
      reply_to,
    ])
    assert.deepEqual(told, [
      ['builtin', true, [used], asked],
      [null, false, [], null],
    ])
  })

  it('shows nothing of a memory that is gone, and looks for each once', async () => {
    const { begin, say, ask, lookups } = open()
    const conversation = begin()
    const [there, gone] = [randomUUID(), randomUUID()].map((memory_uuid) => ({
      memory_uuid,
      content: 'My dog is Rex',
      why: 'it has Rex',
    }))
    assert.ok(there && gone)
    lookups.set(there.memory_uuid, 0)
    for (let count = 0; count < 3; count += 1)
      say(conversation, 'Yes.', { ...companion, memories_used: [gone, there] })
    const { items } = await ask('conversation.history')
    for (const { memories_used } of items) assert.deepEqual(memories_used, [there])
    assert.equal(lookups.get(there.memory_uuid), 1)
  })

  it('before a message keeps its pages and its total while more is said', async () => {
    const { begin, say, contents, ask } = open()
    const conversation = begin()
    const ids = Array.from({ length: 6 }, (_, count) => say(conversation, `Line ${count}`))
    const before = ids[4]
    const pages = async () => [
      await contents({ before, limit: 2 }),
      await contents({ before, limit: 2, offset: 2 }),
      await contents({ before: ids[0] }),
    ]
    const first = await pages()
    assert.deepEqual(first, [['Line 3', 'Line 2'], ['Line 1', 'Line 0'], []])
    say(conversation, 'Line 6')
    assert.deepEqual(await pages(), first)
    assert.equal((await ask('conversation.history', { before, limit: 1 })).total, 7)
  })

  it('before a message stays within one conversation, and within a search', async () => {
    const { begin, say, contents } = open()
    const [one, other] = [begin(), begin()]
    say(one, 'Tea at four')
    say(other, 'Tea at five')
    say(one, 'Cake at six')
    const before = say(other, 'Tea at seven')
    assert.deepEqual(await contents({ before, conversation_uuid: one }), ['Cake at six', 'Tea at four'])
    assert.deepEqual(await contents({ before, q: 'tea' }), ['Tea at five', 'Tea at four'])
    assert.deepEqual(await contents({ before, q: 'tea', conversation_uuid: one }), ['Tea at four'])
  })

  it('knows no message of somebody else', async () => {
    const { begin, say, ask, tom } = open()
    const theirs = say(begin(tom), 'Mine', {}, tom)
    for (const id of [theirs, randomUUID()]) {
      await assert.rejects(ask('conversation.history', { before: id }), { code: 'NOT_FOUND' })
      await assert.rejects(ask('conversation.read', { message_uuid: id }), { code: 'NOT_FOUND' })
    }
  })

  it('is paged and counted by an index, and never sorted', () => {
    const { client } = openTestStore()
    const prepare = mock.method(client, 'prepare')
    const database = drizzle({ client })
    historyStore({ database })
    readMarkerStore({ database })
    const prepared = prepare.mock.calls.map(({ arguments: [sql] }) => sql)
    prepare.mock.restore()
    assert.ok(prepared.length >= 10)
    for (const sql of prepared.filter((text) => text.includes('from "messages"'))) {
      const plan = client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      const values = Array.from(sql.matchAll(/\?/g), () => 1)
      const details = plan
        .all(...values)
        .map(({ detail }) => detail)
        .join('; ')
      assert.doesNotMatch(details, /SCAN|TEMP B-TREE/, `${sql}: ${details}`)
      if (sql.includes('count') && !/LIKE|companion/.test(sql)) assert.match(details, /COVERING INDEX/, sql)
      if (sql.includes('companion')) assert.match(details, /INDEX messages_unasked/, sql)
    }
  })
})

describe('What the companion says by itself', () => {
  it('is unread until it is read; what it answers never is', async () => {
    const { begin, say, ask, events } = open()
    const conversation = begin()
    const unread = async () => (await ask('conversation.context')).unread
    assert.equal(await unread(), 0)
    const asked = say(conversation, 'Hello')
    say(conversation, 'Hello, Mia', { ...companion, reply_to: asked })
    assert.equal(await unread(), 0)
    const [first, second] = ['One', 'Two'].map((content) => say(conversation, content, companion))
    assert.equal(await unread(), 2)
    assert.deepEqual(await ask('conversation.read', { message_uuid: first }), { unread: 1 })
    assert.deepEqual(await ask('conversation.read', { message_uuid: second }), { unread: 0 })
    assert.deepEqual(events, [
      { event: 'read', message_uuid: first, unread: 1 },
      { event: 'read', message_uuid: second, unread: 0 },
    ])
    say(conversation, 'Three', companion)
    assert.equal(await unread(), 1)
  })

  it('that was read stays read, and nobody is told again', async () => {
    const { begin, say, ask, events } = open()
    const conversation = begin()
    const [first, second] = ['One', 'Two'].map((content) => say(conversation, content, companion))
    await ask('conversation.read', { message_uuid: second })
    for (const message_uuid of [first, second])
      assert.deepEqual(await ask('conversation.read', { message_uuid }), { unread: 0 })
    assert.equal(events.length, 1)
  })

  it('is counted in all conversations of the member, and in nobody else’s', async () => {
    const { begin, say, ask, tom } = open()
    say(begin(), 'One', companion)
    say(begin(), 'Two', companion)
    say(begin(tom), 'Three', companion, tom)
    assert.equal((await ask('conversation.context')).unread, 2)
    assert.equal((await ask('conversation.context', {}, tom)).unread, 1)
  })

  it('is unread anew once nothing is kept of what was read', async () => {
    const { begin, say, ask, store, readMarkers, mia, count } = open()
    const message_uuid = say(begin(), 'One', companion)
    await ask('conversation.read', { message_uuid })
    store.write((tx) => readMarkers.erase(tx, mia))
    assert.deepEqual([count('read_markers'), readMarkers.unread(mia)], [0, 1])
  })
})
