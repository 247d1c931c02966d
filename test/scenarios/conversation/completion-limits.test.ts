import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import OpenAI from 'openai'
import { ManualClock } from '../../support/clock.ts'
import { agree } from '../../support/conversation/consent.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import type { TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
// By a clock that stands still, the model has all the time that the machine takes.
const { daemon, owner, member } = await household({
  clock: new ManualClock(),
  environment: {
    COMPANION_ENGINE_BASE_URL: server.base_url,
    COMPANION_ENGINE_MODEL: 'normal',
  },
})
const model = 'companion'
const user = (content: string) => ({ role: 'user', content }) as const

/** OpenAI's own client, which knows of the companion nothing but where it is and a token. */
const clientOf = ({ access_token: apiKey }: Pick<TestMember, 'access_token'>) =>
  new OpenAI({ apiKey, baseURL: new URL('/v1', daemon.file.base_url).href, maxRetries: 0 })

describe('An answer', () => {
  const messages = [user('Who are you?')]
  const key = { headers: { 'idempotency-key': 'one-answer' } }

  /** The whole of what the client is told when it asks for this answer within limits, at once and streamed. */
  async function bothWays(client: OpenAI, limits: object): Promise<(string | undefined)[][]> {
    const whole = await client.chat.completions.create({ model, messages, ...limits }, key)
    const stream = await client.chat.completions.create({ model, messages, ...limits, stream: true }, key)
    let [text, reason] = ['', '']
    for await (const { choices } of stream) {
      text += choices[0]?.delta.content ?? ''
      reason = choices[0]?.finish_reason ?? reason
    }
    const [choice] = whole.choices
    return [
      [choice?.message.content ?? '', choice?.finish_reason],
      [text, reason],
    ]
  }

  it('ends where max_tokens, max_completion_tokens or a stop sequence end it, and is kept whole', async () => {
    const hal = await daemon.member(owner, 'hal')
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

  it('counts as long as it was sent', async () => {
    const { usage } = await clientOf(member).chat.completions.create({ model, messages, max_tokens: 3 })
    assert.ok((usage?.completion_tokens ?? 9) <= 3)
  })

  it('is cut while it writes', async () => {
    const ivy = await daemon.member(owner, 'ivy')
    await agree(daemon, ivy, server.base_url)
    const ask = async (limits: object) => {
      const stream = await clientOf(ivy).chat.completions.create({
        model,
        messages: [user('The lake is frozen today.')],
        stream: true,
        ...limits,
      })
      let [text, reason] = ['', '']
      for await (const { choices } of stream) {
        text += choices[0]?.delta.content ?? ''
        reason = choices[0]?.finish_reason ?? reason
      }
      return [text, reason]
    }
    assert.deepEqual(await ask({ stop: 'frozen' }), ['You said: The lake is ', 'stop'])
    assert.deepEqual(await ask({ stop: [' is froz', 'today'] }), ['You said: The lake', 'stop'])
    const [text, reason] = await ask({ max_tokens: 4 })
    assert.equal(reason, 'length')
    assert.ok('You said: The lake is frozen today.'.startsWith(text ?? '-'))
  })
})
