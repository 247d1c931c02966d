import assert from 'node:assert/strict'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { select } from '../support/database.ts'
import { sharedHousehold } from '../support/household.ts'
import { it, itLong } from '../support/long.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, newMember } = await sharedHousehold()

const memoriesOf = (family_member_uuid: string) =>
  select<{ content: string; visibility: string }>(
    daemon,
    'SELECT content, visibility FROM memories WHERE family_member_uuid = ? AND forgotten_at IS NULL AND superseded_by IS NULL',
    family_member_uuid,
  )
const goals = (family_member_uuid: string) =>
  select<{ title: string; status: string }>(
    daemon,
    "SELECT title, status FROM goals WHERE family_member_uuid = ? AND status = 'active'",
    family_member_uuid,
  )

inBrowser('What a message changes', () => {
  it('is shown, opened, shared, and undone', async () => {
    const { username, family_member_uuid: member } = await newMember('ann')
    const page = await openWindow(daemon, { as: username })
    const talk = talkPage(page)
    await talk.hear('My sister Ana lives in Porto.', /remember|thank/i)
    await talk.changes.open.click()
    await talk.receipt.dialog.getByText('My sister Ana lives in Porto.').waitFor()
    await talk.receipt.dialog.getByRole('button', { name: 'Share with the household' }).click()
    await talk.receipt.dialog.getByRole('button', { name: 'Keep to myself' }).waitFor()
    assert.deepEqual(memoriesOf(member), [
      { content: 'My sister Ana lives in Porto.', visibility: 'household' },
    ])
    await page.keyboard.press('Escape')
    await talk.changes.undo('Remembered').click()
    await talk.changes.undone.first().waitFor()
    assert.deepEqual(memoriesOf(member), [])

    await talk.hear('Remind me to call Ann tomorrow at 17:00.', /call Ann/)
    assert.equal(goals(member).length, 1)
    await talk.changes.undo('Reminder set').click()
    await talk.changes.undo('Reminder set').waitFor({ state: 'detached' })
    assert.deepEqual(goals(member), [])
  })

  for (const size of ['desktop', 'phone'] satisfies Size[]) {
    const open = async (name: string) => {
      const { username, family_member_uuid } = await newMember(`${name}-${size}`)
      const page = await openWindow(daemon, { as: username, size })
      const talk = talkPage(page)
      const undo = async (message: string, what: string, answer: RegExp) => {
        await talk.hear(message, answer)
        await talk.changes.undo(what).click()
        await talk.changes.undo(what).waitFor({ state: 'detached' })
      }
      return { page, talk, undo, member: family_member_uuid }
    }

    itLong(`is shown, and undone: memories (${size})`, async () => {
      const { page, talk, undo, member } = await open('remembered')
      await talk.hear('My sister Ana lives in Porto.', /remember|thank/i)
      await talk.changes.undo('Remembered').waitFor()
      await assertAccessible(page)
      await talk.changes.undo('Remembered').click()
      await talk.changes.undone.first().waitFor()
      assert.deepEqual(memoriesOf(member), [])

      await talk.hear('I got a puppy called Biscuit.', /remember|thank/i)
      await undo('Forget that.', 'Forgotten', /forgotten/i)
      assert.deepEqual(
        memoriesOf(member).map(({ content }) => content),
        ['I got a puppy called Biscuit.'],
      )
      await undo("That's wrong, it is called Bramble.", 'Memory updated', /put that right/)
      assert.deepEqual(
        memoriesOf(member).map(({ content }) => content),
        ['I got a puppy called Biscuit.'],
      )
    })

    itLong(`is shown, and undone: reminders (${size})`, async () => {
      const { talk, undo, member } = await open('reminded')
      await undo('Remind me to call Ann tomorrow at 17:00.', 'Reminder set', /call Ann/)
      assert.deepEqual(goals(member), [])
      await talk.hear('Remind me to water the fern tomorrow at 17:00.', /fern/)
      await undo('Make that six.', 'Reminder moved', /18:00|6 pm/i)
      await undo('Cancel the reminder about the fern.', 'Reminder cancelled', /fern/)
      assert.deepEqual(
        goals(member).map(({ title }) => title),
        ['water the fern'],
      )
    })

    itLong(`can be opened, shared with the household and taken back (${size})`, async () => {
      const { page, talk, member } = await open('shared')
      await talk.hear('The spare key is under the blue pot.', /remember|thank/i)
      await talk.changes.open.click()
      await talk.receipt.dialog.getByText('The spare key is under the blue pot.').waitFor()
      await assertAccessible(page)
      await talk.receipt.dialog.getByRole('button', { name: 'Share with the household' }).click()
      await talk.receipt.dialog.getByRole('button', { name: 'Keep to myself' }).waitFor()
      assert.deepEqual(memoriesOf(member), [
        { content: 'The spare key is under the blue pot.', visibility: 'household' },
      ])
      await talk.receipt.dialog.getByRole('button', { name: 'Keep to myself' }).click()
      await talk.receipt.dialog.getByRole('button', { name: 'Share with the household' }).waitFor()
      assert.equal(memoriesOf(member)[0]?.visibility, 'private')
    })

    itLong(`shows that nothing is remembered, until it is resumed (${size})`, async () => {
      const { page, talk, member } = await open('forgetful')
      await talk.hear('Stop remembering what I tell you.', /won.t|stop|not/i)
      await talk.changes.resume.waitFor()
      await assertAccessible(page)
      await talk.hear('My bike is blue.', /./)
      assert.deepEqual(memoriesOf(member), [])
      await talk.changes.resume.click()
      await talk.changes.resume.waitFor({ state: 'detached' })
      await talk.say('My bike is red and stands in the shed.')
      await talk.changes.undo('Remembered').waitFor()
      assert.equal(memoriesOf(member).length, 1)
    })
  }
})
