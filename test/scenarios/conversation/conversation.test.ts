import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { everyRow } from '../../support/database.ts'
import { password, signIn } from '../../support/daemon.ts'
import { sharedScenarios } from '../../support/scenario.ts'
import { held, newMember } from '../../support/conversation/conversation.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const maxContextBytes = 16_384
const word = () => `w${randomUUID().slice(0, 8)}`

sharedScenarios('Conversation', [
  {
    name: 'an exchange has every field',
    check: async (scene) => {
      const { say, done, memories } = await newMember(scene)
      const { conversation_uuid, message, response, emotion_state, ...more } = await say('  I love rain. ')
      assert.deepEqual(more, {})
      assert.match(conversation_uuid, uuid)
      const { message_uuid, emotion, created_at, ...fields } = message
      assert.match(message_uuid, uuid)
      assert.equal(created_at, new Date(scene.clock.now()).toISOString())
      assert.deepEqual(fields, { conversation_uuid, role: 'user', content: 'I love rain.', confidence: 1 })
      const { message_uuid: replied, content, confidence, ...told } = response
      assert.match(replied, uuid)
      assert.ok(content.length > 0)
      assert.ok(confidence > 0 && confidence <= 1)
      assert.deepEqual(told, {
        emotion,
        engine: 'builtin',
        degraded: false,
        kept: true,
        consent_needed: null,
        memories_used: [],
        changes: [
          {
            kind: 'remembered',
            memory_uuids: memories().map(({ memory_uuid }) => memory_uuid),
            goal_uuids: [],
            undone_at: null,
          },
        ],
      })
      assert.deepEqual(emotion_state, await done('emotion.current'))
      assert.equal(emotion_state.emotion, emotion)
    },
  },
  {
    name: 'a reply from a memory names that memory, and why it was chosen',
    check: async (scene) => {
      const { say, memories } = await newMember(scene)
      const { message } = await say('I got a puppy called Biscuit.')
      const { response } = await say('What is my puppy called?')
      assert.match(response.content, /Biscuit/)
      const [memory] = memories()
      assert.deepEqual([memory?.actor, memory?.message_uuid], ['conversation', message.message_uuid])
      const [used] = response.memories_used
      assert.deepEqual([used.memory_uuid, used.content], [memory?.memory_uuid, memory?.content])
      assert.ok(used.why)
    },
  },
  {
    name: 'the history lists every message in full, newest first, in pages',
    check: async (scene) => {
      const { say, contents, done } = await newMember(scene)
      const first = await say('My aunt lives in Bern.')
      const second = await say('My uncle lives in Basel.')
      const { items, total } = await done('conversation.history')
      assert.equal(total, 4)
      assert.deepEqual(
        items.map((one: { message_uuid: string }) => one.message_uuid),
        [second, first].flatMap(({ response, message }) => [response.message_uuid, message.message_uuid]),
      )
      const whole = await contents()
      assert.deepEqual(await contents({ limit: 2, offset: 1 }), whole.slice(1, 3))
      assert.deepEqual(await contents({ offset: 4 }), [])
    },
  },
  {
    name: 'the history can be searched by text',
    check: async (scene) => {
      const { say, contents, done } = await newMember(scene)
      const name = word()
      await say(`My neighbour is ${name}.`)
      await say('It is 100 % raining.')
      assert.deepEqual(await contents({ q: `IS ${name}` }), [`My neighbour is ${name}.`])
      assert.deepEqual(await contents({ q: '1_0%' }), [])
      assert.deepEqual(await done('conversation.history', { q: word() }), { items: [], total: 0 })
    },
  },
  {
    name: 'a conversation is visible to its member only',
    check: async (scene) => {
      const [mine, other] = [await newMember(scene), await newMember(scene)]
      const { conversation_uuid } = await mine.say('My pin is hidden well.')
      assert.deepEqual(await other.contents(), [])
      assert.deepEqual(await other.contents({ q: 'pin' }), [])
      assert.equal((await other.done('conversation.context')).message_count, 0)
      for (const unknown of [conversation_uuid, randomUUID()]) {
        const history = await other.by('conversation.history', { conversation_uuid: unknown })
        const message = { conversation_uuid: unknown, content: 'Hello?' }
        assert.deepEqual(
          [history.status, (await other.by('conversation.message', message)).status],
          [404, 404],
        )
      }
      assert.equal(other.count('messages'), 0)
      assert.equal((await mine.contents({ conversation_uuid })).length, 2)
    },
  },
  {
    name: 'the context is empty before the first message',
    check: async (scene) => {
      const { done } = await newMember(scene)
      const { emotion, ...context } = await done('conversation.context')
      assert.deepEqual(emotion, await done('emotion.current'))
      assert.deepEqual(context, {
        conversation_uuid: null,
        topics: [],
        message_count: 0,
        unread: 0,
        last_message_at: null,
        remembering: true,
        temporary: false,
        active_goals: [],
        engine: 'builtin',
        consent_needed: null,
      })
    },
  },
  {
    name: 'topics rise when they are mentioned, and fade until they disappear',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      const weightOf = async (name: string): Promise<number> => {
        const { topics } = await done('conversation.context')
        return topics.find((topic: { name: string }) => topic.name === name)?.weight ?? 0
      }
      await say('My garden is full of tomatoes.')
      assert.equal(await weightOf('garden'), 0)
      await say('What about the garden?')
      const once = await weightOf('garden')
      await say('My garden needs rain.')
      const twice = await weightOf('garden')
      assert.ok(once > 0 && twice > once && twice <= 1, `${once}, ${twice}`)
      await say('How is my bicycle?')
      assert.ok((await weightOf('garden')) < twice)
      assert.equal((await done('conversation.context')).topics[0].name, 'garden')
      await say('My bicycle is blue.')
      assert.equal((await done('conversation.context')).topics[0].name, 'bicycle')
      for (let more = 0; more < 12; more += 1) await say('I see.')
      assert.equal(await weightOf('garden'), 0)
    },
  },
  {
    name: 'the context counts the messages, with their times and the open goals',
    check: async (scene) => {
      const { say, done } = await newMember(scene)
      const { conversation_uuid } = await say('Remind me to water the plants tomorrow at 9.')
      const context = await done('conversation.context')
      assert.deepEqual(
        [context.conversation_uuid, context.message_count, context.last_message_at],
        [conversation_uuid, 2, new Date(scene.clock.now()).toISOString()],
      )
      const [{ title, status, due_at }] = context.active_goals
      assert.deepEqual([title, status], ['water the plants', 'active'])
      assert.ok(Date.parse(due_at) > scene.clock.now())
    },
  },
  {
    name: 'a cleared conversation becomes history and cannot be continued',
    check: async (scene) => {
      const { say, contents, by, done } = await newMember(scene)
      const { conversation_uuid: old } = await say('My bicycle is blue.')
      const { conversation_uuid, deleted } = await done('conversation.clear')
      assert.notEqual(conversation_uuid, old)
      assert.deepEqual(deleted, { conversations: 0, messages: 0 })
      const { topics, message_count, ...context } = await done('conversation.context')
      assert.deepEqual([context.conversation_uuid, topics, message_count], [conversation_uuid, [], 0])
      assert.equal((await contents({ conversation_uuid: old })).length, 2)
      assert.deepEqual(await contents({ conversation_uuid }), [])
      const late = await by('conversation.message', { content: 'Hello?', conversation_uuid: old })
      assert.equal(late.status, 404)
      assert.equal((await say('Hello.', { conversation_uuid })).conversation_uuid, conversation_uuid)
      assert.equal((await contents()).length, 4)
    },
  },
  {
    name: 'clearing with the history deletes every message and no memory',
    check: async (scene) => {
      const { say, contents, by, done, count, memories } = await newMember(scene)
      const { conversation_uuid: old } = await say('My bicycle is blue.')
      await done('conversation.clear')
      await say('My kite is red.')
      const { conversation_uuid, deleted } = await done('conversation.clear', { delete_history: true })
      assert.deepEqual(deleted, { conversations: 2, messages: 4 })
      assert.deepEqual(await contents(), [])
      assert.deepEqual([count('messages'), count('conversations')], [0, 1])
      assert.equal((await by('conversation.history', { conversation_uuid: old })).status, 404)
      assert.equal((await done('conversation.context')).conversation_uuid, conversation_uuid)
      assert.deepEqual(held(memories()), ['My bicycle is blue.', 'My kite is red.'])
    },
  },
  {
    name: 'empty, blank, too long or oversized input is refused and stores nothing',
    check: async (scene) => {
      const { by, count } = await newMember(scene)
      const around = Buffer.byteLength(JSON.stringify({ note: '' }))
      const note = 'x'.repeat(maxContextBytes - around)
      for (const input of [
        {},
        { content: '' },
        { content: ' \n\t ' },
        { content: 7 },
        { content: 'x'.repeat(8_001) },
        { content: 'Hello.', context: { note: `${note}x` } },
        { content: 'Hello.', context: { note: 'é'.repeat(maxContextBytes / 2) } },
        { content: 'Hello.', context: 'the kitchen' },
        { content: 'Hello.', conversation_uuid: 'mine' },
        { content: 'Hello.', more: true },
      ]) {
        const { status } = await by('conversation.message', input)
        assert.equal(status, 400, JSON.stringify(input).slice(0, 80))
      }
      for (const table of ['messages', 'conversations', 'memories', 'emotion_ledger'])
        assert.equal(count(table), 0, table)
      assert.equal((await by('conversation.message', { content: 'x'.repeat(8_000) })).status, 200)
      assert.equal((await by('conversation.message', { content: 'Hello.', context: { note } })).status, 200)
    },
  },
  {
    name: 'a message sent again with its key gets the first reply and is stored once',
    check: async (scene) => {
      const { by, count } = await newMember(scene)
      const key = randomUUID()
      const send = (content: string) => by('conversation.message', { content }, key)
      const [first, again] = await Promise.all([send('I love chess.'), send('I love chess.')])
      assert.equal(first.status, 200)
      assert.deepEqual(again.result, first.result)
      assert.deepEqual((await send('I love chess.')).result, first.result)
      assert.equal((await send('I love draughts.')).status, 409)
      // The traits have an entry of their own.
      assert.deepEqual([count('messages'), count('memories'), count('emotion_ledger')], [2, 1, 2])
    },
  },
  {
    name: 'a reset erases every message',
    check: async (scene) => {
      const { daemon } = scene
      const { say, done, by, count, username } = await newMember(scene)
      const name = word()
      await say(`I love ${name}.`)
      await say(`I hate ${name}.`)
      await say(`Remind me to buy ${name} tomorrow at 9.`)
      await by('conversation.message', { content: `What is ${name}?` }, randomUUID())
      assert.ok(JSON.stringify(everyRow(daemon)).includes(name))
      const { deleted } = await done('auth.emergency_reset', { password, confirm: 'RESET' })
      assert.deepEqual([deleted.conversations, deleted.messages], [1, 8])
      for (const table of [
        'conversations',
        'messages',
        'memories',
        'goals',
        'emotion_ledger',
        'contradictions',
      ])
        assert.equal(count(table), 0, table)
      const left = Object.entries(everyRow(daemon)).filter(([, rows]) => JSON.stringify(rows).includes(name))
      assert.deepEqual(
        left.map(([table]) => table),
        [],
      )
      const { access_token } = await signIn(daemon, username)
      const { result } = await scene.ask(access_token, 'conversation.history')
      assert.deepEqual(result, { items: [], total: 0 })
    },
  },
])
