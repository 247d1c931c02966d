import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { AppBridge } from '../../../daemon/client/app-bridge.ts'
import { ConnectionError, SessionEndedError } from '../../../daemon/client/errors.ts'
import { type Key, openPage, refused, signedIn } from '../../support/page-session.ts'

describe('a page on which somebody signs in', () => {
  it('is theirs, with a key for when it is loaded anew, until they sign out', async () => {
    const { page, state, signIn, leave } = openPage()
    await signIn('ann')
    const { session_uuid, family_member: member } = signedIn('ann')
    assert.deepEqual(page.presence(), {
      state: 'in',
      member,
      session_uuid,
      restriction: null,
      lasts: signedIn('ann').refresh_expires_in,
    })
    assert.deepEqual(state.key, { tab_key: 'key-of-ann', session_uuid })
    assert.deepEqual([...state.held], [session_uuid])
    await leave('ann')
    assert.deepEqual(page.presence(), { state: 'out', ended: false })
    assert.deepEqual([state.key, state.held.size, state.left], [null, 0, ['ann']])
  })

  it('is loaded anew for another member, and never has the tokens of both', async () => {
    const { page, state, next, signIn, leave } = openPage()
    await signIn('ann')
    await leave('ann')
    const entering = page.signIn(() => Promise.resolve(signedIn('ben')), false)
    const keeping = await next('auth.keep_tab as ben-1')
    await assert.rejects(page.client.call('auth.session'), SessionEndedError)
    keeping.resolve({ tab_key: 'key-of-ben' })
    await entering
    assert.equal(state.loaded, 1)
    assert.deepEqual(state.key, { tab_key: 'key-of-ben', session_uuid: 'session-of-ben' })
    assert.equal(page.presence().state, 'out')
    await assert.rejects(page.client.call('auth.session'), SessionEndedError)
  })

  it('ends the session of the one before it is loaded anew for the other', async () => {
    const { page, state, next, signIn } = openPage()
    await signIn('ann')
    const leaving = page.signOut()
    const ending = await next('auth.logout as ann-1')
    const entering = page.signIn(() => Promise.resolve(signedIn('ben')), false)
    const keeping = await next('auth.keep_tab as ben-1')
    keeping.resolve({ tab_key: 'key-of-ben' })
    await setImmediate()
    assert.equal(state.loaded, 0)
    ending.resolve({})
    await Promise.all([leaving, entering])
    assert.equal(state.loaded, 1)
  })

  it('says that the password comes next where a session ended for it', async () => {
    const { page, next, signIn } = openPage()
    await signIn('ann')
    const leaving = page.signOut('password')
    const ending = await next('auth.logout as ann-1')
    ending.resolve({})
    await leaving
    assert.deepEqual(page.presence(), { state: 'out', ended: false, password: true })
  })

  it('goes on where the same member signs in again', async () => {
    const { page, state, signIn, leave } = openPage()
    await signIn('ann')
    await leave('ann')
    await signIn('ann')
    assert.deepEqual([page.presence().state, state.loaded], ['in', 0])
  })

  it('shows the sign-in where the session ends, and takes no leave of the member', async () => {
    const { page, state, next } = openPage()
    const entering = page.signIn(() => Promise.resolve(signedIn('ann', 1, 0)), false)
    const first = await next('auth.refresh as nobody')
    first.resolve(signedIn('ann', 2, 0))
    const keeping = await next('auth.keep_tab as ann-2')
    keeping.resolve({ tab_key: 'key-of-ann' })
    await entering
    const refreshing = page.client.call('auth.session')
    const second = await next('auth.refresh as nobody')
    second.reject(refused(401))
    await assert.rejects(refreshing, SessionEndedError)
    assert.deepEqual(page.presence(), { state: 'out', ended: true })
    assert.deepEqual(state.left, [])
    // As after everything of them is deleted, which ends the session before they go.
    await page.signOut()
    assert.deepEqual(state.left, ['ann'])
    assert.deepEqual(page.presence(), { state: 'out', ended: false })
  })
})

