import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReminderAct, ReminderContext, ReminderDraft } from '../../../daemon/language/reminder-acts.ts'
import { readReminders } from '../../../daemon/language/en/reminders/reminders.ts'
import { noState, stateFrom } from '../../../daemon/features/conversation/store.ts'

/** A Tuesday, 09:30 in London. */
const now = Date.UTC(2026, 4, 12, 8, 30)
const due = (day: number, hour: number, minute = 0) => Date.UTC(2026, 4, day, hour - 1, minute)
const open = [
  { goal_uuid: 'ann', title: 'call Ann', due_at: due(12, 15) },
  { goal_uuid: 'gran', title: 'visit Gran', due_at: due(13, 15) },
  { goal_uuid: 'milk', title: 'buy milk', due_at: null },
]
const context: ReminderContext = { ...noState, now, time_zone: 'Europe/London', open, last: null }
const wanted = (draft: Partial<ReminderDraft>): ReminderDraft => ({
  sentence: '',
  title: '',
  due_at: null,
  repeats: null,
  ...draft,
})

/** What an answer does, of which nothing may be left to be kept; null where the message is none. */
function answered(text: string, asked: Partial<ReminderContext>): readonly ReminderAct[] | null {
  const { acts, used } = readReminders([{ text, act: 'tell', likely: 1 }], { ...context, ...asked })
  assert.equal(used.size > 0, acts.length > 0)
  return acts.length > 0 ? acts : null
}

const remind = (title: string, due_at: number | null, repeats: string | null = null): ReminderAct => ({
  kind: 'remind',
  title,
  due_at,
  repeats,
})
const cancels = (...uuids: string[]): ReminderAct[] =>
  uuids.map((uuid) => ({ kind: 'end reminder', goal_uuids: [uuid], done: false }))

describe('"When shall I remind you?"', () => {
  const asked = { asked: 'when', last: 'milk' } as const
  for (const [answer, at] of [
    ['tomorrow at 8', due(13, 8)],
    ['half six would be good', due(12, 18, 30)],
    ['Oh, say Thursday evening please.', due(14, 18)],
  ] as const)
    it(`is answered by "${answer}"`, () => {
      assert.deepEqual(answered(answer, asked), [{ kind: 'move reminder', goal_uuids: ['milk'], due_at: at }])
    })

  for (const answer of [
    'My sister Anna lives in Leeds.',
    'Anna gets here tomorrow at 8',
    'is it raining at 8?',
  ])
    it(`is not answered by "${answer}"`, () => {
      assert.equal(answered(answer, asked), null)
    })

  it('is asked of a new one too, whose time had passed', () => {
    const passed = { asked: 'when', wanted: wanted({ title: 'ring the vet', due_at: due(12, 8) }) } as const
    assert.deepEqual(answered('at five then', passed), [remind('ring the vet', due(12, 17))])
    assert.equal(answered('the vet is called Moss', passed), null)
  })
})

describe('"Which one do you mean?"', () => {
  const listed = ['ann', 'gran']
  const asked = { asked: 'which', listed, wanted: wanted({ sentence: 'cancel my reminder' }) } as const
  for (const [answer, uuids] of [
    ['the second one', ['gran']],
    ['2', ['gran']],
    ['first please', ['ann']],
    ['the one about Gran', ['gran']],
    ['Ann', ['ann']],
    ['both', ['ann', 'gran']],
  ] as const)
    it(`is answered by "${answer}"`, () => {
      assert.deepEqual(answered(answer, asked), cancels(...uuids))
    })

  it('is answered for what is to be moved', () => {
    const moved = { ...asked, wanted: wanted({ sentence: 'move my reminder to Friday' }) }
    assert.deepEqual(answered('Gran', moved), [
      { kind: 'move reminder', goal_uuids: ['gran'], due_at: due(15, 15) },
    ])
  })

  for (const answer of ['I had a lovely day at the beach', 'the milk', 'what is the time?'])
    it(`is not answered by "${answer}"`, () => {
      assert.equal(answered(answer, asked), null)
    })
})

describe('"What shall I remind you of?"', () => {
  const asked = { asked: 'what', wanted: wanted({ due_at: due(13, 9) }) } as const
  for (const [answer, title] of [
    ['to call the bank', 'call the bank'],
    ['the bins', 'the bins'],
    ['I need to feed the cat', 'feed the cat'],
  ] as const)
    it(`is answered by "${answer}"`, () => {
      assert.deepEqual(answered(answer, asked), [remind(title, due(13, 9))])
    })

  for (const answer of ['My sister Anna lives in Leeds', 'who is Anna?', 'never mind', 'I love you'])
    it(`is not answered by "${answer}"`, () => {
      assert.equal(answered(answer, asked), null)
    })

  it('is asked of a reminder of nothing, with its time', () => {
    assert.deepEqual(answered('set a reminder for tomorrow at 9', {}), [remind('', due(13, 9))])
  })
})

describe('"How often shall it be?"', () => {
  const asked = { asked: 'how often', wanted: wanted({ title: 'drink' }) } as const
  it('is answered by a repetition', () => {
    const often = remind('drink', due(13, 8), 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0')
    assert.deepEqual(answered('every day at 8 then', asked), [often])
  })

  for (const answer of ['I walk the dog every day at 8', 'tea is what I drink', 'Anna is here'])
    it(`is not answered by "${answer}"`, () => {
      assert.equal(answered(answer, asked), null)
    })
})

describe('A state that an older version has stored', () => {
  it('knows whether the companion had asked when', () => {
    assert.equal(stateFrom({ goal_uuid: 'milk', asked_when: true }).asked, 'when')
    assert.deepEqual(stateFrom({ goal_uuid: 'milk', asked_when: false }), { ...noState, goal_uuid: 'milk' })
  })
})
