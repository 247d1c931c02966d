import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { everyRow } from '../../support/database.ts'
import { password } from '../../support/daemon.ts'
import { type Scene, sharedScenarios } from '../../support/scenario.ts'
import { TestSocket } from '../../support/wire/socket.ts'
import { newMember } from '../../support/conversation/conversation.ts'

const minute = 60_000

/** Somebody whose companion may speak up at any time, and what lets it do so once. */
async function reminded(scene: Scene) {
  const one = await newMember(scene)
  const { done } = one
  await done('auth.update_profile', { preferences: { time_zone: 'UTC', agency: { quiet_hours: null } } })
  return {
    ...one,
    /** Has the companion say this by itself; answers the id of the message. */
    hear: async (title: string): Promise<string> => {
      const next_run_at = new Date(scene.clock.now() + minute).toISOString()
      await done('agency.create_goal', { title, next_run_at })
      scene.clock.advance(minute)
      const { items } = await done('conversation.history', { q: title })
      return items[0].message_uuid
    },
    unread: async (): Promise<number> => (await done('conversation.context')).unread,
    listen: async () => {
      const socket = await TestSocket.open(scene.daemon, one.access_token)
      await socket.ask('subscribe', { topics: ['conversation.events'] })
      return socket
    },
  }
}

sharedScenarios('The history of a conversation', [
  {
    name: 'a reply names the memories it is based on, in the history as in the response',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await say('I got a puppy called Biscuit.')
      const { message, response } = await say('What is my puppy called?')
      const { items } = await done('conversation.history', { limit: 2 })
      const { conversation_uuid, created_at } = message
      const reply_to = message.message_uuid
      const { consent_needed, kept, ...reply } = response
      assert.deepEqual([consent_needed, kept], [null, true])
      assert.deepEqual(items, [
        { ...reply, conversation_uuid, role: 'companion', created_at, reply_to, off_record: false },
        {
          ...message,
          engine: null,
          degraded: false,
          memories_used: [],
          changes: [],
          reply_to: null,
          off_record: false,
        },
      ])
      assert.equal(items[0].memories_used[0].content, 'I got a puppy called Biscuit.')
    },
  },
  {
    name: 'a forgotten or deleted memory is no longer shown, and a restored one is',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      await say('I got a puppy called Biscuit.')
      const { memory_uuid } = (await say('What is my puppy called?')).response.memories_used[0]
      const used = async () => (await done('conversation.history', { limit: 1 })).items[0].memories_used
      await done('memory.forget', { memory_uuids: [memory_uuid] })
      assert.deepEqual(await used(), [])
      await done('memory.restore', { id: memory_uuid })
      assert.equal((await used())[0].memory_uuid, memory_uuid)
      await done('memory.delete', { id: memory_uuid })
      assert.deepEqual(await used(), [])
    },
  },
  {
    name: 'pages before a message stay stable while new messages arrive',
    check: async (scene) => {
      const { say, contents, done } = await newMember(scene)
      for (const name of ['Weber', 'Klein', 'Brandt']) await say(`My dentist is Dr ${name}.`)
      const [newest] = (await done('conversation.history', { limit: 1 })).items
      const before = newest.message_uuid
      const page = await contents({ before, limit: 3 })
      assert.equal(page.length, 3)
      await say('It is raining.')
      assert.deepEqual(await contents({ before, limit: 3 }), page)
      assert.deepEqual(await contents({ offset: 3, limit: 3 }), page)
      assert.equal((await done('conversation.history', { before })).total, 8)
    },
  },
  {
    name: "a page before another member's message, or an unknown one, is refused",
    check: async (scene) => {
      const [mine, other] = [await newMember(scene), await newMember(scene)]
      const { message } = await mine.say('Hello.')
      for (const before of [message.message_uuid, randomUUID()])
        assert.equal((await other.by('conversation.history', { before })).status, 404)
      assert.equal((await other.by('conversation.history', { before: 'the first' })).status, 400)
    },
  },
])

