import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { iso } from '../../../daemon/kernel/clock.ts'
import { day, hour, minute, openTestAgency } from '../../support/agency.ts'

function comingUp(more: object = {}) {
  const opened = openTestAgency()
  const { create, clock, listen, goal: read } = opened
  const { goal_uuid } = create({ title: 'Call mum', next_run_at: iso(clock.now() + hour), ...more })
  const heard = listen()
  return {
    ...opened,
    goal_uuid,
    heard: () => heard.splice(0).map(({ event }) => event),
    goal: () => read(goal_uuid),
    texts: () => opened.reminders.map(({ content }) => content),
  }
}

describe('A goal that notifies', () => {
  it('notifies at its time, and asks for an acknowledgement', () => {
    const { clock, texts, asked, lastAsked, heard, goal, olga } = comingUp({ priority: 'low' })
    clock.advance(hour - 1)
    assert.deepEqual(texts(), [])
    clock.advance(1)
    assert.deepEqual(texts(), ['A reminder, as you asked: Call mum.'])
    assert.deepEqual(heard(), ['reminded'])
    assert.equal(asked.length, 1)
    const { interaction_id: _, ...ack } = lastAsked()
    assert.deepEqual(ack, {
      user_id: olga,
      interaction_type: 'ack',
      title: 'Call mum',
      prompt: 'A reminder, as you asked: Call mum.',
      category: 'agency',
      requirement: 'optional',
      severity: 'low',
      allowed_options: [],
      expires_in_seconds: 7 * 86_400,
      status: 'pending',
    })
    assert.deepEqual([goal().status, goal().next_run_at], ['active', null])
  })

  for (const status of ['dismissed', 'expired', 'cancelled']) {
    it(`is completed once that is ${status}`, () => {
      const { clock, answer, lastAsked, heard, goal } = comingUp()
      clock.advance(hour)
      heard()
      answer(lastAsked().interaction_id, status)
      assert.deepEqual([goal().status, heard()], ['completed', ['completed']])
    })
  }

  it('waits while that is deferred', () => {
    const { clock, answer, lastAsked, goal } = comingUp()
    clock.advance(hour)
    answer(lastAsked().interaction_id, 'deferred')
    assert.equal(goal().status, 'active')
  })

  it('mentions more details if there are any', () => {
    const { clock, texts } = comingUp({ description: 'Ask about the garden.' })
    clock.advance(hour)
    assert.deepEqual(texts(), ['A reminder, as you asked: Call mum.\nAsk about the garden.'])
  })

  it('says that it is due, and stays until its member completes it', () => {
    const { clock, texts, heard, goal, answer, lastAsked } = comingUp({
      next_run_at: undefined,
      due_at: '2026-05-04T13:00:00+02:00',
    })
    clock.advance(hour)
    assert.deepEqual([texts(), heard()], [['“Call mum” is due now.'], ['due']])
    answer(lastAsked().interaction_id, 'dismissed')
    assert.deepEqual([goal().status, goal().next_run_at], ['active', null])
  })

  it('notifies before it is due and when it is due', () => {
    const { clock, texts, heard, asked } = comingUp({ due_at: '2026-05-04T15:00:00+02:00' })
    clock.advance(day)
    assert.deepEqual(texts(), ['A reminder, as you asked: Call mum.', '“Call mum” is due now.'])
    assert.deepEqual(heard(), ['reminded', 'due'])
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['cancelled', 'pending'],
    )
  })

  it('notifies each time it repeats, and asks to acknowledge only the latest', () => {
    const { clock, texts, asked, heard, goal } = comingUp({ repeats: 'FREQ=DAILY' })
    clock.advance(3 * day)
    assert.equal(texts().length, 3)
    assert.deepEqual(heard(), ['reminded', 'reminded', 'reminded'])
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['cancelled', 'cancelled', 'pending'],
    )
    assert.equal(goal().next_run_at, '2026-05-07T11:00:00.000Z')
  })

  it('continues to repeat once it was acknowledged', () => {
    const { clock, answer, lastAsked, heard, goal, texts } = comingUp({ repeats: 'FREQ=DAILY' })
    clock.advance(hour)
    answer(lastAsked().interaction_id, 'dismissed')
    assert.deepEqual([goal().status, heard()], ['active', ['reminded']])
    clock.advance(day)
    assert.equal(texts().length, 2)
  })
})

