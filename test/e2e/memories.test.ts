import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealFile } from '../../daemon/client/sealed-file.ts'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { linesOf } from '../support/archives.ts'
import { assertAccessible, inBrowser, type Size, untilFocused } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { amount, isLong, it, itLong, itScaled, some } from '../support/long.ts'
import { makeOld } from '../support/memory/unused.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { memoriesPage } from './pages/memories-page.ts'

// Imports go on step by step as time passes.
const { daemon, owner, member } = await household({ pages: true, clock: systemClock })
const sizes = some<Size>(['desktop'], ['phone'])

const send = async (route: string, payload: object, { access_token: token } = member) => {
  const { status, body } = await rest(daemon, route, { token, payload })
  assert.ok(status < 300, JSON.stringify(body))
  return body.data
}
const store = (content: string, more: object = {}, who = member) =>
  send('POST /memory/store', { content, ...more }, who)
const passphrase = 'four or five words'
/** What the page makes of a file with the passphrase, which takes it seconds to stretch, at next to no cost. */
const sealCheaply = async (path: string) =>
  Buffer.from(await sealFile(readFileSync(path, 'utf8'), passphrase, 4))
const at = (memory_uuid = '') => `/memories${memory_uuid && `?memory=${memory_uuid}`}`

/** Stores what tests look at together, so that the page is loaded once for them; the answer is which one is shared. */
async function storeSome() {
  await store('The filter of the kettle is blue.', { kind: 'fact', tags: ['kitchen'] })
  await store('I like the kettle very much.', { kind: 'preference' })
  await store('My favourite colour is red.')
  await store('My favourite colour is blue.')
  await store('The wifi password is on the fridge.')
  await store("You'll find the wifi password on the fridge.")
  const { memory: gate } = await store('The garden gate sticks.', { visibility: 'household' }, owner)
  return { gate: String(gate.memory_uuid) }
}
type Some = Awaited<ReturnType<typeof storeSome>>

