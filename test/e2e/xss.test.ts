import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright'
import { inBrowser, openWindow, untilSays, visit } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { itScaled, some } from '../support/long.ts'
import { fillWith, type Payload, payloads } from '../support/wire/payloads.ts'
import { rest } from '../support/wire/rest.ts'
import { askPage } from './pages/ask-page.ts'

const { daemon, owner } = await household({ pages: true })

const joined = (all: readonly Payload[]): Payload => ({
  mark: all[0]?.mark ?? '',
  text: all.map(({ text }) => text).join(' '),
})
/** Where some are in one text, so that each kind begins one: of elements, what breaks out, of markdown, of addresses. */
const stored = some(
  [
    [0, 1, 2],
    [3, 4, 5],
    [7, 8],
    [6, 9, 10, 11],
  ].map((numbers) => joined(payloads.filter((_, number) => numbers.includes(number)))),
  payloads,
)
const asked = some([joined(payloads)], payloads)
const everywhere = [
  '/talk',
  '/inbox',
  '/memories',
  '/mood',
  '/goals',
  '/me',
  '/household',
  ...[
    'overview',
    'sessions',
    'security',
    'configuration',
    'routing',
    'engine',
    'embedding',
    'backups',
    'logs',
  ].map((section) => `/system?section=${section}`),
]

/** Fails where something of a payload has become more than text. */
async function assertText(page: Page, where: string): Promise<void> {
  const traces = await page.evaluate(`({
    run: globalThis.payloadRun ?? 0,
    elements: [...document.querySelectorAll('#root script, #root iframe, #root object, #root embed, #root [onerror], #root [onload], #root [srcdoc]')].map((one) => one.outerHTML),
    links: [...document.querySelectorAll('a[href]')].map((one) => one.href).filter((href) => !/^(https?|mailto):/.test(href)),
    images: [...document.images].map(({ src }) => src),
  })`)
  assert.deepEqual(traces, { run: 0, elements: [], links: [], images: [] }, where)
}

inBrowser('Text that is meant to run', () => {
  itScaled(
    'is shown as plain text on every page, and reaches nothing outside',
    { timeout: 240_000 },
    async () => {
      await fillWith(daemon, owner, stored)
      const page = await openWindow(daemon, { as: 'olga', expected: /40[04]/ })
      const { origin } = new URL(page.url())
      const elsewhere: string[] = []
      const dialogs: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
          elsewhere.push(request.url())
      })
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      after(() => assert.deepEqual([elsewhere, dialogs], [[], []]))
      let seen = 0
      for (const at of everywhere) {
        await visit(page, at)
        // What is read by then is shown by then.
        await page.waitForLoadState('networkidle')
        await assertText(page, at)
        const text = await page.locator('#root').innerText()
        seen += stored.filter(({ mark }) => text.includes(mark)).length
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click()
          await page.waitForLoadState('networkidle')
          await assertText(page, `${at}, ${await tab.innerText()}`)
        }
      }
      // The pages did show what was stored.
      assert.ok(seen >= stored.length * 2, `${seen} payloads were seen`)

      const { body } = await rest(daemon, 'GET /interactions?status=pending&limit=200', {
        token: owner.access_token,
      })
      const waiting: readonly { interaction_id: string; interaction_type: string }[] = body.items
      assert.equal(waiting.length, stored.length * 3)
      const questions = waiting.filter(({ interaction_type }) => interaction_type === 'question')
      // Each text, and each kind.
      const others = Map.groupBy(waiting, ({ interaction_type }) => interaction_type)
      others.delete('question')
      const looked = some(
        [...questions, ...[...others.values()].flatMap((kind) => kind.slice(0, 1))],
        waiting,
      )
      for (const { interaction_id } of looked) {
        await visit(page, `/answer?interaction=${interaction_id}`)
        await assertText(page, '/answer')
        assert.match(await page.getByRole('article').innerText(), /mark\d+x/)
      }
      const ask = askPage(page)
      for (const { text } of asked) {
        await visit(page, `/answer?interaction=${encodeURIComponent(text)}`)
        await assertText(page, '/answer')
        await visit(page, `/ask?text=${encodeURIComponent(text)}`)
        await untilSays(ask.field, text)
        await ask.field.press('Enter')
        await ask.messages.getByText('waiting for an answer').waitFor({ state: 'detached' })
        await assertText(page, '/ask')
        assert.match(await ask.messages.innerText(), /mark\d+x/)
      }
    },
  )
})
