import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { inBrowser, signInto, signOut, untilShown, visit } from '../support/browser.ts'
import { password } from '../support/daemon.ts'
import { saidBy } from '../support/database.ts'
import { sharedHousehold } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { longConversation, seedConversation } from '../support/conversation/seeded-conversation.ts'
import { mePage } from './pages/me-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, owner, newMember } = await sharedHousehold()

const messagesOf = (family_member_uuid: string) => saidBy(daemon, family_member_uuid)

const storageOf = (page: Page) => page.evaluate('JSON.stringify({ ...sessionStorage })').then(String)

/** Holds the answers to the calls of a path back until it is told to let them go on. */
async function hold(page: Page, path: RegExp) {
  const asked = page.waitForRequest(path)
  const [first, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(path, async (route) => {
    const response = await route.fetch()
    first.resolve()
    await gate.promise
    // Whoever asked may not be there any more.
    await route.fulfill({ response }).catch(() => {})
  })
  return {
    /** Until the first of them is there. */
    answered: asked.then(() => first.promise),
    goOn: gate.resolve,
  }
}

/** Has the page wait for every answer: one that is held back for 40 s would count as failed, and what was said next be sent. */
async function waitEndlessly(page: Page): Promise<void> {
  await page.evaluate('void (AbortSignal.timeout = () => new AbortController().signal)')
}

inBrowser('A member whose session ends', () => {
  const open = sharedWindow(daemon)

  it('leaves the next member neither unsent messages nor history, even if that was still loading', async () => {
    const ann = await newMember('ann')
    const ben = await newMember('ben')
    seedConversation(daemon, ann.family_member_uuid, longConversation(200))
    const page = await open({ as: ann.username, expected: /401|ERR_FAILED/ })
    await waitEndlessly(page)
    const talk = talkPage(page)
    await talk.row(/Message 199\./).waitFor()
    const older = await hold(page, /conversation\/history\?.*offset=/)
    await talk.scroller.press('Home')
    await older.answered
    const held = await hold(page, /conversation\/message$/)
    await talk.say('My diary is under the bed.')
    await talk.say('My savings are in the teapot.')
    await talk.field.fill('Nobody must know')
    await held.answered
    await signOut(page, 'Ann Example')
    await signInPage(page).submit.waitFor()
    assert.doesNotMatch(await storageOf(page), /diary|teapot|Nobody/)
    const late = page.waitForResponse(/offset=/)
    older.goOn()
    await late
    const newest = await hold(page, /conversation\/history\?/)
    const context = page.waitForResponse(/conversation\/context/)
    await signInto(page, ben.username)
    await Promise.all([newest.answered, context])
    // For as long as a page takes to show what it knows.
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    assert.equal(await talk.rows.count(), 0)
    newest.goOn()
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    held.goOn()
    await talk.hear('My bicycle is green.', /remember|thank|noted/i)
    assert.equal(await talk.messages.getByText(/diary|teapot|Message/).count(), 0)
    assert.deepEqual(messagesOf(ben.family_member_uuid), ['My bicycle is green.'])
    assert.equal(messagesOf(ann.family_member_uuid).at(-1), 'My diary is under the bed.')
    assert.doesNotMatch(await storageOf(page), /diary|teapot|Nobody/)
  })

  itLong('leaves nothing in the tab after deleting everything, either', async () => {
    const { username } = await newMember('ella')
    const page = await open({ as: username, expected: /401/ })
    await talkPage(page).field.fill('A secret, half written')
    await visit(page, '/me?section=data')
    // As on a page that never showed the conversation.
    await untilShown(page, () => page.reload())
    const { reset } = mePage(page)
    await reset.open.click()
    assert.match(await storageOf(page), /companion\.draft/)
    await reset.password.fill(password)
    await reset.word.fill('RESET')
    await reset.submit.click()
    await signInPage(page).submit.waitFor()
    assert.doesNotMatch(await storageOf(page), /companion\.draft/)
  })

  itScaled(
    'finds what was typed when the session ended elsewhere after signing in again, even if somebody else signed in meanwhile',
    async () => {
      const fred = await newMember('fred')
      const mia = await newMember('mia')
      const page = await open({ as: fred.username, expected: /401|WebSocket/ })
      const talk = talkPage(page)
      const end = () =>
        rest(daemon, 'POST /auth/tokens/revoke', {
          token: owner.access_token,
          payload: { family_member_uuid: fred.family_member_uuid },
        })
      await talk.field.fill('Half a sentence')
      for (const between of some([mia], [null, mia])) {
        await end()
        await page.getByText('Your session has ended. Please sign in again.').waitFor()
        if (between !== null) {
          await signInto(page, between.username)
          assert.equal(await talk.field.inputValue(), '')
          await signOut(page, 'Mia Example')
        }
        await signInto(page, fred.username)
        assert.equal(await talk.field.inputValue(), 'Half a sentence')
      }
    },
  )
})
