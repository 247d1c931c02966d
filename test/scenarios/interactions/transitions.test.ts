import assert from 'node:assert/strict'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'
import { TestSocket } from '../../support/wire/socket.ts'

interface Step {
  readonly operation: string
  readonly put?: object
  readonly input?: object
  readonly to: string
  readonly changes?: object
}

/** Makes the step and shows the interaction, the event, the timeline and the notification of it. */
async function step(
  scene: Scene,
  { operation, put = {}, input = {}, to, changes = {} }: Step,
): Promise<void> {
  const { ask, member, clock } = scene
  const { interaction_id } = await scene.put(put)
  const watching = await notificationsOf(scene)
  clock.advance(1_000)
  const { status, result } = await ask(member.access_token, operation, { interaction_id, ...input })
  assert.equal(status, 200)
  assert.equal(result.interaction.interaction_id, interaction_id)
  assert.equal(result.interaction.status, to)
  for (const [name, value] of Object.entries(changes)) assert.deepEqual(result.interaction[name], value)
  assert.ok(result.interaction.updated_at > result.interaction.created_at)
  assert.equal(result.event.event_type, to)
  assert.equal(result.event.from_status, 'pending')
  assert.equal(result.event.to_status, to)
  assert.equal(result.event.actor, `user:${member.family_member_uuid}`)
  const got = await ask(member.access_token, 'interactions.get', { interaction_id })
  assert.deepEqual(got.result.interaction, result.interaction)
  assert.deepEqual(got.result.events.at(-1), result.event)
  assert.deepEqual(await watching.next(), { interaction: result.interaction, event: result.event })
}

async function notificationsOf({ daemon, member }: Scene) {
  const socket = await TestSocket.open(daemon, member.access_token)
  await socket.ask('subscribe', { topics: ['interaction.notifications'] })
  return {
    next: async () => {
      const { type, data } = await socket.next(() => true)
      assert.equal(type, 'interaction_notification')
      const { seq, topic, ...rest } = data
      assert.equal(topic, 'interaction.notifications')
      assert.ok(Number.isSafeInteger(seq))
      await socket[Symbol.asyncDispose]()
      return rest
    },
  }
}

const refused = (
  name: string,
  {
    put,
    operation,
    input,
    before,
  }: { put?: object; operation: string; input?: object; before?: [string, object?] },
  status: number,
  detail: string | RegExp,
): Row => ({
  name,
  check: async (scene) => {
    const { ask, member } = scene
    const { interaction_id } = await scene.put(put)
    if (before) {
      const first = await ask(member.access_token, before[0], { interaction_id, ...before[1] })
      assert.equal(first.status, 200)
    }
    const timeline = await ask(member.access_token, 'interactions.get', { interaction_id })
    const answer = await ask(member.access_token, operation, { interaction_id, ...input })
    assert.equal(answer.status, status)
    if (typeof detail === 'string') assert.equal(answer.detail, detail)
    else assert.match(String(answer.detail), detail)
    const after = await ask(member.access_token, 'interactions.get', { interaction_id })
    assert.deepEqual(after, timeline, 'a refusal changes nothing')
  },
})

const approval = { interaction_type: 'approval' }
const choice = { interaction_type: 'choice', allowed_options: ['tea', 'coffee'] }
const answered: [string, object] = ['interactions.answer', { answer_text: 'yes' }]

