import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Mappings, resolveTopic as resolve, type Subscribable } from '../../../daemon/gateway/topics.ts'
import type { Caller } from '../../../daemon/kernel/context.ts'
import { topics } from '../../../daemon/operations.ts'
import { callerOf } from '../../support/wire/caller.ts'

const member = callerOf('olga')
const admin = { ...member, admin: true }
const system = { ...admin, actor: 'system:cli', family_member_uuid: null, session_uuid: null }
const none = new Map<string, string>()
const topicNames = () => Object.keys(topics)
const resolveTopic = (name: string, caller: Caller, mappings: Mappings) =>
  resolve(name, caller, { topics, mappings })

const typesOf = (type: Subscribable['type']) => [
  type({ event: 'created' }),
  type({ type: 'conversation_response', content: 'hello' }),
]

test("a message that the companion starts comes with the conversation's events", () => {
  const { type } = resolveTopic('conversation.events', member, none)
  assert.deepEqual(typesOf(type), ['conversation_event', 'conversation_response'])
})

test('the service topics are those of the specification', () => {
  assert.deepEqual(topicNames().toSorted(), [
    'agency.goals',
    'conversation.events',
    'emotion.state',
    'interaction.notifications',
    'interaction.notifications.admin',
    'personality.expression',
    'system.status',
  ])
})

test("a member topic resolves to the subscriber's own", () => {
  assert.equal(resolveTopic('agency.goals', member, none).internal, 'agency.goals.olga')
  assert.equal(resolveTopic('system.status', member, none).internal, 'system.status')
})

for (const name of topicNames()) {
  test(`${name} resolves to the same topic under an external name`, () => {
    const mappings = new Map([['home.feed', name]])
    for (const who of [member, admin, system]) {
      const outcome = (topic: string) => {
        try {
          const { type, internal, admins } = resolveTopic(topic, who, mappings)
          return { types: typesOf(type), internal, admins }
        } catch (error) {
          return (error as { code: string }).code
        }
      }
      assert.deepEqual(outcome('home.feed'), outcome(name))
    }
  })
}

test('a mapping gives no member access to admin topics', () => {
  const mappings = new Map([['front.desk', 'interaction.notifications.admin']])
  assert.throws(() => resolveTopic('front.desk', member, mappings), { code: 'INSUFFICIENT_PERMISSIONS' })
  assert.equal(resolveTopic('front.desk', admin, mappings).admins, true)
})

test('a caller without a member gets an error with the requested name', () => {
  const mappings = new Map([['home.goals', 'agency.goals']])
  assert.throws(() => resolveTopic('home.goals', system, mappings), {
    code: 'INVALID_REQUEST',
    details: { field: 'topics', reason: 'home.goals belongs to a member, and this token to none' },
  })
})

test('a service topic takes precedence over an external name', () => {
  const mappings = new Map([['agency.goals', 'interaction.notifications.admin']])
  const { type, ...topic } = resolveTopic('agency.goals', member, mappings)
  assert.deepEqual(typesOf(type), ['goal_update', 'goal_update'])
  assert.deepEqual(topic, {
    name: 'agency.goals',
    internal: 'agency.goals.olga',
    admins: false,
    mapped: false,
  })
})

test('a mapping cannot refer to another mapping or an unknown topic', () => {
  const mappings = new Map([
    ['first', 'second'],
    ['second', 'agency.goals'],
    ['old', 'topic.of.an.older.release'],
    ['stranger', 'session.ended'],
    ['prototype', '__proto__'],
  ])
  assert.equal(resolveTopic('second', member, mappings).internal, 'agency.goals.olga')
  for (const name of ['first', 'old', 'stranger', 'prototype', '__proto__', 'constructor', 'tea', '']) {
    assert.throws(() => resolveTopic(name, admin, mappings), { code: 'INVALID_REQUEST' }, name)
  }
})
