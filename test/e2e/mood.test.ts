import assert from 'node:assert/strict'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, type Size, untilSays } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { moodPage } from './pages/mood-page.ts'

const { daemon, member } = await household({ clock: systemClock, pages: true })
const at = '/mood'
const say = (content: string) =>
  rest(daemon, 'POST /conversation/message', { token: member.access_token, payload: { content } })

inBrowser('Mood and nature', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone']))
    itScaled(
      `show how the companion feels, why, and how that changed, as it is said elsewhere (${size})`,
      async () => {
        const page = await open({ as: 'mia', at, size })
        const seen = moodPage(page)
        await page.getByText('Nothing has stirred it in this time').waitFor()
        await page.getByText('No particular reason').waitFor()
        await say('Thank you, you are wonderful!')
        await seen.causes.filter({ hasText: 'praise' }).first().waitFor()
        assert.match(
          (await seen.causes.first().getByRole('link').getAttribute('href')) ?? '',
          /#\/talk\?message=[0-9a-f-]{36}/,
        )
        await seen.chart.focus()
        await page.keyboard.press('ArrowRight')
        await page.getByText('because of', { exact: false }).waitFor()
        await seen.asTable.press('Space')
        await seen.rows.filter({ hasText: 'praise' }).first().waitFor()
        for (const range of ['Week', 'Month'] as const) {
          await seen.range(range)
          await seen.rows.nth(1).waitFor()
        }
      },
    )

  itLong('follow what is said elsewhere', async () => {
    const page = await open({ as: 'mia', at })
    await say('You are useless and stupid.')
    await moodPage(page).causes.filter({ hasText: 'an insult' }).waitFor()
  })

  itLong('can be used with a screen reader', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await open({ as: 'mia', at, scheme, anew: true })
      const seen = moodPage(page)
      await seen.chart.waitFor()
      await assertAccessible(page)
      await seen.asTable.press('Space')
      await seen.rows.first().waitFor()
      await assertAccessible(page)
      await seen.section('Personality')
      await seen.preview.getByText('Who are you?').waitFor()
      await assertAccessible(page)
    }
  })

  for (const size of some<Size>(['desktop'], ['phone']))
    itScaled(
      `have traits that are tried out before they are saved, kept, and restored (${size})`,
      async () => {
        const name = size === 'phone' ? 'Ada' : 'Iris'
        const page = await open({ as: 'mia', at, size })
        const seen = moodPage(page)
        await seen.section('Personality')
        await seen.preview.getByText('Who are you?').waitFor()
        const formal = await seen.preview.innerText()
        await seen.trait('Conscientiousness').press('Home')
        await seen.trait('Extraversion').press('End')
        await seen.name.fill(name)
        await seen.preview.getByText(name).first().waitFor()
        assert.notEqual(await seen.preview.innerText(), formal)

        await seen.name.fill('  ')
        await page.getByText('It needs a name.').waitFor()
        assert.equal(await seen.save.isDisabled(), true)
        await seen.name.fill(name)

        await seen.section('Mood')
        await seen.section('Personality')
        assert.equal(await seen.name.inputValue(), name)
        await seen.revert.click()
        await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
        assert.notEqual(await seen.name.inputValue(), name)
        assert.equal(await seen.save.count(), 0)

        await seen.snapshotName.fill(`Before ${name}`)
        await seen.keepSnapshot.click()
        await seen.restore(`Before ${name}`).waitFor()
        const former = await seen.name.inputValue()

        await seen.name.fill(name)
        await seen.save.click()
        await seen.said('Saved.').waitFor()
        await page
          .getByRole('button', { name: /^Restore: Before a change/ })
          .first()
          .waitFor()

        await seen.restore(`Before ${name}`).click()
        await seen.confirm.click()
        await seen.said('Snapshot restored.').waitFor()
        await untilSays(seen.name, former)
      },
    )

  itLong('keep what is changed while an earlier change is being saved', async () => {
    const page = await open({ as: 'mia', at })
    const seen = moodPage(page)
    await seen.section('Personality')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/personality/traits', async (route) => {
      await answered
      await route.continue()
    })
    await seen.trait('Openness').press('Home')
    await seen.save.click()
    await seen.trait('Agreeableness').press('Home')
    answer()
    await seen.said('Saved.').waitFor()
    await page.getByText('Unsaved changes').waitFor()
    assert.equal(await seen.trait('Agreeableness').getAttribute('aria-valuenow'), '0')
    await seen.save.click()
    await seen.save.waitFor({ state: 'detached' })
    const { body } = await rest(daemon, 'GET /personality/current', { token: member.access_token })
    assert.deepEqual([body.data.traits.openness, body.data.traits.agreeableness], [0, 0])
  })
})
