import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { pino } from 'pino'
import { openBreachedRange } from '../../../daemon/features/identity/passwords/breached-range.ts'
import { ConfigError } from '../../../daemon/kernel/config.ts'
import { listen } from '../../support/loopback.ts'

const password = 'seven green lanterns'
const sha1 = hash('sha1', password).toUpperCase()
const [prefix, suffix] = [sha1.slice(0, 5), sha1.slice(5)]
const line = (n: number, count: number) => `${hash('sha1', `other ${n}`).toUpperCase().slice(5)}:${count}`

async function rangeService(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  const { port, [Symbol.asyncDispose]: stop } = await listen(server)
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (text: string) => void warnings.push(text) })
  const url = `http://127.0.0.1:${port}/range/`
  return {
    set: openBreachedRange(url, log),
    requests,
    warnings,
    [Symbol.asyncDispose]: stop,
  }
}

const answering = (...lines: string[]) => rangeService((_, response) => response.end(lines.join('\r\n')))

test('a password is breached if the service lists its hash', async () => {
  await using service = await answering(line(1, 3), `${suffix}:42`, line(2, 1))
  assert.equal(await service.set.has(password), true)
  assert.equal(await service.set.has('eight green lanterns'), false)
  assert.deepEqual(service.warnings, [])
})

test('hashes may be in lower case and lines may end in LF', async () => {
  await using service = await rangeService((_, response) =>
    response.end(`${line(1, 3)}\n${suffix.toLowerCase()}:1\n`),
  )
  assert.equal(await service.set.has(password), true)
})

test('padding entries do not count', async () => {
  await using service = await answering(line(1, 3), `${suffix}:0`, line(2, 0))
  assert.equal(await service.set.has(password), false)
  assert.deepEqual(service.warnings, [])
})

test('only 5 hex digits of the hash leave the machine', async () => {
  await using service = await answering(`${suffix}:42`)
  await service.set.has(password)
  assert.equal(service.requests.length, 1)
  const [request] = service.requests
  assert.ok(request)
  assert.deepEqual([request.method, request.url], ['GET', `/range/${prefix}`])
  assert.equal(request.headers['add-padding'], 'true')
  assert.equal(request.headers['content-length'], undefined)
  assert.equal(request.headers['transfer-encoding'], undefined)
  const sent = `${request.url} ${request.rawHeaders.join(' ')}`.toLowerCase()
  for (const secret of [password, encodeURIComponent(password), sha1.slice(0, 6), suffix.slice(0, 6)]) {
    assert.ok(!sent.includes(secret.toLowerCase()), secret)
  }
})

const failures: Record<string, RequestListener> = {
  'answers an error': (_, response) => response.writeHead(503).end(`${suffix}:42`),
  'answers something else': (_, response) => response.end('<html>Sign in to the hotel</html>'),
  'breaks off': (request) => request.socket.destroy(),
  'breaks off in its answer': (request, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write(`${suffix}:42\r\n`, () => request.socket.destroy())
  },
  'sends elsewhere': (request, response) =>
    request.url?.endsWith('/elsewhere')
      ? response.end(`${suffix}:42`)
      : response.writeHead(302, { location: `${request.url}/elsewhere` }).end(),
  'never answers': () => {},
  'never ends its answer': (_, response) => void response.writeHead(200).write(`${suffix}:42\r\n`),
}

test(
  'a failing service decides nothing, and is logged without any part of the hash',
  { concurrency: true },
  async (t) => {
    const cases = Object.entries(failures).map(([name, listener]) =>
      t.test(`one that ${name}`, async () => {
        await using service = await rangeService(listener)
        assert.equal(await service.set.has(password), false)
        assert.equal(service.requests.length, 1)
        assert.equal(service.warnings.length, 1)
        const [warning = ''] = service.warnings
        assert.match(warning, /the breached-password service failed/)
        const { error } = JSON.parse(warning) as { error: string }
        assert.match(error, /^[\w -]+$/)
        for (const secret of [prefix, suffix, password]) assert.ok(!warning.includes(secret))
      }),
    )
    await Promise.all(cases)
  },
)

test('other machines are reached over https only', () => {
  const open = (url: string) => openBreachedRange(url, pino({ level: 'silent' }))
  for (const url of [
    'http://range.example',
    'http://127.0.0.1.range.example/',
    'ftp://range.example/',
    'file:///etc/passwd',
    'range.example',
    '',
    'https://olga:secret@range.example/',
    'https://range.example/?hash=',
    'https://range.example/#hash',
  ]) {
    assert.throws(() => open(url), ConfigError, url)
  }
  for (const url of [
    'https://api.pwnedpasswords.com/range/',
    'http://localhost:8000',
    'http://[::1]:8000/range',
  ]) {
    assert.ok(open(url))
  }
})
