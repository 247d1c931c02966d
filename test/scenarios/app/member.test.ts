import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app/desktop-app.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner, member } = await household({ clock: systemClock })
const home = daemon.home.path
const vault = join(home, 'app', 'session')

async function fresh(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ home, ...options })
  const window = await app.window()
  await app.call(window, 'signed_out')
  return app
}

/** Goes on as a page does with what the app gave it. */
async function resume(key: unknown) {
  const { status, body } = await rest(daemon, 'POST /auth/resume', {
    payload: { tab_key: (key as { tab_key: string }).tab_key, beside: false },
  })
  return { status, data: body.data }
}

const sessionsOf = async (token: string): Promise<string[]> => {
  const { body } = await rest(daemon, 'GET /auth/profile/sessions?limit=100', { token })
  return body.data.items.map((one: { session_uuid: string }) => one.session_uuid)
}

describe('The member of the app', () => {
  it('is nobody before the first sign-in, and pages find no session', async () => {
    await using app = await fresh()
    assert.equal(await app.call(await app.window(), 'arrive'), null)
    assert.equal(await app.told(/Nobody/), 'Nobody is signed in')
  })

  it('is whoever signs in on a page; the next page continues as them without a password', async () => {
    await using app = await fresh()
    const window = await app.window()
    const page = await app.signIn(window, daemon, 'mia')
    const { status, data } = await resume(await app.call(window, 'arrive'))
    assert.equal(status, 200)
    assert.equal(data.family_member.username, 'mia')
    assert.notEqual(data.session_uuid, page.session_uuid)
  })

  it('keeps a session for each page: one that ends takes no other with it', async () => {
    await using app = await fresh()
    const window = await app.window()
    await app.signIn(window, daemon, 'mia')
    const first = await resume(await app.call(window, 'arrive'))
    await rest(daemon, 'POST /auth/logout', { token: first.data.access_token, payload: {} })
    assert.equal((await resume(await app.call(window, 'arrive'))).status, 200)
  })

  it('stays signed in at the next start, with the session locked by the keychain', async () => {
    const app = await fresh()
    await app.signIn(await app.window(), daemon, 'mia')
    const before = await sessionsOf(member.access_token)
    await app.quit()
    assert.equal(statSync(vault).mode & 0o777, 0o600)
    assert.doesNotMatch(Buffer.from(readFileSync(vault, 'utf8'), 'base64').toString(), /refresh_token/)
    await using again = await startTestApp({ home })
    assert.notEqual(await again.call(await again.window(), 'arrive'), null)
    const after = await sessionsOf(member.access_token)
    assert.equal(after.filter((one) => !before.includes(one)).length, 1, 'that of the page alone is new')
  })

  it('stays signed in without a keychain: nothing is stored, a warning is shown once, and the local key signs them in', async () => {
    const prepare: TestAppOptions['prepare'] = (electron) => {
      electron.safeStorage.backend = 'basic_text'
      electron.dialog.presses.push(0, 0)
    }
    const app = await fresh({ prepare })
    await app.signIn(await app.window(), daemon, 'mia')
    await app.soon(() => app.electron.dialog.asked.length === 1)
    assert.match(String(app.electron.dialog.asked[0]?.message), /no keychain/)
    assert.equal(existsSync(vault), false)
    await app.quit()
    await using again = await startTestApp({ home, prepare })
    const { data } = await resume(await again.call(await again.window(), 'arrive'))
    assert.equal(data.family_member.username, 'mia')
    await again.signIn(await again.window(), daemon, 'mia')
    assert.equal(again.electron.dialog.asked.length, 0)
  })

  it('stays signed in through the local key when the keychain was replaced', async () => {
    const app = await fresh()
    await app.signIn(await app.window(), daemon, 'mia')
    await app.quit()
    await using again = await startTestApp({
      home,
      prepare: ({ safeStorage }) => {
        safeStorage.key = 'second'
      },
    })
    assert.equal((await resume(await again.call(await again.window(), 'arrive'))).status, 200)
  })

  it('is nobody at the next start unless they wanted to stay signed in', async () => {
    const app = await fresh()
    const window = await app.window()
    await app.signIn(window, daemon, 'mia', false)
    assert.notEqual(await app.call(window, 'arrive'), null)
    assert.equal(existsSync(vault), false)
    await app.quit()
    await using again = await startTestApp({ home })
    assert.equal(await again.call(await again.window(), 'arrive'), null)
  })

  it("is nobody after they sign out: nothing is stored, and the app's session has ended", async () => {
    await using app = await fresh()
    const window = await app.window()
    const watcher = await signIn(daemon, 'mia')
    const before = await sessionsOf(watcher.access_token)
    await app.signIn(window, daemon, 'mia')
    await app.call(window, 'arrive')
    await app.call(window, 'signed_out')
    assert.equal(existsSync(vault), false)
    assert.equal(await app.call(window, 'arrive'), null)
    const left = await sessionsOf(watcher.access_token)
    assert.deepEqual(
      left.filter((one) => !before.includes(one)),
      [],
      'what the app gave its pages ends with its own',
    )
  })

  it("is nobody once the app's session is ended on another device", async () => {
    await using app = await fresh()
    const window = await app.window()
    const before = await sessionsOf(owner.access_token)
    const page = await app.signIn(window, daemon, 'olga')
    const own = (await sessionsOf(owner.access_token)).filter(
      (one) => !before.includes(one) && one !== page.session_uuid,
    )
    assert.equal(own.length, 1)
    await rest(daemon, `DELETE /auth/profile/sessions/${own[0]}`, { token: owner.access_token })
    await app.told(/Nobody/)
    assert.equal(await app.call(window, 'arrive'), null)
  })

  it('stays signed in after a password change on a page, which gives the app a new session', async () => {
    await using app = await fresh()
    const window = await app.window()
    const page = await app.signIn(window, daemon, 'mia')
    const ended = await rest(daemon, 'GET /auth/profile/sessions?limit=100', { token: page.access_token })
    for (const { session_uuid } of ended.body.data.items)
      if (session_uuid !== page.session_uuid)
        await rest(daemon, `DELETE /auth/profile/sessions/${session_uuid}`, { token: page.access_token })
    await app.told(/Nobody/)
    const { access_token: token, refresh_token, session_uuid } = page
    const { body } = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
    await app.call(window, 'signed_in', { tab_key: body.data.tab_key, session_uuid, stay: true })
    await app.told(/is here/)
    const profile = await rest(daemon, 'GET /auth/profile', { token: page.access_token })
    assert.equal(profile.status, 200, 'the session of the page goes on')
  })

  it('is nobody after a sign-out while the daemon is unreachable', async () => {
    const home = temporaryFolder()
    after(() => rmSync(home, { recursive: true, force: true }))
    const other = await startTestDaemon({ home, clock: systemClock })
    await other.owner()
    await using app = await startTestApp({ home, clock: new ManualClock() })
    const window = await app.window()
    await app.signIn(window, other, 'olga')
    await other.stop()
    await app.call(window, 'signed_out')
    assert.equal(existsSync(join(home, 'app', 'session')), false)
    assert.match(readFileSync(join(home, 'app', 'settings.json'), 'utf8'), /"family_member_uuid": null/)
  })

  it("ends the sessions of the previous member's pages, and of each page when it quits", async () => {
    const app = await fresh()
    const window = await app.window()
    const first = await app.signIn(window, daemon, 'mia')
    const given = await resume(await app.call(window, 'arrive'))
    const last = await app.signIn(window, daemon, 'olga')
    for (const token of [first.access_token, given.data.access_token])
      assert.equal((await rest(daemon, 'GET /auth/profile', { token })).status, 401)
    await app.quit()
    assert.equal((await rest(daemon, 'GET /auth/profile', { token: last.access_token })).status, 401)
  })

  it('leaves no session behind when it quits without a keychain', async () => {
    const prepare: TestAppOptions['prepare'] = ({ safeStorage }) => {
      safeStorage.available = false
    }
    const app = await fresh({ prepare })
    const watcher = await signIn(daemon, 'mia')
    const before = (await sessionsOf(watcher.access_token)).length
    await app.signIn(await app.window(), daemon, 'mia')
    await app.quit()
    const again = await startTestApp({ home, prepare })
    await again.told(/is here/)
    await again.quit()
    assert.equal((await sessionsOf(watcher.access_token)).length, before)
  })

  it('changes with whoever signs in last, and closes the windows of the previous member', async () => {
    await using app = await fresh()
    const window = await app.window()
    await app.signIn(window, daemon, 'mia')
    app.electron.tray.click('Ask something …')
    const ask = await app.soon(() => app.electron.visible.find((one) => one !== window))
    await app.signIn(window, daemon, 'olga')
    assert.deepEqual([ask.destroyed, window.destroyed], [true, false])
    const { data } = await resume(await app.call(window, 'arrive'))
    assert.equal(data.family_member.username, 'olga')
  })

  it('ends the sessions of its pages when it quits, and keeps its own', async () => {
    const app = await fresh()
    const window = await app.window()
    await app.signIn(window, daemon, 'mia')
    const page = await resume(await app.call(window, 'arrive'))
    await app.quit()
    const { status } = await rest(daemon, 'GET /auth/profile', { token: page.data.access_token })
    assert.equal(status, 401)
    await using again = await startTestApp({ home })
    await again.told(/is here/)
  })
})
