import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { assertAccessible, inBrowser, openWindow } from '../support/browser.ts'
import { startTestDaemon, temporaryFolder } from '../support/daemon.ts'
import { systemPage } from './pages/system-page.ts'

inBrowser('The page of backups', () => {
  it('sets a folder on another disk up, shows the words once, and how it went', async () => {
    await using daemon = await startTestDaemon()
    await daemon.owner()
    const disk = temporaryFolder()
    after(() => rmSync(disk, { recursive: true, force: true }))
    const page = await openWindow(daemon, { as: 'olga', at: '/system', expected: /422/ })
    const system = systemPage(page)
    await system.open('backups')
    await page.getByText('Not set up yet. Backups stay on this machine until then.').waitFor()
    await system.button('Set up').click()
    const folder = system.dialog.getByLabel('Folder')
    await folder.fill('companion')
    await system.confirm('Set up')
    await system.dialog.getByText('That folder isn’t there, or the companion can’t write to it.').waitFor()
    mkdirSync(join(disk, 'companion'))
    await folder.fill(join(disk, 'companion'))
    await system.confirm('Set up')
    const words = system.dialog.getByRole('group', { name: 'Your twelve words' })
    await words.waitFor()
    assert.match((await words.textContent()) ?? '', /^([a-z]+ ){11}[a-z]+$/)
    await system.dialog.getByRole('img', { name: 'QR code with your twelve words' }).waitFor()
    await assertAccessible(page)
    await system.confirm('I’ve written them down')
    await words.waitFor({ state: 'detached' })
    await page.getByText('All is well').waitFor()
    await page.getByText('1 snapshot').waitFor()
    await page.getByText(join(disk, 'companion')).waitFor()
    await assertAccessible(page)
    await system.button('Snapshot now').click()
    await page.getByText('All is well').waitFor()
    await system.button('Turn off').click()
    await system.dialog.getByText('What is there stays').waitFor()
    await system.confirm('Turn off')
    await page.getByText('Not set up yet. Backups stay on this machine until then.').waitFor()
    assert.ok(existsSync(join(disk, 'companion', 'identity.age')))
  })
})
