import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatEvent } from '../../../daemon/cli/format/event.ts'
import { lasting, localMoment } from '../../../daemon/cli/format/moment.ts'
import { formatResult } from '../../../daemon/cli/format/result.ts'
import { harmless, shortened, widthOf, wrapped } from '../../../daemon/cli/format/text.ts'

const endless = Number.POSITIVE_INFINITY
const id = (digit: number) => `${digit}f0e7f39-40a5-4d3f-9b8d-0a8b9e2d6c11`
const moment = '2026-05-04T13:07:59.123Z'

const item = (number: number) => ({
  memory_uuid: id(number),
  owner_uuid: id(0),
  memory_kind: 'fact',
  content: 'likes tea in the morning, with a little milk and no sugar at all, thank you very much',
  pinned: false,
  created_at: moment,
  updated_at: moment,
})

describe('a list', () => {
  test('is an aligned table with the count', () => {
    const items = [
      { name: 'a', size: 10 },
      { name: 'long', size: null },
    ]
    assert.equal(formatResult({ items, total: 7 }, endless), 'name  size\na     10\nlong  -\n\n2 of 7')
    assert.match(formatResult({ items, total: 2 }, endless), /\n2 in all$/)
    assert.equal(formatResult({ items: [], total: 0 }, endless), 'none')
    assert.equal(formatResult({ items: [], total: 3 }, endless), 'none here, 3 in all')
  })

  test('fits the terminal, and never truncates an id', () => {
    const result = { items: [item(1), item(2)], total: 2 }
    for (const width of [40, 60, 80, 100, 120, 160, 240]) {
      const text = formatResult(result, width)
      for (const line of text.split('\n')) assert.ok(widthOf(line) <= width, `${width}: ${line}`)
      assert.match(text, new RegExp(`^${id(1)}`, 'm'))
      assert.match(text, new RegExp(`^${id(2)}`, 'm'))
    }
    assert.match(formatResult(result, 80), /content/)
    assert.doesNotMatch(formatResult(result, 80), /owner_uuid/)
    assert.match(
      formatResult(result, endless),
      /^memory_uuid +owner_uuid +kind +content +pinned +created_at +updated_at\n/,
    )
  })

  test('leaves the longest text as much room as there is', () => {
    const content = 'The spare key hangs behind the boiler in the cellar'
    const memory = {
      memory_uuid: id(1),
      kind: 'note',
      content,
      tags: 'home keys',
      created_at: '2026-05-04T13:00:00.000Z',
    }
    assert.match(
      formatResult({ items: [memory], total: 1 }, 80),
      /The spare key hangs behind the boiler in …/,
    )
    assert.match(formatResult({ items: [memory], total: 1 }, 130), /behind the boiler in the cellar/)
  })

  test('leaves out what has no value first, and keeps when something comes up', () => {
    const goal = (title: string, next_run_at: string | null) => ({
      goal_uuid: id(1),
      family_member_uuid: id(2),
      title,
      description: null,
      origin: 'user',
      status: 'active',
      priority: 'medium',
      progress: 0,
      autonomy: 'notify',
      due_at: null,
      next_run_at,
      repeats: null,
      created_at: moment,
      updated_at: moment,
    })
    const next = '2026-05-05T15:00:00.000Z'
    const items = [goal('Call the plumber about the boiler', next), goal('Learn the piano', null)]
    const table = (width: number) => formatResult({ items, total: 2 }, width)
    assert.match(table(100), /^goal_uuid +title +origin +next_run_at\n/)
    assert.ok(table(100).includes(localMoment(next)))
    assert.match(table(160), /^goal_uuid +title +origin .* next_run_at /)
    for (const width of [100, 160]) assert.doesNotMatch(table(width), /description|due_at|repeats/)
  })

  test('keeps its first id even if the terminal is narrower', () => {
    assert.match(formatResult({ items: [item(1)], total: 1 }, 20), new RegExp(`\n${id(1)}\n`))
  })

  test('flattens nested objects into columns', () => {
    const text = formatResult({ items: [{ memory: { content: 'tea' }, score: 0.123456 }], total: 1 }, endless)
    assert.match(text, /^content +score\ntea +0\.1235\n/)
  })
})

