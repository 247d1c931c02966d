import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Value } from 'typebox/value'
import { topics } from '../../../daemon/operations.ts'
import { ManualClock } from '../../support/clock.ts'
import type { TestDaemon } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { fromStruct } from '../../support/wire/events.ts'
import { grpcClient, openReader } from '../../support/wire/grpc.ts'
import { protocols } from '../../support/wire/protocols.ts'

const minute = 60_000

/** What was published to each topic that clients may have, by the name of the topic. */
const published = new Map<string, object[]>()

/** The declared topic of one that is told: its own name, or that followed by whose it is. */
const declaredAs = (topic: string): string =>
  Object.hasOwn(topics, topic) ? topic : topic.slice(0, topic.lastIndexOf('.'))

/** Takes down what a member hears of these topics, from when it resolves until what it answers is closed. */
async function listen(daemon: TestDaemon, token: string, names: readonly string[]) {
  const client = grpcClient(daemon, 'MessageBusService')
  const reader = openReader(client, 'Subscribe', { topics: names }, token)
  await reader.ready()
  const heard = async () => {
    for (;;) {
      const message = await reader.next().catch(() => null)
      if (message === null) return
      const topic = declaredAs(message.topic)
      published.set(topic, [...(published.get(topic) ?? []), fromStruct(message.payload)])
    }
  }
  void heard()
  return reader
}

/** Lets happen what every topic tells of. */
async function live() {
  const clock = new ManualClock()
  const { daemon, owner, member } = await household({ clock })
  const call = async (operation: string, input: object = {}, token = member.access_token) => {
    const { status, result, detail } = await protocols.REST(daemon)(token, operation, input)
    assert.ok(status < 300, `${operation}: ${status} ${detail}`)
    return result
  }
  const forAdmins = ['system.status', 'interaction.notifications.admin']
  const own = Object.keys(topics).filter((name) => !forAdmins.includes(name))
  const streams = [
    await listen(daemon, member.access_token, own),
    await listen(daemon, owner.access_token, forAdmins),
  ]
  const agency = { quiet_hours: null, daily_budget: 100 }
  await call('auth.update_profile', { preferences: { time_zone: 'UTC', agency } })
  await call('conversation.message', { content: 'I love my garden so much! The garden makes me happy.' })
  await call('personality.adjust', { traits: { openness: 0.9 } })
  const next_run_at = new Date(clock.now() + minute).toISOString()
  const { goal } = await call('agency.create_goal', { title: 'Tea', autonomy: 'notify', next_run_at })
  clock.advance(minute)
  const { items } = await call('conversation.history', { limit: 1 })
  await call('conversation.read', { message_uuid: items[0].message_uuid })
  await call('conversation.clear')
  await call('agency.cancel_goal', { id: goal.goal_uuid })
  const question = {
    user_id: member.family_member_uuid,
    interaction_type: 'question',
    prompt: 'Tea or coffee?',
    scenario: 'create_then_answer',
    answer_text: 'Tea',
    broadcast_admin: true,
  }
  await call('interactions.simulate', question, owner.access_token)
  // That it stops is the last that is told.
  await daemon.stop()
  await soon(() => Object.keys(topics).every((name) => published.has(name)))
  for (const stream of streams) stream.close()
}

describe('What is published', () => {
  before(live)

  for (const [name, { payload: schema }] of Object.entries(topics)) {
    it(`to ${name} is what its declaration says, and no more`, () => {
      const payloads = published.get(name) ?? []
      assert.ok(payloads.length > 0)
      for (const payload of payloads) {
        assert.ok(Value.Check(schema, payload), JSON.stringify(payload))
        assert.deepEqual(Value.Clean(schema, structuredClone(payload)), payload)
      }
    })
  }

  it('to conversation.events covers everything that its declaration knows', () => {
    const told = published.get('conversation.events') ?? []
    assert.deepEqual(
      new Set(told.map((payload) => ('event' in payload ? payload.event : 'response'))),
      new Set([
        'context_change',
        'delta',
        'read',
        'response',
        'topic_shift',
        'typing_started',
        'typing_stopped',
      ]),
    )
  })
})
