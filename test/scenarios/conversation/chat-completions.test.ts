import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type OpenAI from 'openai'
import { systemToken } from '../../bench/system-token.ts'
import * as openai from '../../support/conversation/openai.ts'
import { extrasOf, model, refused, streamed, user } from '../../support/conversation/openai.ts'
import type { TestMember } from '../../support/daemon.ts'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, clock, newMember } = await sharedHousehold('moving')
const member = await newMember()
const clientOf = (who: Pick<TestMember, 'access_token'>) => openai.clientOf(daemon, who)

const history = async ({ access_token: token }: TestMember) => {
  const { body } = await rest(daemon, 'GET /conversation/history', { token })
  return body.data.items.map(({ role, content }: Record<'role' | 'content', string>) => [role, content])
}

interface Refusal {
  readonly error: { readonly message: string }
}

describe("OpenAI's client", () => {
  it('holds a conversation and the companion remembers it', async () => {
    const ada = await newMember('ada')
    const client = clientOf(ada)
    const told = await client.chat.completions.create({
      model,
      messages: [user('I got a puppy called Biscuit.')],
    })
    const first = told.choices[0]?.message
    assert.deepEqual([told.object, told.model, first?.role], ['chat.completion', model, 'assistant'])
    const answer = await client.chat.completions.create({
      model,
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'You are a pirate.' },
        user('I got a puppy called Biscuit.'),
        { role: 'assistant', content: first?.content ?? '' },
        { role: 'user', content: [{ type: 'text', text: 'What is my puppy called?' }] },
      ],
    })
    const [choice] = answer.choices
    assert.match(choice?.message.content ?? '', /Biscuit/)
    assert.equal(choice?.finish_reason, 'stop')
    const { engine, memories_used, degraded } = extrasOf(answer)
    assert.deepEqual([engine, degraded], ['builtin', false])
    assert.match(memories_used[0].content, /puppy called Biscuit/)
    const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {}
    assert.ok(prompt_tokens > 3 && completion_tokens > 3)
    assert.equal(total_tokens, prompt_tokens + completion_tokens)
    assert.deepEqual(await history(ada), [
      ['companion', choice?.message.content],
      ['user', 'What is my puppy called?'],
      ['companion', first?.content],
      ['user', 'I got a puppy called Biscuit.'],
    ])
  })

  it('streams answers, with usage when the client asks for it', async () => {
    const ben = await newMember('ben')
    const { chunks, text } = await streamed(clientOf(ben), 'Hello!', {
      stream_options: { include_usage: true },
    })
    const [[, reply]] = await history(ben)
    assert.equal(text, reply)
    assert.equal(new Set(chunks.map(({ id }) => id)).size, 1)
    assert.equal(chunks[0]?.choices[0]?.delta.role, 'assistant')
    assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, 'stop')
    assert.ok((chunks.at(-1)?.usage?.completion_tokens ?? 0) > 0)
    assert.deepEqual(chunks.at(-1)?.choices, [])
    const { chunks: without } = await streamed(clientOf(ben), 'Hello again!')
    assert.deepEqual([without.at(-1)?.choices[0]?.finish_reason, without.at(-1)?.usage], ['stop', undefined])
    assert.equal(extrasOf(without.at(-1) ?? {}).engine, 'builtin')
  })

  it('lists the companion as a model', async () => {
    const models = await clientOf(member).models.list()
    assert.deepEqual(
      models.data.map(({ id }) => id),
      [model],
    )
    assert.equal((await clientOf(member).models.retrieve(model)).id, model)
    assert.equal((await refused(clientOf(member).models.retrieve('gpt'))).status, 404)
  })

  it('gets the first answer again for the same idempotency key, and the message is stored once', async () => {
    const cleo = await newMember('cleo')
    const ask = () =>
      clientOf(cleo).chat.completions.create(
        { model, messages: [user('Good morning!')] },
        { headers: { 'idempotency-key': 'morning' } },
      )
    const [first, again] = [await ask(), await ask()]
    assert.deepEqual(again.choices, first.choices)
    const { text } = await streamed(
      clientOf(cleo),
      'Good morning!',
      {},
      { headers: { 'idempotency-key': 'morning' } },
    )
    assert.equal(text, first.choices[0]?.message.content)
    assert.equal((await history(cleo)).length, 2)
  })

  it('may send a long history', async () => {
    const messages = Array.from({ length: 5_000 }, (_, at) => user(`Line ${at} ${'x'.repeat(200)}`))
    const answer = await clientOf(member).chat.completions.create({
      model,
      messages: [...messages, user('Hello!')],
    })
    assert.ok(answer.choices[0]?.message.content)
  })
})

