import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Action,
  deferralEnd,
  assertAllowed,
  assertCoherent,
  transitions,
} from '../../../daemon/features/interactions/rules.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { interactionStatuses, interactionTypes } from '../../../daemon/features/interactions/tables.ts'

type Status = (typeof interactionStatuses)[number]
type Kind = (typeof interactionTypes)[number]

/** Written out again from the specification: from where, to where, recorded as what, for which types. */
const table: Record<Action, { from: Status[]; to: Status; event: string; types: Kind[]; otherwise: string }> =
  {
    answer: {
      from: ['pending'],
      to: 'answered',
      event: 'answered',
      types: ['question', 'choice', 'dialogue'],
      otherwise: 'interaction type not answerable',
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      event: 'approved',
      types: ['approval'],
      otherwise: 'interaction type not approvable',
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      event: 'rejected',
      types: ['approval'],
      otherwise: 'interaction type not rejectable',
    },
    cancel: {
      from: ['pending', 'dismissed', 'deferred'],
      to: 'cancelled',
      event: 'cancelled',
      types: [...interactionTypes],
      otherwise: '',
    },
    dismiss: {
      from: ['pending'],
      to: 'dismissed',
      event: 'dismissed',
      types: [...interactionTypes],
      otherwise: '',
    },
    reopen: {
      from: ['dismissed'],
      to: 'pending',
      event: 'dismissed',
      types: [...interactionTypes],
      otherwise: '',
    },
    defer: {
      from: ['pending'],
      to: 'deferred',
      event: 'deferred',
      types: [...interactionTypes],
      otherwise: '',
    },
    wake: {
      from: ['deferred'],
      to: 'pending',
      event: 'deferred',
      types: [...interactionTypes],
      otherwise: '',
    },
    expire: {
      from: ['pending', 'dismissed', 'deferred'],
      to: 'expired',
      event: 'expired',
      types: [...interactionTypes],
      otherwise: '',
    },
  }
const terminal: ReadonlySet<Status> = new Set(['answered', 'approved', 'rejected', 'cancelled', 'expired'])

/** Status and sentence of the refusal, null where there is none. */
function expected(action: Action, status: Status, type: Kind): [number, string] | null {
  const { from, types, otherwise } = table[action]
  if (!types.includes(type)) return [422, otherwise]
  if (from.includes(status)) return null
  if (terminal.has(status)) return [409, 'interaction already in terminal state']
  return [
    409,
    action === 'reopen' ? 'interaction is neither dismissed nor deferred' : 'interaction is not pending',
  ]
}

const question = {
  status: 'pending',
  interaction_type: 'question',
  requirement: 'required',
  allowed_options: [],
  expires_at: null,
} as const

function outcome(action: Action, status: Status, type: Kind, requirement: 'required' | 'optional') {
  try {
    assertAllowed(action, { ...question, status, interaction_type: type, requirement })
    return null
  } catch (error) {
    const failure = error as { status: number; message: string }
    return [failure.status, failure.message]
  }
}

const actions = Object.keys(table) as Action[]

test('every action leads to the specified status, recorded by its event', () => {
  assert.deepEqual(
    Object.entries(transitions).map(([action, { to, event }]) => [action, to, event]),
    Object.entries(table).map(([action, { to, event }]) => [action, to, event]),
  )
})

for (const action of actions) {
  test(`${action}: the type is refused before the state, for every status and type`, () => {
    for (const status of interactionStatuses) {
      for (const type of interactionTypes) {
        assert.deepEqual(
          outcome(action, status, type, 'optional'),
          expected(action, status, type),
          `${status} ${type}`,
        )
      }
    }
  })
}

test('a required interaction cannot be dismissed, whatever its state', () => {
  for (const status of interactionStatuses) {
    assert.deepEqual(outcome('dismiss', status, 'question', 'required'), [
      422,
      'interaction type not dismissable',
    ])
  }
})

test('the requirement matters only for dismissing', () => {
  for (const action of actions.filter((name) => name !== 'dismiss')) {
    for (const status of interactionStatuses) {
      assert.deepEqual(
        outcome(action, status, 'approval', 'required'),
        outcome(action, status, 'approval', 'optional'),
      )
    }
  }
})

test('a choice accepts one of its options, and everything else accepts any text', () => {
  const options = { ...question, allowed_options: ['tea', 'coffee'] }
  const choice = { ...options, interaction_type: 'choice' as const }
  assertAllowed('answer', choice, { answer_text: 'tea' })
  assertAllowed('answer', choice, { answer_text: null })
  assertAllowed('answer', options, { answer_text: 'milk' })
  for (const answer_text of ['milk', 'Tea', 'tea ', '']) {
    assert.throws(() => assertAllowed('answer', choice, { answer_text }), {
      status: 400,
      message: 'answer is not one of the allowed options',
    })
  }
})

const now = Date.parse('2026-03-01T12:00:00.000Z')
const refusedField = (field: string) => (error: unknown) =>
  (error as { details: { field: string } }).details.field === field

test('a deferral ends after its seconds or at its moment, whatever the offset', () => {
  assert.equal(deferralEnd({ defer_seconds: 60 }, now), '2026-03-01T12:01:00.000Z')
  assert.equal(deferralEnd({ defer_until: '2026-03-01T14:30:00+02:00' }, now), '2026-03-01T12:30:00.000Z')
})

test('a deferral needs exactly one end, and one in the future', () => {
  for (const wanted of [
    {},
    { defer_seconds: 60, defer_until: '2026-03-02T12:00:00Z' },
    { defer_until: iso(now) },
    { defer_until: '2026-03-01T13:00:00+02:00' },
    { defer_until: '2026-12-31T23:59:60Z' },
  ]) {
    assert.throws(() => deferralEnd(wanted, now), refusedField('defer_until'), JSON.stringify(wanted))
  }
})

test('a deferral must end before the interaction expires', () => {
  const changes = { defer_until: iso(now) }
  assertAllowed('defer', question, changes)
  assertAllowed('defer', { ...question, expires_at: iso(now + 1) }, changes)
  for (const expires_at of [iso(now), iso(now - 1)]) {
    assert.throws(
      () => assertAllowed('defer', { ...question, expires_at }, changes),
      refusedField('defer_until'),
    )
  }
})

test('the state is refused before what an answer or a deferral brings', () => {
  const over = { ...question, status: 'cancelled', expires_at: iso(now) } as const
  const choice = { ...over, interaction_type: 'choice', allowed_options: ['tea'] } as const
  const terminal = { status: 409, message: 'interaction already in terminal state' }
  assert.throws(() => assertAllowed('answer', choice, { answer_text: 'milk' }), terminal)
  assert.throws(() => assertAllowed('defer', over, { defer_until: iso(now) }), terminal)
})

test('a choice needs options, and an answered scenario needs a text', () => {
  const simulation = { user_id: '', prompt: 'Tea?', interaction_type: 'choice' } as const
  assertCoherent({ ...simulation, allowed_options: ['yes'] })
  assert.throws(() => assertCoherent(simulation), refusedField('allowed_options'))
  assert.throws(() => assertCoherent({ ...simulation, allowed_options: [] }), refusedField('allowed_options'))
  const answered = { ...simulation, interaction_type: 'question', scenario: 'create_then_answer' } as const
  assertCoherent({ ...answered, answer_text: 'yes' })
  assert.throws(() => assertCoherent({ ...answered, answer_json: {} }), refusedField('answer_text'))
})
