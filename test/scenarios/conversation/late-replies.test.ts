import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { agree } from '../../support/conversation/consent.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const clock = new ManualClock()
const { daemon, owner } = await household({
  clock,
  environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
})
await agree(daemon, owner, server.base_url)
const token = owner.access_token

describe('A reply that comes too late for whoever waits for it', () => {
  it('is kept, and is what they get when they send the message again', async () => {
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
    const [kept] = await soon(async () => {
      const items = await history()
      return items.length === 2 && items
    })
    assert.equal(kept.role, 'companion')
    const asked = (await server.chats()).length
    assert.equal((await send()).body.data.response.message_uuid, kept.message_uuid)
    assert.deepEqual([(await history()).length, (await server.chats()).length], [2, asked])
    const goals = await rest(daemon, 'GET /agency/goals', { token })
    assert.equal(goals.body.data.total, 1)
  })
})
