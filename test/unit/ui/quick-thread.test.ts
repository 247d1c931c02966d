import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answeredIn, threadOf } from '../../../daemon/ui/quick/thread.ts'
import type { HistoryMessage } from '../../../daemon/ui/talk/history.ts'
import type { Outgoing } from '../../../daemon/ui/talk/outgoing.ts'
import { idle, type Writing } from '../../../daemon/ui/talk/writing.ts'

const message = (message_uuid: string, reply_to: string | null = null): HistoryMessage => ({
  message_uuid,
  conversation_uuid: 'c',
  role: reply_to === null ? 'user' : 'companion',
  content: `words of ${message_uuid}`,
  emotion: '',
  confidence: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  engine: null,
  degraded: false,
  memories_used: [],
  changes: [],
  off_record: false,
  reply_to,
})

const historyOf = (...messages: HistoryMessage[]) => ({
  total: messages.length,
  at: new Map(messages.entries()),
})

/** On its way since `m0` was the newest message. */
const outgoing = (message_uuid: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key: message_uuid,
  content: `words of ${message_uuid}`,
  state: 'sending',
  after: 'm0',
  sent: true,
  ...more,
})

const writingTo = (reply_to: string | null, text = 'So'): Writing => ({ typing: true, reply_to, text })
const none = { said: [], forgotten: new Set<string>(), outgoing: [], writing: idle }
const shown = ({ history }: ReturnType<typeof threadOf>) =>
  [...history.at.values()].map(({ message_uuid }) => message_uuid)
const kinds = ({ tail }: ReturnType<typeof threadOf>) => tail.map(({ kind }) => kind)

describe('what was said in a window', () => {
  const history = historyOf(message('m0'), message('r0', 'm0'), message('m1'), message('r1', 'm1'))

  it('is nothing of what was said before or elsewhere', () => {
    const thread = threadOf(history, none)
    assert.deepEqual([shown(thread), kinds(thread), thread.history.total], [[], [], 0])
  })

  it('is each message with what answers it, in the order of the history, however that was read', () => {
    const thread = threadOf(history, { ...none, said: ['m1'] })
    assert.deepEqual(shown(thread), ['m1', 'r1'])
    const turned = { total: 4, at: new Map([...history.at].toReversed()) }
    assert.deepEqual(shown(threadOf(turned, { ...none, said: ['m1', 'm0'] })), ['m0', 'r0', 'm1', 'r1'])
    assert.deepEqual([...threadOf(turned, { ...none, said: ['m1'] }).history.at.keys()], [0, 1])
  })

  it('leaves out what is forgotten, even if it is answered while it is still on its way', () => {
    const said = ['m0', 'm1']
    assert.deepEqual(shown(threadOf(history, { ...none, said, forgotten: new Set(['m0']) })), ['m1', 'r1'])
    const sending = { ...none, outgoing: [outgoing('m1', { after: 'r0' })] }
    const thread = threadOf(history, sending)
    assert.deepEqual([shown(thread), answeredIn(thread)], [['m1', 'r1'], ['m1']])
    const later = threadOf(history, { ...sending, forgotten: new Set(answeredIn(thread)) })
    assert.deepEqual([shown(later), kinds(later)], [[], []])
  })

  it('is still to be answered where it is not, so that it is not forgotten', () => {
    const open = threadOf(historyOf(message('m0'), message('m1')), { ...none, outgoing: [outgoing('m1')] })
    assert.deepEqual([shown(open), answeredIn(open)], [['m1'], []])
  })

  it('goes with the history where that is deleted', () => {
    assert.deepEqual(shown(threadOf(historyOf(), { ...none, said: ['m1'] })), [])
  })

  it('stands below as long as it is on its way, and is there once the history has it', () => {
    const here = { ...none, outgoing: [outgoing('m1')], writing: writingTo(null, '') }
    const early = threadOf(historyOf(message('m0')), here)
    assert.deepEqual([shown(early), kinds(early)], [[], ['outgoing', 'writing']])
    const later = threadOf(historyOf(message('m0'), message('m1')), here)
    assert.deepEqual([shown(later), kinds(later)], [['m1'], ['writing']])
  })

  it('stays there where it failed', () => {
    const failed = outgoing('m1', { state: 'failed' })
    const thread = threadOf(historyOf(message('m0')), { ...none, outgoing: [failed] })
    assert.deepEqual([shown(thread), kinds(thread)], [[], ['outgoing']])
  })
})

describe('what is being written', () => {
  const asked = historyOf(message('m0'), message('m1'))

  it('is shown where it answers what was said here', () => {
    const writing = writingTo('m1')
    const thread = threadOf(asked, { ...none, outgoing: [outgoing('m1')], writing })
    assert.deepEqual([kinds(thread), thread.writing], [['writing'], writing])
  })

  it('is shown where it may be that, before the history knows', () => {
    const writing = writingTo('m1')
    const thread = threadOf(historyOf(message('m0')), { ...none, outgoing: [outgoing('m1')], writing })
    assert.equal(thread.writing, writing)
  })

  it('is not shown where it answers somebody elsewhere: then it is thought about', () => {
    const thread = threadOf(asked, { ...none, outgoing: [outgoing('m1')], writing: writingTo('m0') })
    assert.deepEqual([kinds(thread), thread.writing], [['writing'], idle])
  })

  it('is nothing where nothing from here is being answered', () => {
    for (const state of ['waiting', 'failed'] as const) {
      const thread = threadOf(asked, {
        ...none,
        outgoing: [outgoing('m2', { state, sent: false })],
        writing: writingTo('m0'),
      })
      assert.deepEqual(kinds(thread), ['outgoing'])
    }
    assert.deepEqual(kinds(threadOf(asked, { ...none, writing: writingTo('m0') })), [])
  })

  it('gives way to the answer as soon as that can be read, so that nothing is there twice', () => {
    const answered = historyOf(message('m0'), message('m1'), message('r1', 'm1'))
    const thread = threadOf(answered, { ...none, outgoing: [outgoing('m1')], writing: writingTo('m1') })
    assert.deepEqual([shown(thread), kinds(thread)], [['m1', 'r1'], []])
  })
})
