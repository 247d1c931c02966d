import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { upcomingDate } from '../../../daemon/features/agency/dates.ts'
import { keyOf, type Noticeable, titleOf } from '../../../daemon/features/agency/notice.ts'
import { Wishes } from '../../../daemon/features/agency/wishes.ts'
import { wishOf } from '../../../daemon/language/en/agency/wishes.ts'
import { iso } from '../../../daemon/kernel/clock.ts'

const berlin = 'Europe/Berlin'
/** A Monday noon in Berlin. */
const noon = '2026-05-04T12:00:00+02:00'

const memory = (content: string, more: Partial<Noticeable> = {}): Noticeable => ({
  memory_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  memory_id: 1,
  content,
  kind: 'event',
  tags: [],
  strength: 1,
  created_at: noon,
  ...more,
})
const noticed = (content: string, more: Partial<Noticeable> = {}, now = noon, time_zone = berlin) =>
  upcomingDate(memory(content, more), { now: Date.parse(now), time_zone })

describe('An upcoming date', () => {
  for (const [content, title, next_run_at] of [
    ['Dentist tomorrow at 3pm', 'Dentist', '2026-05-05T14:00:00+02:00'],
    ['I have a dentist appointment on Friday.', 'I have a dentist appointment', '2026-05-08T09:00:00+02:00'],
    ['The recital is on 9 May at 18:30', 'The recital', '2026-05-09T17:30:00+02:00'],
    ['Flight to Oslo on 2026-05-10', 'Flight to Oslo', '2026-05-10T09:00:00+02:00'],
    ['Exam in three days', 'Exam', '2026-05-07T09:00:00+02:00'],
    ['We meet Ann next Tuesday (Tuesday, 5 May 2026)', 'We meet Ann', '2026-05-05T09:00:00+02:00'],
  ] as const) {
    it(`is noticed: ${content}`, () => {
      const notice = noticed(content)
      assert.deepEqual(
        [notice?.title, notice && iso(notice.next_run_at), notice?.repeats],
        [title, iso(Date.parse(next_run_at)), null],
      )
      assert.equal(notice?.until, notice?.next_run_at)
    })
  }

  for (const [content, title, day, rule] of [
    ["Anna's birthday is on 9 May", "Anna's birthday", '2026-05-09', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=9'],
    [
      "It is my mum's 70th birthday on May 9th",
      "Your mum's birthday",
      '2026-05-09',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=9',
    ],
    ['Ben was born on 6 May 1990', "Ben's birthday", '2026-05-06', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=6'],
    [
      'Our wedding anniversary is 10 May',
      'Your wedding anniversary',
      '2026-05-10',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=10',
    ],
  ] as const) {
    it(`comes up every year: ${content}`, () => {
      const notice = noticed(content)
      assert.deepEqual(
        [notice?.title, notice && iso(notice.next_run_at), notice?.repeats],
        [title, iso(Date.parse(`${day}T09:00:00+02:00`)), rule],
      )
    })
  }

  it('may be a weekday of something that happens, or one that is near', () => {
    const friday = Date.parse('2026-05-08T09:00:00+02:00')
    assert.equal(noticed('Dentist on Friday')?.next_run_at, friday)
    assert.equal(noticed('Dentist on Friday', { kind: 'fact' }), null)
    assert.equal(noticed('Dentist this Friday', { kind: 'fact' })?.next_run_at, friday)
  })

  it('comes up every year, even if it was told long ago', () => {
    const told = { created_at: '2021-01-01T00:00:00Z' }
    assert.equal(noticed("Anna's birthday is on 9 May", told)?.title, "Anna's birthday")
    assert.equal(noticed('Dentist on 9 May', told), null)
  })

  it('of 29 February comes up every year', () => {
    const at = '2026-02-25T12:00:00+01:00'
    const notice = noticed("Leo's birthday is on 29 February 2012", { created_at: at }, at)
    assert.equal(notice && iso(notice.next_run_at), '2026-02-28T08:00:00.000Z')
    assert.equal(notice?.repeats, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1')
  })

  it('is relative to when it was told', () => {
    const told = { created_at: '2026-05-01T12:00:00+02:00' }
    assert.equal(noticed('Dentist in five days', told)?.next_run_at, Date.parse('2026-05-06T09:00:00+02:00'))
    assert.equal(noticed('Dentist tomorrow', told), null)
  })

  it("is in the member's time zone", () => {
    const notice = noticed('Dentist tomorrow at 3pm', {}, noon, 'America/New_York')
    assert.equal(notice && iso(notice.next_run_at), '2026-05-05T18:00:00.000Z')
  })

  it('is asked about in the words it was told in', () => {
    assert.equal(
      noticed('Dentist tomorrow at 3pm')?.prompt,
      'You told me: “Dentist tomorrow at 3pm” That is tomorrow at 15:00. Shall I remind you an hour before?',
    )
    assert.equal(
      noticed("Anna's birthday is on 9 May.")?.prompt,
      "You told me: “Anna's birthday is on 9 May.” That is Saturday, 9 May. Shall I remind you that morning, every year?",
    )
  })

  it('is the same if it is told in other words', () => {
    const keys = ["Anna's birthday is on 9 May", "Anna's birthday: May 9", 'Anna was born on 9 May 1990']
    assert.equal(new Set(keys.map((content) => noticed(content)?.key)).size, 1)
    assert.notEqual(noticed("Ben's birthday is on 9 May")?.key, noticed(keys[0] ?? '')?.key)
  })

  for (const content of [
    'I have three dogs',
    'I live at 12 May Street',
    'I sat in the sun',
    'We moved here in 2019',
    'I went to the dentist on 9 May',
    'Every Friday I swim',
    'I get up at 7',
    'School starts in September',
    'Lunch next week',
    'Exam on 9/5',
    'The dentist is on 20 May',
    "Anna's birthday is on 20 May",
    'My birthday is on 9 May',
    'I was born on 9 May 1990',
    'Dentist today at 12:30',
    'Paula cuts hair on Tuesday and Friday afternoons',
    'We buy it at the Wednesday market',
    'Tent camp for six days',
    'Four days off',
    '',
  ]) {
    it(`is none: ${content}`, () => {
      assert.equal(noticed(content), null)
    })
  }
})

it('a date is searched for only at the beginning of a long text', () => {
  assert.equal(
    noticed(`Dentist tomorrow. ${'x '.repeat(1_000)}`)?.next_run_at,
    Date.parse('2026-05-05T09:00:00+02:00'),
  )
  assert.equal(noticed(`${'x '.repeat(1_000)} Dentist tomorrow`), null)
})

describe('A wish', () => {
  for (const [content, what] of [
    ['I want to learn the piano.', 'learn the piano'],
    ['I really want to learn the piano one day', 'learn the piano'],
    ["I'd love to see Japan, some day!", 'see Japan'],
    ['I would like to write a book', 'write a book'],
    ['We hope to travel more this year', 'travel more'],
    ['I’ve always wanted to sail to Norway', 'sail to Norway'],
    ['I still dream of sailing to Norway', 'sailing to Norway'],
    ['I wish to speak better French', 'speak better French'],
  ] as const) {
    it(`is one: ${content}`, () => {
      assert.equal(wishOf(content), what.startsWith('see') ? null : what)
    })
  }

  for (const content of [
    'I want a dog',
    "I don't want to move house",
    'I never want to go there',
    'Anna wants to learn the piano',
    'I like to swim in lakes',
    'I wanted to call her',
    'I want to know what time it is',
    'I want to go home',
    'I want to buy milk today',
    'I want to sleep',
    'What do you want to do?',
    'I want to kill myself',
    'I just want to die in peace',
    'I want to hurt him badly',
    'We would like to end it',
    '',
  ]) {
    it(`is none: ${content}`, () => {
      assert.equal(wishOf(content), null)
    })
  }

  const telling = { now: Date.parse(noon), time_zone: berlin }
  const noticesOf = (...told: Noticeable[]) => {
    const wishes = new Wishes()
    for (const one of told) wishes.add(one)
    return wishes.notices(telling)
  }

  it('said once is not suggested', () => {
    assert.deepEqual(noticesOf(memory('I want to learn the piano')), [])
  })

  it('said twice is suggested, and asked about after a week', () => {
    const [notice, ...more] = noticesOf(memory('I want to learn the piano', { strength: 2 }))
    assert.deepEqual(more, [])
    assert.deepEqual(notice, {
      key: keyOf('wish', 'learn the piano'),
      from: ['1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'],
      title: 'Learn the piano',
      prompt:
        'You have said more than once: “I want to learn the piano” Shall I make it a goal, and ask after it once a week?',
      next_run_at: Date.parse('2026-05-11T18:00:00+02:00'),
      repeats: 'FREQ=WEEKLY',
      until: Date.parse(noon) + 30 * 86_400_000,
    })
  })

  it('said twice in other words is the same', () => {
    const told = [
      'I want to learn the piano',
      "I'd love to learn the piano some day!",
      'I hope to write a book',
    ]
    assert.deepEqual(
      noticesOf(...told.map((content) => memory(content))).map(({ title }) => title),
      ['Learn the piano'],
    )
  })
})

describe('A title', () => {
  it('is one line with a capital letter and no full stop', () => {
    assert.equal(titleOf(' learn\n the  piano. '), 'Learn the piano')
  })

  it('has at most 200 characters, and whole words', () => {
    const title = titleOf('word '.repeat(100))
    assert.ok(title.length <= 200)
    assert.match(title, /word…$/)
  })
})

it('a key reveals nothing about its content', () => {
  assert.match(keyOf('wish', 'learn the piano'), /^wish:[0-9a-f]{32}$/)
  assert.equal(keyOf('wish', 'Learn, the piano!'), keyOf('wish', 'learn the piano'))
})
