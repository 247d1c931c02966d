import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import openApi from '../../daemon/client/openapi.json' with { type: 'json' }
import { topics } from '../../daemon/operations.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { putQuestion } from '../support/question.ts'
import { rest } from '../support/wire/rest.ts'
import { type Received, TestSocket } from '../support/wire/socket.ts'
import { asyncApiRules, asyncApiSchema, findingsOf } from '../support/wire/spectral.ts'

interface Reference {
  readonly $ref: string
}
interface Exchange {
  readonly action: 'send' | 'receive'
  readonly messages: readonly Reference[]
  readonly reply?: { readonly messages: readonly Reference[] }
}

interface Document {
  readonly channels: { readonly ws: { readonly messages: Readonly<Record<string, { payload: object }>> } }
  readonly operations: Readonly<Record<string, Exchange>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const daemon = await startTestDaemon()
const served = await rest(daemon, 'GET /asyncapi.json')
const asyncApi = served.body as Document
const {
  operations: exchanges,
  channels: {
    ws: { messages },
  },
} = asyncApi
const nameOf = ({ $ref }: Reference) => $ref.replace('#/channels/ws/messages/', '')
const namesOf = ({ messages: own, reply }: Exchange) => [...own, ...(reply?.messages ?? [])].map(nameOf)
const operations = Object.values(openApi.paths)
  .flatMap((methods) => Object.values(methods))
  .map(({ operationId }) => operationId)

/** The document with no operations but these. */
function partOf(isKept: (exchange: string) => boolean): object {
  const operations = Object.fromEntries(Object.entries(exchanges).filter(([name]) => isKept(name)))
  const used = new Set(Object.values(operations).flatMap(namesOf))
  const { ws } = asyncApi.channels
  const channel = {
    ...ws,
    messages: Object.fromEntries(Object.entries(messages).filter(([name]) => used.has(name))),
  }
  return { ...asyncApi, channels: { ws: channel }, operations }
}

/** Fails where a message of the daemon is not as one of this name is described. */
function assertDescribed(name: string, message: Received): void {
  const { payload } = messages[name] ?? {}
  assert.ok(payload, `there is no message ${name}`)
  const validator = Compile({ ...asyncApi, ...payload })
  assert.deepEqual([...validator.Errors(message)], [], name)
}

const owner = await daemon.owner()
// The first message loads what others find loaded: a socket of the tests waits for 5 s only.
const greeted = await rest(daemon, 'POST /conversation/message', {
  token: owner.access_token,
  payload: { content: 'Hello' },
})
assert.equal(greeted.status, 200)

describe('The description of the WebSocket', () => {
  after(async () => {
    await daemon[Symbol.asyncDispose]()
  })

  it('is served without a token', () => {
    assert.equal(served.status, 200)
  })

  it('is valid by the official schema of AsyncAPI 3.0', async () => {
    assert.deepEqual(await findingsOf(asyncApi, asyncApiSchema), [])
  })

  // All operations are described in one way, and with all of them the linter takes a minute.
  it("passes Spectral's recommended rules with the operations of one feature", async () => {
    const part = partOf((name) => !/^(request|live)\./.test(name) || /^\w+\.models\./.test(name))
    assert.deepEqual(await findingsOf(part, asyncApiRules), [])
  })

  it('has a request and a response for every operation, and every topic', () => {
    for (const operation of operations) {
      const names = namesOf(exchanges[`request.${operation}`] ?? assert.fail(operation))
      assert.deepEqual(names, [`request.${operation}`, `response.${operation}`, 'error'])
    }
    for (const topic of Object.keys(topics)) assert.equal(exchanges[topic]?.action, 'send', topic)
  })

  it('has no dangling references, and no unused messages or schemas', () => {
    const used = new Set(Object.values(exchanges).flatMap(namesOf))
    assert.deepEqual(used, new Set(Object.keys(messages)))
    const schemas = new Set(
      [...JSON.stringify(asyncApi).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    )
    assert.deepEqual(schemas, new Set(Object.keys(asyncApi.components.schemas)))
  })

  it('describes the answer to everything a client can send', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    for (const [type, data, name] of [
      ['subscribe', { topics: ['emotion.state'], resume_from: 1 }, 'subscribed'],
      ['authenticate', { access_token: owner.access_token }, 'authenticated'],
      ['message', { content: 'I got a puppy called Biscuit' }, 'conversation_response'],
      ['request', { operation: 'memory.search', payload: { q: 'puppy' } }, 'response.memory.search'],
      ['request', { operation: 'emotion.why' }, 'response.emotion.why'],
      ['unsubscribe', { topics: ['emotion.state'] }, 'unsubscribed'],
      ['request', { operation: 'memory.get', payload: { id: 'none' } }, 'error'],
    ] as const) {
      const answer = await socket.ask(type, data)
      assertDescribed(name, answer)
      assert.throws(() => assertDescribed(name, { ...answer, type: 'something_else' }))
    }
  })

  it('describes events', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('subscribe', { topics: [...Object.keys(topics), 'live.gateway.health'] })
    const asked = await putQuestion(daemon, owner.access_token, { user_id: owner.family_member_uuid })
    await socket.ask('message', { content: 'I love my garden so much!' })
    await socket.ask('request', { operation: 'personality.adjust', payload: { traits: { openness: 0.9 } } })
    await socket.ask('request', { operation: 'agency.create_goal', payload: { title: 'Tea' } })
    assert.ok(asked.interaction_id)
    for (const type of [
      'interaction_notification',
      'emotion_update',
      'personality_update',
      'conversation_event',
      'goal_update',
      'live',
    ]) {
      const message = await socket.next((received) => received.type === type)
      const name = type === 'live' ? message.data.topic : `${message.data.topic}.${type}`
      assertDescribed(name, message)
      assert.throws(() => assertDescribed(name, { ...message, data: { topic: message.data.topic, seq: 1 } }))
    }
  })
})
