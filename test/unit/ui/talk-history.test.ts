import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  firstUnread,
  type HistoryMessage,
  isAnswered,
  isAnsweredAfter,
  type KeptHistory,
  missing,
  numberOf,
  olderThan,
  usersOf,
  withAnswer,
  withMessages,
  withoutMemory,
} from '../../../daemon/ui/talk/history.ts'

const message = (number: number, more: Partial<HistoryMessage> = {}): HistoryMessage => ({
  message_uuid: `m${number}`,
  conversation_uuid: 'c',
  role: number % 2 === 0 ? 'user' : 'companion',
  content: `Message ${number}`,
  emotion: 'neutral',
  confidence: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  engine: null,
  degraded: false,
  memories_used: [],
  changes: [],
  off_record: false,
  reply_to: number % 2 === 0 ? null : `m${number - 1}`,
  ...more,
})

const answer = (total: number, offset: number, limit: number) => ({
  total,
  items: Array.from({ length: Math.min(limit, total - offset) }, (_, place) =>
    message(total - 1 - offset - place),
  ),
})

const whole = (total: number): KeptHistory => withAnswer(undefined, answer(total, 0, total), 0)

describe('the kept history', () => {
  it('numbers messages from the oldest, so that they keep their numbers while more is said', () => {
    const first = withAnswer(undefined, answer(300, 0, 50), 0)
    const later = withAnswer(first, answer(302, 100, 50), 100)
    for (const number of [250, 299, 201, 152]) assert.equal(later.at.get(number)?.message_uuid, `m${number}`)
    assert.equal(later.total, 302)
    assert.equal(later.at.has(301), false)
  })

  it('keeps the very object of a message that has not changed', () => {
    const first = withAnswer(undefined, answer(10, 0, 10), 0)
    assert.equal(withAnswer(first, answer(11, 0, 5), 0).at.get(9), first.at.get(9))
  })

  it('knows which of the last messages are answered', () => {
    assert.equal(isAnswered(whole(10), 'm8'), true)
    assert.equal(isAnswered(whole(9), 'm8'), false)
    assert.equal(isAnswered(whole(0), 'm8'), false)
  })

  it('is given up where it was deleted meanwhile', () => {
    const first = whole(10)
    assert.equal(withAnswer(first, answer(0, 0, 50), 0).at.size, 0)
    const other = { total: 12, items: [message(99)] }
    assert.deepEqual([...withAnswer(first, { ...other, total: 10 }, 0).at.keys()], [9])
  })

  it('tells what to read next of a range, and nothing where all is known', () => {
    const some = withAnswer(undefined, answer(1_000, 0, 50), 0)
    assert.deepEqual(missing(some, 900, 999, 100), { offset: 50, limit: 50 })
    assert.deepEqual(missing(some, 0, 999, 100), { offset: 50, limit: 100 })
    assert.deepEqual(missing(some, -60, 20, 100), { offset: 979, limit: 21 })
    assert.equal(missing(some, 950, 2_000, 100), null)
    assert.equal(missing(withAnswer(undefined, answer(0, 0, 50), 0), -50, 50, 100), null)
  })

  it('does without the mention of a memory, and takes it back', () => {
    const used = { memory_uuid: 'x', content: 'Ana lives in Porto', why: '' }
    const history = withMessages(whole(4), [[3, message(3, { memories_used: [used] })]])
    const users = usersOf(history, 'x')
    assert.deepEqual(
      users.map(([number]) => number),
      [3],
    )
    const without = withMessages(
      history,
      users.map(([number, one]) => [number, withoutMemory(one, 'x')] as const),
    )
    assert.deepEqual(without.at.get(3)?.memories_used, [])
    assert.deepEqual(withMessages(without, users).at.get(3)?.memories_used, [used])
  })

  it('finds the number of a message that is known', () => {
    assert.equal(numberOf(whole(5), 'm3'), 3)
    assert.equal(numberOf(whole(5), 'm7'), undefined)
  })
})

describe('the place of a message', () => {
  for (const [total, older] of [
    [1, 0],
    [10, 0],
    [10, 9],
    [10_000, 4_321],
    [10_000, 9_999],
  ] as const)
    it(`is found for number ${older} of ${total}, with few questions`, async () => {
      let asked = 0
      const count = await olderThan(total, async (offset) => {
        asked += 1
        return offset < older
      })
      assert.equal(count, older)
      assert.ok(asked <= 15)
    })
})

describe('what is not read', () => {
  const begun = (number: number) => [number, message(number, { role: 'companion', reply_to: null })] as const
  it('begins at the oldest of as many as the daemon counts', () => {
    const history = withMessages(whole(10), [begun(3), begun(7), begun(9)])
    assert.equal(firstUnread(history, 0), null)
    assert.equal(firstUnread(history, 1), 9)
    assert.equal(firstUnread(history, 2), 7)
    assert.equal(firstUnread(history, 3), 3)
    assert.equal(firstUnread(history, 4), null)
  })

  it('is not known where what was said since is not', () => {
    assert.equal(firstUnread(withAnswer(undefined, answer(100, 0, 10), 0), 1), null)
  })

  it('is behind the member once they have said something', () => {
    const history = withMessages(whole(10), [begun(7), begun(8), begun(9)])
    assert.equal(isAnsweredAfter(history, 7), false)
    assert.equal(isAnsweredAfter(history, 5), true)
  })
})
