import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { occasionIn } from '../../../daemon/language/en/agency/occasions.ts'
import { datesResolved } from '../../../daemon/language/en/dates.ts'

const time_zone = 'Europe/London'
const told = (wall: string) => ({
  told_at: DateTime.fromISO(wall, { zone: time_zone }).toMillis(),
  time_zone,
})
const datesOf = (text: string, wall: string) =>
  datesResolved(text, told(wall))
    .map(({ date }) => date)
    .join(' ')

/** When it was told, what was told, and the days that it was of. */
const rows: readonly (readonly [string, string, string])[] = [
  ['2026-03-10T10:20', "The fitting's a fortnight today, at Bronglais.", '2026-03-24'],
  ['2025-11-24T15:05', "Interview is Thursday of next week, ten o'clock, I've bought shoes.", '2025-12-04'],
  [
    '2025-12-10T21:40',
    'I was on Monday by the dentist, two fillings, and she says I bite in the night so I must wear a guard.',
    '2025-12-08',
  ],
  ['2026-05-15T23:10', 'dad fell over in the garden on tuesday, bruised his hip, otherwise ok', '2026-05-12'],
  [
    '2026-06-09T11:00',
    'My grandson defeated me at chess on Sunday, first time ever, in thirty-one moves.',
    '2026-06-07',
  ],
  [
    '2026-05-10T18:45',
    'I have passed the Life in the UK test on Friday! Next is the application',
    '2026-05-08',
  ],
  [
    '2026-04-04T11:15',
    'im that fed up jean went into hospital on wednesday with her chest and theres nobody to have a laugh with',
    '2026-04-01',
  ],
  ['2025-12-02T06:10', 'Yesterday I took his good jackets to the hospice shop in Melrose.', '2025-12-01'],
  [
    '2026-01-17T14:20',
    "I've stopped at the timber yard altogether, yesterday was my last day.",
    '2026-01-16',
  ],
  [
    '2026-10-17T13:05',
    'the other sam passed her driving test yesterday!!! so proud i could be sick',
    '2026-10-16',
  ],
  ['2026-11-02T21:15', 'I sprained my left ankle on Wednesday, no fencing for three weeks.', '2026-10-28'],
  ['2026-05-12T08:15', 'Had the stitches out last Friday.', '2026-05-08'],
  ['2026-03-02T19:40', 'New washing machine comes the day after tomorrow, between 8 and 12.', '2026-03-04'],
  ['2026-06-15T21:05', 'three weeks ago today i quit vaping', '2026-05-25'],
  ['2026-01-19T10:30', "Shauna's baby came a week ago yesterday, a little lad, Finn.", '2026-01-11'],
  ['2025-12-30T17:00', "Off to my sister's in Cardiff on Friday, back when she's sick of me.", '2026-01-02'],
  ['2026-02-27T22:10', 'got my braces off two days ago!!!', '2026-02-25'],
  [
    '2026-04-08T12:00',
    "Book club is a week tomorrow and I've not so much as opened the thing.",
    '2026-04-16',
  ],
  ['2026-07-09T07:50', 'The MOT ran out on Monday, whoops.', '2026-07-06'],
  ['2026-05-31T20:20', 'Liam starts at the garage a fortnight tomorrow.', '2026-06-15'],
  [
    '2026-06-24T09:00',
    "Mother fell in the garden a week ago today and she still won't use the frame.",
    '2026-06-17',
  ],
  ['2026-02-10T18:00', 'ten days from now im 40, help', '2026-02-20'],
  [
    '2025-11-21T15:30',
    'The funeral was on Tuesday and Declan flew home the day after.',
    '2025-11-18 2025-11-19',
  ],
  ['2026-05-12T09:30', 'On Thursday I saw the new doctor.', '2026-05-07'],
  ['2026-05-12T09:30', 'The vet comes on Thursday.', '2026-05-14'],
  ['2026-05-12T09:30', 'They have moved the party to Saturday.', '2026-05-16'],
  ['2026-05-12T09:30', "I've booked the plumber for Friday.", '2026-05-15'],
  ['2026-05-12T09:30', 'Tuesday was awful.', '2026-05-05'],
  ['2026-05-12T09:30', 'The exam is on the 3rd.', '2026-06-03'],
  ['2026-05-12T09:30', 'We got the keys on the 3rd.', '2026-05-03'],
  ['2026-05-12T09:30', "She's having the op the day after tomorrow", '2026-05-14'],
  ['2026-05-12T09:30', 'the day before yesterday the boiler packed in', '2026-05-10'],
  ['2026-05-12T09:30', 'I dropped my phone in the loo last night', '2026-05-11'],
  ['2026-05-12T09:30', "Mum's coming on Sunday with the kids", '2026-05-17'],
  ['2026-05-12T09:30', "He's been off work since Thursday", '2026-05-07'],
  ['2026-05-12T09:30', "we're seeing Anna next Wednesday", '2026-05-20'],
  ['2026-05-12T09:30', 'The essay has to be in by Monday', '2026-05-18'],
  ['2026-05-12T09:30', 'In three weeks I fly to Oslo', '2026-06-02'],
  ['2026-05-12T09:30', 'My cousin got married on Saturday, it was lovely', '2026-05-09'],
  ['2026-05-12T09:30', 'I start at the bakery on Monday', '2026-05-18'],
  ['2026-05-12T09:30', 'first day at the bakery today!', '2026-05-12'],
  ['2026-05-12T09:30', 'He rang me on Sunday and the results come on Friday', '2026-05-10 2026-05-15'],
  ['2026-05-12T09:30', "Rent's due on the 1st", '2026-06-01'],
  ['2026-05-12T09:30', 'Nan turned 90 on Saturday', '2026-05-09'],
  ['2026-05-12T09:30', 'Nan turns 90 on Saturday', '2026-05-16'],
  ['2026-05-12T09:30', "I've got the dentist on Thursday at 3", '2026-05-14'],
  ['2026-05-12T09:30', "I'm worried about the 20 km run on Sunday", '2026-05-17'],
]