sharedScenarios('What the companion says by itself', [
  {
    name: 'is unread until its member has read it, and other windows are notified',
    check: async (scene) => {
      const { hear, say, unread, done, listen } = await reminded(scene)
      const first = await hear('Feed the cat')
      const second = await hear('Call the plumber')
      await say('Thank you.')
      assert.equal(await unread(), 2)
      await using window = await listen()
      assert.deepEqual(await done('conversation.read', { message_uuid: first }), { unread: 1 })
      const { data } = await window.next(({ type }) => type === 'conversation_event')
      assert.deepEqual([data.event, data.message_uuid, data.unread], ['read', first, 1])
      const [newest] = (await done('conversation.history', { limit: 1 })).items
      assert.deepEqual(await done('conversation.read', { message_uuid: newest.message_uuid }), { unread: 0 })
      assert.deepEqual(await done('conversation.read', { message_uuid: second }), { unread: 0 })
      assert.equal(await unread(), 0)
    },
  },
  {
    name: 'cannot be marked as read by another member',
    check: async (scene) => {
      const [mine, other] = [await reminded(scene), await newMember(scene)]
      const message_uuid = await mine.hear('Feed the cat')
      for (const id of [message_uuid, randomUUID()])
        assert.equal((await other.by('conversation.read', { message_uuid: id })).status, 404)
      for (const input of [{}, { message_uuid: 'all' }, { message_uuid, more: true }])
        assert.equal((await mine.by('conversation.read', input)).status, 400)
      assert.deepEqual([await mine.unread(), other.count('read_markers')], [1, 0])
    },
  },
  {
    name: 'does not count as unread once it is deleted',
    check: async (scene) => {
      const { hear, unread, done, count } = await reminded(scene)
      const message_uuid = await hear('Feed the cat')
      await hear('Call the plumber')
      await done('conversation.read', { message_uuid })
      await done('conversation.clear')
      assert.equal(await unread(), 1)
      await done('conversation.clear', { delete_history: true })
      assert.deepEqual([await unread(), count('read_markers')], [0, 0])
      await hear('Water the plants')
      assert.equal(await unread(), 1)
    },
  },
  {
    name: 'is erased by a reset',
    check: async (scene) => {
      const { hear, done, count } = await reminded(scene)
      await done('conversation.read', { message_uuid: await hear('Feed the cat') })
      assert.equal(count('read_markers'), 1)
      await done('auth.emergency_reset', { password, confirm: 'RESET' })
      assert.deepEqual([count('read_markers'), count('messages')], [0, 0])
    },
  },
])

sharedScenarios('A preview of another nature', [
  {
    name: 'sounds as the companion then would, and changes nothing',
    check: async (scene) => {
      const { done } = await newMember(scene)
      const mine = everyRow(scene.daemon)
      const now = await done('conversation.preview')
      const traits = { conscientiousness: 1, extraversion: 0, openness: 0 }
      const then = await done('conversation.preview', { traits, companion_name: 'Ada' })
      assert.deepEqual(everyRow(scene.daemon), mine)
      assert.deepEqual(now.expression, (await done('personality.current')).expression)
      assert.equal(then.samples.length, 3)
      for (const [index, { said, reply }] of then.samples.entries()) {
        assert.equal(now.samples[index].said, said)
        assert.notEqual(now.samples[index].reply, reply)
      }
      await done('personality.adjust', { traits, companion_name: 'Ada' })
      assert.deepEqual((await done('conversation.preview')).samples, then.samples)
      const [, , { said, reply }] = then.samples
      assert.equal((await done('conversation.message', { content: said })).response.content, reply)
    },
  },
  {
    name: 'is refused when it is invalid',
    check: async (scene) => {
      const { by } = await newMember(scene)
      for (const input of [
        { traits: { openness: 1.1 } },
        { traits: { courage: 1 } },
        { companion_name: ' ' },
        { companion_name: 'A\nB' },
        { mood: 'sad' },
      ])
        assert.equal((await by('conversation.preview', input)).status, 400, JSON.stringify(input))
    },
  },
])
