import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, openWindow, type Size, sizes, visit } from '../support/browser.ts'
import { agree } from '../support/conversation/consent.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { startTestDaemon, startTestDaemonAgain, temporaryFolder } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { soon } from '../support/processes.ts'
import { putQuestion } from '../support/question.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'

const { daemon, owner, member } = await household({ clock: systemClock, pages: true })

/** The titles of some pages in German. */
const german: readonly [at: string, title: string][] = [
  ['/mood', 'Stimmung und Wesen'],
  ['/inbox', 'Posteingang'],
  ['/memories', 'Erinnerungen'],
  ['/goals', 'Ziele'],
  ['/me', 'Ich'],
]

inBrowser('What stands around every page', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone']))
    itScaled(
      `has an account menu with the colours and the language of the pages, which they remember (${size})`,
      async () => {
        const page = await open({ as: 'olga', size })
        const scheme = (wanted: string) => page.locator(`html[data-mantine-color-scheme=${wanted}]`)
        await scheme('light').waitFor()
        if (size === 'phone') await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('button', { name: 'Olga Example', exact: true }).click()
        const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
        await choice('System').and(page.locator('[aria-checked=true]')).waitFor()
        await assertAccessible(page)
        await choice('Dark').click()
        await scheme('dark').waitFor()
        await choice('Deutsch').click()
        await choice('Dunkel').and(page.locator('[aria-checked=true]')).waitFor()
        await assertAccessible(page)
        await page.locator('html[lang=de]').waitFor()
        await page.getByRole('link', { name: 'Gespräch', exact: true }).first().waitFor()
        await page.keyboard.press('Escape')
        for (const [at, title] of some(german.slice(0, 1), german)) {
          await visit(page, at)
          await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        }
        await visit(page, '/system?section=checkup')
        await page.getByRole('heading', { level: 2, name: 'Diagnose', exact: true }).waitFor()
        // A second one where what is temporary is kept in the memory of the machine.
        await page.getByText(/^(Eine Warnung|2 Warnungen)\.$/).waitFor()
        await page.getByText(/^Alle \d+ Seiten der Datenbank sind zweimal da und heil\.$/).waitFor()
        await page.getByRole('link', { name: 'Sicherungen öffnen', exact: true }).waitFor()
        await visit(page, '/me')
        await page.reload()
        await page.getByRole('heading', { level: 1, name: 'Ich', exact: true }).waitFor()
        await scheme('dark').waitFor()
      },
    )

  itLong('says that the companion cannot be reached, and recovers by itself once it is back', async () => {
    const home = temporaryFolder()
    const first = await startTestDaemon({ home, clock: systemClock })
    const olga = await first.owner()
    const page = await openWindow(first, {
      as: 'olga',
      expected: /WebSocket|ERR_CONNECTION|401|Failed to load/,
    })
    const away = page.getByText('Can’t reach the companion.')
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await away.waitFor({ state: 'hidden' })
    await first.stop()
    await away.waitFor()
    const ports = { http: first.ports.http, grpc: first.ports.grpc }
    await using second = await startTestDaemonAgain({
      clock: systemClock,
      home,
      environment: { COMPANION_HTTP_PORT: String(ports.http), COMPANION_GRPC_PORT: String(ports.grpc) },
    })
    await away.waitFor({ state: 'hidden' })
    // Still signed in, and hears of what happens from now on.
    await putQuestion(second, olga.access_token, { user_id: olga.family_member_uuid, prompt: 'Back again?' })
    await page.getByRole('link', { name: /Inbox\s*1/ }).waitFor()
    await page.close()
  })

  itLong('says nothing while a connection is being made, unless that takes long', async () => {
    const prepare = async (opened: Page) => {
      // Nobody answers, and how long that may take is over once the test says so.
      await opened.routeWebSocket(/\/ws$/, () => {})
      await opened.addInitScript(`
        const wait = globalThis.setTimeout
        globalThis.setTimeout = (call, delay, ...given) =>
          delay === 700 ? ((globalThis.giveUp = call), 0) : wait(call, delay, ...given)`)
    }
    const page = await openWindow(daemon, { as: 'mia', prepare, deaf: true })
    await soon(() => page.evaluate<boolean>("'giveUp' in globalThis"))
    const away = page.getByText('Can’t reach the companion.')
    assert.equal(await away.count(), 0)
    await page.evaluate('giveUp()')
    await away.waitFor()
  })

  itLong('stops showing a reply as being written when the daemon restarts in the middle of it', async () => {
    await using model = await startChatServer()
    const home = temporaryFolder()
    const engine = { COMPANION_ENGINE_BASE_URL: model.base_url, COMPANION_ENGINE_MODEL: 'hanging' }
    const first = await startTestDaemon({ home, clock: systemClock, environment: engine })
    const olga = await first.owner()
    const { access_token: token } = olga
    await agree(first, olga, model.base_url)
    const page = await openWindow(first, {
      as: 'olga',
      expected: /WebSocket|ERR_CONNECTION|401|Failed to load/,
      leaves: 'browser',
    })
    const connected = Promise.withResolvers<void>()
    // What a daemon says that has the time to say something before it ends.
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (String(message).includes('"subscribed"')) connected.resolve()
        if (!String(message).includes('typing_stopped')) socket.send(message)
      })
    })
    await page.reload()
    await connected.promise
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    const asking = rest(first, 'POST /conversation/message', {
      token,
      payload: { content: 'Are you there?' },
    })
    const writing = page.getByRole('status', { name: /is writing$/ })
    await writing.waitFor()
    const { http, grpc } = first.ports
    await Promise.allSettled([first.stop(), asking])
    await using second = await startTestDaemonAgain({
      clock: systemClock,
      home,
      environment: { ...engine, COMPANION_HTTP_PORT: String(http), COMPANION_GRPC_PORT: String(grpc) },
    })
    assert.equal(second.ports.http, http)
    await writing.waitFor({ state: 'detached' })
    await page.getByText('Are you there?').waitFor()
    await page.close()
  })

  itLong('keeps a page as it is until the next one is ready, then moves the focus to its title', async () => {
    const page = await open({ as: 'mia', anew: true })
    const shown = (at: string) => page.locator(`main[data-page="${at}"]`)
    await shown('/talk').waitFor()
    const loading = Promise.withResolvers<Route>()
    await page.route(/goals-page.*\.js$/, (route) => loading.resolve(route))
    await page.locator('main h1').evaluate((title) => title.setAttribute('data-before', ''))
    const link = page.getByRole('link', { name: 'Goals' })
    await link.focus()
    await page.keyboard.press('Enter')
    const held = await loading.promise
    await page.waitForURL(/#\/goals/)
    assert.equal(await shown('/talk').locator('h1[data-before]').count(), 1)
    await held.continue()
    await shown('/goals').waitFor()
    await page.locator('h1:focus', { hasText: /^Goals$/ }).waitFor()
    // Where a page has a better place for it, it is there.
    await page.getByRole('link', { name: 'Talk', exact: true }).press('Enter')
    await shown('/talk').locator('textarea:focus').waitFor()
  })

  itLong('moves the focus to the title of a page chosen in a narrow window, too', async () => {
    const page = await open({ as: 'mia', viewport: sizes.phone.viewport })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Goals' }).click()
    await page.locator('main[data-page="/goals"]').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('h1:focus').waitFor()
  })

  itLong('says why when the daemon refuses the address, and continues once it is allowed', async () => {
    const page = await open({ as: 'mia', expected: /403/ })
    const blocked = { error: { code: 'ADDRESS_BLOCKED', message: 'this address is blocked' } }
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 403, json: blocked }))
    await page.reload()
    await page.getByText('This address is blocked.').waitFor()
    await page.unroute('**/api/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('navigation').first().waitFor()
  })

  itLong('lets keyboard users skip the navigation', async () => {
    const page = await open({ as: 'mia', at: '/goals' })
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor()
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await skip.focus()
    await skip.press('Enter')
    await page.locator('#content:focus').waitFor()
    assert.match(page.url(), /#\/goals/)
  })

  itLong('shows a page for unknown addresses, with a way back', async () => {
    const page = await open({ as: 'mia' })
    await page.evaluate("location.hash = '/nowhere'")
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to Talk' }).click()
    await page.waitForURL(/#\/talk/)
  })

  it('shows the sign-in when the session is ended elsewhere, and says why', async () => {
    const ada = await daemon.member(owner, 'ada')
    const page = await open({ as: 'ada', expected: /401|WebSocket/ })
    await fetch(`${daemon.file.base_url}/auth/tokens/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.access_token}` },
      body: JSON.stringify({ payload: { family_member_uuid: ada.family_member_uuid } }),
    })
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
    assert.equal(await page.evaluate('sessionStorage.getItem("companion.tab")'), null)
  })

  it('gives a duplicated tab a session of its own', async () => {
    const page = await open({ as: 'mia' })
    const tab = String(await page.evaluate('sessionStorage.getItem("companion.tab")'))
    // As a browser does that duplicates a tab: what it had in its storage is there before anything runs.
    const copy = await page.context().newPage()
    const tools = await page.context().newCDPSession(copy)
    const source = `sessionStorage.setItem('companion.tab', ${JSON.stringify(tab)})`
    await tools.send('Page.enable')
    await tools.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await copy.goto(page.url())
    await copy.getByRole('navigation').first().waitFor()
    await tools.detach()
    const own = String(await copy.evaluate('sessionStorage.getItem("companion.tab")'))
    assert.notEqual(JSON.parse(own).session_uuid, JSON.parse(tab).session_uuid)
    for (const one of [page, copy]) {
      await one.reload()
      await one.getByRole('navigation').first().waitFor()
    }
    assert.equal(JSON.parse(tab).session_uuid === member.session_uuid, false)
    await copy.close()
  })
})
