import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn, type TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'
import { type Received, TestSocket } from '../../support/wire/socket.ts'

const { daemon, clock, newMember } = await sharedHousehold('moving')
const mia = await newMember()

type Say = (token: string, content: string) => Promise<string>

const overRest: Say = async (token, content) => {
  const { status, body } = await rest(daemon, 'POST /conversation/message', { token, payload: { content } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.response.content
}
const ways: Readonly<Record<string, Say>> = {
  REST: overRest,
  WebSocket: async (token, content) => {
    await using socket = await TestSocket.open(daemon, token)
    const { type, data } = await socket.ask('message', { content })
    assert.equal(type, 'conversation_response', JSON.stringify(data))
    return data.content
  },
  gRPC: async (token, content) => {
    const client = grpcClient(daemon, 'CompanionService')
    const answer = await call(client, 'SendMessage', { content }, bearer(token))
    client.close()
    return (answer as { response: string }).response
  },
}

const lines = [
  'Good morning!',
  'I got a puppy called Biscuit.',
  'What is my puppy called?',
  'My dentist is called Weber.',
  "That's wrong, it is Brandt.",
  'Remind me to water the plants tomorrow at 9.',
  'I love olives.',
  'My grandmother died last night.',
  'Forget that.',
]

/** Somebody who is Alex to the companion. */
async function alex(): Promise<TestMember> {
  const member = await newMember('alex')
  const payload = { full_name: 'Alex Example', preferences: { time_zone: 'UTC' } }
  const { status } = await rest(daemon, 'PUT /auth/profile', { token: member.access_token, payload })
  assert.equal(status, 200)
  return signIn(daemon, member.username)
}

/** All that is kept of a conversation, but for ids and times. */
function recordsOf({ family_member_uuid }: TestMember) {
  const rows = (sql: string) => select<Record<string, unknown>>(daemon, sql, family_member_uuid)
  return {
    messages: rows(
      `SELECT m.role, m.content, m.context, m.emotion, m.confidence, m.engine, m.degraded,
              json_extract(m.memories_used, '$[0].content') AS used, json_array_length(m.memories_used) AS uses,
              said.content AS answered
       FROM messages m LEFT JOIN messages said ON said.message_uuid = m.reply_to
       WHERE m.family_member_uuid = ? ORDER BY m.message_id`,
    ),
    memories: rows(
      `SELECT m.content, m.kind, m.importance, m.tags, m.visibility, m.actor, m.confidence, m.pinned, m.strength,
              m.statement, m.forgotten_at IS NOT NULL AS forgotten, said.content AS said, newer.content AS superseded
       FROM memories m LEFT JOIN messages said ON said.message_uuid = m.message_uuid
       LEFT JOIN memories newer ON newer.memory_uuid = m.superseded_by
       WHERE m.family_member_uuid = ? ORDER BY m.memory_id`,
    ),
    goals: rows(
      `SELECT title, description, origin, status, priority, progress, autonomy, next_run_at, repeats
       FROM goals WHERE family_member_uuid = ? ORDER BY created_at`,
    ),
    ledger: rows(
      `SELECT kind, valence, arousal, dominance, cause FROM emotion_ledger
       WHERE family_member_uuid = ? ORDER BY entry_id`,
    ),
    questions: rows('SELECT interaction_type, prompt, allowed_options FROM interactions WHERE user_id = ?'),
  }
}

describe('A conversation', () => {
  it('leaves the same records over every protocol', async () => {
    const speakers: [Say, TestMember][] = []
    for (const say of Object.values(ways)) speakers.push([say, await alex()])
    for (const line of lines) {
      clock.advance(1_000)
      const answers: string[] = []
      for (const [say, { access_token }] of speakers) answers.push(await say(access_token, line))
      assert.deepEqual(answers, Array.from(answers).fill(answers[0] ?? ''), line)
    }
    const [first, ...others] = speakers.map(([, member]) => recordsOf(member))
    assert.ok(first)
    for (const records of others) assert.deepEqual(records, first)
    const { messages, memories, goals, questions } = first
    assert.deepEqual([messages.length, goals.length, questions.length], [2 * lines.length, 1, 0])
    assert.ok(messages.some(({ used }) => used === 'I got a puppy called Biscuit.'))
    assert.ok(memories.some(({ superseded }) => superseded === "That's wrong, it is Brandt."))
    assert.ok(memories.some(({ forgotten }) => forgotten === 1))
  })
})

const topics = ['conversation.events', 'emotion.state']
const listen = async ({ access_token }: TestMember) => {
  const socket = await TestSocket.open(daemon, access_token)
  assert.equal((await socket.ask('subscribe', { topics })).type, 'subscribed')
  return socket
}
const nameOf = ({ type, data }: Received) => (type === 'conversation_event' ? data.event : type)

describe('A message over WebSocket', () => {
  it('is answered by the companion', async () => {
    await using socket = await TestSocket.open(daemon, mia.access_token)
    const { type, data } = await socket.ask('message', {
      content: 'I love rain.',
      context: { room: 'kitchen' },
    })
    assert.equal(type, 'conversation_response')
    const { reply_to: _, ...answer } = data
    const { body } = await rest(daemon, 'GET /conversation/history?limit=2', { token: mia.access_token })
    const [reply, message] = body.data.items
    const { role, content, emotion, confidence, engine, conversation_uuid, message_uuid } = reply
    assert.deepEqual([role, message.content, engine], ['companion', 'I love rain.', 'builtin'])
    assert.deepEqual(answer, {
      content,
      emotion,
      confidence,
      engine,
      kept: true,
      consent_needed: null,
      conversation_uuid,
      message_uuid,
    })
    const rows = select(daemon, 'SELECT context FROM messages WHERE message_uuid = ?', message.message_uuid)
    assert.deepEqual(rows, [{ context: '{"room":"kitchen"}' }])
  })

  it('continues the requested conversation and no other', async () => {
    await using socket = await TestSocket.open(daemon, mia.access_token)
    const { conversation_uuid } = (await socket.ask('message', { content: 'Hello.' })).data
    const again = await socket.ask('message', { content: 'Hello.', conversation_uuid })
    assert.equal(again.data.conversation_uuid, conversation_uuid)
    const other = await newMember('nora')
    await using foreign = await TestSocket.open(daemon, other.access_token)
    const { type, data } = await foreign.ask('message', { content: 'Hello.', conversation_uuid })
    assert.deepEqual([type, data.code], ['error', 'NOT_FOUND'])
    assert.equal((await foreign.ask('message', { content: ' ' })).data.code, 'INVALID_REQUEST')
  })
})

describe('The events of a reply', () => {
  for (const [protocol, say] of Object.entries(ways)) {
    it(`are sent in order to the clients of the member who wrote, and to nobody else (${protocol})`, async () => {
      const [speaker, bystander] = [await newMember('speaker'), await newMember('bystander')]
      await using socket = await listen(speaker)
      await using other = await listen(bystander)
      const { access_token } = speaker
      const content = await say(access_token, 'What about my garden? It is full of lovely tomatoes.')
      const received: Received[] = []
      do received.push(await socket.next(() => true))
      while (received.at(-1)?.data.event !== 'typing_stopped')
      const names = received.map(nameOf)
      const deltas = received.filter(({ data }) => data.event === 'delta')
      assert.equal(deltas.map(({ data }) => data.delta).join(''), content)
      assert.deepEqual(
        names.filter((name, at) => name !== names[at - 1]),
        ['emotion_update', 'typing_started', 'delta', 'topic_shift', 'context_change', 'typing_stopped'],
      )
      const seqs = received.map(({ data }) => data.seq)
      assert.deepEqual(
        seqs,
        seqs.toSorted((a, b) => a - b),
      )

      const [feeling] = received
      const { topic, seq: _, ...mood } = feeling?.data ?? {}
      const current = await rest(daemon, 'GET /emotion/current', { token: access_token })
      assert.deepEqual([topic, mood], ['emotion.state', current.body.data])
      const context = (await rest(daemon, 'GET /conversation/context', { token: access_token })).body.data
      const change = received.find(({ data }) => data.event === 'context_change')
      assert.deepEqual(change?.data.topics, context.topics)
      for (const { type, data } of received)
        if (type === 'conversation_event') assert.equal(data.conversation_uuid, context.conversation_uuid)

      await other.ask('request', { operation: 'conversation.context' })
      assert.deepEqual(other.received, [])
    })
  }
})
