import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actionFor, outcome } from '../../../daemon/features/agency/rules.ts'
import { readPreferences } from '../../../daemon/features/agency/preferences.ts'
import { goalStatuses } from '../../../daemon/features/agency/tables.ts'
import { type Goal, shelves, withGoal } from '../../../daemon/ui/goals/goal.ts'
import { readHours, usualHours, writeHours } from '../../../daemon/ui/goals/hours.ts'
import { isFinal, type Move, moveBeside, movesOf, ordered } from '../../../daemon/ui/goals/moves.ts'

const goal = (goal_uuid: string, more: Partial<Goal> = {}): Goal => ({
  goal_uuid,
  family_member_uuid: 'm',
  title: goal_uuid,
  description: null,
  origin: 'user',
  status: 'active',
  priority: 'medium',
  progress: 0,
  autonomy: 'notify',
  due_at: null,
  next_run_at: null,
  repeats: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
})
const names = (goals: readonly Goal[]) => goals.map(({ goal_uuid }) => goal_uuid).join(' ')

describe('The board', () => {
  it('has a place for goals of each status', () => {
    assert.deepEqual([...shelves].toSorted(), [...goalStatuses].toSorted())
  })

  it('offers no move that the daemon refuses', () => {
    const wanted = { accept: 'active', resume: 'active', pause: 'paused', complete: 'completed' } as const
    const actionOf = (move: Move, status: Goal['status']) =>
      move === 'cancel' || move === 'decline' ? 'cancel' : actionFor(wanted[move], status)
    for (const status of goalStatuses)
      for (const move of movesOf(status)) assert.doesNotThrow(() => outcome(actionOf(move, status), status))
  })

  it('moves to the column beside where that is one of the moves', () => {
    for (const status of goalStatuses)
      for (const side of ['left', 'right'] as const) {
        const move = moveBeside(status, side)
        if (move !== null) assert.ok(movesOf(status).includes(move), `${status} ${side}`)
      }
    assert.equal(moveBeside('suggested', 'right'), 'accept')
    assert.equal(moveBeside('paused', 'left'), 'resume')
    assert.equal(moveBeside('completed', 'left'), null)
  })

  it('asks before a final move', () => {
    assert.deepEqual(movesOf('active').filter(isFinal), ['complete', 'cancel'])
    assert.equal(isFinal('decline'), false)
  })

  it('orders a column by priority, then by what is due first', () => {
    const goals = [
      goal('someday'),
      goal('later', { due_at: '2026-03-01T00:00:00.000Z' }),
      goal('little', { priority: 'low', due_at: '2026-01-01T00:00:00.000Z' }),
      goal('sooner', { due_at: '2026-09-01T00:00:00.000Z', next_run_at: '2026-02-01T00:00:00.000Z' }),
      goal('great', { priority: 'high' }),
      goal('held', { status: 'paused' }),
    ]
    assert.equal(names(ordered(goals, 'active')), 'great sooner later someday little')
    assert.equal(names(ordered(goals, 'paused')), 'held')
  })

  it('keeps a changed goal in its place', () => {
    const page = { items: [goal('run'), goal('read')], total: 2 }
    const after = withGoal(page, goal('run', { progress: 0.5 }))
    assert.deepEqual(after, { items: [goal('run', { progress: 0.5 }), goal('read')], total: 2 })
    assert.deepEqual(withGoal(page, goal('sing')), page)
  })

  it('shows the latest completed goal first', () => {
    const goals = ['2026-01-01', '2026-03-01', '2026-02-01'].map((day) =>
      goal(day, { status: 'completed', updated_at: `${day}T00:00:00.000Z` }),
    )
    assert.equal(names(ordered(goals, 'completed')), '2026-03-01 2026-02-01 2026-01-01')
  })
})

describe('When the companion may come', () => {
  it('is read as the companion reads it', () => {
    const odd = [
      {},
      { agency: { quiet_hours: null, daily_budget: 0, suggestions: false }, time_zone: 'Europe/Berlin' },
      { agency: { quiet_hours: { from: '25:00', to: '07:00' }, daily_budget: 2.5, suggestions: 'no' } },
      { agency: { quiet_hours: { from: '23:30', to: '05:15' }, daily_budget: 100 } },
      { agency: 'often' },
    ]
    for (const preferences of odd) {
      const { quiet, from, to, daily_budget, suggestions } = readHours(preferences)
      const read = readPreferences(preferences)
      const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
      assert.deepEqual(read.quiet_hours, quiet ? { from: minutes(from), to: minutes(to) } : null)
      assert.deepEqual([read.daily_budget, read.suggestions], [daily_budget, suggestions])
    }
  })

  it('is saved without touching the other preferences', () => {
    const before = { learning: false, agency: { own: 1, daily_budget: 3 }, time_zone: 'Asia/Tokyo' }
    const after = writeHours(before, { ...usualHours, quiet: false, time_zone: null })
    assert.deepEqual(after, {
      learning: false,
      agency: { own: 1, quiet_hours: null, daily_budget: 5, suggestions: true },
    })
  })

  it('is read back as it was written', () => {
    const hours = { ...usualHours, from: '21:00', to: '06:45', daily_budget: 2, time_zone: 'Europe/Berlin' }
    assert.deepEqual(readHours(writeHours({}, hours)), hours)
  })
})