describe('what is on its way when a member signs out', () => {
  async function waiting() {
    const opened = openPage()
    const { page, next } = opened
    const entering = page.signIn(() => Promise.resolve(signedIn('ann', 1, 0)), false)
    const first = await next('auth.refresh as nobody')
    first.resolve(signedIn('ann', 2, 0))
    const keeping = await next('auth.keep_tab as ann-2')
    keeping.resolve({ tab_key: 'key-of-ann' })
    await entering
    const calling = page.client.call('auth.session')
    return { ...opened, calling, refreshing: await next('auth.refresh as nobody') }
  }

  it('signs nobody back in with new tokens; the session ends with those', async () => {
    const { page, state, asked, next, calling, refreshing } = await waiting()
    const leaving = page.signOut()
    await setImmediate()
    assert.deepEqual(asked, [])
    const seen = [...state.seen]
    refreshing.resolve(signedIn('ann', 3))
    await assert.rejects(calling, SessionEndedError)
    const ending = await next('auth.logout as ann-3')
    ending.resolve({})
    await leaving
    assert.deepEqual([page.presence(), state.seen], [{ state: 'out', ended: false }, seen])
  })

  it('makes the page of the next member nobody else’s', async () => {
    const { page, state, next, calling, refreshing } = await waiting()
    void page.signOut()
    const entering = page.signIn(() => Promise.resolve(signedIn('ben')), false)
    const keeping = await next('auth.keep_tab as ben-1')
    keeping.resolve({ tab_key: 'key-of-ben' })
    refreshing.resolve(signedIn('ann', 3))
    await assert.rejects(calling, SessionEndedError)
    const ending = await next('auth.logout as ann-3')
    ending.resolve({})
    await entering
    assert.equal(state.key?.tab_key, 'key-of-ben')
    assert.equal(page.presence().state, 'out')
  })

  it('is over also where the daemon cannot be told', async () => {
    const { page, calling, refreshing } = await waiting()
    const leaving = page.signOut()
    refreshing.reject(new ConnectionError('away'))
    await assert.rejects(calling, ConnectionError)
    await leaving
    assert.deepEqual(page.presence(), { state: 'out', ended: false })
  })

  it('brings nobody back with the password given once more, nor with what has changed of them', async () => {
    const { page, next, signIn, leave } = openPage()
    await signIn('ann')
    const trusting = page.stepUp({ password: 'secret' })
    const trust = await next('auth.step_up as ann-1')
    await leave('ann')
    trust.resolve(signedIn('ann', 2))
    await trusting
    page.memberChanged(signedIn('ann').family_member)
    assert.equal(page.presence().state, 'out')
  })

  it('shows nobody before their key is kept, as the page may be loaded anew from then on', async () => {
    const { page, state, next } = openPage()
    const entering = page.signIn(() => Promise.resolve(signedIn('ann')), false)
    const keeping = await next('auth.keep_tab as ann-1')
    assert.deepEqual([page.presence().state, state.key], ['arriving', null])
    keeping.resolve({ tab_key: 'key-of-ann' })
    await entering
    assert.deepEqual([page.presence().state, state.key?.tab_key], ['in', 'key-of-ann'])
  })

  it('shows nobody whose session ends before their key is kept', async () => {
    const { page, state, next } = openPage()
    const entering = page.signIn(() => Promise.resolve(signedIn('ann', 1, 0)), false)
    const first = await next('auth.refresh as nobody')
    first.reject(refused(401))
    await assert.rejects(entering, SessionEndedError)
    assert.deepEqual([page.presence().state, state.key], ['arriving', null])
  })
})

