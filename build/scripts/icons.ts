// Draws the icons of the app, in every size that a desktop asks for: that of its windows from the icon of the pages, and
// those of the tray.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { iconFolder, trayIcons, trayStates } from '../packaging/icons.ts'
import { root } from '../packaging/layout.ts'
import { drawTray } from '../packaging/tray-drawing.ts'

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', chromium.executablePath()]

mkdirSync(join(iconFolder, 'tray'), { recursive: true })
const executablePath = browsers.find((path) => existsSync(path)) ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage()

async function draw(svg: string, file: string, size: number): Promise<void> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  await page.screenshot({ path: join(iconFolder, file), omitBackground: true })
}

const icon = readFileSync(join(root, 'daemon', 'ui', 'icon.svg'), 'utf8')
for (const size of sizes) await draw(icon, `${size}x${size}.png`, size)
for (const state of trayStates)
  for (const template of [false, true])
    for (const { file, size } of trayIcons(state, template)) await draw(drawTray(state, template), file, size)
await browser.close()
