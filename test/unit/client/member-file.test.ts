import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Client, createClient } from '../../../daemon/client/client.ts'
import { ApiError } from '../../../daemon/client/errors.ts'
import {
  type MemberFile,
  memberFileParts,
  type Progress,
  walkMember,
} from '../../../daemon/client/member-file.ts'
import { startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'

const now = new Date('2026-05-01T12:00:00Z')
const me = '3f0e7f39-40a5-4d3f-9b8d-0a8b9e2d6c11'

type Input = Record<string, unknown>
type Answers = Record<string, (input: Input, calls: number) => unknown>

const none = () => ({ items: [], total: 0 })
const nothing: Answers = {
  'auth.profile': () => ({ family_member_uuid: me, username: 'mia' }),
  'profile.sessions': none,
  'devices.list': none,
  'conversation.history': none,
  'memory.recent': none,
  'memory.forgotten': none,
  'agency.goals': none,
  'interactions.list': none,
  'emotion.current': () => ({ updated_at: '2026-05-01T11:59:00.000Z' }),
  'emotion.history': none,
  'personality.current': () => ({ companion_name: 'Robin' }),
  'personality.snapshots': none,
}

/** A client that answers as it is told, and remembers what it was asked. */
function fakeClient(answers: Answers) {
  const asked: [string, Input][] = []
  const call = (name: string, input: Input = {}) => {
    asked.push([name, input])
    const calls = asked.filter(([other]) => other === name).length
    const answer = { ...nothing, ...answers }[name]
    if (!answer) throw new Error(`nobody expects ${name}`)
    return Promise.resolve().then(() => answer(input, calls))
  }
  const inputsOf = (name: string) => asked.filter(([other]) => other === name).map(([, input]) => input)
  return { client: { call, callByName: call } as unknown as Client, inputsOf }
}

async function walked(client: Client): Promise<{ file: MemberFile; steps: Progress[] }> {
  const steps: Progress[] = []
  const walk = walkMember(client, now)
  for (;;) {
    const { done, value } = await walk.next()
    if (done) return { file: value, steps }
    steps.push(value)
  }
}

/** A list of `all` as the daemon gives it, page by page. */
const paged =
  <T>(all: () => readonly T[]) =>
  ({ limit, offset }: Input) => ({
    items: all().slice(Number(offset), Number(offset) + Number(limit)),
    total: all().length,
  })

const goals = (count: number) => Array.from({ length: count }, (_, index) => ({ goal_uuid: `goal-${index}` }))
const ids = (file: MemberFile) => file.goals.map(({ goal_uuid }) => goal_uuid)

describe("the export of a member's data", () => {
  test('is a file of empty lists for a new member', async () => {
    const { file, steps } = await walked(fakeClient({}).client)
    const { profile, personality, ...rest } = file
    assert.deepEqual([profile.username, personality.companion_name], ['mia', 'Robin'])
    assert.deepEqual(rest, {
      format: 'companion.member-file',
      version: 1,
      made_at: '2026-05-01T12:00:00.000Z',
      sessions: [],
      devices: [],
      messages: [],
      memories: [],
      forgotten_memories: [],
      goals: [],
      interactions: [],
      emotions: [],
      snapshots: [],
    })
    assert.ok(steps.every(({ done, total }) => done === 0 && total === 0))
  })

  test('visits the parts in order, and never goes back', async () => {
    const interactions = [{ interaction_id: 'a' }]
    const { client } = fakeClient({
      'interactions.list': paged(() => interactions),
      'interactions.get': () => ({ interaction: interactions[0], events: [] }),
    })
    const { steps } = await walked(client)
    assert.deepEqual([...new Set(steps.map(({ part }) => part))], memberFileParts)
  })

  test('reads every page of a list and reports its progress', async () => {
    const { client, inputsOf } = fakeClient({ 'agency.goals': paged(() => goals(450)) })
    const { file, steps } = await walked(client)
    assert.deepEqual(
      ids(file),
      goals(450).map(({ goal_uuid }) => goal_uuid),
    )
    assert.deepEqual(
      inputsOf('agency.goals').map(({ offset }) => offset),
      [0, 200, 400],
    )
    assert.deepEqual(
      steps.filter(({ part }) => part === 'goals').map(({ done, total }) => [done, total]),
      [
        [200, 450],
        [400, 450],
        [450, 450],
      ],
    )
  })

  test('contains nothing twice if items are added at the front meanwhile', async () => {
    let all = goals(300)
    const { client } = fakeClient({
      'agency.goals': (input, calls) => {
        if (calls === 2) all = [{ goal_uuid: 'new' }, ...all]
        return paged(() => all)(input)
      },
    })
    const { file } = await walked(client)
    assert.deepEqual(ids(file).toSorted(), all.map(({ goal_uuid }) => goal_uuid).toSorted())
  })

  test('misses nothing if items are removed at the front meanwhile', async () => {
    let all = goals(300)
    const { client, inputsOf } = fakeClient({
      'agency.goals': (input, calls) => {
        if (calls === 2) all = all.slice(1)
        return paged(() => all)(input)
      },
    })
    const { file } = await walked(client)
    for (const { goal_uuid } of all) assert.ok(ids(file).includes(goal_uuid), goal_uuid)
    assert.equal(inputsOf('agency.goals').length, 4)
  })

  test('ends even if a list keeps changing', async () => {
    let count = 300
    const { client, inputsOf } = fakeClient({
      'agency.goals': (input) => {
        count += 1
        return paged(() => goals(count))(input)
      },
    })
    assert.ok((await walked(client)).file.goals.length >= 300)
    assert.equal(inputsOf('agency.goals').length, 6)
  })

  test('pages through the messages from the last one read', async () => {
    const messages = Array.from({ length: 201 }, (_, index) => ({ message_uuid: `m${index}` }))
    const { client, inputsOf } = fakeClient({
      'conversation.history': ({ before, limit }) => {
        const from = messages.findIndex(({ message_uuid }) => message_uuid === before) + 1
        return { items: messages.slice(from, from + Number(limit)), total: messages.length }
      },
    })
    const { file } = await walked(client)
    assert.deepEqual(file.messages, messages)
    assert.deepEqual(
      inputsOf('conversation.history').map(({ before }) => before),
      [undefined, 'm199'],
    )
  })

  test('leaves out what others share with the household', async () => {
    const memory = (memory_uuid: string, family_member_uuid: string) => ({ memory_uuid, family_member_uuid })
    const { client, inputsOf } = fakeClient({
      'memory.recent': paged(() => [memory('mine', me), memory('theirs', 'somebody')]),
    })
    const { file } = await walked(client)
    assert.deepEqual(
      file.memories.map(({ memory_uuid }) => memory_uuid),
      ['mine'],
    )
    assert.equal(inputsOf('memory.recent')[0]?.['history'], true)
  })

  test('reads in the order of time, in which nothing moves when it is answered or pinned', async () => {
    const { client, inputsOf } = fakeClient({})
    await walked(client)
    for (const name of ['memory.recent', 'interactions.list'] as const)
      assert.equal(inputsOf(name)[0]?.['order'], 'newest')
  })

  test('reads moods up to one moment of the daemon, equal ones included', async () => {
    const mood = { emotion: 'happy', created_at: '2026-05-01T11:00:00.000Z' }
    const { client, inputsOf } = fakeClient({ 'emotion.history': paged(() => [mood, mood]) })
    const { file } = await walked(client)
    assert.equal(file.emotions.length, 2)
    assert.deepEqual(inputsOf('emotion.history'), [
      { limit: 200, offset: 0, to: '2026-05-01T11:59:00.000Z', interval: 'raw' },
    ])
  })

  test('keeps an interaction without its timeline if that has expired or is gone', async () => {
    const listed = ['kept', 'expired', 'gone'].map((interaction_id) => ({ interaction_id }))
    const { client } = fakeClient({
      'interactions.list': paged(() => listed),
      'interactions.get': ({ interaction_id }) => {
        if (interaction_id === 'expired') throw new ApiError({ status: 410, code: null, message: 'expired' })
        if (interaction_id === 'gone') throw new ApiError({ status: 404, code: null, message: 'not found' })
        return { interaction: { interaction_id, prompt: 'Tea?' }, events: [{ event_id: 'e' }] }
      },
    })
    const { file } = await walked(client)
    assert.deepEqual(file.interactions, [
      { interaction: { interaction_id: 'kept', prompt: 'Tea?' }, events: [{ event_id: 'e' }] },
      { interaction: { interaction_id: 'expired' }, events: [] },
      { interaction: { interaction_id: 'gone' }, events: [] },
    ])
  })

  test("fails with the daemon's error", async () => {
    const refusal = new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'too many requests' })
    const { client } = fakeClient({
      'interactions.list': paged(() => [{ interaction_id: 'a' }]),
      'interactions.get': () => Promise.reject(refusal),
    })
    await assert.rejects(walked(client), refusal)
  })
})

