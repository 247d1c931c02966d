import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, type Size, untilSays } from '../support/browser.ts'
import { login, password } from '../support/daemon.ts'
import { useDisk } from '../support/disk.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { soon } from '../support/processes.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { type Section, sections, systemPage } from './pages/system-page.ts'

useDisk()
// How long ago something was is said by the clock of the page.
const { daemon, owner } = await household({
  pages: true,
  clock: systemClock,
  config: { backups: { daily: false } },
})
const token = owner.access_token
const sizes = some<Size>(['desktop'], ['phone'])

inBrowser('The page of the system', () => {
  const open = sharedWindow(daemon)

  const openSection = async (name: Section, options: { size?: Size; expected?: RegExp } = {}) => {
    const page = await open({ as: 'olga', at: `/system?section=${name}`, ...options })
    const system = systemPage(page)
    await system.open(name)
    return { page, system }
  }

  itLong('tells members that it is for admins only', async () => {
    const page = await open({ as: 'mia', at: '/system?section=logs' })
    await page.getByText('Only admins see this page').waitFor()
    assert.equal(await page.getByRole('heading', { level: 2 }).count(), 0)
  })

  itLong('says that data is unavailable, and shows it once it is back', async () => {
    const { page, system } = await openSection('overview')
    const folder = join(daemon.home.path, 'backups')
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

  it('shows the health of every part, and counts calls as they arrive', async () => {
    const { page, system } = await openSection('overview')
    await page.getByText(/^(All is well|Something needs attention)\.$/).waitFor()
    for (const part of ['Database', 'Storage', 'Event loop', 'Message bus', 'REST', 'WebSocket', 'gRPC'])
      await page.getByText(new RegExp(`^${part}: (fine|limited)$`)).waitFor()
    await page.getByText(daemon.file.grpc_address, { exact: true }).waitFor()
    const chart = page.getByRole('img', { name: /^Calls per second: REST (?!–|0,)/ })
    await soon(async () => {
      await rest(daemon, 'GET /health', { token })
      return chart.isVisible()
    })
    await page.getByRole('radio', { name: 'gRPC' }).press('Space')
    await page.getByRole('img', { name: /^Calls per second: gRPC/ }).waitFor()
    const slowest = system.main.getByRole('row', { name: /\.\w+ REST/ })
    await slowest.first().waitFor()
  })

  for (const size of sizes) {
    itScaled(`shows what is not well first in its check-up, with what mends it (${size})`, async () => {
      writeFileSync(daemon.home.authority, 'lost', { mode: 0o600 })
      try {
        const { page, system } = await openSection('checkup', { size })
        await page.getByText('One problem. One warning.', { exact: true }).waitFor()
        const rows = system.rows('Findings')
        assert.match(
          (await rows.nth(0).textContent()) ?? '',
          /^Certificates: problem.*certificate-authority\.pem cannot be read/,
        )
        assert.match((await rows.nth(1).textContent()) ?? '', /^Backups on another disk: warning/)
        assert.match((await rows.nth(2).textContent()) ?? '', /: fine/)
        await page
          .getByRole('button', { name: 'Copy: companion backups set-destination FOLDER', exact: true })
          .waitFor()
        await assertAccessible(page)

        await page.getByRole('link', { name: 'Open Security', exact: true }).waitFor()
        rmSync(daemon.home.authority)
        await system.button('Check again').click()
        await page.getByText('One warning.', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Open Backups', exact: true }).click()
        await system.title('backups').waitFor()
      } finally {
        rmSync(daemon.home.authority, { force: true })
      }
    })

    itScaled(`shows with which program somebody is signed in, and ends a session (${size})`, async () => {
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
      const { body } = await rest(daemon, 'POST /auth/login', {
        payload: { username: 'mia', password },
        headers: { 'user-agent': agent },
      })
      assert.equal(body.metadata.status, 'success')
      const { system } = await openSection('sessions', { size })
      const rows = system.rows('Open sessions')
      const theirs = rows.filter({ hasText: 'Mia Example' })
      await theirs.filter({ hasText: 'Firefox on Linux' }).first().waitFor()
      assert.equal(await rows.filter({ hasText: 'This session' }).count(), 1)
      await system.button(/^End Mia Example’s session: Firefox on Linux, signed in on /).waitFor()
      const ends = system.button('End Mia Example’s session')
      const before = await ends.count()
      await ends.first().click()
      await system.confirm('End')
      await system.said('Mia Example’s session has ended.').waitFor()
      await ends.nth(before - 1).waitFor({ state: 'detached' })
    })

    itScaled(`blocks an address for a while and unblocks it (${size})`, async () => {
      const { page, system } = await openSection('security', { size, expected: /4\d\d/ })
      await system.field('Address or network').fill('127.0.0.1')
      await system.button('Block').click()
      await system.alert.filter({ hasText: 'lock out everyone' }).waitFor()
      await system.field('Address or network').fill('203.0.113.7')
      await system.field('Reason').fill('tried passwords')
      await system.field('For how long').selectOption({ label: 'A week' })
      await system.button('Block').click()
      const row = system.rows('Blocked addresses').filter({ hasText: '203.0.113.7' })
      await row.waitFor()
      assert.match(await row.innerText(), /tried passwords[^]*ends (next week|in 7 days|in 1 week)/)
      await untilSays(system.field('Address or network'), '')
      await system.button('Unblock 203.0.113.7').click()
      await row.waitFor({ state: 'detached' })
      await page.getByText('No addresses are blocked').waitFor()
    })
  }

  it('filters the audit log, verifies that it is intact, and shows the rest live meanwhile', async () => {
    await login(daemon, 'mia', 'not the password')
    const { page, system } = await openSection('security')
    await page.getByText(/It’s intact: all \d+ rows/).waitFor()
    await system.field('Event').selectOption({ label: 'Failed sign-in' })
    const rows = system.rows('Audit log')
    await rows.filter({ hasNotText: 'Failed sign-in' }).first().waitFor({ state: 'detached' })
    await rows.first().filter({ hasText: 'about Mia Example' }).waitFor()
    await system.field('Until').fill('2020-01-01')
    await page.getByText('Nothing found').waitFor()
    const verified = page.waitForResponse(/audit\/verify/)
    await system.button('Verify the chain').click()
    await verified
    await page.getByText(/It’s intact: all \d+ rows/).waitFor()

    await system.field('Event').selectOption({ label: 'Failed pairing' })
    await system.field('Member').selectOption({ label: 'Mia Example' })
    await system.field('From').fill('2020-01-01')
    await system.field('Until').fill('2030-01-01')
    await page.getByText('Nothing found').waitFor()
    const payload = { ip: '203.0.113.8', reason: 'tried passwords' }
    await rest(daemon, 'POST /security/block-ip', { token, payload })
    await system.rows('Blocked addresses').filter({ hasText: '203.0.113.8' }).waitFor()
  })

  it('says by itself that the audit log lacks rows which this browser has seen', async () => {
    const { page, system } = await openSection('security')
    await page.getByText(/It’s intact: all \d+ rows/).waitFor()
    const seenHead = () => page.evaluate(() => localStorage.getItem('companion.audit-head'))
    const own = (await seenHead()) ?? ''
    const keep = (head: string) =>
      page.evaluate((text) => localStorage.setItem('companion.audit-head', text), head)
    const other = JSON.stringify({ ...JSON.parse(own), seq: JSON.parse(own).seq + 1_000 })
    await keep(other)
    await system.open('overview')
    await system.open('security')
    await system.alert.filter({ hasText: 'Rows that this browser has seen are gone' }).waitFor()
    assert.equal(await page.getByText(/It’s intact/).count(), 0)
    assert.equal(await seenHead(), other, 'what shows it is kept')
    await keep(own)
  })

  it('finds a setting by its meaning, and says where it was set', async () => {
    const { page, system } = await openSection('configuration')
    await system.field('Search the settings').fill('admin actions')
    const rows = system.main.getByRole('listitem')
    await rows.nth(1).waitFor({ state: 'detached' })
    assert.match(await rows.innerText(), /limits\.administrative_per_minute[^]*80000[^]*Environment/)
    await system.field('Search the settings').fill('nothing of the kind')
    await page.getByText('No setting matches').waitFor()
  })

  it('gives a topic another name and removes it again', async () => {
    const { page, system } = await openSection('routing')
    await system.field('External name').fill('Kitchen Display')
    await system.button('Add').click()
    await page.getByText('with a letter first').waitFor()
    await system.field('External name').fill('kitchen.display')
    await system.field('Internal topic').selectOption('agency.goals')
    await system.button('Add').click()
    const row = system.rows('Mappings').filter({ hasText: 'kitchen.display' })
    await row.filter({ hasText: /agency\.goals.*Olga Example/s }).waitFor()
    await system.button('Remove kitchen.display').click()
    await system.confirm('Remove')
    await page.getByText('No topic has another name').waitFor()
  })

  itLong('goes back to the last page of a list when the current one becomes empty', async () => {
    for (let number = 1; number <= 21; number += 1) {
      const payload = { external_topic: `display.${number}`, internal_topic: 'agency.goals' }
      await rest(daemon, 'POST /routing/mapping', { token, payload })
    }
    const { system } = await openSection('routing')
    await system.button('Page 2').click()
    await system.button(/^Remove display\.1$/).click()
    await system.confirm('Remove')
    await system.rows('Mappings').nth(19).waitFor()
    await system.button('Page 2').waitFor({ state: 'hidden' })
  })

  it('filters the log by level and text, however long, and shows the details of a line', async () => {
    const { page, system } = await openSection('logs')
    await system.field('Containing').fill('READY')
    const rows = system.rows('Log')
    await rows.filter({ hasNotText: 'ready' }).first().waitFor({ state: 'detached' })
    await rows.last().getByText('Details').click()
    await rows
      .last()
      .getByText(/"version"|"mode"|"base_url"/)
      .waitFor()
    await system.field('Level').selectOption({ label: 'Errors only' })
    await page.getByText('No matching lines').waitFor()
    await system.field('Containing').fill('')
    await system.field('Level').selectOption({ index: 0 })
    await rows.first().waitFor()
    await system.field('Containing').fill('"'.repeat(200))
    await page.getByText('No matching lines').waitFor()
  })

  itLong('says in place what the member may no longer see', async () => {
    const ada = await daemon.member(owner, 'ada')
    const roles = (wanted: string[]) =>
      rest(daemon, `PUT /auth/members/${ada.family_member_uuid}/roles`, {
        token,
        payload: { roles: wanted },
      })
    await roles(['admin'])
    const page = await open({ as: 'ada', at: '/system?section=overview' })
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

  itLong('can be used by everybody in all of its sections', async () => {
    await rest(daemon, 'POST /backups', { token, payload: {} })
    const page = await open({ as: 'olga', at: '/system?section=overview' })
    const system = systemPage(page)
    for (const name of Object.keys(sections) as Section[]) {
      await system.open(name)
      if (name === 'overview') await page.getByRole('img', { name: /^Calls per second/ }).waitFor()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await assertAccessible(page)
      }
    }
  })
})
