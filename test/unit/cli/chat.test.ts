import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replyNotes } from '../../../daemon/cli/chat/notes.ts'
import { slashHelp } from '../../../daemon/cli/chat/slash.ts'
import { WordWrap } from '../../../daemon/cli/chat/word-wrap.ts'
import { slashNames } from '../../../daemon/client/slash-commands.ts'

function wrapped(pieces: readonly string[], width: number): string {
  const wrap = new WordWrap(() => width)
  return pieces.map((piece) => wrap.next(piece)).join('') + wrap.end()
}

describe('A reply that comes in pieces', () => {
  it('is broken between words, wherever the pieces begin and end', () => {
    const text = 'The sea is wide and the\nboat is small.'
    const expected = 'The sea is\nwide and\nthe\nboat is\nsmall.'
    assert.equal(wrapped([text], 10), expected)
    assert.equal(wrapped(text.split(''), 10), expected)
    assert.equal(wrapped(['The se', 'a is w', 'ide and the\n', 'boat is small', '.'], 10), expected)
  })

  it('keeps its empty lines and the spaces at the beginning of a line', () => {
    assert.equal(wrapped(['a\n\n', '  - b\n', '    c'], 20), 'a\n\n  - b\n    c')
  })

  it('counts columns, not characters', () => {
    assert.equal(wrapped(['茶 茶 茶'], 5), '茶 茶\n茶')
  })

  it('shows a word that is wider than a line as it comes', () => {
    const wrap = new WordWrap(() => 8)
    assert.equal(wrap.next('https://exa'), 'https://exa')
    assert.equal(wrap.next('mple'), '')
    assert.equal(wrap.next('.org '), 'mple.org')
  })

  it('takes the width that the terminal has by then', () => {
    let width = 30
    const wrap = new WordWrap(() => width)
    const first = wrap.next('one two three ')
    width = 10
    assert.equal(first + wrap.next('four five ') + wrap.end(), 'one two three\nfour five')
  })

  it('has nothing in it that could steer the terminal, wherever it is cut', () => {
    const text = 'a\u001B[31mb\u009B2Jc\u0007d\re\u202Ef'
    for (const pieces of [[text], text.split('')]) assert.equal(wrapped(pieces, 80), 'a [31mb 2Jc d e f')
  })
})

describe('What is told of a reply', () => {
  const change = (
    kind: 'remembered' | 'forgot' | 'reminder_made',
    count = 1,
    undone_at: string | null = null,
  ) => ({
    kind,
    memory_uuids: Array.from({ length: count }, () => crypto.randomUUID()),
    goal_uuids: [],
    undone_at,
  })
  const builtin = { engine: 'builtin', degraded: false, kept: true }

  it('is nothing where it changed nothing and was written as usual', () => {
    assert.deepEqual(replyNotes({ changes: [], ...builtin }), [])
  })

  it('is what it changed, each once, and nothing that is undone', () => {
    const changes = [
      change('remembered'),
      change('remembered'),
      change('forgot', 3),
      change('reminder_made', 0, '2026-01-01T00:00:00.000Z'),
    ]
    assert.deepEqual(replyNotes({ changes, ...builtin }), ['remembered', '3 memories forgotten'])
  })

  it('is that it is not kept where nothing can be written', () => {
    assert.deepEqual(replyNotes({ changes: [], ...builtin, kept: false }), [
      'not kept: nothing can be written to the disk',
    ])
  })

  it('is who wrote it where that is a model, or where a model could not', () => {
    const engine = '127.0.0.1:11434:llama3'
    assert.deepEqual(replyNotes({ changes: [], engine, degraded: false, kept: true }), [
      `written by ${engine}`,
    ])
    assert.deepEqual(replyNotes({ changes: [], engine: 'builtin', degraded: true, kept: true }), [
      'the language model could not reply, the built-in engine did',
    ])
    assert.deepEqual(replyNotes({ changes: [], engine: 'a\u001B[2J', degraded: true, kept: true }), [
      'the language model could not reply',
      'written by a [2J',
    ])
  })
})

it('The help of the chat names every command in lines of 80 columns', () => {
  const lines = slashHelp().split('\n')
  for (const name of slashNames)
    assert.ok(
      lines.some((line) => line.startsWith(`/${name} `)),
      name,
    )
  assert.ok(Math.max(...lines.map((line) => line.length)) < 80)
})