test('a real daemon exports everything of one member, and nothing of another', async () => {
  await using daemon = await startTestDaemon()
  const owner = await daemon.owner()
  const mia = await daemon.member(owner, 'mia')
  await fill(daemon, owner, mia)
  const tokens = () => Promise.resolve({ token: mia.access_token, expires_at: Number.MAX_SAFE_INTEGER })
  const { file } = await walked(createClient({ base_url: () => daemon.file.base_url, tokens }))
  assert.equal(file.profile.username, 'mia')
  assert.equal(file.sessions.length, 2)
  assert.deepEqual(
    file.devices.map(({ name }) => name),
    ['Radio'],
  )
  assert.deepEqual(
    file.messages.map(({ role }) => role),
    ['companion', 'user'],
  )
  const own = file.memories.filter(({ content }) => content.startsWith('Note '))
  assert.equal(new Set(own.map(({ content }) => content)).size, 249)
  assert.ok(file.memories.every(({ family_member_uuid }) => family_member_uuid === mia.family_member_uuid))
  assert.deepEqual(
    file.forgotten_memories.map(({ content }) => content),
    ['Note number 7 about box 7'],
  )
  assert.deepEqual(
    file.goals.map(({ title, status }) => [title, status]),
    [['Learn to swim', 'cancelled']],
  )
  assert.deepEqual(
    file.interactions.map(({ interaction, events }) => [
      'prompt' in interaction && interaction.prompt,
      events.map(({ event_type }) => event_type),
    ]),
    [['Tea?', ['created', 'answered']]],
  )
  assert.ok(file.emotions.length > 0)
  assert.ok(file.snapshots.some(({ label }) => label === 'Before'))
})

