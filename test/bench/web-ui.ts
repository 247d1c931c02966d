// How soon the first page of the web UI can be used, with nothing in any cache, against a page that says three words.
// node test/bench/web-ui.ts [loads] [--smoke]
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { type Browser, chromium } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { fullestChromium } from '../support/chromium.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { median } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'

const [loads] = givenNumbers(amount(1, 15))

/** Milliseconds from the address being entered until a control of that name can be used, in a browser of its own. */
async function usable(browser: Browser, url: string, name: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('button', { name }).click({ trial: true })
  const taken = performance.now() - startedAt
  await context.close()
  return taken
}

const plain = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><button>Sign in</button>')
})
plain.listen(0, '127.0.0.1')
await once(plain, 'listening')
const peer = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`

await using daemon = await startTestDaemon({ clock: systemClock })
await daemon.owner()
const own = `${new URL(daemon.file.base_url).origin}/`
const browser = await chromium.launch({
  executablePath: fullestChromium ?? '',
  args: ['--no-sandbox'],
})
const seen = { own: [] as number[], peer: [] as number[] }
await usable(browser, peer, 'Sign in')
for (let load = 0; load < loads; load += 1) {
  seen.own.push(await usable(browser, own, 'Sign in'))
  seen.peer.push(await usable(browser, peer, 'Sign in'))
}
await browser.close()
plain.close()

const [first, least] = [median(seen.own), median(seen.peer)]
console.log(`${loads} cold loads each; medians until the page can be used:`)
console.log(`  web UI      ${first.toFixed(0)} ms (slowest ${Math.max(...seen.own).toFixed(0)})`)
console.log(`  plain page  ${least.toFixed(0)} ms`)
console.log(`  ratio       ${(first / least).toFixed(1)}`)
