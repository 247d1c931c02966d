import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { startModelServer } from '../../support/memory/model-server.ts'
import { createMigratedHome } from '../../support/migrated.ts'
import { type Ask, protocols } from '../../support/wire/protocols.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const tiny = tinyGguf({ context: 4_096 })
const half = Math.floor(tiny.length / 2)
const checksum = hash('sha256', tiny)
const wrong = 'f'.repeat(64)
/** As long as a test may take, in milliseconds. */
const timeout = 90_000

const { daemon, owner } = await household({ clock: systemClock })
const ask = protocols.REST(daemon)
const tried = (operation: string, input: object = {}) => ask(owner.access_token, operation, input)
const call = async (operation: string, input: object = {}) => {
  const { status, result, detail } = await tried(operation, input)
  assert.equal(status, 200, `${operation}: ${detail} ${JSON.stringify(result)}`)
  return result
}
/** A language model as `engine.local_models` lists it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Listed = any
/** The model as it is listed, once it is as it is wanted. */
const listedOnce = (asking: Ask, token: string, id: string, wanted: (model: Listed) => boolean) =>
  soon<Listed>(async () => {
    const { items } = (await asking(token, 'engine.local_models')).result
    const model = items.find((one: Listed) => one.id === id)
    return wanted(model) && model
  })
const once = (id: string, wanted: (model: Listed) => boolean) =>
  listedOnce(ask, owner.access_token, id, wanted)
const ended = ({ state }: { state: string }) => state === 'ready' || state === 'failed'
const held = (id: string) => {
  const folder = join(daemon.home.models, id)
  return existsSync(folder) ? readdirSync(folder) : []
}

type Manner = Parameters<typeof startModelServer>[0]

/** A server of the tiny model at `/name.gguf`, with whatever faults a test gives it. */
const serverOf = async (name: string, manner: Partial<Manner> = {}) => {
  const server = await startModelServer({ files: { [`/${name}.gguf`]: tiny }, ...manner })
  return { ...server, address: `${server.url}${name}.gguf` }
}

