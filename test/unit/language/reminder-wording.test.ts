import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { noState } from '../../../daemon/features/conversation/store.ts'
import type { OpenReminder, ReminderAct } from '../../../daemon/language/reminder-acts.ts'
import { readReminders } from '../../../daemon/language/en/reminders/reminders.ts'
import { momentFrom } from '../../../daemon/language/en/reminders/events.ts'
import { spelled } from '../../../daemon/language/en/reminders/spelling.ts'

const time_zone = 'Europe/London'
const at = (wall: string) => DateTime.fromISO(wall, { zone: time_zone }).toMillis()
/** A Tuesday. */
const now = at('2026-06-09T10:10')
const wall = (moment: number | null) =>
  moment === null ? 'no time' : DateTime.fromMillis(moment, { zone: time_zone }).toFormat('ccc HH:mm')

const open: readonly OpenReminder[] = [
  { goal_uuid: 'lena', title: 'pick up Lena', due_at: at('2026-06-10T15:00') },
  { goal_uuid: 'dog', title: 'bath the dog', due_at: at('2026-06-10T18:00') },
  { goal_uuid: 'kettle', title: 'descale the kettle', due_at: null },
  { goal_uuid: 'vet', title: 'ring the vet', due_at: at('2026-06-09T15:00') },
  { goal_uuid: 'chicken', title: 'take the chicken out', due_at: at('2026-06-11T08:30') },
  {
    goal_uuid: 'nan',
    title: 'ring Nan',
    due_at: at('2026-06-15T20:00'),
    repeats: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=20;BYMINUTE=0',
  },
]

const shown = (act: ReminderAct): string => {
  switch (act.kind) {
    case 'remind':
      return `remind: ${act.title}, ${act.from ? `from ${act.from.event}` : wall(act.due_at)}`
    case 'move reminder':
      return `move ${act.goal_uuids.join()}: ${wall(act.due_at)}`
    case 'rename reminder':
      return `rename ${act.goal_uuids.join()}: ${act.title}`
    case 'end reminder':
      return `${act.done ? 'done' : 'end'} ${act.goal_uuids.join()}`
    default:
      return `${act.kind} ${act.goal_uuids.join()}`
  }
}

/** What a sentence wants after a reminder was spoken of. */
const read = (text: string, last: string | null = 'lena', some = open) =>
  readReminders([{ text, act: 'tell', likely: 1 }], { ...noState, now, time_zone, open: some, last })
    .acts.map(shown)
    .join('; ')

const allRead = (rows: readonly (readonly [string, string, string?])[]) => {
  for (const [text, wanted, last] of rows) assert.equal(read(text, last ?? 'lena'), wanted, text)
}

describe('A reminder is changed', () => {
  it('by its noun', () => {
    allRead([
      ["Lena's pickup has to be half an hour earlier", 'move lena: Wed 14:30'],
      ["Lena's pick-up should be at half three", 'move lena: Wed 15:30'],
      ["the dog's bath needs to be an hour later", 'move dog: Wed 19:00'],
      ['vet call needs to be at 4', 'move vet: Tue 16:00'],
      ["Lena's teacher has to be paid half an hour earlier", ''],
    ])
  })

  it('by who comes when, where that puts something right', () => {
    allRead([
      ['no hang on she comes a day later this week', 'move lena: Thu 15:00'],
      ["oh wait, she's coming an hour earlier", 'move lena: Wed 14:00'],
      ["no wait she's coming on Friday", 'move lena: Fri 15:00'],
      ['she came an hour later last week', ''],
      ['he comes home an hour later on Fridays', ''],
    ])
  })

  it('after a remark, which may name another day', () => {
    allRead([
      ['bit early for a wednesday, make that eleven', 'move lena: Wed 11:00'],
      ["she's at work till six, make it seven", 'move lena: Wed 19:00'],
      ['too early on a tuesday, make that eight', 'move lena: Wed 20:00'],
    ])
  })

  it('to the day that is meant, where it repeats', () => {
    allRead([
      ["nan's got bingo mondays now move it to tuesdays", 'move nan: Tue 20:00', 'nan'],
      ["can't do mondays anymore, change it to wednesdays", 'move nan: Wed 20:00', 'nan'],
      ['make it tuesdays, mondays are no good', 'move nan: Tue 20:00', 'nan'],
      ['do it on sundays instead of mondays', 'move nan: Sun 20:00', 'nan'],
    ])
  })

  it('in what it says', () => {
    allRead([
      ['chicken should say turkey by the way', 'rename chicken: take the turkey out'],
      ['Lena should be Lina', 'rename lena: pick up Lina'],
      ['where it says vet put groomer', 'rename vet: ring the groomer'],
      ['the kettle should be in the kitchen', ''],
      ['the vet should say sorry for the wait', ''],
    ])
  })

  it('only after it was asked which, where several have the word', () => {
    const two = [
      { goal_uuid: 'one', title: 'ring the vet', due_at: null },
      { goal_uuid: 'two', title: 'pay the vet', due_at: null },
    ]
    assert.equal(read('vet should say groomer', null, two), 'which reminder one,two')
    assert.equal(read('Can you move my reminder to half past two?'), `which reminder ${ids}`)
  })
})

