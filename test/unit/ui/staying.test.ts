import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keys, openPage, refused, signedIn } from '../../support/page-session.ts'

describe('a browser in which somebody stays signed in', () => {
  const staying = async (who = 'ann') => {
    const opened = openPage()
    await opened.page.signIn(() => Promise.resolve(signedIn(who)), true)
    return opened
  }
  const sessionOf = (number = 1) => ({
    session_uuid: 'session-of-ann',
    refresh_token: `refresh-ann-${number}`,
    keys,
  })
  const another = async (first: Awaited<ReturnType<typeof staying>>) => {
    const opened = openPage()
    for (const [session_uuid, session] of first.sessions) opened.sessions.set(session_uuid, session)
    return { ...opened, arrived: opened.page.arrive() }
  }

  it('keeps what every tab needs, and asks for no key of the tab', async () => {
    const { page, state, sessions, asked } = await staying()
    assert.equal(page.presence().state, 'in')
    assert.deepEqual([...sessions.values()], [sessionOf()])
    assert.deepEqual([state.key, asked], [{ tab_key: null, session_uuid: 'session-of-ann' }, []])
  })

  it('lets another tab in, and keeps what it needs next', async () => {
    const { page, arrived, next, sessions } = await another(await staying())
    ;(await next('auth.refresh as nobody')).resolve(signedIn('ann', 2))
    await arrived
    assert.equal(page.presence().state, 'in')
    assert.deepEqual([...sessions.values()], [sessionOf(2)])
  })

  it('refreshes by what another tab has left, not by what it had itself', async () => {
    const { page, sessions, next } = openPage()
    await page.signIn(() => Promise.resolve(signedIn('ann', 1, 0)), true)
    sessions.set('session-of-ann', sessionOf(7))
    const calling = page.client.call('auth.session')
    ;(await next('auth.refresh as nobody')).resolve(signedIn('ann', 8))
    ;(await next('auth.session as ann-8')).resolve({})
    await calling
    assert.deepEqual([...sessions.values()], [sessionOf(8)])
  })

  it('forgets a session that is over', async () => {
    const { page, arrived, next, sessions } = await another(await staying())
    ;(await next('auth.refresh as nobody')).reject(refused(401))
    await arrived
    assert.deepEqual([page.presence(), sessions.size], [{ state: 'out', ended: true }, 0])
  })

  it('forgets whoever signs out', async () => {
    const { leave, sessions, page } = await staying()
    await leave('ann')
    assert.deepEqual([page.presence(), sessions.size], [{ state: 'out', ended: false }, 0])
  })

  it('keeps the session for later where the daemon does not answer', async () => {
    const { page, arrived, next, sessions } = await another(await staying())
    ;(await next('auth.refresh as nobody')).reject(refused(403))
    await arrived
    assert.deepEqual([page.presence(), sessions.size], [{ state: 'out', ended: false }, 1])
  })

  it('keeps what the password given once more has changed', async () => {
    const { page, next, sessions } = await staying()
    const trusting = page.stepUp({ password: 'secret' })
    ;(await next('auth.step_up as ann-1')).resolve(signedIn('ann', 2))
    await trusting
    assert.deepEqual([...sessions.values()], [sessionOf(2)])
  })

  it('lets nobody else into a tab whose own session is over', async () => {
    const first = await staying()
    const opened = openPage({ tab_key: 'old', session_uuid: 'session-of-ben' })
    for (const [session_uuid, session] of first.sessions) opened.sessions.set(session_uuid, session)
    const arrived = opened.page.arrive()
    ;(await opened.next('auth.resume as nobody')).reject(refused(401))
    await arrived
    assert.deepEqual(opened.page.presence(), { state: 'out', ended: true })
  })
})
