import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import OpenAI from 'openai'
import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { ManualClock } from '../../support/clock.ts'
import { agree } from '../../support/conversation/consent.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import type { TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const { daemon, owner, member } = await household()
// By a clock that stands still, the model has all the time that the machine takes.
const { daemon: withModel, owner: modelOwner } = await household({
  clock: new ManualClock(),
  environment: {
    COMPANION_ENGINE_BASE_URL: server.base_url,
    COMPANION_ENGINE_MODEL: 'normal',
  },
})

/** OpenAI's own client, which knows of the companion nothing but where it is and a token. */
const clientOf = ({ access_token: apiKey }: Pick<TestMember, 'access_token'>, { file } = daemon) =>
  new OpenAI({ apiKey, baseURL: new URL('/v1', file.base_url).href, maxRetries: 0 })

const user = (content: string) => ({ role: 'user', content }) as const
const model = 'companion'
/** What the companion adds to the shapes of OpenAI. */
// oxlint-disable-next-line typescript/no-explicit-any
const extrasOf = (answer: object): any => ('companion' in answer ? answer.companion : undefined)

const history = async ({ access_token: token }: TestMember, { file } = daemon) => {
  const { body } = await rest({ file }, 'GET /conversation/history', { token })
  return body.data.items.map(({ role, content }: Record<'role' | 'content', string>) => [role, content])
}

const streamed = async (client: OpenAI, content: string, include_usage = false) => {
  const chunks: ChatCompletionChunk[] = []
  const stream = await client.chat.completions.create({
    model,
    messages: [user(content)],
    stream: true,
    stream_options: { include_usage },
  })
  for await (const chunk of stream) chunks.push(chunk)
  return { chunks, text: chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('') }
}

interface Refusal {
  readonly error: { readonly message: string }
}

/** What a refused call says. */
const refused = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof OpenAI.APIError)
    const { status, code, param, type } = error
    return { status, code, param, type }
  }
  return assert.fail('it was not refused')
}

describe("OpenAI's client", () => {
  it('holds a conversation and the companion remembers it', async () => {
    const ada = await daemon.member(owner, 'ada')
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
    const ben = await daemon.member(owner, 'ben')
    const { chunks, text } = await streamed(clientOf(ben), 'Hello!', true)
    const [[, said]] = await history(ben)
    assert.equal(text, said)
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
    const cleo = await daemon.member(owner, 'cleo')
    const ask = () =>
      clientOf(cleo).chat.completions.create(
        { model, messages: [user('Good morning!')] },
        { headers: { 'idempotency-key': 'morning' } },
      )
    const [first, again] = [await ask(), await ask()]
    assert.deepEqual(again.choices, first.choices)
    const stream = await clientOf(cleo).chat.completions.create(
      { model, messages: [user('Good morning!')], stream: true },
      { headers: { 'idempotency-key': 'morning' } },
    )
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
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
    const fay = await daemon.member(owner, 'fay')
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
    const gil = await daemon.member(owner, 'gil')
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

  it('but not for what it can leave aside', async () => {
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
    const { token: access_token } = await systemTokens(daemon.home, 'test')()
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

describe('A model behind the companion', () => {
  it('is streamed while it writes', async () => {
    const dan = await withModel.member(modelOwner, 'dan')
    await agree(withModel, dan, server.base_url)
    const { chunks, text } = await streamed(clientOf(dan, withModel), 'The lake is frozen today.')
    assert.equal(text, 'You said: The lake is frozen today.')
    assert.ok(chunks.length > 4)
    const last = chunks.at(-1)
    const { engine, consent_needed } = extrasOf(last ?? {})
    assert.deepEqual([engine, consent_needed], [`127.0.0.1:${server.port}:normal`, null])
    assert.equal(last?.system_fingerprint, engine)
  })

  it('is not asked before the member has agreed, which the answer says', async () => {
    const fin = await withModel.member(modelOwner, 'fin')
    const answer = await clientOf(fin, withModel).chat.completions.create({
      model,
      messages: [user('Hello!')],
    })
    const { engine, consent_needed } = extrasOf(answer)
    assert.deepEqual([engine, answer.system_fingerprint], ['builtin', 'builtin'])
    assert.equal(consent_needed.origin, new URL(server.base_url).origin)
  })

  it('is replaced by the built-in engine, after what it wrote, when it breaks off', async () => {
    const eve = await withModel.member(modelOwner, 'eve')
    await agree(withModel, eve, server.base_url)
    await server.control({ behaviour: 'breaking' })
    const { chunks, text } = await streamed(clientOf(eve, withModel), 'I got a puppy called Biscuit.')
    await server.control({ behaviour: null })
    const [[, said]] = await history(eve, withModel)
    const { engine, degraded } = extrasOf(chunks.at(-1) ?? {})
    assert.deepEqual([engine, degraded], ['builtin', true])
    assert.ok(text.endsWith(`\n\n${said}`))
    assert.ok(text.length > said.length + 2)
  })
})
