import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, visit } from '../support/browser.ts'
import { linesOf } from '../support/archives.ts'
import { household } from '../support/household.ts'
import { rest } from '../support/wire/rest.ts'
import { memoriesPage } from './pages/memories-page.ts'

const { daemon, owner, member } = await household()
const passphrase = 'four or five words'

inBrowser('An archive', () => {
  it('is taken out with a passphrase on one page, and brought back with it on another', async () => {
    const payload = { content: 'Biscuit the puppy likes carrots' }
    await rest(daemon, 'POST /memory/store', { token: member.access_token, payload })
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/me?section=data')
    const region = page.getByRole('region', { name: 'Take everything along' })
    const start = region.getByRole('button', { name: 'Everything as a file', exact: true })
    const field = (name: string) => region.getByRole('textbox', { name, exact: true })
    const taken = async () => {
      const arriving = page.waitForEvent('download')
      await start.click()
      const download = await arriving
      await region.getByText(/is in your downloads/).waitFor()
      return { name: download.suggestedFilename(), path: await download.path() }
    }
    const plain = await taken()
    assert.match(plain.name, /^companion-mia-\d{4}-\d\d-\d\d\.jsonl$/)
    const told = linesOf(readFileSync(plain.path, 'utf8'), 'memory').map(({ content }) => content)
    assert.deepEqual(told, [payload.content])

    await field('Passphrase (optional)').fill('short')
    await region.getByText('At least 12 characters.', { exact: false }).waitFor()
    assert.equal(await start.isDisabled(), true)
    await field('Passphrase (optional)').fill(passphrase)
    await field('Passphrase again').fill('something else')
    await region.getByText('The two don’t match.', { exact: true }).waitFor()
    assert.equal(await start.isDisabled(), true)
    await field('Passphrase again').fill(passphrase)
    await assertAccessible(page)
    const sealed = await taken()
    assert.match(sealed.name, /^companion-mia-\d{4}-\d\d-\d\d\.jsonl\.age$/)
    assert.match(readFileSync(sealed.path, 'latin1'), /^age-encryption\.org\/v1\n-> scrypt /)

    await daemon.member(owner, 'tom')
    const other = await openWindow(daemon, { as: 'tom' })
    await visit(other, '/memories')
    const seen = memoriesPage(other)
    await seen.choose('Import …')
    const [chooser] = await Promise.all([
      other.waitForEvent('filechooser'),
      seen.dialog.getByRole('button', { name: 'Choose a file', exact: true }).click(),
    ])
    await chooser.setFiles({
      name: sealed.name,
      mimeType: 'application/octet-stream',
      buffer: readFileSync(sealed.path),
    })
    const secret = seen.dialog.getByRole('textbox', { name: 'Passphrase', exact: true })
    await secret.fill('not this passphrase')
    await seen.dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await seen.dialog.getByText('This passphrase doesn’t open the file.', { exact: true }).waitFor()
    await secret.fill(passphrase)
    await seen.dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await seen.dialog.getByText(/^Everything of Mia Example, as of /).waitFor()
    await seen.dialog.getByText('Memories: 1', { exact: true }).waitFor()
    await assertAccessible(other)
    await seen.dialog.getByRole('button', { name: 'Bring it all back', exact: true }).click()
    await seen.dialog.getByText(/^\d+ new things$|^One new thing$/).waitFor()
    await seen.dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await seen.memory(payload.content).waitFor()
  })
})