describe('a single object', () => {
  test('has a line for each field with a value', () => {
    const text = formatResult({ title: 'Tea', note: null, tags: ['a', 'b'], pinned: true, none: [] }, endless)
    assert.equal(text, 'title   Tea\ntags    a, b\npinned  yes')
  })

  test('has a section for each nested object, unless it is the only field', () => {
    assert.equal(formatResult({ goal: { title: 'Tea' } }, endless), 'title  Tea')
    const text = formatResult({ count: 1, goal: { title: 'Tea', priority: 'low' } }, endless)
    assert.equal(text, 'count  1\n\ngoal\n  title     Tea\n  priority  low')
    assert.equal(formatResult({}, endless), 'nothing')
  })

  test('shows long texts on separate lines', () => {
    const text = formatResult({ name: 'a', content: 'one two three four five six seven\neight' }, 30)
    assert.equal(text, 'name     a\ncontent  one two three four\n         five six seven\n         eight')
  })

  test('shows its events as a timeline', () => {
    const event = {
      event_type: 'created',
      from_status: null,
      to_status: 'pending',
      actor: 'system:cli',
      created_at: moment,
    }
    const back = { ...event, event_type: 'deferred', from_status: 'deferred', via: 'a script' }
    const when = localMoment(moment)
    assert.equal(
      formatResult({ status: 'pending', events: [event, back] }, endless),
      `status  pending\n\nevents\n  ${when}  created              by system:cli\n  ${when}  deferred -> pending  by system:cli through a script`,
    )
  })
})

describe('an event', () => {
  test('is one line, whatever its texts contain', () => {
    const data = { topic: 'system.status', seq: 5, status: 'ok\nor\u001B[31m not', components: { a: 1 } }
    const line = formatEvent({ type: 'system_status', id: 'e', timestamp: moment, data })
    assert.match(line, /^\d\d:\d\d:59 {2}system\.status {2}status ok or \[31m not, components \{"a":1\}$/)
  })

  test('about an interaction says what happened to which', () => {
    const data = {
      topic: 'interaction.notifications',
      seq: 5,
      interaction: {
        interaction_id: id(1),
        interaction_type: 'choice',
        prompt: 'Tea?',
        title: null,
        answer_text: 'Yes',
      },
      event: { event_type: 'answered', actor: `user:${id(2)}` },
    }
    const line = formatEvent({ type: 'interaction_notification', id: 'e', timestamp: moment, data })
    assert.match(
      line,
      new RegExp(
        `interaction\\.notifications {2}answered +choice {2}${id(1)} {2}Tea\\? = Yes {2}\\(user:${id(2)}\\)$`,
      ),
    )
  })
})

describe('text', () => {
  test('cannot control the terminal', () => {
    assert.equal(harmless('a\u001B[2J\u009Bb\u202Ec\td\ne\u0007'), 'a [2J b c d\ne ')
  })

  test('is measured as wide as it is displayed', () => {
    assert.deepEqual(['tea', 'café', 'お茶', '👩‍👧', 'e\u0301'].map(widthOf), [3, 4, 4, 2, 1])
    assert.equal(shortened('お茶をどうぞ', 7), 'お茶を…')
    assert.equal(shortened('tea', 3), 'tea')
  })

  test('wraps between words, never within', () => {
    assert.equal(wrapped(`go to ${id(1)} now please`, 30), `go to\n${id(1)}\nnow please`)
    assert.equal(wrapped('short', 30), 'short')
  })

  test('shows a duration in its largest unit', () => {
    assert.deepEqual([5_000, 120_000, 7_200_000, 259_200_000].map(lasting), ['5 s', '2 min', '2 h', '3 days'])
  })
})
