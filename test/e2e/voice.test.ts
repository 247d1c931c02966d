import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { anna, spoken, wav } from '../support/recognition/speech.ts'
import { tinyModel } from '../support/recognition/tiny-model.ts'
import { rest } from '../support/wire/rest.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-microphone-'))
process.once('exit', () => folder.remove())

/** What a microphone hears: so long that no part of it is heard twice, and never what another one has heard. */
function heard(seed: number): string {
  const file = join(folder.path, `${seed}.wav`)
  writeFileSync(file, wav(spoken(anna, 60, seed)))
  return file
}

const { daemon, owner } = await household({
  pages: true,
  environment: { COMPANION_VOICE_MODEL: tinyModel() },
})

inBrowser('Your voice', () => {
  for (const [index, size] of some<Size>(['desktop'], ['phone']).entries()) {
    it(`is recorded with the microphone, saved, and deleted (${size})`, async () => {
      const username = `vera-${size}`
      await daemon.member(owner, username)
      const page = await openWindow(daemon, { as: username, size, hears: heard(77 + index) })
      await page.context().grantPermissions(['microphone'])
      await visit(page, '/me?section=security')
      const card = page.getByRole('region', { name: 'Your voice', exact: true })
      await card.getByText('Your companion doesn’t know your voice yet.', { exact: true }).waitFor()
      await card.getByRole('button', { name: 'Record your voice', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Record your voice', exact: true })
      const button = (name: string) => dialog.getByRole('button', { name, exact: true })
      const save = button('Save my voice')
      await button('Record').click()
      await dialog.getByRole('progressbar', { name: 'How loud you are', exact: true }).waitFor()
      await assertAccessible(page)
      // Speech takes the time that it takes, and in one go: each recording hears the file from its beginning.
      await page.waitForTimeout(18_000)
      const answer = page.waitForResponse((response) => response.url().endsWith('/recognition/samples'))
      await button('Stop').click()
      const sent = await answer
      assert.equal(sent.status(), 201, await sent.text())
      await save.waitFor()
      await assertAccessible(page)
      await save.click()
      await card.getByText(/^Your companion knows your voice, from \d+ seconds of speech/).waitFor()
      const { access_token: token } = await signIn(daemon, username)
      const { body } = await rest(daemon, 'GET /recognition/voice', { token })
      assert.equal(body.data.voice.enrolled, true)
      await card.getByRole('button', { name: 'Delete your voice', exact: true }).click()
      const sure = page.getByRole('dialog', { name: 'Delete your voice', exact: true })
      await sure.getByRole('button', { name: 'Delete your voice', exact: true }).click()
      await card.getByText('Your companion doesn’t know your voice yet.', { exact: true }).waitFor()
    })
  }
})
