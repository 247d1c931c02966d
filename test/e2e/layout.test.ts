import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator } from 'playwright'
import { inBrowser, openWindow, sizes, type Size } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { goalsPage } from './pages/goals-page.ts'
import { systemPage } from './pages/system-page.ts'

const { daemon } = await household()

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box, 'it is shown')
  return box
}

inBrowser('The layout', () => {
  for (const width of [767, 768]) {
    it(`has either the navigation beside a page or the one at its foot, at ${width} px`, async () => {
      const page = await openWindow(daemon, { as: 'mia', at: '/mood', viewport: { width, height: 800 } })
      const title = page.getByRole('heading', { level: 1 })
      await title.waitFor()
      const beside = await page.locator('nav.mantine-AppShell-navbar').isVisible()
      const foot = await page.locator('footer.mantine-AppShell-footer').isVisible()
      assert.deepEqual([beside, foot], width < 768 ? [false, true] : [true, false])
      const { x } = await boxOf(title)
      assert.ok(beside ? x > 248 : x < 60, `the title begins at ${x} px`)
    })
  }

  for (const width of [991, 992]) {
    it(`has the sections of the system above or beside what they show, at ${width} px`, async () => {
      const page = await openWindow(daemon, { as: 'olga', at: '/system', viewport: { width, height: 800 } })
      const system = systemPage(page)
      await system.title('overview').waitFor()
      const beside = width >= 992
      assert.equal(await system.choice.count(), beside ? 0 : 1)
      const sections = await boxOf(beside ? system.link('overview') : system.choice)
      const title = await boxOf(system.title('overview'))
      assert.equal(title.x > sections.x + sections.width, beside)
    })
  }

  for (const size of Object.keys(sizes) as Size[]) {
    it(`always shows the buttons of the dialog of a goal (${size})`, async () => {
      const page = await openWindow(daemon, { as: 'mia', at: '/goals', size })
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
  }
})