/** Gives a member something of every kind, and the owner something that is not theirs. */
async function fill(daemon: TestDaemon, owner: TestMember, mia: TestMember): Promise<void> {
  const token = mia.access_token
  const did = async (route: string, payload?: object, as: string = token) => {
    const { status, body } = await rest(daemon, route, { token: as, ...(payload ? { payload } : {}) })
    assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const offer = await did('POST /auth/devices/pair', { name: 'Radio', kind: 'voice' })
  const { pairing_code } = offer
  assert.equal((await rest(daemon, 'POST /auth/devices/pair', { payload: { pairing_code } })).status, 201)
  await did('POST /conversation/message', { content: 'I am so happy about my new bicycle' })
  const items = Array.from({ length: 250 }, (_, n) => ({ content: `Note number ${n} about box ${n}` }))
  await did('POST /memory/store-many', { memories: items.slice(0, 125) })
  await did('POST /memory/store-many', { memories: items.slice(125) })
  const { items: found } = await did('GET /memory/recent?limit=200&offset=50')
  const seventh = found.find(({ content }: { content: string }) => content === 'Note number 7 about box 7')
  await did('POST /memory/forget', { memory_uuids: [seventh.memory_uuid] })
  await did(
    'POST /memory/store',
    { content: 'The gate code is 4711', visibility: 'household' },
    owner.access_token,
  )
  const { goal } = await did('POST /agency/goals', { title: 'Learn to swim' })
  await did(`DELETE /agency/goals/${goal.goal_uuid}`)
  const question = { user_id: mia.family_member_uuid, interaction_type: 'question', prompt: 'Tea?' }
  const { body } = await rest(daemon, 'POST /admin/interactions/simulate', {
    token: owner.access_token,
    body: question,
  })
  const { interaction_id } = body.interaction
  await rest(daemon, `POST /interactions/${interaction_id}/answer`, { token, body: { answer_text: 'yes' } })
  await did('POST /personality/snapshots', { label: 'Before' })
}
