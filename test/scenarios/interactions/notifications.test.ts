import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { household } from '../../support/household.ts'
import { ManualClock } from '../../support/clock.ts'
import { watchers } from '../../support/wire/events.ts'
import { protocols } from '../../support/wire/protocols.ts'
import { putQuestion } from '../../support/question.ts'

const clock = new ManualClock()
const { daemon, owner, member } = await household({ clock })

async function call(token: string, operation: string, input: object) {
  const { status, result, detail } = await protocols.REST(daemon)(token, operation, input)
  assert.equal(status, 200, detail)
  return result
}

const put = (changes: object = {}) =>
  putQuestion(daemon, owner.access_token, { user_id: member.family_member_uuid, ...changes })

const act =
  (action: string, changes: object, input: object = {}) =>
  async () => {
    const { interaction_id } = await put(changes)
    await call(member.access_token, `interactions.${action}`, { interaction_id, ...input })
  }

/** How each event type comes to be, and the status that it leads to. */
const causes: Record<string, { cause: () => Promise<void>; to: string }> = {
  created: { cause: async () => void (await put()), to: 'pending' },
  answered: { cause: act('answer', {}, { answer_text: 'yes' }), to: 'answered' },
  approved: { cause: act('approve', { interaction_type: 'approval' }), to: 'approved' },
  rejected: { cause: act('reject', { interaction_type: 'approval' }), to: 'rejected' },
  cancelled: { cause: act('cancel', {}), to: 'cancelled' },
  dismissed: { cause: act('dismiss', { requirement: 'optional' }), to: 'dismissed' },
  deferred: { cause: act('defer', {}, { defer_seconds: 600 }), to: 'deferred' },
  expired: {
    cause: async () => {
      await put({ expires_in_seconds: 5 })
      clock.advance(5_000)
    },
    to: 'expired',
  },
}

const ways = Object.entries(watchers)

for (const [way, watch] of ways) {
  describe(`Notifications over ${way}`, () => {
    for (const [event_type, { cause, to }] of Object.entries(causes)) {
      it(`${event_type} is sent to the member`, async () => {
        await using watcher = await watch(daemon, member.access_token, ['interaction.notifications'])
        await cause()
        let notification = await watcher.next()
        if (event_type !== 'created') {
          assert.equal(notification.event.event_type, 'created')
          notification = await watcher.next()
        }
        assert.equal(notification.event.event_type, event_type)
        assert.equal(notification.event.to_status, to)
        assert.equal(notification.interaction.status, to)
        assert.equal(notification.interaction.user_id, member.family_member_uuid)
        assert.equal(notification.interaction.interaction_id, notification.event.interaction_id)
        assert.equal(Object.keys(notification.interaction).length, 19)
        assert.equal(Object.keys(notification.event).length, 11)
      })
    }

    it('nobody else is notified', async () => {
      await using others = await watch(daemon, owner.access_token, ['interaction.notifications'])
      await put()
      const interaction = await put({ user_id: owner.family_member_uuid })
      assert.equal((await others.next()).interaction.interaction_id, interaction.interaction_id)
    })

    it('broadcast_admin notifies the admins too, of every step of the simulation', async () => {
      await using admins = await watch(daemon, owner.access_token, ['interaction.notifications.admin'])
      await using own = await watch(daemon, member.access_token, ['interaction.notifications'])
      await put()
      const interaction = await put({
        broadcast_admin: true,
        scenario: 'create_then_answer',
        answer_text: 'yes',
      })
      for (const event_type of ['created', 'answered']) {
        const notification = await admins.next()
        assert.equal(notification.event.event_type, event_type)
        assert.equal(notification.interaction.interaction_id, interaction.interaction_id)
        assert.equal(notification.topic, 'interaction.notifications.admin')
      }
      const toMember = [await own.next(), await own.next(), await own.next()]
      assert.deepEqual(
        toMember.map(({ event }) => event.event_type),
        ['created', 'created', 'answered'],
      )
    })

    it('the admin topic is closed to members', async () => {
      await assert.rejects(
        watch(daemon, member.access_token, ['interaction.notifications.admin']),
        /insufficient permissions/,
      )
    })
  })
}

describe('Notifications', () => {
  it('a CompanionMessage names its topic and its member', async () => {
    const watch = watchers['gRPC CompanionMessage']
    assert.ok(watch)
    await using watcher = await watch(daemon, member.access_token, ['interaction.notifications'])
    await put()
    const { topic } = await watcher.next()
    assert.equal(topic, `interaction.notifications.${member.family_member_uuid}`)
  })

  it('every event type was covered over every protocol', () => {
    console.log(`rows ${Object.keys(causes).length} scenarios ${Object.keys(causes).length * ways.length}`)
    assert.deepEqual(Object.keys(causes).toSorted(), [
      'answered',
      'approved',
      'cancelled',
      'created',
      'deferred',
      'dismissed',
      'expired',
      'rejected',
    ])
  })
})