scenarios('States and transitions', [
  ...(['question', 'dialogue'] as const).map((interaction_type) => ({
    name: `a pending ${interaction_type} can be answered`,
    check: (scene: Scene) =>
      step(scene, {
        operation: 'interactions.answer',
        put: { interaction_type },
        input: { answer_text: 'tea' },
        to: 'answered',
        changes: {
          answer_text: 'tea',
          answer_json: null,
          answered_at: new Date(scene.clock.now() + 1_000).toISOString(),
        },
      }),
  })),
  {
    name: 'a pending choice can be answered with an option',
    check: (scene) =>
      step(scene, {
        operation: 'interactions.answer',
        put: choice,
        input: { answer_text: 'tea' },
        to: 'answered',
        changes: { answer_text: 'tea' },
      }),
  },
  {
    name: 'answer_json alone is enough for an answer',
    check: (scene) =>
      step(scene, {
        operation: 'interactions.answer',
        input: { answer_json: { sugar: [1, null, 'two'] } },
        to: 'answered',
        changes: { answer_text: null, answer_json: { sugar: [1, null, 'two'] } },
      }),
  },
  {
    name: 'a pending approval can be approved',
    check: (scene) => step(scene, { operation: 'interactions.approve', put: approval, to: 'approved' }),
  },
  {
    name: 'a pending approval can be rejected',
    check: (scene) => step(scene, { operation: 'interactions.reject', put: approval, to: 'rejected' }),
  },
  ...['question', 'choice', 'dialogue', 'approval'].map((interaction_type) => ({
    name: `a pending ${interaction_type} can be cancelled`,
    check: (scene: Scene) =>
      step(scene, {
        operation: 'interactions.cancel',
        put: { ...choice, interaction_type },
        to: 'cancelled',
      }),
  })),
  {
    name: 'a pending interaction expires by itself, with an event and a notification',
    check: async (scene) => {
      const { ask, member, clock, owner } = scene
      const { interaction_id } = await scene.put({ expires_in_seconds: 60 })
      const watching = await notificationsOf(scene)
      clock.advance(59_999)
      assert.equal((await ask(member.access_token, 'interactions.get', { interaction_id })).status, 200)
      clock.advance(1)
      const { interaction, event } = await watching.next()
      assert.equal(interaction.status, 'expired')
      assert.equal(event.event_type, 'expired')
      assert.equal(event.from_status, 'pending')
      assert.equal(event.actor, 'system:expiry')
      assert.equal(event.created_at, interaction.expires_at)
      for (const { access_token } of [member, owner]) {
        const gone = await ask(access_token, 'interactions.get', { interaction_id })
        assert.deepEqual([gone.status, gone.detail], [410, 'interaction expired'])
      }
      const listed = await ask(member.access_token, 'interactions.list', { status: ['expired'], limit: 1 })
      const [item] = listed.result.items
      assert.deepEqual([item.interaction_id, item.title, item.prompt], [interaction_id, null, null])
    },
  },
])

scenarios('Interaction cases', [
  ...['get', 'answer', 'approve', 'reject', 'cancel', 'dismiss', 'reopen', 'defer'].map((action) => ({
    name: `${action} of an unknown interaction is not found`,
    check: async ({ ask, member }: Scene) => {
      const input = {
        answer: { answer_text: 'x' },
        defer: { defer_seconds: 5 },
      }[action]
      const { status, detail } = await ask(member.access_token, `interactions.${action}`, {
        interaction_id: crypto.randomUUID(),
        ...input,
      })
      assert.deepEqual([status, detail], [404, 'interaction not found'])
    },
  })),
  refused(
    'an answer without answer_text and answer_json',
    { operation: 'interactions.answer' },
    400,
    'answer required',
  ),
  refused(
    'an answer to an approval',
    { put: approval, operation: 'interactions.answer', input: { answer_text: 'yes' } },
    422,
    'interaction type not answerable',
  ),
  refused(
    'approval of a question',
    { operation: 'interactions.approve' },
    422,
    'interaction type not approvable',
  ),
  refused(
    'rejection of a question',
    { operation: 'interactions.reject' },
    422,
    'interaction type not rejectable',
  ),
  refused(
    'dismissal of what is required',
    { operation: 'interactions.dismiss' },
    422,
    'interaction type not dismissable',
  ),
  refused(
    'a choice outside the options',
    { put: choice, operation: 'interactions.answer', input: { answer_text: 'water' } },
    400,
    'answer is not one of the allowed options',
  ),
  refused(
    'a field of the wrong type',
    { operation: 'interactions.answer', input: { answer_text: 7 } },
    400,
    /^answer_text must be string$/,
  ),
  refused(
    'an unknown field',
    { operation: 'interactions.answer', input: { answer_text: 'x', mood: 'fine' } },
    400,
    'mood is unknown',
  ),
  ...(
    [
      ['answer', { answer_text: 'yes' }],
      ['cancel', {}],
      ['defer', { defer_seconds: 60 }],
      ['reopen', {}],
    ] as const
  ).map(([action, input]) =>
    refused(
      `${action} of an answered question`,
      { operation: `interactions.${action}`, input, before: answered },
      409,
      'interaction already in terminal state',
    ),
  ),
  ...['approve', 'reject', 'cancel'].map((action) =>
    refused(
      `${action} of a rejected approval`,
      { put: approval, operation: `interactions.${action}`, before: ['interactions.reject'] },
      409,
      'interaction already in terminal state',
    ),
  ),
  refused(
    'the type is checked before the state',
    { operation: 'interactions.approve', before: answered },
    422,
    'interaction type not approvable',
  ),
  {
    name: 'the body is checked before the interaction',
    check: async ({ ask, member }) => {
      const { status, detail } = await ask(member.access_token, 'interactions.answer', {
        interaction_id: crypto.randomUUID(),
      })
      assert.deepEqual([status, detail], [400, 'answer required'])
    },
  },
  {
    name: 'a member cannot simulate',
    check: async ({ ask, member }) => {
      const { status, detail } = await ask(member.access_token, 'interactions.simulate', {
        user_id: member.family_member_uuid,
        interaction_type: 'question',
        prompt: 'May I?',
      })
      assert.deepEqual([status, detail], [403, 'insufficient permissions'])
    },
  },
])