inBrowser('Memories', () => {
  const open = sharedWindow(daemon)
  let stored: Some | undefined
  const openWithSome = async (where: (some: Some) => string = () => at()) => {
    const anew = stored === undefined
    stored ??= await storeSome()
    return open({ as: 'mia', at: where(stored), anew })
  }

  it('says how to add the first memory', async () => {
    const page = await open({ as: 'mia', at: at() })
    await page.getByText('No memories yet').waitFor()
    await memoriesPage(page).section('Forgotten')
    await page.getByText('Nothing forgotten recently').waitFor()
    await memoriesPage(page).section('Check-up')
    await page.getByText('Everything is in order').waitFor()
  })

  for (const size of sizes) {
    itScaled(`adds, finds, edits, pins, forgets and restores a memory (${size})`, async () => {
      const page = await open({ as: 'mia', at: at(), size })
      const seen = memoriesPage(page)
      const cake = `My ${size} aunt bakes a plum cake.`
      await seen.add(cake)
      await seen.save.click()
      await seen.said('Remembered.').waitFor()
      await seen.memory(cake).waitFor()

      await seen.add(cake)
      await seen.save.click()
      await seen.said('already known').waitFor()
      assert.equal(await seen.memory(cake).count(), 1)

      await seen.search.fill('plum cake')
      await seen.memory(cake).getByText('Match: ').first().waitFor()
      await seen.edit(cake)
      await seen.content.fill(`My ${size} aunt bakes an apple cake.`)
      await seen.dialog.getByText('Household', { exact: true }).click()
      await seen.dialog.getByText(/Everyone in the household can see it/).waitFor()
      await seen.save.click()
      const apple = `My ${size} aunt bakes an apple cake.`
      await seen.search.fill('')
      await seen.memory(apple).getByText('Household').waitFor()

      await seen.pin(apple).click()
      await seen.memory(apple).getByRole('button', { name: 'Pinned', pressed: true }).waitFor()

      await seen.forget(apple)
      await seen.memory(apple).waitFor({ state: 'detached' })
      await seen.undo.click()
      await seen.memory(apple).waitFor()

      await seen.forget(apple)
      await seen.memory(apple).waitFor({ state: 'detached' })
      await seen.section('Forgotten')
      await seen.memory(apple).getByRole('button', { name: 'Restore' }).click()
      await seen.memory(apple).waitFor({ state: 'detached' })
      await seen.section('Remembered')
      await seen.memory(apple).waitFor()
    })
  }

  itLong('keeps an empty form open, and keeps the focus of keyboard users where it was', async () => {
    const page = await open({ as: 'mia', at: at() })
    const seen = memoriesPage(page)
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await untilFocused(seen.content)
    await page.keyboard.type('   ')
    await seen.save.press('Enter')
    await seen.dialog.getByText('Write down what to remember.').waitFor()
    await page.keyboard.press('Escape')
    await seen.dialog.waitFor({ state: 'detached' })
    await page.locator(':focus', { hasText: /^Add$/ }).waitFor()
  })

  it('shows only what matches the filters', async () => {
    const page = await openWithSome()
    const seen = memoriesPage(page)
    await seen.filters.click()
    await page.getByRole('combobox', { name: 'Tag' }).fill('kitchen')
    await page.getByText('One memory', { exact: true }).waitFor()
    await seen.memory('The filter of the kettle').waitFor()
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    await page.getByRole('combobox', { name: 'Tag' }).fill('no such tag')
    await page.getByText('No memories match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await seen.memory('I like the kettle').waitFor()
    await seen.search.fill('kettle')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Fact' }).click()
    await seen.memory('I like the kettle').waitFor({ state: 'detached' })
    await seen.memory('The filter of the kettle').waitFor()
  })

  it('shows what somebody else has shared, read-only', async () => {
    const content = 'The garden gate sticks.'
    const page = await openWithSome(({ gate }) => at(gate))
    const seen = memoriesPage(page)
    await seen.dialog.getByText('Only they can change it.', { exact: false }).waitFor()
    assert.equal(await seen.save.count(), 0)
    await page.keyboard.press('Escape')
    await seen.memory(content).getByText('From the household').waitFor()
    assert.equal(await seen.memory(content).getByRole('button').count(), 0)
  })

  itLong('names the speaker of what was told elsewhere', async () => {
    const content = 'The rowing club meets behind the old weir.'
    await store(content, { speaker: 'Anneke', source_name: 'Family chat' })
    const page = await open({ as: 'mia', at: at() })
    const seen = memoriesPage(page)
    await seen.search.fill('where does the rowing club meet')
    await seen.memory(content).getByText('said by Anneke, added by hand (Family chat)').waitFor()
  })

  itLong('says that nothing matches well, and shows what comes closest', async () => {
    await store('The oars of the rowing boat are varnished.')
    const page = await open({ as: 'mia', at: at() })
    const seen = memoriesPage(page)
    await seen.search.fill('why does the ferry to Norway take a night')
    await page.getByText(/^Nothing matches well\. Here/).waitFor()
    await seen.memory('The oars of the rowing boat').waitFor()
  })

  it('shows which memory replaced which', async () => {
    const page = await openWithSome()
    const seen = memoriesPage(page)
    await seen.showLineage('colour is blue')
    await seen.dialog.getByText('My favourite colour is red.').waitFor()
    await seen.dialog.getByText(/^true from/).waitFor()
    await seen.dialog.getByText(/^true since/).waitFor()
  })

  it('cleans up duplicates and unused memories', async () => {
    // Whatever looks for something may use it, so nothing is looked for after this.
    const { memory } = await store('The tent is in the cellar.')
    makeOld(daemon, member, memory.memory_uuid)
    const page = await openWithSome()
    const seen = memoriesPage(page)
    await seen.section('Check-up')
    await page.getByRole('heading', { name: 'Duplicates' }).waitFor()
    await page.getByRole('heading', { name: 'Never used' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /Keep only this one: You.ll find/ }).click()
    await page.getByRole('heading', { name: 'Duplicates' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pin: The tent is in the cellar.' }).click()
    await page.getByText('Everything is in order').waitFor()
    await seen.section('Forgotten')
    await seen.memory('The wifi password is').waitFor()
  })

  itLong('forgets many at once and restores them, with one check-up after each', async () => {
    const who = await daemon.member(owner, 'nina')
    const facts = ['The tent is in the cellar.', 'The rope hangs in the shed.', 'The oars lie on the roof.']
    for (const content of facts) await store(content, {}, who)
    makeOld(daemon, who)
    const page = await open({ as: 'nina', at: at() })
    const seen = memoriesPage(page)
    await seen.section('Check-up')
    const forgetAll = page.getByRole('button', { name: 'Forget all 3' })
    await forgetAll.waitFor()
    let checkups = 0
    const { promise: made, resolve: make } = Promise.withResolvers<void>()
    await page.route('**/memory/checkup', async (route) => {
      checkups += 1
      await made
      await route.continue()
    })
    await forgetAll.click()
    await seen.undo.waitFor()
    await forgetAll.waitFor({ state: 'detached' })
    assert.equal(checkups, 1)
    await seen.undo.click()
    await seen.said('3 memories restored.').waitFor()
    make()
    await forgetAll.waitFor()
    assert.equal(checkups, 2)
  })

  it('imports a pasted list after a preview, exports everything as a file, and undoes the import', async () => {
    const page = await open({ as: 'mia', at: at() })
    const seen = memoriesPage(page)
    await seen.choose('Import …')
    const lines = [
      { content: 'Shelf one holds jam.', visibility: 'household' },
      { content: 'Shelf two holds tea.' },
      { kind: 'fact' },
    ]
    await seen.dialog.getByRole('textbox').fill(JSON.stringify(lines))
    await seen.dialog.getByRole('button', { name: 'Next' }).click()
    await seen.dialog.getByText('2 memories are ready to import').waitFor()
    await seen.dialog.getByText('memories[2] can’t be read').waitFor()
    await seen.dialog.getByRole('switch', { name: /Keep everything to myself/ }).press('Space')
    await assertAccessible(page)
    await seen.dialog.getByRole('button', { name: 'Import 2 memories' }).click()
    await seen.dialog.getByText('2 new memories').waitFor()
    await seen.dialog.getByRole('button', { name: 'Done' }).click()
    await seen.memory('Shelf two holds tea.').waitFor()
    assert.equal(await seen.memory('Shelf one').getByText('Household').count(), 0)
    const exported = async (act: 'Export as JSON Lines' | 'Export as Markdown') => {
      const [download] = await Promise.all([page.waitForEvent('download'), seen.choose(act)])
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')] as const
    }
    const [name, text] = await exported('Export as JSON Lines')
    assert.match(name, /^companion-memories-\d{4}-\d\d-\d\d\.jsonl$/)
    const contents = new Set(text.split('\n').map((line) => line && JSON.parse(line).content))
    assert.ok(contents.has('Shelf one holds jam.'))
    assert.equal(contents.has('The garden gate sticks.'), false)
    const [markdownName, markdown] = await exported('Export as Markdown')
    assert.match(markdownName, /\.md$/)
    assert.match(markdown, /^- .*Shelf one holds jam\./m)
    await seen.choose('Import …')
    await seen.dialog.getByRole('button', { name: 'Undo import of Pasted text' }).click()
    await seen.dialog.getByText('undone').waitFor()
    await page.keyboard.press('Escape')
    await seen.memory('Shelf two holds tea.').waitFor({ state: 'detached' })
  })

  itLong('imports a file of another assistant, and undoes that', async () => {
    const page = await open({ as: 'mia', at: at() })
    const seen = memoriesPage(page)
    await seen.choose('Import …')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      seen.dialog.getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles(join(import.meta.dirname, '../support/imports/claude-conversations.json'))
    const start = seen.dialog.getByRole('button', { name: /^Import \d+ memories$/ })
    await start.waitFor()
    assert.equal(await seen.dialog.getByRole('combobox', { name: 'Read as' }).inputValue(), 'Claude')
    const own = await start.textContent()
    await seen.dialog.getByRole('switch', { name: /Also keep what the assistant said/ }).press('Space')
    const answers = seen.dialog.getByText(/^assistant: |^Claude: /)
    await answers.first().waitFor()
    assert.notEqual(await start.textContent(), own)
    await start.click()
    await seen.dialog.getByText(/^\d+ new memories$/).waitFor()
    await seen.dialog.getByRole('button', { name: 'Done' }).click()
    await seen.memory('Claude').first().waitFor()

    await seen.choose('Import …')
    await seen.dialog.getByText('claude-conversations.json').waitFor()
    await assertAccessible(page)
    await seen.dialog.getByRole('button', { name: 'Undo import of claude-conversations.json' }).click()
    await seen.said(/^Forgot \d+ memories/).waitFor()
    await seen.dialog.getByText('undone').waitFor()
    await page.keyboard.press('Escape')
    await seen.memory('Claude').first().waitFor({ state: 'detached' })
  })

  for (const size of sizes)
    itScaled(`renders only a window of a long list, and loads more while scrolling (${size})`, async () => {
      const count = amount(250, 450)
      const numbered = Array.from({ length: count }, (_, number) => ({
        content: `Crate ${number} is sealed.`,
      }))
      await send('POST /memory/store-many', { memories: numbered }, owner)
      const page = await open({ as: owner.username, at: at(), size })
      const seen = memoriesPage(page)
      await seen.memory(`Crate ${count - 1} is`).waitFor()
      assert.ok((await seen.all.count()) < 40)
      // What is scrolled over gets its true height by that, so the end is a little elsewhere each time.
      const last = seen.memory('Crate 0 is')
      while (!(await last.isVisible())) {
        await seen.memories.evaluate((list: object) =>
          Reflect.get(list, 'scrollIntoView').call(list, { block: 'end' }),
        )
        await seen.all.last().waitFor()
      }
      assert.ok((await seen.all.count()) < 40)
      assert.equal(
        await seen.memory('Crate 0 is').getAttribute('aria-setsize'),
        await seen.all.first().getAttribute('aria-setsize'),
      )
    })

  itLong('can be used with a screen reader', async () => {
    await store('The kettle is blue.')
    for (const [size, scheme] of [
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const page = await open({ as: 'mia', at: at(), size, scheme })
      const seen = memoriesPage(page)
      await seen.all.first().waitFor()
      await seen.filters.click()
      await page.getByRole('combobox', { name: 'Kind' }).waitFor()
      await assertAccessible(page)
      await seen.add('x')
      await assertAccessible(page)
    }
  })

  itScaled(
    'are exported to an archive with a passphrase on one page, and imported with it on another',
    async () => {
      const max = await daemon.member(owner, 'max')
      const payload = { content: 'Biscuit the puppy likes carrots' }
      await rest(daemon, 'POST /memory/store', { token: max.access_token, payload })
      const page = await open({ as: 'max', at: '/me?section=data' })
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
      assert.match(plain.name, /^companion-max-\d{4}-\d\d-\d\d\.jsonl$/)
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
      let { name, buffer } = { name: `${plain.name}.age`, buffer: await sealCheaply(plain.path) }
      if (isLong) {
        const sealed = await taken()
        assert.match(sealed.name, /^companion-max-\d{4}-\d\d-\d\d\.jsonl\.age$/)
        ;({ name, buffer } = { name: sealed.name, buffer: readFileSync(sealed.path) })
        assert.match(buffer.toString('latin1'), /^age-encryption\.org\/v1\n-> scrypt /)
      }

      const tom = await daemon.member(owner, 'tom')
      const other = await open({ as: tom.username, at: '/memories' })
      const seen = memoriesPage(other)
      await seen.choose('Import …')
      const [chooser] = await Promise.all([
        other.waitForEvent('filechooser'),
        seen.dialog.getByRole('button', { name: 'Choose a file', exact: true }).click(),
      ])
      await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
      const secret = seen.dialog.getByRole('textbox', { name: 'Passphrase', exact: true })
      await secret.fill('not this passphrase')
      await seen.dialog.getByRole('button', { name: 'Open', exact: true }).click()
      await seen.dialog.getByText('This passphrase doesn’t open the file.', { exact: true }).waitFor()
      await secret.fill(passphrase)
      await seen.dialog.getByRole('button', { name: 'Open', exact: true }).click()
      await seen.dialog.getByText(/^Everything of Max Example, as of /).waitFor()
      await seen.dialog.getByText('Memories: 1', { exact: true }).waitFor()
      await assertAccessible(other)
      await seen.dialog.getByRole('button', { name: 'Bring it all back', exact: true }).click()
      await seen.dialog.getByText(/^\d+ new things$|^One new thing$/).waitFor()
      await seen.dialog.getByRole('button', { name: 'Done', exact: true }).click()
      await seen.memory(payload.content).waitFor()
    },
  )
})
