import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it } from 'node:test'
import { talkPage } from '../../e2e/pages/talk-page.ts'
import { inBrowser, openWindow } from '../../support/browser.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { listen } from '../../support/loopback.ts'

const lure = '<!doctype html><title>Lure</title>'

inBrowser('A program that takes the port of a daemon', () => {
  it('reads nothing of what a member has written and not sent', async () => {
    await using daemon = await startTestDaemon()
    const owner = await daemon.owner()
    // The page looks for its daemon meanwhile.
    const page = await openWindow(daemon, { as: owner.username, expected: /Failed to load|WebSocket/ })
    const { field } = talkPage(page)
    const { port, origin } = new URL(daemon.file.base_url)
    await field.waitFor()
    await daemon.stop()
    await field.fill('Sent to nobody')
    await field.press('Enter')
    await field.fill('Not even sent')
    await page.waitForFunction('Object.keys(sessionStorage).some((key) => key.includes("outbox"))')

    const serve = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(lure),
    )
    await using _ = await listen(serve, Number(port))
    await page.goto(`${origin}/anywhere`)
    assert.equal(await page.title(), 'Lure')
    const left = String(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'))
    assert.match(left, /companion\.draft/)
    assert.doesNotMatch(left, /Sent to nobody|Not even sent/)
  })
})
