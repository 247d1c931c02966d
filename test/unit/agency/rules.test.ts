import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Action, actionFor, outcome, transitions } from '../../../daemon/features/agency/rules.ts'
import { verdictOf } from '../../../daemon/features/agency/answers.ts'
import { Failure } from '../../../daemon/kernel/errors.ts'
import { goalStatuses } from '../../../daemon/features/agency/tables.ts'
import { interactionStatuses } from '../../../daemon/features/interactions/tables.ts'

type Status = (typeof goalStatuses)[number]

const ended = 'goal is completed or cancelled'
const notSuggested = 'goal is not a suggestion'
const notAccepted = 'the suggestion must be accepted first'
const notActive = 'goal is not active'

/** By action: the event, then what each status becomes, or how it is refused. */
const table: Record<Action, [event: string, suggested: string, active: string, paused: string]> = {
  accept: ['accepted', 'active', notSuggested, notSuggested],
  pause: ['updated', notAccepted, 'paused', 'paused'],
  resume: ['updated', notAccepted, 'active', 'active'],
  complete: ['completed', notAccepted, 'completed', 'completed'],
  cancel: ['cancelled', 'cancelled', 'cancelled', 'cancelled'],
  change: ['updated', 'suggested', 'active', 'paused'],
  advance: ['progress', notAccepted, 'active', 'paused'],
  remind: ['reminded', notAccepted, 'active', notActive],
  fall_due: ['due', notAccepted, 'active', notActive],
}

describe('What can happen to a goal', () => {
  for (const [action, [event, ...results]] of Object.entries(table) as [Action, string[]][]) {
    for (const [index, status] of goalStatuses.entries()) {
      const expected = results[index] ?? ended
      it(`${action} of one that is ${status}: ${expected}`, () => {
        if ((goalStatuses as readonly string[]).includes(expected)) {
          assert.deepEqual(outcome(action, status), { status: expected, event })
          return
        }
        assert.throws(
          () => outcome(action, status),
          (error) => error instanceof Failure && error.code === 'CONFLICT' && error.message === expected,
        )
      })
    }
  }

  it('is covered completely by the table', () => {
    assert.deepEqual(Object.keys(table).toSorted(), Object.keys(transitions).toSorted())
  })
})

describe("Setting a goal's status", () => {
  for (const [wanted, status, action] of [
    ['active', 'suggested', 'accept'],
    ['active', 'paused', 'resume'],
    ['active', 'completed', 'resume'],
    ['paused', 'active', 'pause'],
    ['paused', 'suggested', 'pause'],
    ['completed', 'active', 'complete'],
  ] as const) {
    it(`to ${wanted} where it is ${status} means ${action}`, () => {
      assert.equal(actionFor(wanted, status), action)
    })
  }
})

describe('The end of a question', () => {
  /** By the type of the interaction and the status of the goal: what each status of the interaction means. */
  const verdicts: [type: string, goal: Status, meant: Record<string, string>][] = [
    [
      'approval',
      'suggested',
      { approved: 'accept', rejected: 'decline', cancelled: 'decline', expired: 'decline' },
    ],
    ['approval', 'active', { approved: 'done', rejected: 'hold', cancelled: 'hold', expired: 'forget' }],
    ['ack', 'active', { dismissed: 'acknowledged', cancelled: 'acknowledged', expired: 'acknowledged' }],
  ]
  for (const [interaction_type, goal, meant] of verdicts) {
    const reachable = interactionStatuses.filter((status) => {
      if (status === 'answered') return false
      return interaction_type === 'approval' || !['approved', 'rejected'].includes(status)
    })
    for (const status of reachable) {
      it(`${interaction_type} about a goal that is ${goal}, now ${status}: ${meant[status] ?? 'nothing yet'}`, () => {
        assert.equal(verdictOf(goal, { interaction_type, status }), meant[status] ?? null)
      })
    }
  }
})
