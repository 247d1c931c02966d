import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openInteractions } from '../../../daemon/features/interactions/operations.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { openTestStore } from '../../support/store.ts'

function open() {
  const opened = openTestStore()
  const { store, clock, log, addMember } = opened
  const bus = new Bus(clock, log)
  const user_id = addMember('olga').family_member_uuid
  const heard: unknown[] = []
  for (const topic of [`interaction.notifications.${user_id}`, 'interaction.transitions']) {
    bus.subscribe(topic, {
      receive: ({ payload }) => {
        const { event_type, actor } = payload['event'] as Record<string, unknown>
        heard.push([topic.split('.')[1], event_type, actor])
      },
    })
  }
  const people = { everyone: () => [user_id], nameOf: () => 'Olga Example' }
  const feature = openInteractions(
    { store, once: openIdempotency(store, clock), bus, clock, log },
    { people },
  )
  const { ask, findInteraction, withdraw } = feature
  return {
    ...opened,
    user_id,
    findInteraction,
    heard: () => heard.splice(0),
    ask: (more: object = {}) =>
      store.write((tx) => ask(tx, { user_id, interaction_type: 'ack', prompt: 'Tea?', ...more })),
    withdraw: (id: string) => store.write((tx) => withdraw(tx, id)),
  }
}

describe('An interaction created by the daemon', () => {
  it('is like any other from the companion, and is published on both topics', () => {
    const { ask, findInteraction, heard, user_id } = open()
    const id = ask({ title: 'Tea', requirement: 'optional', severity: 'low', category: 'agency' })
    const row = findInteraction(id)
    assert.deepEqual(
      [row?.interaction_type, row?.status, row?.title, row?.requirement, row?.severity, row?.category],
      ['ack', 'pending', 'Tea', 'optional', 'low', 'agency'],
    )
    assert.deepEqual([row?.expires_at, row?.user_id], [null, user_id])
    assert.deepEqual(heard(), [
      ['transitions', 'created', 'system:companion'],
      ['notifications', 'created', 'system:companion'],
    ])
  })

  it('expires on time', () => {
    const { ask, findInteraction, clock, heard } = open()
    const id = ask({ expires_in_seconds: 60 })
    heard()
    clock.advance(60_000)
    assert.equal(findInteraction(id)?.status, 'expired')
    assert.equal(heard().length, 2)
  })

  it('is cancelled once when it is withdrawn', () => {
    const { ask, findInteraction, withdraw, heard } = open()
    const id = ask()
    heard()
    withdraw(id)
    withdraw(id)
    withdraw(randomUUID())
    assert.equal(findInteraction(id)?.status, 'cancelled')
    assert.deepEqual(heard(), [
      ['transitions', 'cancelled', 'system:companion'],
      ['notifications', 'cancelled', 'system:companion'],
    ])
  })

  it('for an unknown member is neither stored nor published', () => {
    const { heard, count, ask } = open()
    assert.throws(() => ask({ user_id: randomUUID() }), { message: 'user not found' })
    assert.deepEqual([heard(), count('interactions')], [[], 0])
  })
})
