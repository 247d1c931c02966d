import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import { login, signIn, type TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000
const clock = new ManualClock()
const { daemon } = await household({ clock })
const newPassword = 'violet kettle marches north'

let named = 0
async function withCodes(roles: string[] = []): Promise<TestMember & { codes: string[] }> {
  named += 1
  const owner = await signIn(daemon, 'olga')
  const member = await daemon.member(owner, `rita${named}`)
  if (roles.length > 0) {
    const payload = { roles }
    const { access_token: token } = owner
    await rest(daemon, `PUT /auth/members/${member.family_member_uuid}/roles`, { token, payload })
  }
  const token = member.access_token
  const made = await rest(daemon, 'POST /auth/mfa/backup-codes', { token, payload: {} })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await setUpApp(daemon, token, () => clock.now())
  return { ...member, codes: made.body.data.codes as string[] }
}

const recover = (username: string, backup_code: string) =>
  rest(daemon, 'POST /auth/recover', { payload: { username, backup_code } })
const setPassword = (token: string, more: object = {}) =>
  rest(daemon, 'POST /auth/recover/password', { token, payload: { new_password: newPassword, ...more } })
const begin = async ({ username, codes }: { username: string; codes: string[] }) => {
  const { status, body } = await recover(username, codes.shift() ?? '')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data as { access_token: string; refresh_token: string; session_uuid: string }
}
const get = (path: string, token: string) => rest(daemon, `GET ${path}`, { token })
const titles = ({ family_member_uuid }: TestMember) =>
  select<{ title: string }>(
    daemon,
    "SELECT title FROM interactions WHERE user_id = ? AND severity = 'high' AND status = 'pending' ORDER BY rowid",
    family_member_uuid,
  ).map(({ title }) => title)

const wrong = [401, 'INVALID_CREDENTIALS', { reason: 'wrong_backup_code' }]
const restricted = [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'recovery' }]

describe('A backup code', () => {
  it('gets its member back in: a new password first, then all else', async () => {
    const rita = await withCodes()
    const { access_token } = await begin(rita)
    const { status, body } = await setPassword(access_token)
    assert.equal(status, 200, JSON.stringify(body))
    const token = body.data.access_token as string
    assert.equal((await get('/auth/profile', token)).body.data.username, rita.username)
    assert.equal((await get('/auth/profile', access_token)).status, 401)
    assert.equal((await get('/auth/profile', rita.access_token)).status, 401)
    assert.equal((await login(daemon, rita.username)).body.error.code, 'INVALID_CREDENTIALS')
    // The other second factors stay on.
    assert.equal((await login(daemon, rita.username, newPassword)).body.error.code, 'MFA_REQUIRED')
  })

  it('opens a session that sets a password and nothing else, whoever its member is', async () => {
    const rita = await withCodes(['admin'])
    const { access_token: token, refresh_token } = await begin(rita)
    assert.equal((await get('/auth/session', token)).status, 200)
    for (const path of ['/auth/profile', '/memory/recent', '/auth/members', '/auth/mfa'])
      assert.deepEqual(errorOf(await get(path, token)), restricted, path)
    const change = { current_password: 'correct horse battery', new_password: newPassword }
    const changed = await rest(daemon, 'POST /auth/change-password', { token, payload: change })
    assert.deepEqual(errorOf(changed), restricted)
    // Neither does what comes of it do more.
    const refreshed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const later = await get('/auth/profile', refreshed.body.data.access_token)
    assert.deepEqual(errorOf(later), restricted)
  })

  it('leaves ten minutes for the new password', async () => {
    const rita = await withCodes()
    const { access_token } = await begin(rita)
    clock.advance(10 * minute)
    assert.equal((await setPassword(access_token)).status, 401)
  })

  it('is good once, also where two try it at the same time', async () => {
    const { username, codes } = await withCodes()
    const [code = ''] = codes
    const both = await Promise.all([recover(username, code), recover(username, code)])
    assert.deepEqual(statusesOf(both), [200, 401])
    assert.deepEqual(errorOf(await recover(username, code)), wrong)
  })

  it('sets one password, where two are set at the same time', async () => {
    const { access_token } = await begin(await withCodes())
    const both = await Promise.all([setPassword(access_token), setPassword(access_token)])
    assert.deepEqual(statusesOf(both), [200, 401])
  })

  it('of another member, a wrong one and that of nobody are refused in the same way', async () => {
    const [rita, other] = [await withCodes(), await withCodes()]
    const answers = [
      await recover(rita.username, other.codes[0] ?? ''),
      await recover(rita.username, 'ABCD-EFGH-JKMN'),
      await recover('nobody at all', 'ABCD-EFGH-JKMN'),
    ]
    for (const answer of answers) assert.deepEqual(errorOf(answer), wrong)
  })

  it('counts towards the lock of the account, which keeps the right one good', async () => {
    const rita = await withCodes()
    for (let n = 0; n < 3; n += 1) await recover(rita.username, 'ABCD-EFGH-JKMN')
    for (let n = 0; n < 2; n += 1) await login(daemon, rita.username, 'not the password')
    const [code = ''] = rita.codes
    assert.deepEqual(errorOf(await recover(rita.username, code)), [
      429,
      'ACCOUNT_LOCKED',
      { retry_after_seconds: 60 },
    ])
    clock.advance(minute)
    assert.equal((await recover(rita.username, code)).status, 200)
  })

  it('is told to its member, and the new password in its place once that is set', async () => {
    const rita = await withCodes()
    const { access_token } = await begin(rita)
    assert.deepEqual(titles(rita), ['A backup code was used'])
    await setPassword(access_token)
    assert.deepEqual(titles(rita), ['Your password was set anew'])
  })

  it('stays used up where the password was too weak, and its session goes on', async () => {
    const { access_token } = await begin(await withCodes())
    const weak = await setPassword(access_token, { new_password: 'password123' })
    assert.deepEqual(errorOf(weak).slice(0, 2), [400, 'PASSWORD_REJECTED'])
    assert.equal((await setPassword(access_token)).status, 200)
  })

  it('lets only a session that it has opened set a password', async () => {
    const rita = await withCodes()
    const refused = await setPassword(rita.access_token)
    assert.deepEqual(errorOf(refused), [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'no_recovery' }])
  })
})

describe('Second factors', () => {
  const owner = async () => (await signIn(daemon, 'olga')).access_token
  const linkFor = async ({ family_member_uuid }: TestMember, more: object = {}) => {
    const payload = { family_member_uuid, ...more }
    const made = await rest(daemon, 'POST /auth/sign-in-links', { token: await owner(), payload })
    return made.body.data.link_code as string
  }
  const use = (link_code: string) =>
    rest(daemon, 'POST /auth/sign-in-links/use', { payload: { link_code, new_password: newPassword } })

  it('are asked for after a sign-in link, whose password is set by then', async () => {
    const rita = await withCodes()
    const answer = await use(await linkFor(rita))
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'MFA_REQUIRED'])
    const { mfa_token } = answer.body.error.details
    const payload = { mfa_token, method: 'backup_code', code: rita.codes[0] }
    assert.equal((await rest(daemon, 'POST /auth/login', { payload })).status, 200)
  })

  it('are asked for no more by a link that says so, and stay on', async () => {
    const rita = await withCodes()
    assert.equal((await use(await linkFor(rita, { without_second_factor: true }))).status, 200)
    assert.equal((await login(daemon, rita.username, newPassword)).body.error.code, 'MFA_REQUIRED')
  })
})
