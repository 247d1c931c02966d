import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, signInto } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { OAuthProgram } from '../support/wire/oauth.ts'
import { rest } from '../support/wire/rest.ts'

const { daemon } = await household()

/** A program that listens for its answer; `answer` is what the browser brings. */
async function listening() {
  const answer = Promise.withResolvers<URL>()
  const server = createServer(({ url = '' }, response) => {
    response.end('You may close this window.')
    if (url.startsWith('/callback')) answer.resolve(new URL(url, 'http://127.0.0.1'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return {
    redirect_uri,
    answer: answer.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

inBrowser('A program that connects', () => {
  it('is let in for what its member leaves it, who signs in on the way', async () => {
    await using desk = await listening()
    const { redirect_uri } = desk
    const program = await OAuthProgram.register(daemon, { redirect_uris: [redirect_uri] })
    const { url, verifier } = program.authorizeUrl({ redirect_uri })
    const page = await openWindow(daemon)
    await page.goto(url)
    await signInto(page, 'mia')
    await page.getByRole('heading', { name: '“Claude Desktop” would like to connect' }).waitFor()
    await page.getByText(`answered at ${new URL(redirect_uri).host}`).waitFor()
    const box = (name: string) => page.getByRole('checkbox', { name })
    for (const [name, on] of [
      ['Read', true],
      ['Talk', true],
      ['Ask', true],
      ['Act', false],
    ] as const)
      assert.equal(await box(name).isChecked(), on, name)
    await assertAccessible(page)
    await box('Talk').uncheck()
    await page.getByRole('button', { name: 'Let it in' }).click()
    const { searchParams } = await desk.answer
    const { status, body } = await program.fetchKey(searchParams.get('code') ?? '', verifier, {
      redirect_uri,
    })
    assert.deepEqual([status, body.scope], [200, 'read remember ask'])
    const { body: keys } = await rest(daemon, 'GET /memory/recent', { token: body.access_token })
    assert.deepEqual(keys.data.items, [])
    assert.deepEqual(await page.context().cookies(), [])
  })

  it('is told no, by the scheme of its own, and the window says that it can be closed', async () => {
    const redirect_uri = 'companion-test://callback'
    const program = await OAuthProgram.register(daemon, {
      client_name: '<b>Desk</b>',
      redirect_uris: [redirect_uri],
    })
    // No program of this machine opens it, and what was decided is not there any more.
    const page = await openWindow(daemon, { as: 'mia', expected: /companion-test:|404/ })
    await page.goto(program.authorizeUrl({ redirect_uri }).url)
    await page.getByRole('heading', { name: '“<b>Desk</b>” would like to connect' }).waitFor()
    await page.getByText('opens companion-test: links').waitFor()
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await page.getByRole('heading', { name: 'That’s settled' }).waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('heading', { name: 'nothing to decide' }).waitFor()
  })

  it('that is unknown, or answered elsewhere, is not put to anybody', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await page.goto(new OAuthProgram(daemon, 'nobody').authorizeUrl().url)
    await page.getByRole('heading', { name: 'isn’t known here' }).waitFor()
    const program = await OAuthProgram.register(daemon)
    await page.goto(program.authorizeUrl({ redirect_uri: 'http://evil.example/' }).url)
    await page.getByRole('heading', { name: 'nothing to decide' }).waitFor()
    await assertAccessible(page)
  })

  it('at another host is shown as such', async () => {
    const redirect_uri = 'https://assistant.example/callback'
    const program = await OAuthProgram.register(daemon, { redirect_uris: [redirect_uri] })
    const page = await openWindow(daemon, { as: 'mia', size: 'phone' })
    await page.goto(program.authorizeUrl({ redirect_uri }).url)
    await page.getByText('goes to assistant.example, which is not this device').waitFor()
    await assertAccessible(page)
  })
})
