import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { noState } from '../../../daemon/features/conversation/store.ts'
import { timesIn } from '../../../daemon/language/de/calendar.ts'
import { repeatIn, tooOftenIn } from '../../../daemon/language/de/repeats.ts'
import { readReminders } from '../../../daemon/language/de/reminders/reminders.ts'
import { spokenRule, spokenTime } from '../../../daemon/language/de/spoken.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from '../../../daemon/language/reminder-acts.ts'

const time_zone = 'Europe/Berlin'
const at = (wall: string) => DateTime.fromISO(wall, { zone: time_zone }).toMillis()
/** A Tuesday. */
const now = at('2026-05-12T09:30')
const wall = (moment: number | null) =>
  moment === null ? 'keine Zeit' : DateTime.fromMillis(moment, { zone: time_zone }).toFormat('dd.LL. HH:mm')

const open: readonly OpenReminder[] = [
  { goal_uuid: 'müll', title: 'Müll rausbringen', due_at: at('2026-05-12T19:00') },
  { goal_uuid: 'zahnarzt', title: 'Zahnarzttermin', due_at: at('2026-05-14T10:00') },
  { goal_uuid: 'oma', title: 'Oma anrufen', due_at: null },
]

const shown = (act: ReminderAct): string => {
  switch (act.kind) {
    case 'remind':
      return `${act.title}, ${act.lacks ?? (act.too_often ? 'zu oft' : wall(act.due_at))}`
    case 'move reminder':
      return `${act.goal_uuids.join()} auf ${wall(act.due_at)}`
    case 'rename reminder':
      return `${act.goal_uuids.join()} heißt ${act.title}`
    case 'end reminder':
      return `${act.done ? 'erledigt' : 'gestrichen'} ${act.goal_uuids.join()}`
    default:
      return `${act.kind} ${act.goal_uuids.join()}`
  }
}
const read = (sentences: readonly string[], rest: Partial<ReminderContext> = {}) =>
  readReminders(
    sentences.map((text) => ({ text, act: 'tell', likely: 1 })),
    { ...noState, now, time_zone, open, last: 'müll', ...rest },
  )
    .acts.map(shown)
    .join('; ')

const allRead = (rows: readonly (readonly [string, string])[], rest: Partial<ReminderContext> = {}) => {
  for (const [text, wanted] of rows) assert.equal(read([text], rest), wanted, text)
}

describe('A time that is said in German', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['um halb neun', '12.05. 20:30'],
    ['morgen um halb neun', '13.05. 08:30'],
    ['viertel nach sieben am Freitag', '15.05. 07:15'],
    ['um dreiviertel acht', '12.05. 19:45'],
    ['fünf vor halb drei', '12.05. 14:25'],
    ['in einer halben Stunde', '12.05. 10:00'],
    ['in zwei Wochen', '26.05. 09:00'],
    ['übermorgen um 18.30 Uhr', '14.05. 18:30'],
    ['am 3. Dezember', '03.12. 09:00'],
    ['am 24.12. um 15 Uhr', '24.12. 15:00'],
    ['nächste Woche Mittwoch', '20.05. 09:00'],
    ['heute Abend', '12.05. 18:00'],
    ['heute Nacht um zwei', '13.05. 02:00'],
    ['Montagabend', '18.05. 18:00'],
    ['nächsten Monat am 5.', '05.06. 09:00'],
  ]
  for (const [text, wanted] of rows)
    it(`is understood: ${text}`, () => {
      assert.equal(wall(timesIn(text, { now, time_zone })[0]?.at ?? null), wanted)
    })

  it('is none in a greeting', () => {
    assert.deepEqual(timesIn('Guten Morgen', { now, time_zone }), [])
  })

  it('is none in a year that nobody can write down', () => {
    assert.deepEqual(timesIn('in 9999 Jahren', { now, time_zone }), [])
  })
})

