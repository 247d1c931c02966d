import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '../../../daemon/client/client.ts'
import { createClient } from '../../../daemon/client/client.ts'
import {
  batchesOf,
  exportMemories,
  type Import,
  readMemories,
  storeAll,
} from '../../../daemon/client/memory-file.ts'
import { startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'

const contents = (text: string) => readMemories(text).memories.map(({ content }) => content)

describe('a file of memories', () => {
  test('can be an export, without the fields that only its daemon knows', () => {
    const memory = {
      memory_uuid: 'a',
      content: 'Ann likes tea.',
      kind: 'preference',
      tags: ['ann'],
      pinned: true,
      superseded_by: null,
      created_at: '2024-05-01T10:00:00.000Z',
      source: { actor: 'user' },
    }
    const text = JSON.stringify({ format: 'companion-memories', version: 1, memories: [memory] })
    assert.deepEqual(readMemories(text), {
      memories: [
        {
          content: 'Ann likes tea.',
          kind: 'preference',
          tags: ['ann'],
          pinned: true,
          created_at: '2024-05-01T10:00:00.000Z',
        },
      ],
      unreadable: [],
      superseded: 0,
    })
  })

  test('can be a list of objects or sentences, or a single object', () => {
    assert.deepEqual(contents('[{"content":" One. "}, "Two."]'), ['One.', 'Two.'])
    assert.deepEqual(contents('{"content":"One."}'), ['One.'])
    assert.deepEqual(contents('[]'), [])
  })

  test('can have one object a line, and a broken line does not spoil the others', () => {
    const read = readMemories('{"content":"One."}\n\n{"content":\r\n{"content":"Three."}\n"Four."')
    assert.deepEqual(
      read.memories.map(({ content }) => content),
      ['One.', 'Three.', 'Four.'],
    )
    assert.deepEqual(read.unreadable, [{ place: 2, reason: 'not_json' }])
  })

  test('can be plain lines, with or without bullets and numbers', () => {
    const text = '\uFEFF- One.\r\n* Two.\n\n3. Three.\n4) Four.\n5 apples are left.'
    assert.deepEqual(contents(text), ['One.', 'Two.', 'Three.', 'Four.', '5 apples are left.'])
    assert.deepEqual(contents('   \n '), [])
  })

  test('reports what cannot be a memory, and where', () => {
    const text = JSON.stringify([
      { content: '  ' },
      7,
      null,
      { kind: 'fact' },
      'x'.repeat(8_001),
      'x'.repeat(8_000),
    ])
    const { memories, unreadable } = readMemories(text)
    assert.equal(memories.length, 1)
    assert.deepEqual(
      unreadable.map(({ place, reason }) => `${place} ${reason}`),
      ['1 no_content', '2 no_content', '3 no_content', '4 no_content', '5 too_long'],
    )
  })

  test('counts history, and leaves it out', () => {
    const text = JSON.stringify([
      { content: 'Old.', superseded_by: 'b' },
      { content: 'New.', superseded_by: null },
    ])
    const { memories, superseded } = readMemories(text)
    assert.deepEqual([memories, superseded], [[{ content: 'New.' }], 1])
  })
})

describe('batches', () => {
  test('contain all memories in order, and no more than a request may', () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ content: `Number ${at}.` }))
    const batches = batchesOf(many)
    assert.deepEqual(batches.flat(), many)
    assert.deepEqual(
      batches.map(({ length }) => length),
      [200, 200, 50],
    )
  })

  test('are smaller if memories are long, also in bytes', () => {
    const long = Array.from({ length: 30 }, () => ({ content: '€'.repeat(8_000) }))
    const batches = batchesOf(long)
    assert.equal(batches.flat().length, 30)
    for (const batch of batches) assert.ok(Buffer.byteLength(JSON.stringify(batch)) < 250_000)
    assert.deepEqual(batchesOf([]), [])
  })
})

describe('importing a file', () => {
  test('stops between two batches when asked to', async () => {
    const stop = new AbortController()
    let calls = 0
    const call = (() => {
      calls += 1
      return Promise.resolve({ items: [], stored: 200, merged: 0, failed: 0 })
    }) as unknown as Client['call']
    const many = Array.from({ length: 600 }, (_, at) => ({ content: `Number ${at}.` }))
    const { done } = await storeAll({ call }, many, () => stop.abort(), stop.signal)
    assert.deepEqual([calls, done], [1, 200])
  })

  test('uses an idempotency key for every batch', async () => {
    const keys = new Set<unknown>()
    const call = ((_name: string, _input: unknown, options: { idempotencyKey: string }) => {
      keys.add(options.idempotencyKey)
      return Promise.resolve({ items: [], stored: 0, merged: 0, failed: 0 })
    }) as unknown as Client['call']
    const many = Array.from({ length: 401 }, (_, at) => ({ content: `Number ${at}.` }))
    await storeAll({ call }, many, () => {})
    assert.equal(keys.size, 3)
  })
})

const clientOf = ({ file }: TestDaemon, { access_token }: TestMember) => {
  const expires_at = Date.now() + 600_000
  return createClient({
    base_url: () => file.base_url,
    tokens: () => Promise.resolve({ token: access_token, expires_at }),
  })
}

test('an export of one member can be imported for another, and a second import changes nothing', async () => {
  await using daemon = await startTestDaemon()
  const owner = await daemon.owner()
  const mia = await daemon.member(owner, 'mia')
  const [from, to] = [clientOf(daemon, owner), clientOf(daemon, mia)]
  const many = Array.from({ length: 230 }, (_, at) => ({
    content: `Box ${at} is in the attic.`,
    kind: 'fact',
  }))
  const progress: Import[] = []
  const stored = await storeAll(from, [...many, { content: 'No such kind.', kind: 'poem' }], (sofar) =>
    progress.push(sofar),
  )
  assert.deepEqual([stored.done, stored.stored, stored.merged], [231, 230, 0])
  assert.deepEqual(
    stored.refused.map(({ content }) => content),
    ['No such kind.'],
  )
  assert.match(stored.refused[0]?.reason ?? '', /kind/)
  assert.deepEqual(
    progress.map(({ done }) => done),
    [200, 231],
  )
  await to.call('memory.store', { content: 'The bins go out on Monday.', visibility: 'household' })
  await from.call('memory.store', { content: 'My favourite colour is red.' })
  await from.call('memory.store', { content: 'My favourite colour is blue.' })

  const pages: string[] = []
  const file = await exportMemories(from, owner.family_member_uuid, (read, total) =>
    pages.push(`${read}/${total}`),
  )
  assert.deepEqual(pages, ['200/233', '233/233'])
  assert.equal(file.memories.length, 232)
  assert.equal(
    file.memories.some(({ content }) => content.includes('bins')),
    false,
  )

  const { memories, superseded } = readMemories(JSON.stringify(file))
  assert.deepEqual([memories.length, superseded], [231, 1])
  const first = await storeAll(to, memories, () => {})
  assert.deepEqual([first.stored, first.merged, first.refused], [231, 0, []])
  const second = await storeAll(to, memories, () => {})
  assert.deepEqual([second.stored, second.merged, second.refused], [0, 231, []])
})
