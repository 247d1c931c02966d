import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { inBrowser, openWindow } from '../support/browser.ts'
import { startTestDaemon, temporaryFolder } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { rest } from '../support/wire/rest.ts'
import { systemPage } from './pages/system-page.ts'

const { daemon, owner } = await household()
const token = owner.access_token
const block = (ip: string) =>
  rest(daemon, 'POST /security/block-ip', { token, payload: { ip, reason: 'tried passwords' } })

inBrowser('What is live on the page of the system', () => {
  it('updates the filtered audit log live, and leaves the rest working', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('security')
    await system.field('Event').selectOption({ label: 'Failed pairing' })
    await system.field('Member').selectOption({ label: 'Mia Example' })
    await system.field('From').fill('2020-01-01')
    await system.field('Until').fill('2030-01-01')
    await page.getByText('Nothing found').waitFor()
    await block('203.0.113.8')
    await system.rows('Blocked addresses').filter({ hasText: '203.0.113.8' }).waitFor()
  })

  it('says in place what the member may no longer see', async () => {
    const ada = await daemon.member(owner, 'ada')
    const roles = (wanted: string[]) =>
      rest(daemon, `PUT /auth/members/${ada.family_member_uuid}/roles`, {
        token,
        payload: { roles: wanted },
      })
    await roles(['admin'])
    const page = await openWindow(daemon, { as: 'ada', at: '/system' })
    const system = systemPage(page)
    // What is read once is read by then.
    const readOnce = ['certificates', 'encryption/passkeys'].map((path) =>
      page.waitForResponse((response) => response.url().includes(`/api/v1/${path}`)),
    )
    await system.open('security')
    await system.rows('Audit log').first().waitFor()
    await Promise.all(readOnce)
    await roles([])
    await system.field('Event').selectOption({ label: 'Failed pairing' })
    await system.alert.filter({ hasText: 'You don’t have permission to do this.' }).waitFor()
    assert.equal(await system.rows('Audit log').count(), 0)
  })

  it('searches the log for the longest text that can be typed', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('logs')
    await system.rows('Log').first().waitFor()
    await system.field('Containing').fill('"'.repeat(200))
    await page.getByText('No matching lines').waitFor()
  })

  it('goes back to the last page of a list when the current one becomes empty', async () => {
    for (let number = 1; number <= 21; number += 1) {
      const payload = { external_topic: `display.${number}`, internal_topic: 'agency.goals' }
      await rest(daemon, 'POST /routing/mapping', { token, payload })
    }
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('routing')
    await system.button('Page 2').click()
    await system.button(/^Remove display\.1$/).click()
    await system.confirm('Remove')
    await system.rows('Mappings').nth(19).waitFor()
    await system.button('Page 2').waitFor({ state: 'hidden' })
  })

  it('says that data is unavailable, and shows it once it is back', async () => {
    const home = temporaryFolder()
    const own = await startTestDaemon({ home, config: { backups: { daily: false } } })
    await own.owner()
    const page = await openWindow(own, { as: 'olga', at: '/system' })
    after(() => own[Symbol.asyncDispose]())
    const system = systemPage(page)
    const folder = join(home, 'backups')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'no folder')
    await system.open('backups')
    await system.alert.filter({ hasText: 'Something went wrong in the companion.' }).waitFor()
    assert.equal(await system.loading.count(), 0)
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    await page.getByText('No backups yet').waitFor()
    assert.equal(await system.alert.count(), 0)
  })
})
