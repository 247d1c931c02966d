import assert from 'node:assert/strict'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'

const optional = { requirement: 'optional' }

async function act({ ask, member }: Scene, action: string, interaction_id: string, input: object = {}) {
  return ask(member.access_token, `interactions.${action}`, { interaction_id, ...input })
}

async function status(scene: Scene, interaction_id: string): Promise<string> {
  const { result } = await act(scene, 'get', interaction_id)
  return result.interaction.status
}

const refusedDeferral = (name: string, input: object, detail: string | RegExp, put: object = {}): Row => ({
  name,
  check: async (scene) => {
    const { interaction_id } = await scene.put(put)
    const answer = await act(scene, 'defer', interaction_id, input)
    assert.equal(answer.status, 400)
    assert.match(String(answer.detail), new RegExp(detail))
    assert.equal(await status(scene, interaction_id), 'pending')
  },
})

scenarios('Dismissing and reopening', [
  {
    name: 'an optional interaction is dismissed and reopened, with an event for each',
    check: async (scene) => {
      const { interaction_id } = await scene.put(optional)
      const dismissed = await act(scene, 'dismiss', interaction_id)
      assert.equal(dismissed.result.interaction.status, 'dismissed')
      assert.equal(dismissed.result.event.event_type, 'dismissed')
      const reopened = await act(scene, 'reopen', interaction_id)
      const { event_type, from_status, to_status } = reopened.result.event
      assert.deepEqual([event_type, from_status, to_status], ['dismissed', 'dismissed', 'pending'])
      const answered = await act(scene, 'answer', interaction_id, { answer_text: 'tea' })
      assert.equal(answered.status, 200)
    },
  },
  ...['answer', 'dismiss', 'defer'].map((action) => ({
    name: `${action} of a dismissed interaction is refused`,
    check: async (scene: Scene) => {
      const { interaction_id } = await scene.put(optional)
      await act(scene, 'dismiss', interaction_id)
      const input = { answer: { answer_text: 'x' }, defer: { defer_seconds: 9 } }[action]
      const answer = await act(scene, action, interaction_id, input)
      assert.deepEqual([answer.status, answer.detail], [409, 'interaction is not pending'])
    },
  })),
  {
    name: 'a dismissed interaction can be cancelled',
    check: async (scene) => {
      const { interaction_id } = await scene.put(optional)
      await act(scene, 'dismiss', interaction_id)
      const { result } = await act(scene, 'cancel', interaction_id)
      assert.deepEqual([result.event.from_status, result.interaction.status], ['dismissed', 'cancelled'])
    },
  },
  {
    name: 'a dismissed interaction still expires',
    check: async (scene) => {
      const { interaction_id } = await scene.put({ ...optional, expires_in_seconds: 5 })
      await act(scene, 'dismiss', interaction_id)
      scene.clock.advance(5_000)
      assert.equal((await act(scene, 'get', interaction_id)).status, 410)
    },
  },
  {
    name: 'a pending interaction cannot be reopened',
    check: async (scene) => {
      const { interaction_id } = await scene.put()
      const answer = await act(scene, 'reopen', interaction_id)
      assert.deepEqual([answer.status, answer.detail], [409, 'interaction is neither dismissed nor deferred'])
    },
  },
])

scenarios('Deferring', [
  {
    name: 'a deferred interaction becomes pending again at its time, by itself',
    check: async (scene) => {
      const { interaction_id } = await scene.put()
      const deferred = await act(scene, 'defer', interaction_id, { defer_seconds: 60 })
      assert.equal(deferred.result.interaction.status, 'deferred')
      assert.equal(
        deferred.result.event.payload_json.defer_until,
        new Date(scene.clock.now() + 60_000).toISOString(),
      )
      scene.clock.advance(59_999)
      assert.equal(await status(scene, interaction_id), 'deferred')
      scene.clock.advance(1)
      const { result } = await act(scene, 'get', interaction_id)
      assert.equal(result.interaction.status, 'pending')
      const { event_type, from_status, to_status, actor } = result.events.at(-1)
      assert.deepEqual(
        [event_type, from_status, to_status, actor],
        ['deferred', 'deferred', 'pending', 'system:scheduler'],
      )
      assert.equal((await act(scene, 'answer', interaction_id, { answer_text: 'now' })).status, 200)
    },
  },
  {
    name: 'defer_until sets the moment',
    check: async (scene) => {
      const { interaction_id } = await scene.put({ expires_in_seconds: 600 })
      const defer_until = new Date(scene.clock.now() + 30_000).toISOString()
      assert.equal((await act(scene, 'defer', interaction_id, { defer_until })).status, 200)
      scene.clock.advance(30_000)
      assert.equal(await status(scene, interaction_id), 'pending')
    },
  },
  ...['answer', 'defer', 'dismiss'].map((action) => ({
    name: `${action} of a deferred interaction is refused`,
    check: async (scene: Scene) => {
      const { interaction_id } = await scene.put(optional)
      await act(scene, 'defer', interaction_id, { defer_seconds: 60 })
      const input = { answer: { answer_text: 'x' }, defer: { defer_seconds: 9 } }[action]
      const answer = await act(scene, action, interaction_id, input)
      assert.deepEqual([answer.status, answer.detail], [409, 'interaction is not pending'])
    },
  })),
  {
    name: 'a deferred interaction can be cancelled and never wakes',
    check: async (scene) => {
      const { interaction_id } = await scene.put()
      await act(scene, 'defer', interaction_id, { defer_seconds: 5 })
      assert.equal((await act(scene, 'cancel', interaction_id)).result.interaction.status, 'cancelled')
      scene.clock.advance(10_000)
      assert.equal(await status(scene, interaction_id), 'cancelled')
    },
  },
  {
    name: 'a deferred interaction that is reopened waits at once, and can be answered early',
    check: async (scene) => {
      const { interaction_id } = await scene.put()
      await act(scene, 'defer', interaction_id, { defer_seconds: 60 })
      const { result } = await act(scene, 'reopen', interaction_id)
      const { event_type, from_status, to_status, actor } = result.event
      assert.deepEqual(
        [event_type, from_status, to_status, actor],
        ['deferred', 'deferred', 'pending', `user:${scene.member.family_member_uuid}`],
      )
      assert.equal((await act(scene, 'answer', interaction_id, { answer_text: 'now' })).status, 200)
      scene.clock.advance(60_000)
      assert.equal(await status(scene, interaction_id), 'answered', 'the time of the deferral means nothing')
    },
  },
  refusedDeferral('a deferral without a time', {}, 'exactly one of'),
  refusedDeferral(
    'a deferral with two times',
    { defer_seconds: 5, defer_until: '2100-01-01T00:00:00Z' },
    'exactly one of',
  ),
  refusedDeferral(
    'a deferral into the past',
    { defer_until: '2001-01-01T00:00:00Z' },
    'must be in the future',
  ),
  refusedDeferral('a deferral of no seconds', { defer_seconds: 0 }, 'defer_seconds must be >= 1'),
  refusedDeferral('a moment that does not exist', { defer_until: '2100-12-31T23:59:60Z' }, 'defer_until'),
  refusedDeferral(
    'a deferral beyond the expiry',
    { defer_seconds: 60 },
    'must be before the interaction expires',
    { expires_in_seconds: 60 },
  ),
])
