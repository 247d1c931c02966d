// Takes the pictures of the docs: a household that has lived for a while, each page once, some also dark or small.
// node test/e2e/screenshots.ts
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { root } from '../../build/packaging/layout.ts'
import { signInto, type Size, sizes, visit } from '../support/browser.ts'
import { fullestChromium } from '../support/chromium.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { fillHome } from '../support/homes/sample-home.ts'

const folder = join(root, 'daemon', 'ui', 'screenshots')
const pictures: [file: string, at: string, size?: Size, scheme?: 'dark'][] = [
  ['talk', '/talk'],
  ['inbox', '/inbox'],
  ['memories', '/memories'],
  ['mood', '/mood'],
  ['goals', '/goals'],
  ['me', '/me'],
  ['household', '/household'],
  ['system', '/system'],
  ['talk-dark', '/talk', 'desktop', 'dark'],
  ['talk-phone', '/talk', 'phone'],
]

mkdirSync(folder, { recursive: true })
await using daemon = await startTestDaemon({ clock: systemClock })
await fillHome(daemon)
const browser = await chromium.launch({
  executablePath: fullestChromium ?? '',
  args: ['--no-sandbox'],
})

/** Waits until nothing moves any more and nothing is on its way. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('status', { name: 'Loading …' }).waitFor({ state: 'hidden' })
  await page.evaluate('document.fonts.ready')
  // Charts draw themselves with the next pictures.
  await page.evaluate('new Promise((done) => setTimeout(done, 1500))')
}

for (const [file, at, size = 'desktop', scheme = 'light'] of pictures) {
  const context = await browser.newContext({ ...sizes[size], colorScheme: scheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(new URL('/', daemon.file.base_url).href)
  await signInto(page, 'olga')
  await visit(page, at)
  await page.mouse.move(0, 0)
  await settle(page)
  await page.screenshot({ path: join(folder, `${file}.png`) })
  await context.close()
}
await browser.close()
