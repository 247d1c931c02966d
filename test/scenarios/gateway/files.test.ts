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

  it('run no script but their own, and are asked for again each time', async () => {
    const { headers } = await read(`/assets/${script}`)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('and nothing beside them can be had', async () => {
    const paths = [
      '',
      '.',
      '../.built',
      '%2e%2e/.built',
      '..%2f.built',
      `${script}.br`,
      `./${script}`,
      'nothing.js',
    ]
    for (const path of paths) assert.equal((await read(`/assets/${path}`)).status, 404, path)
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
