import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app/desktop-app.ts'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner, member } = await household({ clock: systemClock })

/** The app with mia signed in, whose tray knows her companion, and whose window nobody looks at. */
async function hers(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ home: daemon.home.path, ...options })
  const window = await app.window()
  await app.signIn(window, daemon, 'mia')
  await app.told(/feels|Stimmung/)
  window.hide()
  return app
}

const icon = ({ electron }: TestApp) => basename(electron.tray.image)
const ask = (changes: object = {}) =>
  putQuestion(daemon, owner.access_token, { user_id: member.family_member_uuid, ...changes })
const statusOf = async (interaction_id: string) => {
  const { body } = await rest(daemon, `GET /interactions/${interaction_id}`, { token: member.access_token })
  return body.interaction.status
}
async function clear() {
  const { body } = await rest(daemon, 'GET /interactions?status=pending&limit=100', {
    token: member.access_token,
  })
  for (const { interaction_id } of body.items)
    await rest(daemon, `POST /interactions/${interaction_id}/cancel`, { token: member.access_token })
}

describe('The tray', () => {
  it('shows the companion by name, and how it feels', async () => {
    await clear()
    await using app = await hers()
    assert.equal(icon(app), 'running.png')
    assert.match(app.electron.tray.toolTip, /is here$/)
  })

  it('shows that something is waiting, what it is, and when it no longer is', async () => {
    await clear()
    await using app = await hers()
    const { interaction_id } = await ask({ title: 'Salt & pepper?' })
    await app.told(/1 thing is waiting for you/)
    assert.equal(icon(app), 'needs-you.png')
    app.electron.tray.click('Salt && pepper?')
    const window = await app.soon(() => app.electron.visible[0])
    assert.equal(new URL(window.webContents.url).hash, `#/answer?interaction=${interaction_id}`)
    await clear()
    await app.soon(() => icon(app) === 'running.png')
    assert.equal(
      app.electron.tray.labels.some((label) => /waits/.test(label)),
      false,
    )
  })

  it('shows that the companion is writing while it writes', async () => {
    await clear()
    await using app = await hers()
    const seen = new Set<string>()
    const { promise: written, resolve } = Promise.withResolvers<void>()
    const { tray } = app.electron
    const setImage = tray.setImage.bind(tray)
    tray.setImage = (image) => {
      setImage(image)
      seen.add(icon(app))
      if (seen.has('talking.png') && icon(app) === 'running.png') resolve()
    }
    await rest(daemon, 'POST /conversation/message', {
      token: member.access_token,
      payload: { content: 'Hello!' },
    })
    await written
    assert.ok(seen.has('talking.png'))
  })

  it('pauses what the companion starts on its own, and resumes it', async () => {
    await clear()
    await using app = await hers()
    app.electron.tray.click('For an hour')
    await app.told(/Paused until/)
    assert.equal(icon(app), 'paused.png')
    const paused = await rest(daemon, 'GET /auth/profile', { token: member.access_token })
    const until = Date.parse(paused.body.data.preferences.agency.paused_until)
    assert.ok(until > Date.now() + 3_500_000 && until <= Date.now() + 3_600_000)
    app.electron.tray.click('Resume')
    await app.soon(() => icon(app) === 'running.png')
  })

  it('replaces its menu only when the texts change: an open menu stays open', async () => {
    await clear()
    const clock = new ManualClock()
    await using app = await hers({ clock })
    const { tray } = app.electron
    const read = [JSON.stringify(tray.items)]
    const set = tray.setContextMenu.bind(tray)
    tray.setContextMenu = (menu) => {
      set(menu)
      read.push(JSON.stringify(tray.items))
    }
    // All that it tells is read again.
    clock.advance(60_000)
    await ask()
    await app.told(/1 thing is waiting/)
    assert.ok(read.length > 1)
    assert.deepEqual(
      read.filter((one, index) => one === read[index - 1]),
      [],
    )
  })

  it('speaks the language of the desktop', async () => {
    await using app = await hers({ languages: ['de-AT', 'en'] })
    assert.equal(await app.told(/Beenden/), 'Beenden')
  })

  it('opens the logs and restarts the daemon', async () => {
    await using app = await startTestApp()
    await app.window()
    app.electron.tray.click('Show the logs')
    assert.match(app.electron.shell.opened[0] ?? '', /logs$/)
    app.electron.tray.click('Restart')
    await app.told(/is starting/)
    await app.told(/Nobody/)
  })

  it('starts with the computer if the member asks for it', async () => {
    await using app = await hers({ platform: 'win32', packaged: true })
    app.electron.tray.click('Start at login')
    assert.deepEqual(app.electron.app.loginItem, { openAtLogin: true, args: ['--hidden'] })
    const item = app.electron.tray.items.find(({ label }) => label === 'Start at login')
    assert.equal(item?.checked, true)
  })
})

