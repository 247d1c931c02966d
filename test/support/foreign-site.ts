import { createServer } from 'node:http'
import type { Page } from 'playwright'
import { listen } from './loopback.ts'

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** A server that serves an image to every page of whatever origin, and what it was asked for. */
export async function startForeignSite() {
  const asked: string[] = []
  const listening = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? '')
      response
        .setHeader('access-control-allow-origin', '*')
        .setHeader('content-type', 'image/svg+xml')
        .end(image)
    }),
  )
  const address = `http://127.0.0.1:${listening.port}`
  return { address, asked, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}

/** Whether a page can ask an address for something, and whether it can show an image of it. */
export function loads(page: Page, address: string): Promise<{ fetched: boolean; shown: boolean }> {
  return page.evaluate(`(async () => {
    const image = new Image()
    image.src = '${address}/image'
    const outcome = (promise) => promise.then(() => true, () => false)
    return { fetched: await outcome(fetch('${address}/fetch')), shown: await outcome(image.decode()) }
  })()`)
}

/** Loads a page anew, and lets it load what its own policy forbids; `await using` puts the policy back with the next load. */
export async function liftPolicy(page: Page): Promise<AsyncDisposable> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  return { [Symbol.asyncDispose]: () => tools.detach() }
}
