import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as failures from '../../../daemon/features/interactions/failures.ts'
import { type FailureKind, RateLimited, statusOf } from '../../../daemon/kernel/errors.ts'
import { interactionStatuses } from '../../../daemon/features/interactions/tables.ts'
import { canReopen, folders, inputOf, noFilter, statusName } from '../../../daemon/ui/inbox/filter.ts'
import { newsOf } from '../../../daemon/ui/inbox/news.ts'
import { sampleNames, simulationOf } from '../../../daemon/ui/inbox/samples.ts'
import { askersIn, deferredUntil, eventName, lateReasonOf, whoIs } from '../../../daemon/ui/inbox/timeline.ts'

describe('The folders of the inbox', () => {
  it('hold each status once', () => {
    assert.deepEqual(Object.values(folders).flat().toSorted(), [...interactionStatuses].toSorted())
  })

  it('call a dismissed notice seen, for good', () => {
    const notice = { status: 'dismissed', interaction_type: 'ack' } as const
    const question = { status: 'dismissed', interaction_type: 'question' } as const
    assert.equal(statusName(notice), 'seen')
    assert.equal(canReopen(notice), false)
    assert.equal(statusName(question), 'dismissed')
    assert.equal(canReopen(question), true)
    assert.equal(canReopen({ ...question, status: 'answered' }), false)
  })

  it('are filtered by what is chosen only', () => {
    assert.deepEqual(inputOf(noFilter), {})
    assert.deepEqual(inputOf({ type: 'choice', category: 'memory' }), {
      interaction_type: ['choice'],
      category: ['memory'],
    })
  })
})

describe('The timeline', () => {
  it('tells reopening from dismissing, and returning from snoozing', () => {
    assert.equal(eventName({ event_type: 'dismissed', to_status: 'dismissed' }), 'dismissed')
    assert.equal(eventName({ event_type: 'dismissed', to_status: 'pending' }), 'reopened')
    assert.equal(eventName({ event_type: 'deferred', to_status: 'deferred' }), 'deferred')
    assert.equal(eventName({ event_type: 'deferred', to_status: 'pending' }), 'returned')
    assert.equal(eventName({ event_type: 'created', to_status: 'pending' }), 'created')
  })

  it('knows who did something', () => {
    assert.deepEqual(whoIs('user:1', '1'), { kind: 'self', name: '1' })
    assert.deepEqual(whoIs('user:2', '1'), { kind: 'admin', name: '2' })
    const names = askersIn([{ actor: 'user:2', payload_json: { asked_by: 'Olga' } }])
    assert.deepEqual(whoIs('user:2', '1', names), { kind: 'member', name: 'Olga' })
    assert.deepEqual(whoIs('user:2', '2', names), { kind: 'self', name: '2' })
    assert.deepEqual(whoIs('system:companion', '1'), { kind: 'companion', name: 'companion' })
    assert.deepEqual(whoIs('system:expiry', '1'), { kind: 'clock', name: 'expiry' })
    assert.deepEqual(whoIs('system:heating', '1'), { kind: 'program', name: 'heating' })
  })

  it('knows when something comes back, where that was said', () => {
    assert.equal(
      deferredUntil({ payload_json: { defer_until: '2026-05-04T12:00:00.000Z' } }),
      '2026-05-04T12:00:00.000Z',
    )
    assert.equal(deferredUntil({ payload_json: {} }), null)
  })
})

describe('An action that comes too late', () => {
  it('is known by the status of the refusal and its declared reason', () => {
    const late = ({ code, reason }: FailureKind) =>
      lateReasonOf({ status: statusOf[code], details: { reason } })
    assert.equal(late(failures.Terminal), 'over')
    assert.equal(late(failures.NotPending), 'not_pending')
    assert.equal(late(failures.NotPutAside), 'not_pending')
    assert.equal(late(failures.InteractionExpired), 'gone')
    assert.equal(late(failures.InteractionNotFound), 'missing')
    assert.equal(late(failures.NotAnswerable), null)
    assert.equal(late(RateLimited), null)
  })
})

describe('News', () => {
  const told = (event_type: string, to_status: string, own: string[] = [], actor = 'system:scheduler') =>
    newsOf(
      {
        interaction: { interaction_id: 'a', title: null, prompt: 'Tea?' },
        event: { event_type, to_status, actor },
      },
      new Set(own),
    )

  it('is what arrives, what comes back, and what was done in another window', () => {
    assert.deepEqual(told('created', 'pending'), { kind: 'new', title: 'Tea?' })
    assert.deepEqual(told('deferred', 'pending', ['a']), { kind: 'back', title: 'Tea?' })
    assert.deepEqual(told('answered', 'answered'), { kind: 'elsewhere', title: 'Tea?' })
  })

  it('is not what was done here, snoozed, dismissed or expired', () => {
    assert.equal(told('answered', 'answered', ['a']), null)
    assert.equal(told('deferred', 'deferred'), null)
    assert.equal(told('deferred', 'pending', [], 'user:1'), null)
    assert.equal(told('dismissed', 'dismissed'), null)
    assert.equal(told('expired', 'expired'), null)
    assert.equal(newsOf({}, new Set()), null)
  })
})

describe('An example to try out', () => {
  it('is sent to the member only, a choice with its options', () => {
    const words = { title: 'Tea', prompt: 'Which?', options: ['green', 'black'] }
    for (const sample of sampleNames) {
      const simulation = simulationOf(sample, 'me', words)
      assert.equal(simulation.user_id, 'me')
      assert.equal(simulation.broadcast_admin, false)
      assert.deepEqual(simulation.allowed_options, sample === 'choice' ? words.options : undefined)
    }
  })
})
