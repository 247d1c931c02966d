import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { HistoryMessage } from '../../../daemon/ui/talk/history.ts'
import { Outbox } from '../../../daemon/ui/talk/outbox.ts'
import { arrived, type Outgoing } from '../../../daemon/ui/talk/outgoing.ts'
import { rowKey, rowsOf } from '../../../daemon/ui/talk/rows.ts'

function open(saved: string | null = null) {
  const sent: { content: string; key: string; answer: PromiseWithResolvers<string | { reply: string }> }[] =
    []
  const storage: { text: string | null } = { text: saved }
  const outbox = new Outbox({
    send: ({ content, key }) => {
      const answer = Promise.withResolvers<string | { reply: string }>()
      sent.push({ content, key, answer })
      return answer.promise
    },
    newest: () => `newest-${sent.length}`,
    load: () => storage.text,
    save: (text) => {
      storage.text = text
    },
  })
  const states = () => outbox.all().map(({ content, state }) => `${content}: ${state}`)
  return { outbox, sent, storage, states }
}

describe('the outbox', () => {
  it('sends one after the other, and tells whoever watches', async () => {
    const { outbox, sent, states } = open()
    let told = 0
    const end = outbox.watch(() => (told += 1))
    outbox.say(' one ')
    outbox.say('two')
    assert.deepEqual(states(), ['one: sending', 'two: waiting'])
    sent[0]?.answer.resolve('m0')
    await setImmediate()
    assert.deepEqual(states(), ['two: sending'])
    assert.ok(told >= 4)
    end()
    const before = told
    sent[1]?.answer.resolve('m1')
    await setImmediate()
    assert.deepEqual(states(), [])
    assert.equal(told, before)
  })

  it('sets aside what was answered but not kept, also when the page comes back, and sends it again when asked to', async () => {
    const { outbox, sent, storage, states } = open()
    outbox.say('one')
    sent[0]?.answer.resolve({ reply: 'Hello!' })
    await setImmediate()
    assert.deepEqual(states(), ['one: unkept'])
    assert.equal(outbox.all()[0]?.reply, 'Hello!')
    assert.deepEqual(outbox.said(), [])
    const again = open(storage.text)
    assert.deepEqual(again.states(), ['one: unkept'])
    outbox.retry(sent[0]?.key ?? '')
    assert.equal(sent[1]?.key, sent[0]?.key)
    sent[1]?.answer.resolve('m0')
    await setImmediate()
    assert.deepEqual([states(), outbox.said()], [[], ['m0']])
  })

  it('sets aside what fails, goes on, and tries it again under the same key', async () => {
    const { outbox, sent, states } = open()
    outbox.say('one')
    outbox.say('two')
    sent[0]?.answer.reject(new Error('gone'))
    await setImmediate()
    assert.deepEqual(states(), ['one: failed', 'two: sending'])
    sent[1]?.answer.resolve('m1')
    await setImmediate()
    const [failed] = outbox.all()
    assert.ok(failed)
    outbox.retry(failed.key)
    assert.deepEqual(states(), ['one: sending'])
    assert.equal(sent[2]?.key, sent[0]?.key)
    assert.equal(outbox.all()[0]?.after, failed.after)
  })

  it('tells what was said and answered since the page is there, until the member signs out', async () => {
    const { outbox, sent } = open(open().storage.text)
    outbox.say('one')
    outbox.say('two')
    assert.deepEqual(outbox.said(), [])
    const seen: unknown[] = []
    outbox.watch(() => seen.push([outbox.said().length, outbox.all().length]))
    sent[0]?.answer.resolve('m0')
    await setImmediate()
    assert.deepEqual(outbox.said(), ['m0'])
    // It is never neither on its way nor said.
    assert.deepEqual(seen[0], [1, 1])
    sent[1]?.answer.reject(new Error('gone'))
    await setImmediate()
    assert.deepEqual(outbox.said(), ['m0'])
    outbox.clear()
    assert.deepEqual(outbox.said(), [])
  })

  it('drops what is given up', async () => {
    const { outbox, sent, states, storage } = open()
    outbox.say('one')
    sent[0]?.answer.reject(new Error('gone'))
    await setImmediate()
    outbox.drop(String(sent[0]?.key))
    assert.deepEqual(states(), [])
    assert.equal(storage.text, null)
  })

  it('sends nothing more once it is cleared, and keeps nothing, whatever becomes of what is on its way', async () => {
    const { outbox, sent, states, storage } = open()
    outbox.say('one')
    outbox.say('two')
    outbox.clear()
    assert.deepEqual([states(), storage.text], [[], null])
    sent[0]?.answer.reject(new Error('gone'))
    await setImmediate()
    assert.deepEqual([states(), storage.text, sent.length], [[], null, 1])
    outbox.say('three')
    assert.deepEqual(states(), ['three: sending'])
  })

  it('goes on with what was kept when the page was loaded anew, under the same key', async () => {
    const before = open()
    before.outbox.say('one')
    before.outbox.say('two')
    before.sent[0]?.answer.reject(new Error('the page goes'))
    await setImmediate()
    const after = open(before.storage.text)
    assert.deepEqual(after.states(), ['one: sending', 'two: waiting'])
    assert.equal(after.sent[0]?.key, before.sent[0]?.key)
  })

  it('starts empty when what was kept cannot be read', () => {
    assert.deepEqual(open('{').states(), [])
  })
})

