import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe } from 'node:test'
import { systemToken } from '../../bench/system-token.ts'
import type { TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { sharedHousehold } from '../../support/household.ts'
import { amount, it, itScaled } from '../../support/long.ts'
import { linesOf, openUpload, upload } from '../../support/wire/ndjson.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, clock, owner, newMember } = await sharedHousehold('moving')
const many = amount(1_000, 10_000)
/** So many requests of somebody else are answered while those are stored. */
const others = many / 250

/** What a member has stored, in the order of storing; each has its vector. */
const storedBy = ({ family_member_uuid }: TestMember) =>
  select<{ content: string }>(
    daemon,
    `SELECT memories.content FROM memories JOIN memory_vectors_a USING (memory_id)
      WHERE family_member_uuid = ? ORDER BY memory_id`,
    family_member_uuid,
  ).map(({ content }) => content)

const contentOf = (at: number) => `parcel ${at} lies on shelf ${at % 97}`
const all = (count: number) => Array.from({ length: count }, (_, at) => contentOf(at))
const lineOf = (at: number) => `${JSON.stringify({ content: contentOf(at) })}\n`
const bodyOf = (count: number) => Array.from({ length: count }, (_, at) => lineOf(at)).join('')
const rate = (count: number, startedAt: number) =>
  `${Math.round(count / ((performance.now() - startedAt) / 1_000))} memories/s`
const recent = (token: string) => rest(daemon, 'GET /memory/recent?limit=1', { token })

describe('POST /memory/store-many', () => {
  itScaled(`${many} memories arrive, once each and in order`, async (t) => {
    const member = await newMember()
    const startedAt = performance.now()
    for (let from = 0; from < many; from += 500) {
      const memories = all(many)
        .slice(from, from + 500)
        .map((content) => ({ content }))
      const { status, body } = await rest(daemon, 'POST /memory/store-many', {
        token: member.access_token,
        payload: { memories },
      })
      assert.deepEqual([status, body.data.stored, body.data.items.length], [200, 500, 500])
    }
    t.diagnostic(`JSON: ${rate(many, startedAt)}`)
    assert.deepEqual(storedBy(member), all(many))
  })

  it('accepts 1 to 500 memories', async () => {
    const { access_token: token } = await newMember()
    for (const memories of [[], Array.from({ length: 501 }, () => ({ content: 'x' })), 'x', undefined]) {
      const { status, body } = await rest(daemon, 'POST /memory/store-many', { token, payload: { memories } })
      assert.deepEqual([status, body.error.details.field], [400, 'memories'])
    }
  })

  it('stores the other memories when one is invalid', async () => {
    const { access_token: token } = await newMember()
    const { body } = await rest(daemon, 'POST /memory/store-many', {
      token,
      payload: { memories: [{ content: 'one' }, 'two', { content: 'three' }] },
    })
    const { items, ...counts } = body.data
    assert.deepEqual(counts, { stored: 2, merged: 0, failed: 1 })
    assert.deepEqual(Object.keys(items[1]), ['error'])
    assert.equal(items[2].memory.content, 'three')
  })
})

describe('Memories as NDJSON', () => {
  itScaled(
    `at least ${many} arrive, once each and in order, and others are answered meanwhile`,
    async (t) => {
      const member = await newMember()
      const { request, answered, write } = openUpload(daemon, member.access_token)
      const startedAt = performance.now()
      let meanwhile = 0
      const asking = (async () => {
        for (; meanwhile < others; meanwhile += 1)
          assert.equal((await recent(owner.access_token)).status, 200)
      })()
      let [sent, meanwhileSending] = [0, 0]
      // There is no end before the others are answered.
      const goesOn = () => sent < many || (meanwhile < others && sent < 5 * many)
      const sending = (async () => {
        for (; goesOn(); sent += 1) await write(lineOf(sent))
        meanwhileSending = meanwhile
        request.end()
      })()
      const response = await answered
      assert.equal(response.headers['content-type'], 'application/x-ndjson')
      let count = 0
      for await (const { line, memory, merged } of linesOf(response)) {
        assert.deepEqual([line, memory?.content, merged], [count + 1, contentOf(count), false])
        count += 1
      }
      await Promise.all([sending, asking])
      t.diagnostic(`NDJSON: ${rate(count, startedAt)}, ${meanwhile} other requests answered meanwhile`)
      assert.deepEqual([count, meanwhileSending], [sent, others])
      assert.deepEqual(storedBy(member), all(sent))
    },
  )

  it('are answered while more are being sent', async () => {
    const { access_token } = await newMember()
    const { request, answered, write } = openUpload(daemon, access_token)
    await write(lineOf(0))
    const lines = linesOf(await answered)
    assert.equal((await lines.next()).value?.memory?.content, contentOf(0))
    await write(`${lineOf(1)}${lineOf(2)}`)
    for (const at of [1, 2]) assert.equal((await lines.next()).value?.memory?.content, contentOf(at))
    request.end(lineOf(3).trimEnd())
    assert.equal((await lines.next()).value?.memory?.content, contentOf(3))
    assert.equal((await lines.next()).done, true)
  })

  it('end with the connection when a line violates the protocol between answers', async () => {
    const { access_token } = await newMember()
    const { request, answered, write } = openUpload(daemon, access_token)
    await write(lineOf(0))
    const response = await answered
    let rest = ''
    await once(response, 'data')
    request.socket?.on('data', (bytes: Buffer) => (rest += bytes.toString()))
    request.socket?.write('this is the size of no chunk\r\n')
    await assert.rejects(once(response, 'close'))
    assert.equal(response.complete, false)
    assert.equal(rest, '')
  })

  it('pause while a client does not read, and continue when it does', async (t) => {
    const member = await newMember()
    const { access_token: token } = member
    const { request, answered, write } = openUpload(daemon, token)
    // Of each two lines one is stored, and one has an answer of 60 kB, so that what a connection holds is soon full.
    const pairs = 600
    const long = JSON.stringify({ content: 'x', ['y'.repeat(60_000)]: 1 })
    const sending = (async () => {
      for (let at = 0; at < pairs; at += 1) await write(`${lineOf(at)}${long}\n`)
      request.end()
    })()
    const response = await answered
    let [before, same] = [-1, 0]
    while (same < 30) {
      const { status, body } = await recent(token)
      assert.equal(status, 200)
      same = body.data.total === before ? same + 1 : 0
      before = body.data.total
    }
    t.diagnostic(`${before} of ${pairs} stored before an answer was read`)
    assert.ok(before < pairs - 50, `${before} of ${pairs} are stored, and nobody has read an answer`)
    let count = 0
    for await (const { line } of linesOf(response)) assert.equal(line, (count += 1))
    await sending
    assert.equal(count, 2 * pairs)
    assert.deepEqual(storedBy(member), all(pairs))
  })

  it('are stored in whole batches, from the first line on, when the connection breaks', async () => {
    const member = await newMember()
    const { request, answered, write } = openUpload(daemon, member.access_token)
    const sent = 2_500
    const sending = (async () => {
      for (let at = 0; at < sent && !request.destroyed; at += 1) await write(lineOf(at))
    })()
    const lines = linesOf(await answered)
    for (let n = 0; n < 500; n += 1) await lines.next()
    request.destroy()
    await sending
    let [before, same] = [-1, 0]
    for (let look = 0; same < 20; look += 1) {
      // It takes its turn after what the model still has to do for the lines.
      await rest(daemon, `GET /memory/search?q=look${look}`, { token: owner.access_token })
      const { body } = await recent(member.access_token)
      same = body.data.total === before ? same + 1 : 0
      before = body.data.total
    }
    const stored = storedBy(member)
    assert.ok(stored.length >= 500 && stored.length < sent, `${stored.length} are stored`)
    assert.deepEqual(stored, all(stored.length))
  })

  it('have an error in its place for each line that is unreadable, too long or invalid', async () => {
    const { access_token } = await newMember()
    const body = Buffer.concat([
      Buffer.from(`\uFEFF{"content":"first"}\r\n\r\n{"content":"twice","content":"given"}\n`),
      Buffer.from([0x7b, 0xff, 0x0a]),
      Buffer.from(`${'['.repeat(100)}\n{"content":"${'x'.repeat(70_000)}"}\n[]\n{"content":"last"}`),
    ])
    const { status, lines } = await upload(daemon, access_token, body)
    assert.equal(status, 200)
    assert.deepEqual(
      lines().map(({ line, memory, error }) => [line, memory?.content ?? error?.details.reason]),
      [
        [1, 'first'],
        [3, 'is given twice'],
        [4, 'is not valid UTF-8'],
        [5, 'is nested deeper than 32 levels'],
        [6, 'is longer than 65536 bytes'],
        [7, lines()[5]?.error?.details.reason],
        [8, 'last'],
      ],
    )
    assert.equal(lines()[5]?.error?.code, 'INVALID_REQUEST')
  })

  it('may be empty', async () => {
    const { access_token } = await newMember()
    for (const body of ['', '\n\n \n']) {
      const { status, text } = await upload(daemon, access_token, body)
      assert.deepEqual([status, text], [200, ''])
    }
  })

  it('are measured as one call', async () => {
    const { access_token } = await newMember()
    const count = async () => {
      const { body } = await rest(daemon, 'GET /gateway/stats', { token: owner.access_token })
      const measured = body.data.operations.find(
        (one: { operation: string; protocol: string }) =>
          one.operation === 'memory.store_many' && one.protocol === 'rest',
      )
      return Number(measured?.count ?? 0)
    }
    const before = await count()
    await upload(daemon, access_token, bodyOf(300))
    assert.equal(await count(), before + 1)
  })
})

describe('An error for the whole upload', () => {
  const refused = async (token: string | undefined, headers = {}, path?: string) => {
    const { status, type, text } = await upload(daemon, token, bodyOf(3), headers, path)
    assert.match(type ?? '', /^application\/json/)
    const { error } = JSON.parse(text)
    return [status, error.code, error.details.field ?? '']
  }

  it('is a normal error response before the first line is answered', async () => {
    const { access_token } = await newMember()
    assert.deepEqual(await refused(undefined), [401, 'AUTHENTICATION_REQUIRED', ''])
    assert.deepEqual(await refused('forged'), [401, 'AUTHENTICATION_REQUIRED', ''])
    const key = { 'idempotency-key': 'k1' }
    assert.deepEqual(await refused(access_token, key), [400, 'INVALID_REQUEST', 'Idempotency-Key'])
    const query = await refused(access_token, {}, '/memory/store-many?limit=3')
    assert.deepEqual(query, [400, 'INVALID_REQUEST', 'limit'])
    const origin = await refused(access_token, { origin: 'https://example.com' })
    assert.equal(origin[0], 403)
  })

  it('is returned when the first lines reveal it: a program is not a member', async () => {
    const token = await systemToken(daemon.home.path, clock.now())
    assert.deepEqual(await refused(token), [404, 'NOT_FOUND', ''])
  })

  it('is returned by every other route', async () => {
    const { access_token } = await newMember()
    const other = await refused(access_token, {}, '/memory/store')
    assert.deepEqual(other, [400, 'INVALID_REQUEST', 'Content-Type'])
  })

  it('ends the upload when the session ends', async () => {
    const { access_token: token } = await newMember()
    const { request, answered, write } = openUpload(daemon, token)
    await write(lineOf(0))
    const lines = linesOf(await answered)
    assert.ok((await lines.next()).value?.memory)
    assert.equal((await rest(daemon, 'POST /auth/logout', { token, payload: {} })).status, 200)
    await write(lineOf(1))
    const { value } = await lines.next()
    assert.deepEqual([value?.line, value?.error?.code], [2, 'TOKEN_REVOKED'])
    assert.equal((await lines.next()).done, true)
    request.destroy()
  })
})
