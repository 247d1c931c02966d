import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, openWindow } from '../support/browser.ts'
import { startTestDaemon, temporaryFolder } from '../support/daemon.ts'
import { itLong, itScaled } from '../support/long.ts'
import { startS3 } from '../support/storage-servers.ts'
import { systemPage } from './pages/system-page.ts'

inBrowser('The page of backups', () => {
  itScaled('sets up a folder on another disk, shows the words once, and says how it went', async () => {
    await using daemon = await startTestDaemon({
      clock: systemClock,
      pages: true,
      config: { backups: { daily: false } },
    })
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

  itLong('sets a server up with its keys, says what it refuses, and never shows the secret', async () => {
    await using daemon = await startTestDaemon({
      clock: systemClock,
      pages: true,
      config: { backups: { daily: false } },
    })
    await daemon.owner()
    const server = await startS3()
    after(async () => {
      await server.stop()
      server.remove()
    })
    const location = server.locationOf('companion')
    const { origin } = new URL(location.replace('s3+', ''))
    const page = await openWindow(daemon, { as: 'olga', at: '/system', expected: /422/ })
    const system = systemPage(page)
    await system.open('backups')
    await system.button('Set up').click()
    const field = (name: string) => system.dialog.getByLabel(name, { exact: true })
    await system.dialog.getByRole('radio', { name: 'S3', exact: true }).check()
    await field('Address').fill(origin)
    await field('Bucket').fill('backups/companion')
    await field('Access key').fill(server.credentials.user)
    await field('Secret key').fill('wrong')
    await assertAccessible(page)
    await system.confirm('Set up')
    await system.dialog.getByText('The server doesn’t accept this name and password').waitFor()
    await field('Secret key').fill(server.credentials.password)
    await system.confirm('Set up')
    await system.confirm('I’ve written them down')
    await page.getByText(location, { exact: true }).waitFor()
    await page.getByText('Restored on trial, and all was there:').waitFor()
    await assertAccessible(page)
  })
})
