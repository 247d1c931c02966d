import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { assertAccessible, inBrowser, type Size, sizes, visit } from '../support/browser.ts'
import { lastNoon, ManualClock } from '../support/clock.ts'
import { signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { isLong, itScaled, some } from '../support/long.ts'
import { putQuestion } from '../support/question.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { goalsPage } from './pages/goals-page.ts'
import { type Section, sections, systemPage } from './pages/system-page.ts'

const clock = new ManualClock(lastNoon())
const { daemon, owner } = await household({ pages: true, clock })
const { access_token: token, family_member_uuid: user_id } = owner

/** Two of everything that a page lists, so that only the seconds tell the one from the other. */
async function fillPages(): Promise<void> {
  const call = async (route: string, payload: object) => {
    const { status, body } = await rest(daemon, route, { token, payload })
    assert.ok(status < 300, JSON.stringify(body))
  }
  for (const again of [false, true]) {
    clock.advance(2_000)
    await call('POST /memory/store', { content: again ? 'Tea is at five' : 'Biscuit likes carrots' })
    for (const content of again
      ? ['My sister Anna lives in Lisbon.', 'Where does Anna live?']
      : ['My brother Tom works in Leeds.', 'Where does Tom work?'])
      await call('POST /conversation/message', { content })
    await call('POST /auth/invitations', {})
    await call('POST /agency/goals', { title: again ? 'Swim' : 'Run' })
    await call('POST /backups', {})
    await putQuestion(daemon, token, { user_id, title: again ? 'Tea' : 'Coffee' })
    const approval = { title: again ? 'Lights' : 'Heating', interaction_type: 'approval' }
    await putQuestion(daemon, token, { user_id, ...approval })
    const ip = again ? '203.0.113.7' : '203.0.113.8'
    await call('POST /security/block-ip', { ip, reason: 'guessing' })
    await call('POST /auth/keys', { name: again ? 'Radio' : 'Lamp', scopes: ['read'] })
    await signIn(daemon, 'olga')
    await signIn(daemon, 'mia')
  }
}

/** The pages, with what is there once both of everything is. */
const pages = {
  '/talk': (page: Page) => page.getByRole('button', { name: /^Undo: / }).nth(1),
  '/inbox': (page: Page) => page.getByRole('article').nth(3),
  '/memories': (page: Page) => page.getByRole('button', { name: /^Actions/ }).nth(1),
  '/mood': (page: Page) => page.getByRole('region', { name: 'Why it feels this way' }),
  '/goals': (page: Page) => page.getByRole('article').nth(1),
  '/me': (page: Page) => page.getByLabel('Your name'),
  '/me?section=security': (page: Page) => page.getByRole('button', { name: /^End:/ }).nth(1),
  '/me?section=devices': (page: Page) => page.getByText('No devices yet'),
  '/me?section=programs': (page: Page) => page.getByRole('button', { name: /^Revoke/ }).nth(1),
  '/me?section=data': (page: Page) => page.getByRole('button', { name: 'Everything as a file' }),
  '/household': (page: Page) => page.getByRole('button', { name: /^Withdraw/ }).nth(1),
}

/** The same of the sections of the system that list something. */
const listing: Partial<Record<Section, (page: Page) => Locator>> = {
  overview: (page) => page.getByRole('img', { name: /^Calls per second/ }),
  sessions: (page) => page.getByRole('button', { name: /^End Mia/ }).nth(1),
  security: (page) => page.getByRole('button', { name: /^Unblock/ }).nth(1),
  backups: (page) => page.getByRole('button', { name: /^Restore/ }).nth(1),
}

/** The pages that are something else in a wide window: two panes, columns, a list of sections beside them. */
const different = new Set(['/talk', '/goals', '/me'])

/**
 * The pages that are looked at in a size, and the sections of the system: each of them in one size, or in all where time
 * does not matter. A window of a desktop is seldom too narrow.
 */
const pagesIn = (size: Size) =>
  Object.entries(pages).filter(([at]) => isLong || different.has(at) === (size === 'desktop'))
const sectionsIn = (size: Size): readonly Section[] => {
  const all = Object.keys(sections) as Section[]
  return isLong ? all : size === 'desktop' ? all.slice(0, 1) : all.slice(1)
}

/** A window of a phone, or as narrow a one of a desktop, which has loaded the pages already. */
const windowOf = (size: Size) => (isLong ? { size } : { viewport: sizes[size].viewport })

/** What a screen reader calls the buttons of the page, as far as that is said twice or more. */
async function repeated(page: Page): Promise<string[]> {
  const tree = await page.getByRole('main').ariaSnapshot()
  const names = [...tree.matchAll(/- '?button ("(?:[^"\\]|\\.)*")/g)].map(([, name = '']) => name)
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box, 'it is shown')
  return box
}

inBrowser('The layout', () => {
  const open = sharedWindow(daemon)

  for (const size of Object.keys(sizes) as Size[]) {
    itScaled(
      `holds on every page, accessible and no wider than the window, with a name of its own for each button (${size})`,
      async () => {
        if (size === 'desktop') await fillPages()
        // No two sign-ins at once.
        clock.advance(2_000)
        const page = await open({ as: 'olga', ...windowOf(size) })
        const system = systemPage(page)
        const repeatedNames: Record<string, readonly string[]> = {}
        const check = async (at: string) => {
          const width = await page.evaluate('document.documentElement.scrollWidth')
          assert.equal(width, sizes[size].viewport.width, at)
          await assertAccessible(page, { always: true })
          repeatedNames[at] = await repeated(page)
        }
        for (const [at, ready] of pagesIn(size)) {
          await visit(page, at)
          await ready(page).waitFor()
          await check(at)
        }
        await system.open('overview')
        for (const name of sectionsIn(size)) {
          if (size === 'phone') await system.choice.selectOption(name)
          else {
            await system.link(name).click()
            await system.link(name).and(page.locator('[aria-current=page]')).waitFor()
          }
          await page.waitForURL(new RegExp(`#/system\\?section=${name}$`))
          await system.title(name).waitFor()
          await system.main.getByRole('heading', { level: 3 }).first().waitFor()
          await system.loading.first().waitFor({ state: 'hidden' })
          await listing[name]?.(page).waitFor()
          await check(`/system?section=${name}`)
        }
        assert.deepEqual(repeatedNames, Object.fromEntries(Object.keys(repeatedNames).map((at) => [at, []])))
      },
    )
  }

  for (const size of some<Size>(['phone'], ['desktop', 'phone']))
    itScaled(`always shows the buttons of the dialog of a goal (${size})`, async () => {
      const page = await open({ as: 'olga', at: '/goals', ...windowOf(size) })
      const goals = goalsPage(page)
      await goals.create.click()
      await goals.save.waitFor()
      const { height } = sizes[size].viewport
      const dialog = await boxOf(goals.dialog)
      for (const repeats of ['Never', 'Every week']) {
        await goals.dialog.getByRole('combobox', { name: 'Repeats' }).click()
        await page.getByRole('option', { name: repeats }).click()
        const save = await boxOf(goals.save)
        assert.ok(save.height >= 40, `it is ${save.height} px high`)
        assert.ok(save.y + save.height <= Math.min(height, dialog.y + dialog.height), `it is at ${save.y} px`)
      }
    })

  itScaled('has either the navigation beside a page or the one at its foot, from 768 px on', async () => {
    const page = await open({ as: 'olga', at: '/mood', viewport: { width: 767, height: 800 } })
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    const beside = page.locator('nav.mantine-AppShell-navbar')
    const foot = page.locator('footer.mantine-AppShell-footer')
    for (const width of [767, 768]) {
      await page.setViewportSize({ width, height: 800 })
      const isWide = width >= 768
      await (isWide ? foot : beside).waitFor({ state: 'hidden' })
      assert.equal(await (isWide ? beside : foot).isVisible(), true)
      const { x } = await boxOf(title)
      assert.ok(isWide ? x > 248 : x < 60, `the title begins at ${x} px`)
    }
  })

  itScaled('has the sections of the system above or beside what they show, from 992 px on', async () => {
    const page = await open({ as: 'olga', at: '/system', viewport: { width: 991, height: 800 } })
    const system = systemPage(page)
    await system.title('overview').waitFor()
    for (const width of [991, 992]) {
      await page.setViewportSize({ width, height: 800 })
      const isWide = width >= 992
      const [shown, other] = isWide
        ? [system.link('overview'), system.choice]
        : [system.choice, system.link('overview')]
      await shown.waitFor()
      assert.equal(await other.count(), 0)
      const place = await boxOf(shown)
      const title = await boxOf(system.title('overview'))
      assert.equal(title.x > place.x + place.width, isWide)
    }
  })
})
