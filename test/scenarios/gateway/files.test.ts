import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'
import { startTestDaemon, type TestDaemon } from '../../support/daemon.ts'

const assets = join(root, 'dist', 'ui', 'assets')
const script = readdirSync(assets).find((name) => /^shell-.*\.js$/.test(name)) ?? ''
const picture = readdirSync(assets).find((name) => name.endsWith('.png') || name.endsWith('.svg')) ?? ''

describe('The files of the pages', () => {
  let daemon: TestDaemon

  before(async () => {
    daemon = await startTestDaemon()
  })
  after(() => daemon[Symbol.asyncDispose]())

  /** What a client is sent, as it is sent: `fetch` would unpack it and change the path. */
  const read = (path: string, headers: OutgoingHttpHeaders = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(daemon.file.base_url)
        get({ hostname, port, path, headers }, (response) => {
          const { statusCode: status, headers: sent } = response
          buffer(response).then((body) => resolve({ status, headers: sent, body }), reject)
        }).on('error', reject)
      },
    )

  for (const [accepted, encoding, ending] of [
    ['gzip, deflate, br', 'br', '.br'],
    ['gzip', 'gzip', '.gz'],
    ['br;q=0.1, gzip', 'gzip', '.gz'],
    ['identity', undefined, ''],
    ['', undefined, ''],
    ['br;q=0', undefined, ''],
    [undefined, undefined, ''],
  ] as const) {
    it(`are sent as ${encoding ?? 'they are'} to a client that accepts ${JSON.stringify(accepted)}`, async () => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const sent = await read(`/assets/${script}`, headers)
      assert.equal(sent.status, 200)
      assert.equal(sent.headers['content-encoding'], encoding)
      assert.equal(sent.headers.vary, 'accept-encoding')
      assert.match(sent.headers['content-type'] ?? '', /^(text|application)\/javascript/)
      assert.ok(sent.body.equals(readFileSync(join(assets, `${script}${ending}`))))
    })
  }

  it('are not sent again to who has them', async () => {
    const first = await read(`/assets/${picture}`)
    const again = await read(`/assets/${picture}`, { 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([first.status, again.status, again.body.length], [200, 304, 0])
  })

  it('run no script but their own, and are kept by browsers, but for the page that names them', async () => {
    const { headers } = await read(`/assets/${script}`)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal((await read('/')).headers['cache-control'], 'no-store')
  })

  it('are sent in part, or without their content, to who asks so', async () => {
    const whole = readFileSync(join(assets, script))
    const part = await read(`/assets/${script}`, { range: 'bytes=5-14' })
    assert.equal(part.status, 206)
    assert.equal(part.headers['content-range'], `bytes 5-14/${whole.length}`)
    assert.ok(part.body.equals(whole.subarray(5, 15)))
    const head = await fetch(new URL(`/assets/${script}`, daemon.file.base_url), { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.match(head.headers.get('etag') ?? '', /"/)
    assert.equal((await head.arrayBuffer()).byteLength, 0)
  })

  it('and nothing beside them can be had', async () => {
    const paths = [
      '',
      '.',
      '../.built',
      '../../.built',
      '%2e%2e/.built',
      '..%2f.built',
      '..%2f..%2findex.html',
      '%2e%2e%2f%2e%2e%2f%2ebuilt',
      '..%5c..%5cindex.html',
      `${script}%00.js`,
      `${script}.br`,
      `./${script}`,
      'nothing.js',
    ]
    for (const path of paths) {
      const { status, body } = await read(`/assets/${path}`)
      assert.equal(status, 404, path)
      assert.equal(JSON.parse(body.toString()).error.code, 'NOT_FOUND', path)
    }
    for (const path of ['/assets', '/docs/../package.json', '/docs/static/', '/docs/LICENSE'])
      assert.equal((await read(path)).status, 404, path)
  })

  it('of the documentation are sent with the page', async () => {
    const page = await read('/docs/')
    assert.equal(page.status, 200)
    assert.match(page.headers['content-type'] ?? '', /^text\/html; charset=utf-8/i)
    const [, style = ''] = /href="([^"]+\.css)"/.exec(page.body.toString()) ?? []
    const sent = await read(new URL(style, `${daemon.file.base_url.replace('/api/v1', '')}/docs/`).pathname)
    assert.deepEqual([sent.status, sent.headers['content-type']?.split(';')[0]], [200, 'text/css'])
  })
})
