// Draws the icons of the app, in every size that a desktop asks for, from the icon of the pages.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from '../packaging/layout.ts'

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]
const folder = join(root, 'build', 'icons')
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', chromium.executablePath()]

const svg = readFileSync(join(root, 'daemon', 'ui', 'icon.svg'), 'utf8')
mkdirSync(folder, { recursive: true })
const executablePath = browsers.find((path) => existsSync(path)) ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  await page.screenshot({ path: join(folder, `${size}x${size}.png`), omitBackground: true })
}
await browser.close()
