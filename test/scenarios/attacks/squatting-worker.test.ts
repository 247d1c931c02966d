import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { after, describe, it } from 'node:test'
import { inBrowser, openWindow } from '../../support/browser.ts'
import { startTestDaemon, startTestDaemonAgain, type TestDaemon } from '../../support/daemon.ts'
import { listen } from '../../support/loopback.ts'

const trap = '<!doctype html><title>Trap</title><h1>Trap</h1><input name="password">'
const worker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(
  new Response(${JSON.stringify(trap)}, { headers: { 'content-type': 'text/html' } })))`
const lure = `<!doctype html><title>Lure</title><script>
  localStorage.setItem('left', 'behind')
  navigator.serviceWorker.register('/worker.js')
  navigator.serviceWorker.ready.then(() => caches.open('left')).then(() => { document.title = 'Caught' })
</script>`

/** A program that had the port before, and leaves a service worker in the browser. */
function startSquatter() {
  return listen(
    createServer(({ url }, response) => {
      const script = url === '/worker.js'
      response
        .setHeader('content-type', script ? 'text/javascript' : 'text/html')
        .setHeader('cache-control', 'max-age=86400')
        .end(script ? worker : lure)
    }),
  )
}

inBrowser('A service worker that another program has left under the address', () => {
  it('is gone with the first load, with everything that was kept beside it', async () => {
    const squatter = await startSquatter()
    const { port } = squatter
    const base_url = `http://127.0.0.1:${port}/api/v1`
    const opening = openWindow({ file: { base_url } as never }, { expected: /./ })
    // After the window, which registers before it opens.
    let daemon: TestDaemon | undefined
    after(() => daemon?.[Symbol.asyncDispose]())
    const page = await opening
    await page.waitForFunction("document.title === 'Caught'")
    await squatter[Symbol.asyncDispose]()
    daemon = await startTestDaemonAgain({ environment: { COMPANION_HTTP_PORT: String(port) } })

    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByLabel('Setup code').waitFor()
    const left = `(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      await caches.keys(),
      localStorage.getItem('left'),
    ])()`
    assert.deepEqual(await page.evaluate(left), [0, [], null])
  })
})

describe('What clears the data of the pages', () => {
  it('does so for the daemon’s own pages alone', async () => {
    await using daemon = await startTestDaemon()
    const { hostname, port } = new URL(daemon.file.base_url)
    const cleared = async (headers: OutgoingHttpHeaders) => {
      const [response] = (await once(get({ hostname, port, path: '/clear', headers }), 'response')) as [
        IncomingMessage,
      ]
      response.resume()
      return [response.statusCode, response.headers.location, response.headers['clear-site-data']]
    }
    assert.deepEqual(await cleared({ 'sec-fetch-site': 'same-origin' }), [302, '/', '"cache", "storage"'])
    for (const site of ['cross-site', 'same-site', 'none'])
      assert.deepEqual(await cleared({ 'sec-fetch-site': site }), [302, '/', undefined], site)
    assert.deepEqual(await cleared({}), [302, '/', undefined])
  })
})
