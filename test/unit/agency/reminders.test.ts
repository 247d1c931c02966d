import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestAgency } from '../../support/agency.ts'

const five = '2026-05-05T15:00:00.000Z'

describe('A reminder', () => {
  it('is a goal of the member, with its time', () => {
    const { remind, list, listen } = openTestAgency()
    const heard = listen()
    const goal = remind({ title: 'Call Ann', next_run_at: five, priority: 'high' })
    assert.deepEqual(
      [goal.origin, goal.status, goal.next_run_at, goal.priority],
      ['user', 'active', five, 'high'],
    )
    assert.deepEqual(list().items, [goal])
    assert.deepEqual(
      heard.map(({ event }) => event),
      ['created'],
    )
  })

  it('adds a time to a goal without one, instead of creating a second goal', () => {
    const { remind, list } = openTestAgency()
    const first = remind({ title: 'buy milk' })
    assert.equal(first.next_run_at, null)
    const timed = remind({ title: ' Buy milk', next_run_at: five, priority: 'high' })
    assert.deepEqual([timed.goal_uuid, timed.next_run_at, timed.priority], [first.goal_uuid, five, 'high'])
    assert.equal(list().total, 1)
  })

  it('is created once if it is asked for twice without a time', () => {
    const { remind, list } = openTestAgency()
    const [first, again] = [remind({ title: 'buy milk' }), remind({ title: 'buy milk' })]
    assert.equal(again.goal_uuid, first.goal_uuid)
    assert.equal(list().total, 1)
  })

  it('is another goal if the first has a time', () => {
    const { remind, list } = openTestAgency()
    remind({ title: 'buy milk', next_run_at: five })
    remind({ title: 'buy milk', repeats: 'FREQ=WEEKLY' })
    assert.equal(list().total, 2)
  })

  it("never reuses another member's, a paused or an ended goal", () => {
    const { remind, update, cancel, join, list } = openTestAgency()
    const ben = join('ben')
    remind({ title: 'buy milk' })
    const his = remind({ title: 'buy milk', next_run_at: five }, ben)
    assert.equal(list({}, ben).total, 1)
    assert.equal(his.next_run_at, five)
    const paused = remind({ title: 'paint' })
    update(paused.goal_uuid, { status: 'paused' })
    const over = remind({ title: 'sing' })
    cancel(over.goal_uuid)
    assert.notEqual(remind({ title: 'paint', next_run_at: five }).goal_uuid, paused.goal_uuid)
    assert.notEqual(remind({ title: 'sing', next_run_at: five }).goal_uuid, over.goal_uuid)
  })
})
