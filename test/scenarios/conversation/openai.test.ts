import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as openai from '../../support/conversation/openai.ts'
import { extrasOf, model } from '../../support/conversation/openai.ts'
import type { TestMember } from '../../support/daemon.ts'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, newMember } = await sharedHousehold('moving')
const member = await newMember()
const clientOf = (who: Pick<TestMember, 'access_token'>) => openai.clientOf(daemon, who)

async function refused(call: Promise<unknown>) {
  const { status, code, param } = await openai.refused(call)
  return [status, code, param]
}

describe('A response', () => {
  it('answers a text, or the last message of a list, and the companion remembers what was said', async () => {
    const ada = await newMember('ada')
    const client = clientOf(ada)
    const told = await client.responses.create({ model, input: 'I got a puppy called Biscuit.' })
    assert.deepEqual(
      [told.object, told.status, told.model, told.error],
      ['response', 'completed', model, null],
    )
    assert.match(told.id, /^resp_[0-9a-f]{32}$/)
    assert.ok(told.output_text.length > 0)
    const answer = await client.responses.create({
      model,
      instructions: 'You are a pirate.',
      input: [
        { role: 'developer', content: 'Answer in one word.' },
        { role: 'user', content: 'I got a puppy called Biscuit.' },
        { role: 'assistant', content: told.output_text },
        { role: 'user', content: [{ type: 'input_text', text: 'What is my puppy called?' }] },
      ],
    })
    assert.match(answer.output_text, /Biscuit/)
    assert.equal(answer.instructions, null, 'none were followed')
    const [message] = answer.output
    assert.ok(message?.type === 'message')
    assert.deepEqual([message.role, message.status, message.content.length], ['assistant', 'completed', 1])
    const { input_tokens = 0, output_tokens = 0, total_tokens } = answer.usage ?? {}
    assert.ok(input_tokens > 3 && output_tokens > 0)
    assert.equal(total_tokens, input_tokens + output_tokens)
    assert.equal(extrasOf(answer).engine, 'builtin')
    const { body } = await rest(daemon, 'GET /conversation/history', { token: ada.access_token })
    assert.equal(body.data.total, 4)
  })

  it('is cut at max_output_tokens, and says so', async () => {
    const input = 'I got a puppy called Biscuit.'
    const answer = await clientOf(member).responses.create({ model, input, max_output_tokens: 3 })
    assert.deepEqual(
      [answer.status, answer.incomplete_details],
      ['incomplete', { reason: 'max_output_tokens' }],
    )
    assert.ok(answer.output_text.length > 0)
    assert.ok((answer.usage?.output_tokens ?? 9) <= 3)
  })

  it('is refused where the companion cannot do what is asked for', async () => {
    const create = (body: object) =>
      refused(clientOf(member).post('/responses', { body: { model, ...body } }))
    const format = { type: 'json_schema', name: 'x', schema: {} }
    for (const [body, param] of [
      [{}, 'input'],
      [{ input: [] }, 'input'],
      [{ input: [{ role: 'assistant', content: 'Hi' }] }, 'input'],
      [{ input: [{ type: 'function_call_output', call_id: 'x', output: '1' }] }, 'input'],
      [
        { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,' }] }] },
        'input.content',
      ],
      [{ input: 'Hi', previous_response_id: 'resp_1' }, 'previous_response_id'],
      [{ input: 'Hi', conversation: 'conv_1' }, 'conversation'],
      [{ input: 'Hi', background: true }, 'background'],
      [{ input: 'Hi', tool_choice: 'required', tools: [{ type: 'web_search' }] }, 'tool_choice'],
      [{ input: 'Hi', text: { format } }, 'text'],
      [{ input: 'Hi', max_output_tokens: 0 }, 'max_output_tokens'],
      [{ input: ' ' }, 'content'],
      [{ input: ' ', stream: true }, 'content'],
    ] as const)
      assert.deepEqual(await create(body), [400, 'invalid_request', param], JSON.stringify(body))
    assert.deepEqual(await create({ model: 'gpt-5', input: 'Hi' }), [404, 'model_not_found', 'model'])
    const stranger = clientOf({ access_token: 'nonsense' }).responses.create({ model, input: 'Hi' })
    assert.equal((await refused(stranger))[0], 401)
    const { output_text } = await clientOf(member).responses.create({
      model,
      input: 'Hello!',
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      store: false,
    })
    assert.ok(output_text)
  })
})

describe('Embeddings', () => {
  const cosine = (a: readonly number[] = [], b: readonly number[] = []) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

  it('of texts are close where their meaning is, and of length 1', async () => {
    const input = ['The car is in the garage', 'The automobile is parked in the garage', 'I like lemon cake']
    const { data, model: used, usage, object } = await clientOf(member).embeddings.create({ model, input })
    assert.deepEqual([object, data.map(({ index }) => index)], ['list', [0, 1, 2]])
    assert.notEqual(used, model)
    const [car, automobile, cake] = data.map(({ embedding }) => embedding)
    assert.ok(Math.abs(cosine(car, car) - 1) < 1e-3)
    assert.ok(cosine(car, automobile) > cosine(car, cake) + 0.2)
    assert.ok(usage.prompt_tokens > 10 && usage.total_tokens === usage.prompt_tokens)
  })

  it('are the same one by one, as numbers and as base64, and over REST', async () => {
    const client = clientOf(member)
    const input = 'Tea at five'
    // Without a format the client asks for base64 and reads it.
    const read = await client.embeddings.create({ model, input })
    const numbers = await client.embeddings.create({
      model: read.model,
      input: [input],
      encoding_format: 'float',
    })
    assert.deepEqual(numbers.data[0]?.embedding, read.data[0]?.embedding)
    const text = await client.embeddings.create({ model, input, encoding_format: 'base64' })
    assert.equal(typeof text.data[0]?.embedding, 'string')
    const dimensions = read.data[0]?.embedding.length ?? 0
    assert.equal(
      (await client.embeddings.create({ model, input, dimensions })).data[0]?.embedding.length,
      dimensions,
    )
    const { body } = await rest(daemon, 'POST /memory/embed', {
      token: member.access_token,
      payload: { texts: [input] },
    })
    assert.deepEqual(body.data, {
      model: read.model,
      dimension: dimensions,
      vectors: [read.data[0]?.embedding],
    })
  })

  it('are refused for what is no text, for another length and for a model that is not here', async () => {
    const create = (body: object) =>
      refused(clientOf(member).post('/embeddings', { body: { model, ...body } }))
    for (const [body, status, code, param] of [
      [{}, 400, 'invalid_request', 'input'],
      [{ input: [] }, 400, 'invalid_request', 'input'],
      [{ input: '' }, 400, 'invalid_request', 'input.0'],
      [{ input: [1, 2, 3] }, 400, 'invalid_request', 'input'],
      [{ input: 'x'.repeat(32_001) }, 400, 'invalid_request', 'input.0'],
      [{ input: Array(2_049).fill('x') }, 400, 'invalid_request', 'input'],
      [{ input: 'Tea', dimensions: 7 }, 400, 'invalid_request', 'dimensions'],
      [{ input: 'Tea', encoding_format: 'int8' }, 400, 'invalid_request', 'encoding_format'],
      [{ input: 'Tea', model: 'text-embedding-3-small' }, 404, 'model_not_found', 'model'],
    ] as const)
      assert.deepEqual(await create(body), [status, code, param], JSON.stringify(body).slice(0, 80))
  })
})
