import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { AuthenticationRequired, InternalError } from '../../../daemon/kernel/errors.ts'
import { batchesOfLines, maxLineBytes } from '../../../daemon/transports/rest/lines.ts'
import { answersOf } from '../../../daemon/transports/rest/ndjson.ts'

const pieces = (...texts: (string | Buffer)[]) =>
  Readable.from(
    texts.map((text) => Buffer.from(text)),
    { objectMode: false, highWaterMark: 1 },
  )

async function read(source: Readable) {
  const batches: [number, string | null][][] = []
  for await (const batch of batchesOfLines(source)) {
    batches.push(batch.map(({ number, bytes }) => [number, bytes?.toString('utf8') ?? null]))
  }
  return batches
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')

describe('Lines', () => {
  test('are complete however they are split, also the last without a newline', async () => {
    const text = '{"a":"ü"}\r\n{"b":2}\n3'
    const bytes = Buffer.from(text)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const lines = (await read(pieces(bytes.subarray(0, cut), bytes.subarray(cut)))).flat()
      const wanted = [
        [1, '{"a":"ü"}\r'],
        [2, '{"b":2}'],
        [3, '3'],
      ]
      assert.deepEqual(lines, wanted, `cut at ${cut}`)
    }
    const single = Array.from(bytes, (byte) => Buffer.of(byte))
    assert.equal((await read(pieces(...single))).flat().length, 3)
  })

  test('are skipped and counted if blank', async () => {
    assert.deepEqual((await read(pieces('\n \t\r\n1\n\n2\n\n'))).flat(), [
      [3, '1'],
      [5, '2'],
    ])
    assert.deepEqual(await read(pieces('\n\n  ')), [])
    assert.deepEqual(await read(pieces()), [])
  })

  test('are read up to 64 KiB; a longer one is reported by number, and does not affect the next', async () => {
    const maxBacklog = 'x'.repeat(maxLineBytes)
    for (const long of [[maxBacklog], [maxBacklog.slice(0, 10), maxBacklog.slice(10)]]) {
      assert.deepEqual((await read(pieces(...long, '\n2'))).flat(), [
        [1, maxBacklog],
        [2, '2'],
      ])
      assert.deepEqual((await read(pieces(...long, 'x', '\n2'))).flat(), [
        [1, null],
        [2, '2'],
      ])
      assert.deepEqual((await read(pieces(...long, 'x'))).flat(), [[1, null]])
    }
    const huge = Array.from({ length: 50 }, () => maxBacklog)
    assert.deepEqual((await read(pieces('1\n', ...huge, '\n3'))).flat(), [
      [1, '1'],
      [2, null],
      [3, '3'],
    ])
  })

  test('come in batches of at most 128, or of what is available', async () => {
    const sizes = async (source: Readable) => (await read(source)).map(({ length }) => length)
    assert.deepEqual(await sizes(pieces(numbered(300))), [128, 128, 44])
    assert.deepEqual(await sizes(pieces('1\n2\n')), [2])
    const slow = new Readable({ read() {} })
    const batches = batchesOfLines(slow)
    slow.push('1\n2\n3')
    assert.equal((await batches.next()).value?.length, 2)
    slow.push('4\n')
    assert.equal((await batches.next()).value?.[0]?.bytes?.toString(), '34')
    slow.push(null)
    assert.equal((await batches.next()).done, true)
  })

  test('come in batches of little more than 256 KiB', async () => {
    const line = `${'x'.repeat(60_000)}\n`
    const sizes = (await read(pieces(line.repeat(12)))).map(({ length }) => length)
    assert.deepEqual(sizes, [5, 5, 2])
  })

  test('of a broken stream end before the incomplete line', async () => {
    const source = new Readable({ read() {} })
    const batches = batchesOfLines(source)
    source.push('1\n2')
    assert.equal((await batches.next()).value?.length, 1)
    source.destroy(new Error('the cable is cut'))
    assert.equal((await batches.next()).done, true)
  })

  test('leave their stream intact if the reader stops', async () => {
    const source = pieces(numbered(10), numbered(10))
    for await (const _ of batchesOfLines(source)) break
    assert.equal(source.destroyed, false)
  })
})

const echo = async (memories: readonly unknown[]) => memories.map((memory) => ({ memory }))

