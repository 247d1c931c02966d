import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright'
import { inBrowser, openWindow, visit } from '../support/browser.ts'
import { ManualClock } from '../support/clock.ts'
import { signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { putQuestion } from '../support/question.ts'
import { rest } from '../support/wire/rest.ts'

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })
const { access_token: token, family_member_uuid: user_id } = owner

/** What a screen reader calls the buttons of the page, as far as that is said twice or more. */
async function repeated(page: Page): Promise<string[]> {
  const tree = await page.getByRole('main').ariaSnapshot()
  const names = [...tree.matchAll(/- '?button ("(?:[^"\\]|\\.)*")/g)].map(([, name = '']) => name)
  assert.ok(names.length > 1, tree)
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** Does something twice, so that only the seconds tell the one from the other. */
async function twice(act: (again: boolean) => Promise<unknown>): Promise<void> {
  for (const again of [false, true]) {
    clock.advance(2_000)
    await act(again)
  }
}

async function call(route: string, payload: object): Promise<void> {
  const { status, body } = await rest(daemon, route, { token, payload })
  assert.ok(status < 300, JSON.stringify(body))
}

inBrowser('Buttons', () => {
  it('have a name of their own each, on every page with two of everything', async () => {
    await twice(async (again) => {
      await call('POST /memory/store', { content: again ? 'Tea is at five' : 'Biscuit likes carrots' })
      await call('POST /conversation/message', {
        content: again ? 'My sister Anna lives in Lisbon.' : 'My brother Tom works in Leeds.',
      })
      await call('POST /conversation/message', {
        content: again ? 'Where does Anna live?' : 'Where does Tom work?',
      })
      await call('POST /auth/invitations', {})
      await call('POST /agency/goals', { title: again ? 'Swim' : 'Run' })
      await call('POST /backups', {})
      await putQuestion(daemon, token, { user_id, title: again ? 'Tea' : 'Coffee' })
      await putQuestion(daemon, token, {
        user_id,
        title: again ? 'Lights' : 'Heating',
        interaction_type: 'approval',
      })
      await call('POST /security/block-ip', {
        ip: again ? '203.0.113.7' : '203.0.113.8',
        reason: 'guessing',
      })
      await call('POST /auth/keys', { name: again ? 'Radio' : 'Lamp', scopes: ['read'] })
      await signIn(daemon, 'olga')
      await signIn(daemon, 'mia')
    })
    const page = await openWindow(daemon, { as: 'olga' })
    const found: Record<string, readonly string[]> = {}
    for (const [at, ready] of Object.entries({
      '/talk': page.getByRole('button', { name: /^Undo: / }).nth(1),
      '/inbox': page.getByRole('article').nth(3),
      '/memories': page.getByRole('button', { name: /^Actions/ }).nth(1),
      '/goals': page.getByRole('article').nth(1),
      '/me?section=security': page.getByRole('button', { name: /^End:/ }).nth(1),
      '/me?section=programs': page.getByRole('button', { name: /^Revoke/ }).nth(1),
      '/household': page.getByRole('button', { name: /^Withdraw/ }).nth(1),
      '/system?section=sessions': page.getByRole('button', { name: /^End Mia/ }).nth(1),
      '/system?section=security': page.getByRole('button', { name: /^Unblock/ }).nth(1),
      '/system?section=backups': page.getByRole('button', { name: /^Restore/ }).nth(1),
    })) {
      await visit(page, at)
      await ready.waitFor()
      found[at] = await repeated(page)
    }
    assert.deepEqual(found, Object.fromEntries(Object.keys(found).map((at) => [at, []])))
  })
})
