import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { assertAccessible, inBrowser, openWindow, signInto, type Size } from '../support/browser.ts'
import { lastNoon, ManualClock } from '../support/clock.ts'
import { household } from '../support/household.ts'
import { isLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { OAuthProgram } from '../support/wire/oauth.ts'
import { rest } from '../support/wire/rest.ts'

const clock = new ManualClock(lastNoon())
const { daemon } = await household({ pages: true, clock })

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

/** What a program of the MCP SDK keeps, by the SDK's own words; `asked` is the address that it opens in a browser. */
function keepCredentials(redirectUrl: string) {
  const asked = Promise.withResolvers<URL>()
  const credentials: {
    client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
    tokens?: NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>
    verifier?: string
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Desk of the SDK', redirect_uris: [redirectUrl] },
    state: () => 'of the SDK',
    clientInformation: () => credentials.client,
    saveClientInformation: (client) => void (credentials.client = client),
    tokens: () => credentials.tokens,
    saveTokens: (tokens) => void (credentials.tokens = tokens),
    saveCodeVerifier: (verifier) => void (credentials.verifier = verifier),
    codeVerifier: () => credentials.verifier ?? '',
    redirectToAuthorization: (address) => asked.resolve(address),
  }
  return { provider, credentials, asked: asked.promise }
}

inBrowser('A program that connects', () => {
  const open = sharedWindow(daemon)

  itScaled(
    'on the MCP SDK registers, is let in by a member who signs in on the way, calls tools, refreshes its key and gives it up',
    async () => {
      await using desk = await listening()
      const { provider, credentials, asked } = keepCredentials(desk.redirect_uri)
      const origin = new URL(daemon.file.base_url).origin
      const connect = async () => {
        const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
          authProvider: provider,
        })
        const client = new Client({ name: 'desk', version: '1.0.0' })
        return { client, transport, connected: client.connect(transport) }
      }
      const first = await connect()
      await assert.rejects(first.connected, UnauthorizedError)
      assert.ok(credentials.client?.client_id)
      const page = await openWindow(daemon)
      await page.goto((await asked).href)
      await signInto(page, 'mia')
      await page.getByRole('heading', { name: '“Desk of the SDK” would like to connect' }).waitFor()
      await page.getByText(`answered at ${new URL(desk.redirect_uri).host}`).waitFor()
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
      assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], ['of the SDK', origin])
      await first.transport.finishAuth(searchParams.get('code') ?? '')
      const given = credentials.tokens
      assert.equal(given?.scope, 'read remember ask')
      const { body: memories } = await rest(daemon, 'GET /memory/recent', { token: given.access_token })
      assert.deepEqual(memories.data.items, [])
      assert.deepEqual(await page.context().cookies(), [])

      const { client, connected } = await connect()
      await connected
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'memory_recent'))
      assert.ok(!tools.some(({ name }) => name === 'conversation_message'))
      const recent = () => client.callTool({ name: 'memory_recent', arguments: {} })
      assert.notEqual((await recent()).isError, true)

      // An hour later its key is no longer good, which it finds out by using it.
      clock.advance(3_600_000)
      assert.notEqual((await recent()).isError, true)
      assert.notEqual(credentials.tokens?.access_token, given?.access_token)
      assert.notEqual(credentials.tokens?.refresh_token, given?.refresh_token)

      // What the SDK has no words for.
      const key = new URLSearchParams({
        client_id: credentials.client?.client_id ?? '',
        token: credentials.tokens?.refresh_token ?? '',
      })
      assert.equal((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body: key })).status, 200)
      await assert.rejects(recent())
      await client.close()
    },
  )

  itScaled('is told no under its own scheme, and the window says that it can be closed', async () => {
    const redirect_uri = 'companion-test://callback'
    const program = await OAuthProgram.register(daemon, {
      client_name: '<b>Desk</b>',
      redirect_uris: [redirect_uri],
    })
    // No program of this machine opens it, and what was decided is not there any more.
    const page = await open({ as: 'mia', expected: /companion-test:|404/ })
    await page.goto(program.authorizeUrl({ redirect_uri }).url)
    await page.getByRole('heading', { name: '“<b>Desk</b>” would like to connect' }).waitFor()
    await page.getByText('opens companion-test: links').waitFor()
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await page.getByRole('heading', { name: 'That’s settled' }).waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('heading', { name: 'nothing to decide' }).waitFor()
  })

  itScaled('that is unknown, or was answered elsewhere, is shown to nobody', async () => {
    const page = await open({ as: 'mia' })
    await page.goto(new OAuthProgram(daemon, 'nobody').authorizeUrl().url)
    await page.getByRole('heading', { name: 'isn’t known here' }).waitFor()
    if (!isLong) return
    const program = await OAuthProgram.register(daemon)
    await page.goto(program.authorizeUrl({ redirect_uri: 'http://evil.example/' }).url)
    await page.getByRole('heading', { name: 'nothing to decide' }).waitFor()
    await assertAccessible(page)
  })

  for (const size of some<Size>(['desktop'], ['phone']))
    itScaled(`at another host is shown as such (${size})`, async () => {
      const redirect_uri = 'https://assistant.example/callback'
      const program = await OAuthProgram.register(daemon, { redirect_uris: [redirect_uri] })
      const page = await open({ as: 'mia', size })
      await page.goto(program.authorizeUrl({ redirect_uri }).url)
      await page.getByText('goes to assistant.example, which is not this device').waitFor()
      await assertAccessible(page)
    })
})