async function answered(source: Readable, store: typeof echo) {
  const lines: { line: number; memory?: unknown; error?: { code: string; details: object } }[] = []
  for await (const text of answersOf(batchesOfLines(source), store)) {
    for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line))
  }
  return lines
}

describe('The response to lines', () => {
  test('has a line for each, in order, and an unreadable one does not end it', async () => {
    const asked: unknown[] = []
    const lines = await answered(pieces('1\n{"a":1,"a":2}\n[\n\n"x"\n'), async (memories) => {
      asked.push(...memories)
      return echo(memories)
    })
    assert.deepEqual(asked, [1, 'x'])
    assert.deepEqual(
      lines.map(({ line, memory, error }) => [line, memory ?? error?.details]),
      [
        [1, 1],
        [2, { field: 'a', reason: 'is given twice' }],
        [3, { field: '', reason: 'is not valid JSON' }],
        [5, 'x'],
      ],
    )
  })

  test('calls nothing if no line can be read', async () => {
    const lines = await answered(pieces('{\n'), () => assert.fail('nothing is to be stored'))
    assert.equal(lines[0]?.error?.code, 'INVALID_REQUEST')
  })

  test('is an error if the first batch is refused as a whole', async () => {
    const refused = answered(pieces('1\n'), () => Promise.reject(AuthenticationRequired()))
    await assert.rejects(refused, { code: 'AUTHENTICATION_REQUIRED' })
  })

  test('reports each line of a failed later batch, and continues', async () => {
    let batches = 0
    const lines = await answered(pieces(numbered(300)), async (memories) => {
      batches += 1
      if (batches === 2) throw InternalError()
      return echo(memories)
    })
    assert.equal(lines.length, 300)
    const failed = lines.filter(({ error }) => error?.code === 'INTERNAL_ERROR').map(({ line }) => line)
    assert.deepEqual([failed.length, failed[0], failed.at(-1)], [128, 129, 256])
  })

  test('ends if its caller loses access', async () => {
    let batches = 0
    const lines = await answered(pieces(numbered(1_000)), async (memories) => {
      batches += 1
      if (batches === 3) throw AuthenticationRequired()
      return echo(memories)
    })
    assert.equal(batches, 3)
    assert.equal(lines.length, 384)
    assert.equal(lines.at(-1)?.error?.code, 'AUTHENTICATION_REQUIRED')
  })

  test('is at most two batches ahead of its reader, and pauses reading meanwhile', async () => {
    let [read, stored] = [0, 0]
    const line = Buffer.from(`"${'x'.repeat(1_022)}"\n`)
    const source = new Readable({
      highWaterMark: 65_536,
      read() {
        read += 1
        this.push(read <= 10_000 ? line : null)
      },
    })
    const answers = Readable.from(
      answersOf(batchesOfLines(source), async (memories) => {
        stored += memories.length
        return echo(memories)
      }),
    )
    const taken: (() => void)[] = []
    let written = 0
    const reader = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString().split('\n').length - 1
        taken.push(done)
      },
    })
    answers.pipe(reader)
    let maxBacklog = 0
    const settled = async () => {
      for (let before = -1; before !== read + stored + written;) {
        before = read + stored + written
        for (let n = 0; n < 20; n += 1) await turn()
      }
    }
    for (;;) {
      await settled()
      if (written === 10_000) break
      maxBacklog = Math.max(maxBacklog, stored - written)
      assert.ok(stored - written <= 2 * 128, `${stored - written} lines are stored and not taken`)
      assert.ok(read - stored <= 128 + 2 * 64 + 1, `${read - stored} lines are read and not stored`)
      taken.shift()?.()
    }
    assert.ok(maxBacklog > 0)
    assert.equal(stored, 10_000)
  })

  test('stores nothing after the current batch if its reader leaves', async () => {
    let stored = 0
    const answers = Readable.from(
      answersOf(batchesOfLines(pieces(numbered(1_280))), async (memories) => {
        stored += 1
        if (stored === 3) answers.destroy()
        return echo(memories)
      }),
    )
    answers.resume()
    await new Promise((resolve) => answers.once('close', resolve))
    for (let n = 0; n < 20; n += 1) await turn()
    assert.equal(stored, 3)
  })
})