describe('A background task of a frontend', () => {
  const title =
    '### Task:\nGenerate a concise, 3-5 word title.\n### Chat History:\n<chat_history>\nUSER: I got a puppy called Biscuit.\n</chat_history>'

  it('is never passed to the companion', async () => {
    const fay = await newMember('fay')
    const client = clientOf(fay)
    const { choices, ...rest } = await client.chat.completions.create({ model, messages: [user(title)] })
    assert.equal(choices[0]?.message.content, '{}')
    assert.equal(extrasOf(rest), undefined)
    assert.equal((await streamed(client, title)).text, '{}')
    const libre = 'Provide a concise, 5-word-or-less title for the conversation, using its same language.'
    assert.equal((await streamed(client, libre)).text, 'Talking with the companion')
    assert.deepEqual(await history(fay), [])
  })

  it("is not confused with a message about a task of one's own", async () => {
    const gil = await newMember('gil')
    await streamed(clientOf(gil), 'My task: water the plants, says the chat_history.')
    assert.equal((await history(gil)).length, 2)
  })
})

describe("A refused chat completion has OpenAI's error shape", () => {
  const create = (body: object, who: Pick<TestMember, 'access_token'> = member) =>
    refused(clientOf(who).post('/chat/completions', { body }))
  const invalid = (param: string | null) => ({
    status: 400,
    code: 'invalid_request',
    param,
    type: 'invalid_request_error',
  })

  it('without a valid token', async () => {
    for (const access_token of ['nonsense', member.access_token.slice(0, -2)]) {
      const { status, type } = await create({ model, messages: [user('Hi')] }, { access_token })
      assert.deepEqual([status, type], [401, 'authentication_error'])
    }
    const bare = await fetch(new URL('/v1/models', daemon.file.base_url))
    assert.deepEqual([bare.status, bare.headers.get('www-authenticate')], [401, 'Bearer'])
  })

  it('for unsupported parameters', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:,' } }
    const tool = { type: 'function', function: { name: 'weather' } }
    const rows: [object, string | null][] = [
      [{ model }, 'messages'],
      [{ model, messages: [] }, 'messages'],
      [{ model, messages: [{ role: 'assistant', content: 'Hi' }] }, 'messages'],
      [{ model, messages: [user('Hi')], n: 2 }, 'n'],
      [{ model, messages: [user('Hi')], response_format: { type: 'json_object' } }, 'response_format'],
      [{ model, messages: [user('Hi')], response_format: { type: 'json_schema' } }, 'response_format'],
      [{ model, messages: [user('Hi')], tools: [tool], tool_choice: 'required' }, 'tool_choice'],
      [{ model, messages: [user('Hi')], tools: [tool], tool_choice: tool }, 'tool_choice'],
      [{ model, messages: [user('Hi')], function_call: { name: 'weather' } }, 'function_call'],
      [{ model, messages: [user('Hi')], logprobs: true }, 'logprobs'],
      [{ model, messages: [user('Hi')], logit_bias: { 50256: -100 } }, 'logit_bias'],
      [{ model, messages: [user('Hi')], modalities: ['text', 'audio'] }, 'modalities'],
      [{ model, messages: [user('Hi')], web_search_options: {} }, 'web_search_options'],
      [{ model, messages: [user('Hi')], max_tokens: 0 }, 'max_tokens'],
      [{ model, messages: [user('Hi')], max_completion_tokens: 1.5 }, 'max_completion_tokens'],
      [{ model, messages: [user('Hi')], stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
      [{ model, messages: [user('Hi')], stop: '' }, 'stop'],
      [{ model, messages: [user('Hi')], stream: 'yes' }, 'stream'],
      [{ model, messages: [{ role: 'user', content: [picture] }] }, 'messages.content'],
      [{ model, messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages.content.text'],
      [{ model, messages: [user(' ')] }, 'content'],
      [{ model, messages: [user('x'.repeat(8_001))], stream: true }, 'content'],
    ]
    for (const [body, param] of rows)
      assert.deepEqual(await create(body), invalid(param), JSON.stringify(body))
  })

  it('for another model', async () => {
    const { status, code, param } = await create({ model: 'gpt-5', messages: [user('Hi')] })
    assert.deepEqual([status, code, param], [404, 'model_not_found', 'model'])
  })

  it('but not for parameters that it can ignore', async () => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }] as const
    const answer = await clientOf(member).chat.completions.create({
      model,
      messages: [user('Hello!')],
      n: 1,
      tools: [...tools],
      tool_choice: 'auto',
      response_format: { type: 'text' },
      logprobs: false,
      logit_bias: {},
      modalities: ['text'],
      seed: 7,
      stop: null,
      max_tokens: null,
    })
    assert.equal(answer.choices[0]?.finish_reason, 'stop')
  })

  it('for a program of this machine, which is not a member', async () => {
    const access_token = await systemToken(daemon.home.path, clock.now())
    const { status } = await create({ model, messages: [user('Hi')] }, { access_token })
    assert.equal(status, 404)
  })

  it('for unknown paths and invalid bodies', async () => {
    const post = (path: string, body: string, type = 'application/json') =>
      fetch(new URL(path, daemon.file.base_url), {
        method: 'POST',
        headers: { authorization: `Bearer ${member.access_token}`, 'content-type': type },
        body,
      }).then(async (answer) => [answer.status, (await answer.json()) as Refusal] as const)
    const rows = [
      [await post('/v1/images/generations', '{}'), 404],
      [await post('/v1/embeddings', '{}'), 400],
      [await post('/v1/chat/completions', '{'), 400],
      [await post('/v1/chat/completions', 'hi', 'text/plain'), 400],
      [await post('/v1/chat/completions', JSON.stringify({ x: 'x'.repeat(4_200_000) })), 400],
      [await post('/v1/chat/completions', `{"messages":[${'0,'.repeat(1_000_000)}0]}`), 400],
    ] as const
    for (const [[status, body], expected] of rows) {
      assert.equal(status, expected)
      assert.ok(typeof body.error.message === 'string')
    }
  })

  it('for a page of another origin', async () => {
    const answer = await fetch(new URL('/v1/models', daemon.file.base_url), {
      headers: { authorization: `Bearer ${member.access_token}`, origin: 'https://evil.example' },
    })
    assert.equal(answer.status, 403)
  })
})