describe('The day that was meant', () => {
  for (const [wall, text, dates] of rows)
    it(`in "${text}" is ${dates}`, () => {
      assert.equal(datesOf(text, wall), dates)
    })

  it('is that of the member, wherever the machine is', () => {
    const before = process.env['TZ']
    try {
      for (const zone of ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo']) {
        process.env['TZ'] = zone
        // The zone is in the text, since what was read last is kept.
        const text = `I dropped my phone in ${zone} last night`
        for (const [hour, date] of [
          // It still goes on: today is named by no date.
          ['03', ''],
          ['07', '2026-05-11'],
          ['09', '2026-05-11'],
          ['23', '2026-05-11'],
        ] as const)
          assert.equal(datesOf(text, `2026-05-12T${hour}:30`), date, `${zone} at ${hour}:30`)
        const content = "It was Ann's birthday last night"
        const at = Date.parse('2026-05-12T23:30:00Z')
        const occasion = occasionIn({ content, isEvent: false, at, time_zone: 'UTC' })
        assert.equal(occasion?.midnight, Date.UTC(2026, 4, 11), zone)
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('is spoken with its weekday, and has its place', () => {
    assert.deepEqual(datesResolved('Had the stitches out last Friday.', told('2026-05-12T08:15')), [
      { text: 'last Friday', index: 21, date: '2026-05-08', spoken: 'Friday, 8 May' },
    ])
  })
})

describe('No day is made of', () => {
  for (const text of [
    'We were going to go on Saturday.',
    'I swim on Wednesdays.',
    'I swim every Friday.',
    'Sunday lunch is my favourite meal.',
    'The shop is open Monday to Friday.',
    'Dentist on Thursday',
    'about three weeks ago I lost my ring',
    'I moved here two years ago.',
    'a couple of weeks ago we painted the hall',
    'My exam is on 3 June.',
    'If I pass on Friday we will celebrate',
    'It happened on a Tuesday',
    'the meeting was last month',
    'Next week I am away',
    'I will be there in an hour',
    'the boiler man said Thursday',
    'Ollie put his back out on Saturday',
  ])
    it(`"${text}"`, () => {
      assert.equal(datesOf(text, '2026-05-12T09:30'), '')
    })

  it('a day without a month after one with it', () => {
    assert.equal(
      datesOf('Flights booked, 17 June from Liverpool and back on the 22nd.', '2026-03-30T12:00'),
      '',
    )
  })

  it('"yesterday" late at night, when that may be either', () => {
    assert.equal(datesOf('I talked to Ben yesterday', '2026-05-12T02:30'), '')
  })
})