describe('a page that is loaded anew', () => {
  const key = { tab_key: 'key', session_uuid: 'session-of-ann' }
  const arriving = async () => {
    const opened = openPage(key)
    const arrived = opened.page.arrive()
    return { ...opened, arrived, resuming: await opened.next('auth.resume as nobody') }
  }

  it('asks who it is where nothing is kept', async () => {
    const { page, asked } = openPage()
    await page.arrive()
    assert.deepEqual([page.presence(), asked], [{ state: 'out', ended: false }, []])
  })

  it('goes on with the session, and with the key that goes with it', async () => {
    const { page, state, arrived, resuming } = await arriving()
    resuming.resolve({ ...signedIn('ann'), tab_key: 'next' })
    await arrived
    assert.equal(page.presence().state, 'in')
    assert.deepEqual(state.key, { ...key, tab_key: 'next' })
  })

  it('says that the session is over where it is, and keeps nothing of it', async () => {
    const { page, state, arrived, resuming } = await arriving()
    resuming.reject(refused(401))
    await arrived
    assert.deepEqual([page.presence(), state.key], [{ state: 'out', ended: true }, null])
  })

  it('tries again only where that may help', async (test) => {
    const { page, state, next, arrived, resuming } = await arriving()
    test.mock.timers.enable({ apis: ['setTimeout'] })
    let trying = resuming
    for (const passing of [new ConnectionError('away'), refused(429), refused(503)]) {
      trying.reject(passing)
      await setImmediate()
      assert.equal(page.presence().state, 'arriving')
      test.mock.timers.tick(60_000)
      trying = await next('auth.resume as nobody')
    }
    trying.reject(refused(403))
    await arrived
    // Who is refused an address now may be let in from another one.
    assert.deepEqual([page.presence(), state.key], [{ state: 'out', ended: false }, key])
  })
})

describe('a page in a window of the desktop app', () => {
  const given = { tab_key: 'given', session_uuid: 'session-of-ann' }
  /** The app of somebody's machine, or of nobody's, and what it was told. */
  const appOf = (key: Key | null) => {
    const told: unknown[] = []
    const call = async (name: string, input: unknown) => {
      if (name === 'arrive') return key
      told.push(name, input)
      return null
    }
    return { app: { call } as AppBridge, told }
  }

  it('goes on as whoever the machine belongs to', async () => {
    const { page, state, next } = openPage(null, appOf(given).app)
    const arriving = page.arrive()
    const resuming = await next('auth.resume as nobody')
    resuming.resolve({ ...signedIn('ann'), tab_key: 'next' })
    await arriving
    assert.equal(page.presence().state, 'in')
    assert.deepEqual(state.key, { ...given, tab_key: 'next' })
  })

  it('does so too where the session of the page before is over, as after a restart of the daemon', async () => {
    const { page, next } = openPage({ tab_key: 'old', session_uuid: 'session-of-ann' }, appOf(given).app)
    const arriving = page.arrive()
    ;(await next('auth.resume as nobody')).reject(refused(401))
    ;(await next('auth.resume as nobody')).resolve({ ...signedIn('ann'), tab_key: 'next' })
    await arriving
    assert.equal(page.presence().state, 'in')
  })

  it('asks who it is where the app does not know, or cannot say', async () => {
    const silent: AppBridge = { call: () => Promise.reject(new Error('not now')) }
    for (const app of [appOf(null).app, silent]) {
      const { page } = openPage(null, app)
      await page.arrive()
      assert.deepEqual(page.presence(), { state: 'out', ended: false })
    }
  })

  it('gives the app a session again, where its own has ended with all others', async () => {
    const { app, told } = appOf(null)
    const { page, next } = openPage(null, app)
    const entering = page.signIn(() => Promise.resolve(signedIn('ann')), false)
    ;(await next('auth.keep_tab as ann-1')).resolve({ tab_key: 'key' })
    await entering
    const keeping = page.keepApp()
    ;(await next('auth.keep_tab as ann-1')).resolve({ tab_key: 'another' })
    await keeping
    assert.deepEqual(told.slice(2), [
      'signed_in',
      { tab_key: 'another', session_uuid: 'session-of-ann', stay: true },
    ])
  })

  it('tells the app who has signed in, and that they have signed out', async () => {
    const { app, told } = appOf(null)
    const { page, next } = openPage(null, app)
    const entering = page.signIn(() => Promise.resolve(signedIn('ann')), false)
    ;(await next('auth.keep_tab as ann-1')).resolve({ tab_key: 'key' })
    await entering
    const leaving = page.signOut()
    ;(await next('auth.logout as ann-1')).resolve({})
    await leaving
    assert.deepEqual(told, [
      'signed_in',
      { tab_key: 'key', session_uuid: 'session-of-ann', stay: false },
      'signed_out',
      null,
    ])
  })
})
