import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { timesIn, timesOfDayIn } from '../../../daemon/language/en/calendar.ts'

const london = 'Europe/London'
const moment = (wall: string, zone = london) => DateTime.fromISO(wall, { zone }).toMillis()
const wall = (at: number, zone = london) => DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm")

/** When it is said, what is said, and the time that it names. */
const rows: readonly (readonly [string, string, string])[] = [
  ['2026-01-14T17:50', 'get the lasagne out in 20 minutes', '2026-01-14T18:10'],
  ['2026-02-03T16:10', 'Give me a shout at half seven would you', '2026-02-03T19:30'],
  ['2026-03-18T21:40', 'tomorrow morning please', '2026-03-19T09:00'],
  ['2026-04-11T10:15', 'remind me, the Friday after next, that', '2026-04-24T09:00'],
  ['2026-05-27T08:20', "On the 3rd I've got to pay", '2026-06-03T09:00'],
  ['2026-06-09T13:05', 'at 5 tomorrow remind me', '2026-06-10T17:00'],
  ['2026-08-12T11:20', 'In an hour and a half tell me', '2026-08-12T12:50'],
  [
    '2026-09-07T09:30',
    'Reminder for Thursday, quarter to four in the afternoon: parents',
    '2026-09-10T15:45',
  ],
  ['2026-10-14T20:00', 'put the pork in at noon on Saturday.', '2026-10-17T12:00'],
  ['2026-11-03T12:12', 'and 1930 vitamin d drops, another reminder pls', '2026-11-03T19:30'],
  ['2025-12-22T18:30', 'set a reminder three weeks from today, worm the cat', '2026-01-12T09:00'],
  ['2026-02-15T12:30', "I'll need reminding tonight to put", '2026-02-15T20:00'],
  ['2026-06-30T07:48', 'Put one in for August 22nd, 10am: wire', '2026-08-22T10:00'],
  ['2026-03-24T10:05', 'cuff this afternoon so can you', '2026-03-24T15:00'],
  ['2026-11-19T14:26', 'Please you remind me next Monday in the evening, I', '2026-11-23T18:00'],
  ['2026-03-28T21:00', '7 tomorrow morning, remind me', '2026-03-29T07:00'],
  ['2026-03-04T14:05', 'half past 8 in the morning', '2026-03-05T08:30'],
  ['2026-03-04T14:05', 'tomorrow at ten past 8 in the morning, PE kit', '2026-03-05T08:10'],
  ['2026-12-20T10:00', "On New Year's Eve at 11.30pm", '2026-12-31T23:30'],
  ['2026-12-26T10:00', 'on Christmas Eve', '2027-12-24T09:00'],
  ['2026-03-04T14:05', 'next Tuesday', '2026-03-10T09:00'],
  ['2026-03-04T14:05', 'Wednesday week', '2026-03-18T09:00'],
  ['2026-03-04T14:05', 'on Monday at 6 in the evening', '2026-03-09T18:00'],
  ['2026-03-04T14:05', 'in forty five minutes my break', '2026-03-04T14:50'],
  ['2026-03-04T14:05', 'Give us a shout at ten to three for', '2026-03-04T14:50'],
  ['2026-03-04T14:05', 'shout half 3 for the tide', '2026-03-04T15:30'],
  ['2026-03-04T14:05', 'tomorrow 6:45 say me', '2026-03-05T06:45'],
  ['2026-03-04T14:05', 'in a fortnight to earth up', '2026-03-18T09:00'],
  ['2026-03-04T14:05', "6th of May 9 o'clock at Dunns", '2026-05-06T09:00'],
  ['2026-03-04T14:05', 'on the eleventh of March ten to nine', '2026-03-11T08:50'],
  ['2026-03-04T14:05', "when it's quarter to eight, I", '2026-03-04T19:45'],
  ['2026-03-04T14:05', 'Friday 3 a.m. wake me up', '2026-03-06T03:00'],
  ['2026-03-04T14:05', 'Friday lunchtime about', '2026-03-06T12:00'],
  ['2026-03-04T14:05', 'tonight before I sleep', '2026-03-04T20:00'],
  ['2026-03-04T14:05', 'Saturday the 14th', '2026-03-14T09:00'],
  ['2026-03-04T14:05', 'a week on Friday', '2026-03-13T09:00'],
  ['2026-03-04T14:05', 'a fortnight tomorrow', '2026-03-19T09:00'],
  ['2026-03-04T14:05', "Thursday of next week, ten o'clock", '2026-03-12T10:00'],
  ['2026-03-04T14:05', 'remind me sat to drop the snare', '2026-03-07T09:00'],
  ['2026-03-04T14:05', 'at 12 at night', '2026-03-05T00:00'],
  ['2026-03-04T14:05', 'twelve noon tomorrow', '2026-03-05T12:00'],
  ['2026-03-04T14:05', 'Friday, 8 May at 5', '2026-05-08T17:00'],
  ['2026-03-04T14:05', 'set a 10 minute timer', '2026-03-04T14:15'],
  ['2026-03-04T14:05', 'timer for 10 minutes', '2026-03-04T14:15'],
  ['2026-03-04T14:05', 'in the morning', '2026-03-05T09:00'],
  ['2026-03-04T14:05', 'this evening at 7', '2026-03-04T19:00'],
  ['2026-03-04T14:05', 'at 10.25 to do', '2026-03-04T22:25'],
  ['2026-03-04T14:05', 'today', '2026-03-04T15:00'],
  ['2026-03-04T14:05', '5.30 pm', '2026-03-04T17:30'],
  ['2026-03-04T14:05', '7 50 am', '2026-03-05T07:50'],
  ['2026-03-04T14:05', 'at 6 45 to call', '2026-03-04T18:45'],
  ['2026-03-04T14:05', 'at seven forty-five', '2026-03-04T19:45'],
  ['2026-03-04T14:05', 'nine oh five tomorrow', '2026-03-05T09:05'],
  ['2026-03-04T14:05', 'in quarter of an hour', '2026-03-04T14:20'],
  ['2026-03-04T14:05', 'in an hour and a quarter', '2026-03-04T15:20'],
  ['2026-03-04T14:05', 'in another hour', '2026-03-04T15:05'],
  ['2026-03-04T14:05', 'this time tomorrow', '2026-03-05T14:05'],
  ['2026-03-04T14:05', 'this time on Friday', '2026-03-06T14:05'],
  ['2026-03-04T14:05', 'midnight tonight', '2026-03-05T00:00'],
  ['2026-03-04T14:05', 'tonight at 12', '2026-03-05T00:00'],
  ['2026-03-04T14:05', 'it takes two hours, give me a shout then', '2026-03-04T16:05'],
  ['2026-03-04T14:05', 'on the 3rd of May', '2026-05-03T09:00'],
  ['2026-03-04T14:05', 'on 12/05/2026', '2026-05-12T09:00'],
  ['2026-03-04T14:05', '20 June', '2026-06-20T09:00'],
  ['2026-03-04T14:05', 'in 3 days at 10:15', '2026-03-07T10:15'],
  ['2026-03-04T14:05', 'buy 12 on Friday', '2026-03-06T09:00'],
  ['2025-03-04T14:05', 'at 5', '2025-03-04T17:00'],
  ['2025-03-04T14:05', 'at 9 in the evening', '2025-03-04T21:00'],
  ['2025-03-04T14:05', 'tomorrow at 6', '2025-03-05T18:00'],
  ['2025-03-04T14:05', 'tomorrow at 7', '2025-03-05T07:00'],
  ['2025-03-04T14:05', 'tomorrow at 05:00', '2025-03-05T05:00'],
  ['2025-03-04T14:05', 'tomorrow evening at 8', '2025-03-05T20:00'],
  ['2025-03-04T14:05', 'today at 9 am', '2025-03-04T09:00'],
  ['2025-03-04T14:05', 'on 12 May 2026 at noon', '2026-05-12T12:00'],
  ['2025-03-04T21:30', 'at 7', '2025-03-05T07:00'],
  ['2025-03-04T05:30', 'at 6', '2025-03-04T06:00'],
  ['2025-03-04T21:30', 'tonight', '2025-03-04T23:00'],
  ['2025-03-29T23:00', 'in 12 hours', '2025-03-30T12:00'],
]

