import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { household } from '../../support/household.ts'
import { personOf, signIn, startTestDaemon } from '../../support/daemon.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household()

const simulate = (headers: Record<string, string> = {}) => {
  const body = { user_id: member.family_member_uuid, interaction_type: 'question', prompt: 'Tea?' }
  return rest(daemon, 'POST /admin/interactions/simulate', { token: owner.access_token, body, headers })
}
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const ofStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status)

describe('40 concurrent answers, over REST and WebSocket', () => {
  it('have one winner, 39 conflicts, one event and one notification', async () => {
    const token = member.access_token
    const { interaction_id } = (await simulate()).body.interaction
    await using listener = await TestSocket.open(daemon, token)
    await listener.ask('subscribe', { topics: ['interaction.notifications'] })
    const sockets = await times(4, () => TestSocket.open(daemon, token))

    const overRest = async (answer_text: string) => {
      const answer = await rest(daemon, `POST /interactions/${interaction_id}/answer`, {
        token,
        body: { answer_text },
      })
      return answer.status === 200 ? answer.body.interaction.answer_text : answer.body.detail
    }
    const overWebSocket = async (answer_text: string, socket: TestSocket | undefined) => {
      const payload = { interaction_id, answer_text }
      const answer = await socket?.ask('request', { operation: 'interactions.answer', payload })
      return answer?.type === 'response' ? answer.data.result.interaction.answer_text : answer?.data.message
    }
    const outcomes: string[] = await times(40, (index) =>
      index % 2 === 0
        ? overRest(`answer ${index}`)
        : overWebSocket(`answer ${index}`, sockets[index % sockets.length]),
    )
    const late = outcomes.filter((outcome) => outcome === 'interaction already in terminal state')
    const won = outcomes.filter((outcome) => outcome.startsWith('answer '))
    assert.equal(late.length, 39)
    assert.equal(won.length, 1)

    const { body } = await rest(daemon, `GET /interactions/${interaction_id}`, { token })
    assert.equal(body.interaction.answer_text, won[0])
    assert.deepEqual(
      body.events.map(({ event_type }: { event_type: string }) => event_type),
      ['created', 'answered'],
    )

    // Whatever came before the next interaction's notification is all that there is of this one.
    const next = (await simulate()).body.interaction.interaction_id
    await listener.next(({ data }) => data.interaction?.interaction_id === next)
    const told = listener.received.filter(({ data }) => data.interaction?.interaction_id === interaction_id)
    assert.deepEqual(
      told.map(({ data }) => data.event.event_type),
      ['answered'],
    )
    for (const socket of sockets) await socket[Symbol.asyncDispose]()
  })

  it('are 39 times 409 when all come over REST', async () => {
    const { interaction_id } = (await simulate()).body.interaction
    const request = { token: member.access_token, body: { answer_text: 'yes' } }
    const answers = await times(40, () =>
      rest(daemon, `POST /interactions/${interaction_id}/answer`, request),
    )
    assert.equal(ofStatus(answers, 200).length, 1)
    assert.equal(ofStatus(answers, 409).length, 39)
  })

  it('have one winner, which may be a cancellation among them', async () => {
    const { interaction_id } = (await simulate()).body.interaction
    const token = member.access_token
    const answers = await times(10, (index) =>
      index % 2 === 0
        ? rest(daemon, `POST /interactions/${interaction_id}/cancel`, { token })
        : rest(daemon, `POST /interactions/${interaction_id}/answer`, {
            token,
            body: { answer_text: 'yes' },
          }),
    )
    const [winner, ...others] = ofStatus(answers, 200)
    assert.deepEqual(others, [])
    const { body } = await rest(daemon, `GET /interactions/${interaction_id}`, { token })
    assert.equal(body.interaction.status, winner?.body.interaction.status)
    assert.equal(body.events.length, 2)
  })
})

describe('Concurrent registrations', () => {
  it('with one setup code create one owner, and the others are refused', async () => {
    await using empty = await startTestDaemon()
    const { setupCode: setup_code } = empty
    const answers = await times(8, (index) =>
      rest(empty, 'POST /auth/register', { payload: personOf(`user${index}`, { setup_code }) }),
    )
    const [first, ...others] = ofStatus(answers, 201)
    assert.deepEqual(others, [])
    assert.deepEqual(first?.body.data.family_member.roles, ['admin'])
    assert.equal(ofStatus(answers, 403).length, 7)
    const token = first?.body.data.access_token
    assert.equal((await rest(empty, 'GET /auth/session', { token })).status, 200)
  })

  it('for one username create one member, and the others are conflicts', async () => {
    const request = { token: owner.access_token, payload: personOf('twin') }
    const answers = await times(8, () => rest(daemon, 'POST /auth/register', request))
    assert.equal(ofStatus(answers, 201).length, 1)
    assert.equal(ofStatus(answers, 409).length, 7)
  })
})

describe('50 concurrent refreshes with one token', () => {
  const refresh = (refresh_token: string) =>
    rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
  const session = (token: string) => rest(daemon, 'GET /auth/session', { token })

  it('return a working pair or 401, all of one session, which an older token then ends', async () => {
    const { refresh_token, session_uuid } = await signIn(daemon, 'mia')
    const answers = await times(50, () => refresh(refresh_token))
    const pairs = ofStatus(answers, 200).map(({ body }) => body.data)
    assert.equal(pairs.length + ofStatus(answers, 401).length, 50)
    assert.ok(pairs.length > 0)
    const tokens = new Set(pairs.map((pair) => pair.refresh_token))
    assert.equal(tokens.size, pairs.length)
    for (const pair of pairs) {
      assert.equal(pair.session_uuid, session_uuid)
      assert.equal((await session(pair.access_token)).status, 200)
    }

    const second = await refresh(pairs.at(-1).refresh_token)
    assert.equal(second.status, 200)
    const third = await refresh(second.body.data.refresh_token)
    assert.equal(third.status, 200)
    const stolen = await refresh(refresh_token)
    assert.equal(stolen.status, 401)
    assert.equal(stolen.body.error.code, 'TOKEN_REVOKED')
    assert.equal((await session(third.body.data.access_token)).status, 401)
    assert.equal((await refresh(third.body.data.refresh_token)).status, 401)
  })
})

describe('20 concurrent requests with one idempotency key', () => {
  it('create one interaction, and all get its response', async () => {
    const earlier = (await rest(daemon, 'GET /interactions', { token: member.access_token })).body.total
    const answers = await times(20, () => simulate({ 'idempotency-key': 'tea-at-five' }))
    const [first] = answers
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, first?.body)
    }
    const { total } = (await rest(daemon, 'GET /interactions', { token: member.access_token })).body
    assert.equal(total, earlier + 1)
  })
})
