import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { safeLink } from '../../../daemon/client/safe-link.ts'
import { emotionNames } from '../../../daemon/features/emotion/emotion-vector.ts'
import { dayLabel, dayOf } from '../../../daemon/ui/message/day.ts'
import { isEmotion, moodOf } from '../../../daemon/ui/message/emotion-points.ts'
import { excerpt, isPlain, textOf, writerOf } from '../../../daemon/ui/message/text.ts'
import { idle, writingAfter } from '../../../daemon/ui/talk/writing.ts'

describe('a text', () => {
  it('is plain where nothing in it could mean something', () => {
    for (const text of [
      "It's 5 o'clock, isn't it?",
      'One.\nTwo.',
      'A well-known place (by the sea).',
      'É — ü',
    ])
      assert.equal(isPlain(text), true, text)
    for (const text of [
      '**bold**',
      '- one',
      '1. one',
      'see https://a.b',
      'mail a@b.c',
      '# T',
      'a | b',
      'One.\n\nTwo.',
      '`x`',
    ])
      assert.equal(isPlain(text), false, text)
  })

  it('links to whole addresses of the web and to mail alone', () => {
    for (const address of ['https://example.org/a?b', 'http://localhost:80', 'mailto:a@b.c'])
      assert.equal(safeLink(address), address)
    for (const address of [
      'javascript:alert(1)',
      'JAVASCRIPT:x',
      'data:text/html,x',
      '/talk',
      '#x',
      'file:///etc',
      'vbscript:x',
      '',
    ])
      assert.equal(safeLink(address), '', address)
  })

  it('is cut around the search result', () => {
    assert.equal(excerpt('A short one', 'SHORT'), 'A short one')
    const long = `${'before '.repeat(40)}the violet key${' after'.repeat(60)}`
    const cut = excerpt(long, 'Violet')
    assert.match(cut, /^… .*violet key.* …$/)
    assert.ok(cut.length < 200)
    assert.equal(excerpt('One\n\ntwo', 'x'), 'One two')
    assert.ok(excerpt('x'.repeat(900), 'x').length < 200)
  })

  it('is everything below a node', () => {
    const node = {
      type: 'element',
      children: [
        { type: 'text', value: 'a' },
        { type: 'element', children: [{ type: 'text', value: 'b' }] },
      ],
    }
    assert.equal(textOf(node), 'ab')
  })
})

describe('a day', () => {
  const now = new Date(2026, 10, 22, 12).toISOString()
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString()
  it('is named as people name it', () => {
    assert.equal(dayLabel(at(2026, 10, 22, 0), now, 'en'), 'Today')
    assert.equal(dayLabel(at(2026, 10, 21, 23), now, 'de'), 'Gestern')
    assert.equal(dayLabel(at(2026, 10, 20, 23), now, 'en-GB'), 'Friday 20 November')
    assert.match(dayLabel(at(2025, 10, 20, 23), now, 'en-GB'), /2025/)
  })

  it('begins at midnight where the page is shown', () => {
    assert.equal(dayOf(at(2026, 2, 29, 23)) + 1, dayOf(at(2026, 2, 30, 0)))
  })
})

describe('an emotion', () => {
  it('has a point for each name that the daemon has', () => {
    for (const name of emotionNames) assert.ok(isEmotion(name), name)
    assert.equal(isEmotion('toString'), false)
    assert.deepEqual(moodOf('neutral'), { valence: 0, arousal: 0 })
    assert.ok(moodOf('happy').valence > 0 && moodOf('sad').valence < 0)
  })
})

describe('what is being written', () => {
  const events = (...all: Record<string, unknown>[]) => all.reduce(writingAfter, idle)
  const delta = (text: string, more = {}) => ({ event: 'delta', reply_to: 'm', delta: text, ...more })
  const started = { event: 'typing_started' }

  it('grows with each delta, and restarts when told to', () => {
    assert.equal(events(started, delta('Hel'), delta('lo')).text, 'Hello')
    assert.equal(events(started, delta('Hel'), delta('', { restart: true }), delta('Bye')).text, 'Bye')
  })

  it('stays visible once it is written', () => {
    assert.deepEqual(events(started, delta('Hello'), { event: 'typing_stopped' }), {
      typing: false,
      reply_to: 'm',
      text: 'Hello',
    })
    assert.equal(events(started, delta('Hello'), { event: 'typing_stopped' }, started).text, '')
  })

  it('is nothing where its beginning was missed, or something else has happened', () => {
    assert.equal(events(delta('llo')), idle)
    assert.equal(events({ event: 'topic_shift' }), idle)
  })
})

describe('the writer of a reply', () => {
  it('is the host and the model, and nobody where the companion wrote it itself', () => {
    for (const [engine, writer] of [
      ['127.0.0.1:11434:llama3', '127.0.0.1:11434 · llama3'],
      ['127.0.0.1:11434:llama3:8b', '127.0.0.1:11434 · llama3:8b'],
      ['[::1]:8000:/models/phi', '[::1]:8000 · /models/phi'],
      ['models.example:gpt-oss:20b', 'models.example · gpt-oss:20b'],
      ['phi', 'phi'],
      ['builtin', null],
      [null, null],
    ] as const)
      assert.equal(writerOf(engine), writer)
    assert.equal(writerOf('local:qwen2.5-1.5b'), 'qwen2.5-1.5b')
  })
})