describe('An answer over OpenAI’s API', () => {
  const messages = [user('Who are you?')]
  const key = { headers: { 'idempotency-key': 'one-answer' } }

  /** The whole of what the client is told when it asks for this answer within limits, at once and streamed. */
  async function bothWays(client: OpenAI, limits: object): Promise<(string | undefined)[][]> {
    const whole = await client.chat.completions.create({ model, messages, ...limits }, key)
    const { text, reason } = await streamed(client, 'Who are you?', limits, key)
    const [choice] = whole.choices
    return [
      [choice?.message.content ?? '', choice?.finish_reason],
      [text, reason],
    ]
  }

  it('ends where max_tokens, max_completion_tokens or a stop sequence end it, and is kept whole', async () => {
    const hal = await newMember('hal')
    const client = clientOf(hal)
    const [[full = '']] = (await bothWays(client, {})) as [string[]]
    const words = full.split(' ')
    assert.ok(words.length >= 5, full)
    for (const limits of [
      { max_tokens: 3 },
      { max_completion_tokens: 3 },
      { max_tokens: 900, max_completion_tokens: 3 },
    ])
      for (const [text = '', reason] of await bothWays(client, limits)) {
        assert.equal(reason, 'length')
        assert.ok(text.length > 0 && text.length < full.length && full.startsWith(text), text)
      }
    const stop = words[3] ?? ''
    for (const limits of [{ stop }, { stop: ['never said', stop], max_tokens: 900 }])
      for (const [text, reason] of await bothWays(client, limits))
        assert.deepEqual([text, reason], [full.slice(0, full.indexOf(stop)), 'stop'])
    for (const [text, reason] of await bothWays(client, { stop: 'never said', max_tokens: 900 }))
      assert.deepEqual([text, reason], [full, 'stop'])
    const { body } = await rest(daemon, 'GET /conversation/history', { token: hal.access_token })
    assert.equal(body.data.items[0].content, full)
  })

  it('counts the tokens that were sent alone', async () => {
    const { usage } = await clientOf(member).chat.completions.create({ model, messages, max_tokens: 3 })
    assert.ok((usage?.completion_tokens ?? 9) <= 3)
  })
})