describe('What repeats', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['jeden Montag früh', 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0'],
    ['jeden zweiten Tag um acht', 'FREQ=DAILY;INTERVAL=2;BYHOUR=8;BYMINUTE=0'],
    ['alle zwei Wochen dienstags', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0'],
    ['am ersten jeden Monats', 'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0'],
    ['werktags um 6:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=6;BYMINUTE=30'],
    ['morgens und abends', 'FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0'],
    ['jedes Jahr am 3. Mai', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYHOUR=9;BYMINUTE=0'],
  ]
  for (const [text, rule] of rows)
    it(`is a rule: ${text}`, () => {
      assert.equal(repeatIn(text, { now, time_zone })?.rule, rule)
    })

  it('is said back in German', () => {
    assert.equal(
      spokenRule('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0'),
      'jeden zweiten Dienstag um 09:00 Uhr',
    )
    assert.equal(spokenTime(at('2026-05-13T08:00'), { now, time_zone }), 'morgen um 08:00 Uhr')
    assert.equal(spokenTime(at('2026-05-19T08:00'), { now, time_zone }), 'am Dienstag, 19. Mai um 08:00 Uhr')
  })

  it('comes no more often than every hour', () => {
    assert.ok(tooOftenIn('alle zehn Minuten'))
    assert.equal(tooOftenIn('alle zwei Stunden'), null)
  })
})

describe('A reminder in German', () => {
  it('is made', () => {
    allRead([
      ['Erinner mich morgen um acht an den Blumentopf', 'Blumentopf, 13.05. 08:00'],
      ['Kannst du mich heute Abend daran erinnern, die Pflanzen zu gießen?', 'Pflanzen gießen, 12.05. 18:00'],
      ['Weck mich morgen um sechs', 'Aufstehen, 13.05. 06:00'],
      ['Stell einen Timer auf zehn Minuten', 'Timer, 12.05. 09:40'],
      ['Erinner mich an Hefe', 'Hefe, keine Zeit'],
      ['Sag mir um fünf Bescheid, dass ich Lena abholen muss', 'Lena abholen, 12.05. 17:00'],
      ['Erinnere mich alle zehn Minuten ans Trinken', 'Trinken, zu oft'],
      ['Erinner mich am 31. Juni an die Steuer', 'Steuer, such a day'],
    ])
  })

  it('is of what is said in the sentence before', () => {
    assert.equal(
      read(['Ich hab am Freitag um zehn Friseur.', 'Erinner mich bitte dran.']),
      'Friseur, 15.05. 10:00',
    )
  })

  it('is moved, renamed, ticked off, cancelled and listed', () => {
    allRead([
      ['Verschieb den Zahnarzt auf Freitag um elf', 'zahnarzt auf 15.05. 11:00'],
      ['eine Stunde später bitte', 'müll auf 12.05. 20:00'],
      ['doch lieber um halb acht', 'müll auf 12.05. 19:30'],
      ['mach acht draus', 'müll auf 12.05. 20:00'],
      ['Nicht Müll, sondern Altpapier', 'müll heißt Altpapier rausbringen'],
      ['Oma hab ich schon angerufen', 'erledigt oma'],
      ['Der Zahnarzt hat abgesagt, die Erinnerung kann weg', 'gestrichen zahnarzt'],
      ['Welche Erinnerungen habe ich?', 'list reminders müll,zahnarzt,oma'],
      ['Was steht am Donnerstag an?', 'list reminders zahnarzt'],
      ['Streich den Müll und verschieb den Zahnarzt auf elf', 'gestrichen müll; zahnarzt auf 14.05. 11:00'],
      ['Lösch alle Erinnerungen außer Oma', 'gestrichen müll,zahnarzt'],
    ])
  })

  it('is none of what only sounds like one', () => {
    allRead([
      ['Ich freue mich auf morgen um acht', ''],
      ['Das Lied erinnert mich an früher', ''],
      ['Der Wecker hat nicht geklingelt', ''],
      ['Oma kommt am Samstag um drei', ''],
    ])
  })

  it('goes on with what the companion has asked', () => {
    const wanted = { sentence: '', title: 'Aufstehen', due_at: null, repeats: null }
    assert.equal(read(['um sieben'], { asked: 'when', wanted }), 'Aufstehen, 13.05. 07:00')
    assert.equal(
      read(['den Zahnarzt'], {
        asked: 'which',
        listed: ['müll', 'zahnarzt'],
        wanted: { ...wanted, sentence: 'Lösch die Erinnerung', title: '' },
      }),
      'gestrichen zahnarzt',
    )
  })
})