describe('A language model of one’s own, by its address', () => {
  it('is fetched despite a break without a byte twice, and then writes', { timeout }, async () => {
    await using server = await serverOf('tiny', { breaksAfter: half, holds: true })
    const added = await call('engine.add_local', { url: server.address, sha256: checksum })
    const { id, title, own, licence, state, bytes_total } = added
    assert.deepEqual(
      { id, title, own, licence, state, bytes_total },
      { id: 'own-tiny', title: 'tiny', own: true, licence: null, state: 'downloading', bytes_total: null },
    )
    const begun = await once('own-tiny', ({ bytes_done }) => bytes_done === half)
    assert.deepEqual([begun.bytes_total, begun.bytes, begun.here], [tiny.length, tiny.length, false])
    server.drop()
    const ready = await once('own-tiny', ended)
    assert.deepEqual(
      [ready.state, ready.here, ready.failure, ready.bytes_done, ready.bytes_per_second, ready.seconds_left],
      ['ready', true, null, tiny.length, null, null],
    )
    assert.deepEqual(
      server.asked.map(({ range, ifRange, sent }) => [range, ifRange, sent]),
      [
        [undefined, undefined, half],
        [`bytes=${half}-`, '"1"', tiny.length - half],
      ],
    )
    assert.ok(readFileSync(join(daemon.home.models, 'own-tiny', 'model.gguf')).equals(tiny))

    const used = await call('engine.use_local', { model: 'own-tiny' })
    assert.deepEqual(used.order, ['local:own-tiny', 'builtin'])
    await soon(async () => (await call('engine.current')).local.state === 'ready')
    await using socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('subscribe', { topics: ['conversation.events'] })
    const answer = call('conversation.message', { content: 'The lake is frozen today.' })
    await socket.next(({ data }) => data.event === 'delta')
    await call('conversation.stop')
    const { response } = await answer
    assert.deepEqual([response.engine, response.degraded], ['local:own-tiny', false])
    assert.match(response.content, /^[a-z. ]+$/)
    assert.equal((await call('engine.current')).local.state, 'ready')
    await call('engine.reset_local')
  })

  it('is refused where its checksum is wrong, and nothing of it is kept', { timeout }, async () => {
    await using server = await serverOf('forged')
    await call('engine.add_local', { url: server.address, sha256: wrong })
    const { state, failure, here } = await once('own-forged', ended)
    assert.deepEqual(
      [state, failure, here],
      ['failed', 'the checksum of model.gguf is wrong; the file was removed', false],
    )
    assert.deepEqual(held('own-forged'), [])
    assert.equal((await tried('engine.use_local', { model: 'own-forged' })).status, 409)
    const again = await call('engine.add_local', { url: server.address, sha256: checksum.toUpperCase() })
    assert.deepEqual([again.id, again.state], ['own-forged', 'downloading'])
    assert.equal((await once('own-forged', ended)).state, 'ready')
  })

  it('is refused where it is no GGUF file, as soon as that shows', { timeout }, async () => {
    const page = Buffer.from('<!doctype html><title>Not found</title>'.repeat(1_000))
    await using server = await serverOf('page', {
      files: { '/page.gguf': page },
      breaksAfter: 100,
      holds: true,
    })
    await call('engine.add_local', { url: server.address })
    const { state, failure } = await once('own-page', ended)
    assert.deepEqual([state, failure], ['failed', 'this is no GGUF file; nothing of it was kept'])
    assert.equal(server.asked.length, 1)
    assert.deepEqual(held('own-page'), [])
  })

  it('is fetched anew after a break where its server does not know ranges', { timeout }, async () => {
    await using server = await serverOf('plain', { breaksAfter: half, ranges: false })
    await call('engine.add_local', { url: server.address })
    assert.equal((await once('own-plain', ended)).state, 'ready')
    assert.deepEqual(
      server.asked.map(({ sent }) => sent),
      [half, tiny.length],
    )
    assert.ok(readFileSync(join(daemon.home.models, 'own-plain', 'model.gguf')).equals(tiny))
  })

  it('is checked by the checksum that Hugging Face names it by', { timeout }, async () => {
    const linked = (etag: string) => (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/cdn')) return false
      response.writeHead(302, { location: `/cdn${request.url}`, 'x-linked-etag': `"${etag}"` }).end()
      return true
    }
    await using forged = await serverOf('linked-wrong', {
      files: { '/cdn/linked-wrong.gguf': tiny },
      instead: linked(wrong),
    })
    await call('engine.add_local', { url: forged.address })
    assert.match((await once('own-linked-wrong', ended)).failure, /^the checksum of model\.gguf is wrong/)
    await using well = await serverOf('linked', {
      files: { '/cdn/linked.gguf': tiny },
      instead: linked(checksum),
    })
    await call('engine.add_local', { url: well.address })
    assert.equal((await once('own-linked', ended)).state, 'ready')
  })

  it('is refused where the disk has no room for it, before any of it comes', { timeout }, async () => {
    await using server = await serverOf('huge', {
      instead: (_, response) => {
        response.writeHead(200, { 'content-length': String(2 ** 50) }).write('GGUF')
        return true
      },
    })
    await call('engine.add_local', { url: server.address })
    const { state, failure } = await once('own-huge', ended)
    assert.deepEqual([state, failure], ['failed', 'there is too little room on the disk'])
    assert.deepEqual(held('own-huge'), [])
  })

  it('tells how fast it comes, and how long it takes', { timeout }, async () => {
    // In pieces, until its speed is seen.
    const piece = Math.ceil(half / 500)
    const seen = new AbortController()
    await using server = await serverOf('slow', {
      instead: (_, response) => {
        response.writeHead(200, { 'content-length': String(tiny.length) })
        const send = async () => {
          let at = 0
          for (; at < half && !seen.signal.aborted; at += piece) {
            response.write(tiny.subarray(at, at + piece))
            await setTimeout(20)
          }
          response.end(tiny.subarray(at))
        }
        void send()
        return true
      },
    })
    await call('engine.add_local', { url: server.address })
    const coming = await once('own-slow', ({ bytes_per_second }) => bytes_per_second !== null)
    seen.abort()
    const { bytes_done, bytes_total, bytes_per_second, seconds_left, state } = coming
    assert.equal(state, 'downloading')
    assert.ok(bytes_done > 0 && bytes_done < bytes_total)
    assert.ok(bytes_per_second > 0 && bytes_per_second <= tiny.length)
    assert.ok(Number.isInteger(seconds_left) && seconds_left >= 1)
    assert.equal((await once('own-slow', ended)).state, 'ready')
  })

  it('is cancelled or removed, and is then known no more', { timeout }, async () => {
    await using server = await serverOf('gone', { breaksAfter: half, holds: true })
    const ids = async () => {
      const { items } = await call('engine.local_models')
      return items.map(({ id }: { id: string }) => id)
    }
    await call('engine.add_local', { url: server.address, title: 'Soon gone' })
    await once('own-gone', ({ bytes_done }) => bytes_done === half)
    assert.equal((await call('models.cancel', { id: 'own-gone' })).title, 'Soon gone')
    assert.ok(!(await ids()).includes('own-gone'))
    assert.deepEqual(held('own-gone'), [])
    await call('engine.add_local', { url: server.address })
    await once('own-gone', ended)
    await call('models.remove', { id: 'own-gone' })
    assert.ok(!(await ids()).includes('own-gone'))
    assert.equal((await tried('models.remove', { id: 'own-gone' })).status, 404)
  })

  it('has an id of its own where another file has the same name', { timeout }, async () => {
    const files = { '/a/same.gguf': tiny, '/b/same.gguf': tiny }
    await using server = await startModelServer({ files })
    const add = async (path: string) => (await call('engine.add_local', { url: `${server.url}${path}` })).id
    assert.deepEqual(
      [await add('a/same.gguf'), await add('b/same.gguf'), await add('a/same.gguf')],
      ['own-same', 'own-same-2', 'own-same'],
    )
    await once('own-same-2', ended)
  })

  it('is refused at an address where somebody in between could change it, and in parts', async () => {
    for (const url of [
      'http://models.example/tiny.gguf',
      'ftp://127.0.0.1/tiny.gguf',
      'https://',
      'https://me:secret@models.example/tiny.gguf',
      'https://models.example/large-00001-of-00003.gguf',
    ])
      assert.equal((await tried('engine.add_local', { url })).status, 400, url)
    const url = 'https://models.example/tiny.gguf'
    assert.equal((await tried('engine.add_local', { url, sha256: 'abc' })).status, 400)
  })
})

describe('A language model of one’s own that is on its way', () => {
  it('goes on after a restart where it was', { timeout }, async () => {
    const home = temporaryFolder()
    createMigratedHome(locateHome({ COMPANION_HOME: home }))
    after(() => rmSync(home, { recursive: true, force: true }))
    await using server = await serverOf('later', { breaksAfter: half, holds: true })
    await (async () => {
      await using first = await startTestDaemon({ home, clock: systemClock })
      const { access_token } = await first.owner()
      const asking = protocols.REST(first)
      await asking(access_token, 'engine.add_local', { url: server.address, title: 'For later' })
      await listedOnce(asking, access_token, 'own-later', ({ bytes_done }) => bytes_done === half)
    })()
    await using second = await startTestDaemon({ home, clock: systemClock })
    const { access_token } = await signIn(second, 'olga')
    const ready = await listedOnce(protocols.REST(second), access_token, 'own-later', ended)
    assert.deepEqual([ready.state, ready.title], ['ready', 'For later'])
    assert.deepEqual(
      server.asked.map(({ range, sent }) => [range, sent]),
      [
        [undefined, half],
        [`bytes=${half}-`, tiny.length - half],
      ],
    )
  })
})
