import assert from 'node:assert/strict'
import { after } from 'node:test'
import { assertAccessible, inBrowser, type Size, visit } from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import type { TestMember } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { systemPage } from './pages/system-page.ts'
import { talkPage } from './pages/talk-page.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const { origin, host } = new URL(server.base_url)
const { daemon, owner } = await household({
  pages: true,
  environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
})
const sizes = some<Size>(['desktop'], ['phone'])
const engines = async ({ access_token: token }: TestMember) =>
  (await rest(daemon, 'GET /auth/profile', { token })).body.data.preferences.engines

inBrowser('A household that has set a model server', () => {
  const open = sharedWindow(daemon)

  for (const size of sizes)
    itScaled(
      `asks its members, says who wrote each reply, and lets them take the consent back (${size})`,
      async () => {
        const member = await daemon.member(owner, 'amy')
        const earlier = await server.chats()
        const page = await open({ as: member.username, size })
        const talk = talkPage(page)
        const question = page.getByRole('region', { name: /wants to use the language model/ })
        await question.getByText(`“normal” at ${host}`).waitFor()
        await assertAccessible(page)
        await talk.hear('I got a puppy called Biscuit.', /remember|noted|thank/i)
        assert.equal(await page.getByText(/^written by/).count(), 0)
        assert.deepEqual([await server.chats(), await engines(member)], [earlier, undefined])
        await question.getByRole('button', { name: 'Use it' }).click()
        await question.waitFor({ state: 'detached' })
        await talk.hear('The lake is frozen today.', 'You said: The lake is frozen today.')
        await talk.row('You said:').getByText(`written by ${host} · normal`).waitFor()
        await assertAccessible(page)
        await visit(page, '/me')
        const consents = page.getByRole('region', { name: 'Language models' })
        await consents.getByText(origin, { exact: true }).waitFor()
        await consents.getByRole('button', { name: `Withdraw: ${origin}` }).click()
        await consents.getByRole('button', { name: `Use it: ${origin}` }).waitFor()
        await assertAccessible(page)
        assert.deepEqual(await engines(member), [])
      },
    )

  itLong('asks nobody again in a tab where they deferred it, and lets them agree under Me', async () => {
    const member = await daemon.member(owner, 'ben')
    const page = await open({ as: 'ben' })
    const question = page.getByRole('region', { name: /wants to use the language model/ })
    await question.getByRole('button', { name: 'Not now' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await engines(member), undefined)
    await page.reload()
    await talkPage(page).field.waitFor()
    await page.getByRole('button', { name: 'What can you do for me?' }).waitFor()
    assert.equal(await question.count(), 0)
    await visit(page, '/me')
    await page.getByRole('button', { name: `Use it: ${origin}` }).click()
    await page.getByText(`${origin} may now be used for your replies.`).waitFor()
    assert.deepEqual(await engines(member), [origin])
  })

  itLong('says under System that the environment has set the engine, and offers no form', async () => {
    const page = await open({ as: 'olga', at: '/system?section=engine' })
    const system = systemPage(page)
    await system.open('engine')
    await page.getByText('engine.base_url is set by an environment variable').waitFor()
    assert.equal(await system.button(/engine|model/).count(), 0)
  })
})