const ids = open.map(({ goal_uuid }) => goal_uuid).join()

describe('Of a sentence', () => {
  it('a few words tell that something is done', () => {
    allRead([
      ['kettles done', 'done kettle'],
      ['kettle done at last', 'done kettle'],
      ['kettle nearly done', ''],
      ['dog bathed thanks', 'done dog'],
      ['vet called', ''],
    ])
  })

  it('each command is done, and ends only what it names', () => {
    allRead([
      [
        'ring the vet at 4 instead and also remind me at 2pm to pay Sue',
        'move vet: Tue 16:00; remind: pay Sue, Tue 14:00',
      ],
      ["scrap the six o'clock one, Yannick did it", 'end dog'],
      ['cancel the dog and move the vet to 5', 'end dog; move vet: Tue 17:00'],
      ['move the vet to 5 and the dog to 6', 'move vet: Tue 17:00; move dog: Wed 18:00'],
      ['push the vet back an hour and cancel the dog', 'move vet: Tue 16:00; end dog'],
      ['make that four, and remind me at 5 pm to eat', 'move lena: Wed 16:00; remind: eat, Tue 17:00'],
      ['scrap the vet one and set a timer for ten minutes', 'end vet; remind: your timer, Tue 10:20'],
      [
        'remind me at 5 pm to buy bread and cancel the vet',
        'remind: buy bread and cancel the vet, Tue 17:00',
      ],
    ])
  })

  it('the title keeps the word that goes with its verb', () => {
    allRead([
      ['remind me tomorrow at 6pm put the oven on', 'remind: put the oven on, Wed 18:00'],
      ['remind me to put the kettle on in ten minutes', 'remind: put the kettle on, Tue 10:20'],
      ['remind me wednesday at one pm to hand my kit in', 'remind: hand my kit in, Wed 13:00'],
      ['remind me to call Ann on at 5', 'remind: call Ann, Tue 17:00'],
    ])
  })

  it('what is dictated is read as it is meant', () => {
    allRead([
      [
        'two things remind me at noon to ring Bob and at 5 pm to eat',
        'remind: ring Bob, Tue 12:00; remind: eat, Tue 17:00',
      ],
      ['cancel that full stop', 'end lena'],
      [
        'remind me at 4 pm to ring Bob comma and at 6 pm to eat full stop',
        'remind: ring Bob, Tue 16:00; remind: eat, Tue 18:00',
      ],
      [
        'remind me to put a full stop on the poster at 5 pm',
        'remind: put a full stop on the poster, Tue 17:00',
      ],
      ["I need nudging on the 22nd at 10am, Poppy's photos", "remind: Poppy's photos, Mon 10:00"],
      ['the baby needs feeding at 10', ''],
    ])
  })

  it('what somebody else said or did asks for nothing', () => {
    allRead([
      ['My manager goes "remind me tomorrow at nine to send the invoices"!', ''],
      ['Dad always had to remind me at 8 to brush my teeth when I was little.', ''],
    ])
    assert.equal(read('remind me at 9 to tell Bob "you owe me"'), 'remind: tell Bob "you owe me", Tue 21:00')
  })
})

describe('Spelling', () => {
  it('is put right in what asks and when, not in what is to be reminded of', () => {
    assert.equal(spelled('remidn me tomorow at 3', []), 'remind me tomorrow at 3')
    for (const text of [
      'remind me at 11 to ring the tiler',
      'remind me at 3 to pay Mr Munday',
      'remind me at 3 to ring Mindy Sundar',
    ])
      assert.equal(spelled(text, []), text)
    assert.equal(spelled('move the timor to 4', ['feed the timor']), 'move the timor to 4')
  })
})

describe('A time that is counted from what was told', () => {
  it('is read with what is on that day', () => {
    allRead([
      [
        "remind me the day before mum's birthday to order flowers",
        "remind: order flowers, from mum's birthday",
      ],
      ["on Lena's birthday at 8 am remind me to ring her", "remind: ring her, from Lena's birthday"],
      ["remind me at 5 pm to buy mum's birthday card", "remind: buy mum's birthday card, Tue 17:00"],
    ])
  })

  it('is reckoned where one day was told, and is not made up where none was, or several', () => {
    const told = (...contents: string[]) =>
      contents.map((content) => ({ content, told_at: at('2026-05-01T12:00') }))
    const moment = (event: string, days: number, contents: string[]) => {
      const moment = momentFrom({ event, length: { days }, hour: 9, minute: 0 }, told(...contents), {
        now,
        time_zone,
      })
      return moment === null
        ? null
        : DateTime.fromMillis(moment, { zone: time_zone }).toFormat("yyyy-LL-dd'T'HH:mm")
    }
    const birthday = "Mum's birthday is on the 19th of July."
    assert.equal(moment("mum's birthday", -1, [birthday, 'I love July.']), '2026-07-18T09:00')
    assert.equal(moment("mum's birthday", 0, ["Mum's birthday is on 8 May."]), '2027-05-08T09:00')
    assert.equal(moment('my test', -2, ['My test is on 8 May.']), null)
    assert.equal(moment("dad's birthday", -1, [birthday]), null)
    assert.equal(moment("mum's birthday", -1, [birthday, "Mum's birthday is on 3 August."]), null)
  })
})
