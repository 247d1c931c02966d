import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spokenDay, spokenMoment } from '../../../daemon/language/en/spoken.ts'
import { agencyWording, sentence } from '../../../daemon/language/agency.ts'

const { notedUntil, reminder, tickOffQuestion } = agencyWording('en')

const at = (text: string) => Date.parse(text)
/** A Monday noon in Berlin. */
const telling = { now: at('2026-05-04T12:00:00+02:00'), time_zone: 'Europe/Berlin' }

describe('A day is called', () => {
  for (const [moment, words] of [
    ['2026-05-04T00:00:00+02:00', 'today'],
    ['2026-05-04T23:59:00+02:00', 'today'],
    ['2026-05-05T00:00:00+02:00', 'tomorrow'],
    ['2026-05-03T23:59:00+02:00', 'yesterday'],
    ['2026-05-09T10:00:00+02:00', 'Saturday, 9 May'],
    ['2027-01-01T10:00:00+01:00', 'Friday, 1 January 2027'],
  ] as const) {
    it(`${words} (${moment})`, () => {
      assert.equal(spokenDay(at(moment), telling), words)
    })
  }

  it('in the time zone of the member', () => {
    const late = at('2026-05-04T23:30:00+02:00')
    assert.equal(spokenDay(late, { ...telling, time_zone: 'Asia/Tokyo' }), 'tomorrow')
    assert.equal(spokenMoment(late, { ...telling, time_zone: 'Asia/Tokyo' }), 'tomorrow at 06:30')
  })
})

describe('A reminder', () => {
  const tea = { title: 'Tea', description: null, origin: 'user' } as const

  for (const [name, goal, planned, isDue, text] of [
    ['is short on time', tea, '2026-05-04T12:00:00+02:00', false, 'A reminder, as you asked: Tea.'],
    ['is on time within minutes', tea, '2026-05-04T11:55:00+02:00', false, 'A reminder, as you asked: Tea.'],
    [
      'says how late it is',
      tea,
      '2026-05-04T11:54:00+02:00',
      false,
      'A reminder, as you asked: Tea. It was for today at 11:54, 6 minutes ago.',
    ],
    ['is due now', tea, '2026-05-04T12:00:00+02:00', true, '“Tea” is due now.'],
    [
      'was due',
      tea,
      '2026-05-02T12:00:00+02:00',
      true,
      '“Tea” was due Saturday, 2 May at 12:00, 2 days ago.',
    ],
    [
      'that nobody asked for does not say so',
      { ...tea, origin: 'companion' },
      '2026-05-04T12:00:00+02:00',
      false,
      'A reminder: Tea.',
    ],
    [
      'says more',
      { ...tea, title: 'Tea!', description: 'The green one.' },
      '2026-05-04T12:00:00+02:00',
      false,
      'A reminder, as you asked: Tea!\nThe green one.',
    ],
    [
      'says no empty description',
      { ...tea, description: ' ' },
      '2026-05-04T12:00:00+02:00',
      false,
      'A reminder, as you asked: Tea.',
    ],
  ] as const) {
    it(name, () => {
      assert.equal(reminder(goal, at(planned), isDue, telling), text)
    })
  }
})

describe('What is asked about a goal', () => {
  const saturday = at('2026-05-09T10:00:00+02:00')
  for (const [name, next, isDue, text] of [
    ['that is over with it', null, false, 'Shall I tick “Tea” off?'],
    ['that is due', null, true, 'Shall I mark “Tea” as completed?'],
    [
      'that comes up again',
      saturday,
      false,
      'Shall I note it as done, and come back to it Saturday, 9 May at 10:00?',
    ],
  ] as const) {
    it(name, () => {
      assert.equal(tickOffQuestion('Tea', next, isDue, telling), text)
    })
  }

  it('says when it runs again once it is approved', () => {
    assert.equal(
      notedUntil('Tea', saturday, telling),
      "Noted. I'll come back to “Tea” Saturday, 9 May at 10:00.",
    )
  })
})

it('a sentence ends with one full stop', () => {
  assert.deepEqual(['Tea', 'Tea.', 'Tea?', 'Tea…'].map(sentence), ['Tea.', 'Tea.', 'Tea?', 'Tea…'])
})