describe('The notice of something that waits', () => {
  it('is a notification whose click opens the small window', async () => {
    await using app = await hers()
    const { interaction_id } = await ask({ prompt: 'Shall I water the plants?' })
    const notice = await app.soon(() => app.electron.notifications[0])
    assert.deepEqual([notice.options.body, notice.shown], ['Shall I water the plants?', true])
    notice.happen('click')
    const window = await app.soon(() => app.electron.visible[0])
    assert.equal(new URL(window.webContents.url).hash, `#/answer?interaction=${interaction_id}`)
    assert.equal(window.focused, true)
  })

  it('offers decisions as buttons where the desktop supports them', async () => {
    await using app = await hers({ platform: 'darwin' })
    const { interaction_id } = await ask({ interaction_type: 'approval' })
    const notice = await app.soon(() => app.electron.notifications[0])
    assert.deepEqual(
      notice.options.actions?.map(({ text }) => text),
      ['Approve', 'Reject'],
    )
    notice.happen('action', { actionIndex: 0 })
    await app.soon(() => !notice.shown)
    assert.equal(await statusOf(interaction_id), 'approved')
  })

  it('offers a text field where the desktop supports one', async () => {
    await using app = await hers({ platform: 'win32' })
    const { interaction_id } = await ask()
    const notice = await app.soon(() => app.electron.notifications[0])
    assert.equal(notice.options.hasReply, true)
    notice.happen('reply', { reply: ' Yes, please ' })
    await app.soon(() => !notice.shown)
    assert.equal(await statusOf(interaction_id), 'answered')
  })

  it('opens the window when a button is clicked too late', async () => {
    await using app = await hers({ platform: 'darwin' })
    const { interaction_id } = await ask({ interaction_type: 'approval' })
    const notice = await app.soon(() => app.electron.notifications[0])
    await rest(daemon, `POST /interactions/${interaction_id}/cancel`, { token: member.access_token })
    notice.happen('action', { actionIndex: 0 })
    const window = await app.soon(() => app.electron.visible[0])
    assert.match(window.webContents.url, new RegExp(interaction_id))
    assert.equal(await statusOf(interaction_id), 'cancelled')
  })

  it('is the small window, unfocused, where the desktop has no notifications', async () => {
    await using app = await hers({
      prepare: (electron) => {
        electron.notifies = false
      },
    })
    await ask()
    const window = await app.soon(() => app.electron.visible[0])
    assert.deepEqual([app.electron.notifications.length, window.focused], [0, false])
  })

  it('is omitted while somebody looks at a window, whose page shows it', async () => {
    await using app = await hers()
    app.electron.tray.click('Open Companion')
    await ask()
    await app.told(/waiting for you/)
    assert.equal(app.electron.notifications.length, 0)
  })

  it('is still a notification while a small window is open, which shows nothing else', async () => {
    await using app = await hers()
    app.electron.tray.click('Ask something …')
    const ask_window = await app.soon(() => app.electron.visible[0])
    assert.equal(ask_window.focused, true)
    await ask()
    await app.soon(() => app.electron.notifications[0]?.shown)
  })

  it('can be removed from the notification list of Windows', async () => {
    await using app = await hers({ platform: 'win32' })
    const { interaction_id } = await ask()
    const notice = await app.soon(() => app.electron.notifications[0])
    notice.happen('close', { reason: 'timedOut' })
    await rest(daemon, `POST /interactions/${interaction_id}/cancel`, { token: member.access_token })
    await app.soon(() => !notice.shown)
  })

  it('disappears when it was answered on another device', async () => {
    await using app = await hers()
    const { interaction_id } = await ask()
    const notice = await app.soon(() => app.electron.notifications[0])
    await rest(daemon, `POST /interactions/${interaction_id}/answer`, {
      token: member.access_token,
      body: { answer_text: 'Done' },
    })
    await app.soon(() => !notice.shown)
  })

  it('disappears when the member signs out', async () => {
    await using app = await hers()
    await ask()
    const notice = await app.soon(() => app.electron.notifications[0])
    await app.call(app.electron.windows[0] ?? assert.fail(), 'signed_out')
    assert.equal(notice.shown, false)
    await app.told(/Nobody/)
  })
})
