import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { ManualClock } from '../../support/clock.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { agree } from '../../support/conversation/consent.ts'
import { clientOf, extrasOf, model, streamed, user } from '../../support/conversation/openai.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
// By a clock that stands still, the model has all the time that the machine takes.
const clock = new ManualClock()
const { daemon, owner } = await household({
  clock,
  environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
})

/** OpenAI's own client of a member who has agreed that the model reads what they say. */
async function agreed(username: string) {
  const member = await daemon.member(owner, username)
  await agree(daemon, member, server.base_url)
  return { client: clientOf(daemon, member), token: member.access_token }
}

describe('A model behind the companion', () => {
  it('is streamed while it writes', async () => {
    const { client } = await agreed('dan')
    const { chunks, text } = await streamed(client, 'The lake is frozen today.')
    assert.equal(text, 'You said: The lake is frozen today.')
    assert.ok(chunks.length > 4)
    const last = chunks.at(-1)
    const { engine, consent_needed } = extrasOf(last ?? {})
    assert.deepEqual([engine, consent_needed], [`127.0.0.1:${server.port}:normal`, null])
    assert.equal(last?.system_fingerprint, engine)
  })

  it('is cut while it writes', async () => {
    const { client } = await agreed('ivy')
    const ask = async (limits: object) => {
      const { text, reason } = await streamed(client, 'The lake is frozen today.', limits)
      return [text, reason]
    }
    assert.deepEqual(await ask({ stop: 'frozen' }), ['You said: The lake is ', 'stop'])
    assert.deepEqual(await ask({ stop: [' is froz', 'today'] }), ['You said: The lake', 'stop'])
    const [text, reason] = await ask({ max_tokens: 4 })
    assert.equal(reason, 'length')
    assert.ok('You said: The lake is frozen today.'.startsWith(text ?? '-'))
  })

  it('is streamed in the events of OpenAI, numbered', async () => {
    const { client } = await agreed('ben')
    const input = 'The lake is frozen today.'
    const reply = 'You said: The lake is frozen today.'
    const events: ResponseStreamEvent[] = []
    for await (const event of await client.responses.create({ model, input, stream: true }))
      events.push(event)
    assert.deepEqual(
      events.map(({ sequence_number }) => sequence_number),
      events.map((_, index) => index),
    )
    const types = events.map(({ type }) => type)
    const deltas = types.filter((type) => type === 'response.output_text.delta')
    assert.ok(deltas.length > 3)
    assert.deepEqual(types, [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...deltas,
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const stream = client.responses.stream({ model, input })
    let text = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta
    })
    const whole = await stream.finalResponse()
    assert.deepEqual([text, whole.output_text, whole.status], [reply, reply, 'completed'])
    assert.equal(new Set(events.flatMap((event) => ('item_id' in event ? [event.item_id] : []))).size, 1)

    const cut = client.responses.stream({ model, input, max_output_tokens: 4 })
    const short = await cut.finalResponse()
    assert.equal(short.status, 'incomplete')
    assert.ok(reply.startsWith(short.output_text) && short.output_text.length < reply.length)
  })

  it('is not asked before the member has agreed, which the answer says', async () => {
    const fin = await daemon.member(owner, 'fin')
    const answer = await clientOf(daemon, fin).chat.completions.create({
      model,
      messages: [user('Hello!')],
    })
    const { engine, consent_needed } = extrasOf(answer)
    assert.deepEqual([engine, answer.system_fingerprint], ['builtin', 'builtin'])
    assert.equal(consent_needed.origin, new URL(server.base_url).origin)
  })

  it('is replaced by the built-in engine, after what it wrote, when it breaks off', async () => {
    const { client, token } = await agreed('eve')
    await server.control({ behaviour: 'breaking' })
    const { chunks, text } = await streamed(client, 'I got a puppy called Biscuit.')
    await server.control({ behaviour: null })
    const { body } = await rest(daemon, 'GET /conversation/history', { token })
    const reply: string = body.data.items[0].content
    const { engine, degraded } = extrasOf(chunks.at(-1) ?? {})
    assert.deepEqual([engine, degraded], ['builtin', true])
    assert.ok(text.endsWith(`\n\n${reply}`))
    assert.ok(text.length > reply.length + 2)
  })
})

describe('A reply that comes too late for whoever waits for it', () => {
  it('is kept, and is what they get when they send the message again', async () => {
    const { token } = await agreed('cat')
    const send = () =>
      rest(daemon, 'POST /conversation/message', {
        token,
        payload: { content: 'Remind me to feed the cat tomorrow at 8.' },
        headers: { 'idempotency-key': 'cat' },
      })
    const history = async () => (await rest(daemon, 'GET /conversation/history', { token })).body.data.items
    await server.control({ behaviour: 'hanging' })
    const chat = await server.next()
    const late = send()
    await chat.asked()
    clock.advance(31_000)
    assert.equal((await late).body.error.code, 'RESPONSE_TIMEOUT')
    const [reply] = await soon(async () => {
      const items = await history()
      return items.length === 2 && items
    })
    assert.equal(reply.role, 'companion')
    const asked = (await server.chats()).length
    assert.equal((await send()).body.data.response.message_uuid, reply.message_uuid)
    assert.deepEqual([(await history()).length, (await server.chats()).length], [2, asked])
    const goals = await rest(daemon, 'GET /agency/goals', { token })
    assert.equal(goals.body.data.total, 1)
  })
})