describe('A goal that asks', () => {
  const asks = { autonomy: 'ask' }

  it('asks before anything is done, and says nothing yet', () => {
    const { clock, texts, lastAsked, goal, heard } = comingUp(asks)
    clock.advance(hour)
    const { interaction_type, prompt, expires_in_seconds } = lastAsked()
    assert.deepEqual(
      [interaction_type, prompt, expires_in_seconds],
      ['approval', 'A reminder, as you asked: Call mum.\nShall I tick “Call mum” off?', undefined],
    )
    assert.deepEqual([texts(), goal().status, heard()], [[], 'active', ['reminded']])
  })

  it('is completed when that is approved, and says so', () => {
    const { clock, answer, lastAsked, texts, goal, heard } = comingUp(asks)
    clock.advance(hour)
    heard()
    answer(lastAsked().interaction_id, 'approved')
    assert.deepEqual([goal().status, heard()], ['completed', ['completed']])
    assert.deepEqual(texts(), ['Done: I have ticked off “Call mum”.'])
  })

  for (const status of ['rejected', 'cancelled']) {
    it(`is paused when that is ${status}`, () => {
      const { clock, answer, lastAsked, texts, goal, heard } = comingUp({ ...asks, repeats: 'FREQ=DAILY' })
      clock.advance(hour)
      heard()
      answer(lastAsked().interaction_id, status)
      assert.deepEqual([goal().status, heard()], ['paused', ['updated']])
      assert.deepEqual(texts(), ['All right, “Call mum” is on hold until you resume it.'])
      clock.advance(3 * day)
      assert.equal(texts().length, 1)
    })
  }

  it('continues to repeat when that is approved', () => {
    const { clock, answer, lastAsked, texts, goal, heard } = comingUp({ ...asks, repeats: 'FREQ=DAILY' })
    clock.advance(hour)
    heard()
    answer(lastAsked().interaction_id, 'approved')
    assert.deepEqual([goal().status, heard()], ['active', ['progress']])
    assert.deepEqual(texts(), ["Noted. I'll come back to “Call mum” tomorrow at 13:00."])
  })

  it('asks again when it repeats without an answer, in place of the first question', () => {
    const { clock, asked } = comingUp({ ...asks, repeats: 'FREQ=DAILY' })
    clock.advance(hour + day)
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['cancelled', 'pending'],
    )
    assert.match(asked[0]?.prompt ?? '', /Shall I note it as done, and come back to it tomorrow at 13:00\?$/)
    assert.equal(asked[0]?.expires_in_seconds, 86_400)
  })

  it('asks whether it is completed when it is due', () => {
    const due_at = '2026-05-04T13:00:00+02:00'
    const { clock, answer, lastAsked, goal, heard } = comingUp({ ...asks, next_run_at: undefined, due_at })
    clock.advance(hour)
    assert.equal(lastAsked().prompt, '“Call mum” is due now.\nShall I mark “Call mum” as completed?')
    answer(lastAsked().interaction_id, 'approved')
    assert.deepEqual([goal().status, heard()], ['completed', ['due', 'completed']])
  })

  it('waits while that is dismissed or deferred', () => {
    for (const status of ['dismissed', 'deferred']) {
      const { clock, answer, lastAsked, goal } = comingUp(asks)
      clock.advance(hour)
      const { interaction_id } = lastAsked()
      answer(interaction_id, status)
      assert.equal(goal().status, 'active')
      answer(interaction_id, 'approved')
      assert.equal(goal().status, 'completed')
    }
  })
})

describe('A goal that acts', () => {
  it('acts by itself and reports it afterwards, without a question', () => {
    const { clock, texts, asked, goal, heard } = comingUp({ autonomy: 'act' })
    clock.advance(hour)
    assert.deepEqual([goal().status, heard(), asked], ['completed', ['reminded', 'completed'], []])
    assert.deepEqual(texts(), ['A reminder, as you asked: Call mum.\nDone: I have ticked off “Call mum”.'])
  })

  it('keeps repeating', () => {
    const { clock, texts, goal } = comingUp({ autonomy: 'act', repeats: 'FREQ=DAILY' })
    clock.advance(hour + day)
    assert.deepEqual([goal().status, texts().length], ['active', 2])
  })

  it('does not complete what its member must do by a date', () => {
    const due_at = '2026-05-04T13:00:00+02:00'
    const { clock, texts, goal } = comingUp({ autonomy: 'act', next_run_at: undefined, due_at })
    clock.advance(hour)
    assert.deepEqual([goal().status, texts()], ['active', ['“Call mum” is due now.']])
  })
})