describe('The time that is named', () => {
  for (const [now, text, at] of rows)
    it(`${text}, said at ${now}, is ${at}`, () => {
      const times = timesIn(text, { now: moment(now), time_zone: london })
      assert.deepEqual(
        times.map((time) => wall(time.at)),
        [at],
      )
    })

  for (const text of [
    'get 2 eggs',
    'I sat in the sun and we may march',
    'good morning',
    'I swim on Wednesdays',
    'look at two houses',
    'half of it was quarter to nothing',
    'I am tired now',
    'for two days now',
    'the third floor',
  ])
    it(`is none in "${text}"`, () => {
      assert.deepEqual(timesIn(text, { now: moment('2026-03-04T14:05'), time_zone: london }), [])
    })

  it('is one of the zone of the member', () => {
    const now = moment('2025-03-04T14:05', 'Europe/Berlin')
    const [there] = timesIn('tomorrow at 5', { now, time_zone: 'Europe/London' })
    assert.equal(there?.at, Date.UTC(2025, 2, 5, 17))
    const [here] = timesIn('tomorrow at 5', { now, time_zone: 'Europe/Berlin' })
    assert.equal(here?.at, Date.UTC(2025, 2, 5, 16))
  })

  it('is counted from the day that it is in the zone', () => {
    const now = Date.UTC(2025, 2, 4, 23, 30)
    const [berlin] = timesIn('tomorrow at 10:00', { now, time_zone: 'Europe/Berlin' })
    assert.equal(wall(berlin?.at ?? 0, 'Europe/Berlin'), '2025-03-06T10:00')
  })

  it('is in the past where that is meant', () => {
    const now = moment('2026-05-12T09:30')
    const past = (text: string) => timesIn(text, { now, time_zone: london, forward: false })[0]
    assert.equal(wall(past('on Monday')?.at ?? 0), '2026-05-11T09:00')
    assert.equal(wall(past('on the 15th')?.at ?? 0), '2026-04-15T09:00')
    assert.equal(wall(past('at 8')?.at ?? 0), '2026-05-12T08:00')
  })

  it('is as near as may be to what is moved', () => {
    const now = moment('2026-04-16T10:00')
    const near = (text: string, to: string) => {
      const [time] = timesIn(text, { now, time_zone: london, near: moment(to) })
      return wall(time?.at ?? 0)
    }
    assert.equal(near('make it six', '2026-04-20T17:00'), '2026-04-20T18:00')
    assert.equal(near('at half nine', '2026-04-20T10:00'), '2026-04-20T09:30')
    assert.equal(near('on Thursday', '2026-04-28T10:20'), '2026-04-30T09:00')
  })

  it('says where it is, and what was said of it', () => {
    const now = moment('2026-03-04T14:05')
    const [time] = timesIn('Call me tomorrow at 10:00', { now, time_zone: london })
    assert.deepEqual(
      { ...time, at: 0 },
      { text: 'tomorrow at 10:00', index: 8, at: 0, timed: true, dayGiven: true, relative: true },
    )
    const [date] = timesIn('on 12 May', { now, time_zone: london })
    assert.deepEqual([date?.timed, date?.dayGiven, date?.relative], [false, true, false])
    const [clock] = timesIn('at half six', { now, time_zone: london })
    assert.deepEqual([clock?.timed, clock?.dayGiven], [true, false])
  })
})

const times: readonly (readonly [string, readonly string[]])[] = [
  ['every day at 5', ['17:0']],
  ['every day at 8', ['8:0']],
  ['every morning at 5', ['5:0']],
  ['every evening at 8', ['20:0']],
  ['at 8 am and 8 pm', ['8:0', '20:0']],
  ['at 12 at night', ['0:0']],
  ['daily 18:30', ['18:30']],
  ['at noon', ['12:0']],
  ['at midnight', ['0:0']],
  ['at half past six', ['18:30']],
  ['at quarter to one', ['12:45']],
  ["at seven o'clock", ['7:0']],
  ['3 eggs', []],
  ['on the 3rd', []],
  ['for 5 days', []],
]

describe('The times of day', () => {
  for (const [text, named] of times)
    it(`in "${text}" are ${named.join(', ') || 'none'}`, () => {
      const times = timesOfDayIn(text, { now: moment('2026-03-04T14:05'), time_zone: london })
      assert.deepEqual(
        times.map(({ hour, minute }) => `${hour}:${minute}`),
        named,
      )
    })
})