const message = (number: number, content: string, more: Partial<HistoryMessage> = {}): HistoryMessage => ({
  message_uuid: `m${number}`,
  conversation_uuid: 'c',
  role: 'user',
  content,
  emotion: '',
  confidence: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  engine: null,
  degraded: false,
  memories_used: [],
  changes: [],
  off_record: false,
  reply_to: null,
  ...more,
})

const outgoing = (key: string, content: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key,
  content,
  state: 'sending',
  after: 'm0',
  sent: true,
  ...more,
})

const historyOf = (...messages: HistoryMessage[]) => ({
  total: messages.length,
  at: new Map(messages.entries()),
})

describe('what is on its way', () => {
  const history = historyOf(message(0, 'Hi'), message(1, 'Hi'), message(2, 'Hi'))

  it('is found in the history after the message that was newest when it was sent', () => {
    const arrivals = arrived([outgoing('a', 'Hi')], history)
    assert.deepEqual(
      [...arrivals].map(([uuid, { key }]) => [uuid, key]),
      [['m1', 'a']],
    )
  })

  it('is not taken for the same words of another message, nor for what the companion says', () => {
    const both = arrived([outgoing('a', 'Hi'), outgoing('b', 'Hi')], history)
    assert.deepEqual([...both.keys()], ['m1', 'm2'])
    const echoed = historyOf(message(0, 'Hi'), message(1, 'Hi', { role: 'companion' }))
    assert.equal(arrived([outgoing('a', 'Hi')], echoed).size, 0)
    assert.equal(arrived([outgoing('a', 'Hi', { sent: false })], history).size, 0)
  })

  it('stands below the history until it is there: sent, being written, waiting', () => {
    const rows = rowsOf(historyOf(message(0, 'Hello')), {
      outgoing: [outgoing('a', 'one'), outgoing('b', 'two', { state: 'waiting', sent: false })],
      writing: true,
      conversation_uuid: 'c',
    })
    assert.deepEqual(
      rows.tail.map((row) => (row.kind === 'outgoing' ? row.outgoing.content : row.kind)),
      ['one', 'writing', 'two'],
    )
    const there = rowsOf(historyOf(message(0, 'Hello'), message(1, 'one')), {
      outgoing: [outgoing('a', 'one')],
      writing: true,
      conversation_uuid: 'c',
    })
    assert.deepEqual(there.tail, [{ kind: 'writing' }])
    assert.equal(there.arrived.get('m1')?.key, 'a')
  })

  it('keeps the key of its row when it comes into the history, also below a new beginning', () => {
    const anew = rowsOf(historyOf(message(0, 'Hello')), {
      outgoing: [outgoing('a', 'one')],
      writing: false,
      conversation_uuid: 'another',
    })
    assert.deepEqual(
      [0, 1, 2].map((index) => rowKey(anew, index)),
      [0, 'fresh', 1],
    )
    const plain = { ...anew, tail: anew.tail.slice(1) }
    assert.deepEqual(
      [0, 1].map((index) => rowKey(plain, index)),
      [0, 1],
    )
  })
})