describe('A goal with an open question', () => {
  const asks = { autonomy: 'ask' }

  for (const [name, change] of [
    ['put on hold', { status: 'paused' }],
    ['completed', { status: 'completed' }],
  ] as const) {
    it(`withdraws the question when it is ${name}`, () => {
      const { clock, update, goal_uuid, lastAsked, goal, answer } = comingUp(asks)
      clock.advance(hour)
      const { status } = update(goal_uuid, change)
      assert.equal(lastAsked().status, 'cancelled')
      answer(lastAsked().interaction_id, 'approved')
      assert.equal(goal().status, status)
    })
  }

  it('withdraws the question when it is cancelled', () => {
    const { clock, cancel, goal_uuid, lastAsked } = comingUp(asks)
    clock.advance(hour)
    cancel(goal_uuid)
    assert.equal(lastAsked().status, 'cancelled')
  })

  it('keeps the question when it is renamed', () => {
    const { clock, update, goal_uuid, lastAsked, answer, goal } = comingUp(asks)
    clock.advance(hour)
    update(goal_uuid, { title: 'Call dad' })
    assert.equal(lastAsked().status, 'pending')
    answer(lastAsked().interaction_id, 'approved')
    assert.equal(goal().status, 'completed')
  })

  it('applies an answer that arrived while the daemon was stopped', () => {
    const { clock, lastAsked, answerUnheard, restart, goal, texts } = comingUp(asks)
    clock.advance(hour)
    answerUnheard(lastAsked().interaction_id, 'approved')
    assert.equal(goal().status, 'active')
    restart()
    assert.deepEqual([goal().status, texts()], ['completed', ['Done: I have ticked off “Call mum”.']])
    restart()
    assert.equal(texts().length, 1)
  })

  it('does not keep other answers from being applied when its own fails', () => {
    const { clock, lastAsked, answerUnheard, restart, goal, broken } = comingUp(asks)
    clock.advance(hour)
    answerUnheard(lastAsked().interaction_id, 'approved')
    broken.say = true
    restart()
    assert.equal(goal().status, 'active')
    broken.say = false
    restart()
    assert.equal(goal().status, 'completed')
  })

  it('ignores answers once the feature has stopped', () => {
    const { clock, lastAsked, answer, stop, goal } = comingUp(asks)
    clock.advance(hour)
    stop()
    answer(lastAsked().interaction_id, 'approved')
    assert.equal(goal().status, 'active')
  })

  it('forgets the question when it was erased', () => {
    const { clock, asked, restart, goal, client } = comingUp(asks)
    clock.advance(hour)
    asked.length = 0
    restart()
    assert.equal(goal().status, 'active')
    assert.equal(client.prepare('SELECT interaction_id FROM goals').pluck().get(), null)
  })

  it("does not match another member's goal with an interaction of that name", () => {
    const { clock, lastAsked, goal, join, bus } = comingUp(asks)
    clock.advance(hour)
    const asked = lastAsked()
    asked.status = 'approved'
    bus.publish('interaction.transitions', { interaction: { ...asked, user_id: join('mia') }, event: {} })
    assert.equal(goal().status, 'active')
  })
})

it('a paused goal does not run, and skips what it would have repeated meanwhile', () => {
  const { clock, update, goal_uuid, texts, goal } = comingUp({ repeats: 'FREQ=DAILY' })
  update(goal_uuid, { status: 'paused' })
  clock.advance(3 * day)
  assert.deepEqual(texts(), [])
  update(goal_uuid, { status: 'active' })
  clock.advance(minute)
  assert.deepEqual([texts(), goal().next_run_at], [[], '2026-05-07T11:00:00.000Z'])
  clock.advance(day)
  assert.equal(texts().length, 1)
})
