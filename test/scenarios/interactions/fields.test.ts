import assert from 'node:assert/strict'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Check = (value: unknown, scene: Scene) => void

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    assert.match(String(value), pattern)
const is =
  (expected: unknown): Check =>
  (value) =>
    assert.deepEqual(value, expected)
const isMember: Check = (value, { member }) => assert.equal(value, member.family_member_uuid)

async function full({ ask, put, owner, member }: Scene) {
  const { interaction_id } = await put({
    interaction_type: 'choice',
    title: 'A drink',
    severity: 'high',
    requirement: 'optional',
    category: 'kitchen',
    expected_answer_type: 'text',
    allowed_options: ['tea', 'coffee'],
    expires_in_seconds: 3_600,
  })
  await ask(member.access_token, 'interactions.answer', {
    interaction_id,
    answer_text: 'tea',
    answer_json: { sugar: { spoons: 2 } },
  })
  const got = await ask(member.access_token, 'interactions.get', { interaction_id })
  const listed = await ask(member.access_token, 'interactions.list', { limit: 1 })
  assert.equal(got.status, 200)
  assert.equal((await ask(owner.access_token, 'interactions.get', { interaction_id })).status, 200)
  return { interaction: got.result.interaction, events: got.result.events, item: listed.result.items[0] }
}

const interactionFields: Record<string, Check> = {
  interaction_id: matches(uuid),
  user_id: isMember,
  correlation_id: matches(uuid),
  interaction_type: is('choice'),
  status: is('answered'),
  prompt: is('Tea or coffee?'),
  title: is('A drink'),
  requirement: is('optional'),
  severity: is('high'),
  category: is('kitchen'),
  expected_answer_type: is('text'),
  allowed_options: is(['tea', 'coffee']),
  answer_text: is('tea'),
  answer_json: is({ sugar: { spoons: 2 } }),
  answered_at: matches(moment),
  expires_at: matches(moment),
  idempotency_key: is(null),
  created_at: matches(moment),
  updated_at: matches(moment),
}

const eventFields: Record<string, Check> = {
  event_id: matches(uuid),
  interaction_id: matches(uuid),
  user_id: isMember,
  correlation_id: matches(uuid),
  actor: (value, { member }) => assert.equal(value, `user:${member.family_member_uuid}`),
  event_type: is('answered'),
  from_status: is('pending'),
  to_status: is('answered'),
  payload_json: is({ answer_text: 'tea', answer_json: { sugar: { spoons: 2 } } }),
  created_at: matches(moment),
  via: is(null),
}

const listed = [
  'interaction_id',
  'user_id',
  'correlation_id',
  'interaction_type',
  'status',
  'title',
  'prompt',
  'requirement',
  'severity',
  'created_at',
  'updated_at',
] as const

const field = (
  name: string,
  of: string,
  check: (answer: Awaited<ReturnType<typeof full>>, scene: Scene) => void,
): Row => ({
  name: `${of}.${name}`,
  check: async (scene) => check(await full(scene), scene),
})

scenarios('Interaction', [
  ...Object.entries(interactionFields).map(([name, check]) =>
    field(name, 'interaction', ({ interaction }, scene) => check(interaction[name], scene)),
  ),
  {
    name: 'an interaction has exactly these fields, empty ones null or []',
    check: async ({ put }) => {
      const interaction = await put()
      assert.deepEqual(Object.keys(interaction).toSorted(), Object.keys(interactionFields).toSorted())
      const empty = ['title', 'category', 'expected_answer_type', 'answer_text', 'answer_json', 'answered_at']
      for (const name of [...empty, 'expires_at', 'idempotency_key'])
        assert.equal(interaction[name], null, name)
      assert.deepEqual(interaction.allowed_options, [])
    },
  },
])

scenarios('Interaction event', [
  ...Object.entries(eventFields).map(([name, check]) =>
    field(name, 'event', ({ events }, scene) => check(events[1][name], scene)),
  ),
  field('*', 'event', ({ events }) => {
    assert.equal(events.length, 2)
    for (const event of events)
      assert.deepEqual(Object.keys(event).toSorted(), Object.keys(eventFields).toSorted())
    assert.equal(events[0].event_type, 'created')
    assert.equal(events[0].from_status, null)
    assert.equal(events[0].correlation_id, events[1].correlation_id)
  }),
])

scenarios('Interaction list item', [
  ...listed.map((name) =>
    field(name, 'item', ({ item, interaction }) => assert.equal(item[name], interaction[name])),
  ),
  field('*', 'item', ({ item }) => assert.deepEqual(Object.keys(item).toSorted(), listed.toSorted())),
])
