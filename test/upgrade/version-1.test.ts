import assert from 'node:assert/strict'
import { cpSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ManualClock } from '../support/clock.ts'
import { login, signIn, startTestDaemon, type TestDaemon } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import known from './version-1/known.json' with { type: 'json' }

/** A home as version 1 of the database left it: an owner, a member with a session, two interactions. */
const written = join(import.meta.dirname, 'version-1')

describe('A home of version 1', () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  let daemon: TestDaemon

  before(async () => {
    cpSync(written, folder.path, { recursive: true })
    const clock = new ManualClock(Date.parse(known.written_at))
    daemon = await startTestDaemon({ home: folder.path, clock })
  })

  after(async () => {
    await daemon.stop()
    folder.remove()
  })

  it('is backed up before it is changed', () => {
    const [backup, ...others] = readdirSync(join(folder.path, 'backups'))
    assert.match(backup ?? '', /before-version-\d+\.db$/)
    assert.deepEqual(others, [])
  })

  it('keeps its members, who have no preferences and trust no device yet', async () => {
    assert.equal(daemon.setupCode, null)
    const { family_member } = (await login(daemon, 'mia')).body.data
    assert.equal(family_member.family_member_uuid, known.family_member_uuid)
    assert.deepEqual([family_member.preferences, family_member.trust_level], [{}, 'basic'])
    assert.deepEqual((await login(daemon, 'olga')).body.data.family_member.roles, ['admin'])
  })

  it('keeps its sessions and their refresh tokens', async () => {
    const { refresh_token } = known
    const { status, body } = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(status, 200)
    assert.equal(body.data.session_uuid, known.session_uuid)
    const { access_token: token } = body.data
    const { items } = (await rest(daemon, 'GET /auth/profile/sessions', { token })).body.data
    assert.ok(items.some((one: { session_uuid: string }) => one.session_uuid === known.session_uuid))
  })

  it('keeps its interactions, and they can be answered', async () => {
    const { access_token: token } = await signIn(daemon, 'mia')
    const { items } = (await rest(daemon, 'GET /interactions', { token })).body
    const titles = items.map(({ title }: { title: string }) => title)
    assert.deepEqual([titles.length, titles[0]], [3, 'Olga Example can open your profile'])
    const body = { answer_text: 'tea' }
    const answered = await rest(daemon, `POST /interactions/${known.interaction_id}/answer`, { token, body })
    assert.equal(answered.body.interaction.status, 'answered')
  })

  it('keeps its signing key, and can rotate it', async () => {
    const names = () => readdirSync(join(folder.path, 'keys'))
    assert.deepEqual(names(), readdirSync(join(written, 'keys')))
    const { access_token: token } = await signIn(daemon, 'olga')
    assert.equal((await rest(daemon, 'POST /auth/keys/rotate', { token, payload: {} })).status, 200)
    assert.equal(names().length, 2)
    assert.equal((await rest(daemon, 'GET /auth/session', { token })).status, 200)
    const [oldest = ''] = names().toSorted()
    assert.ok(!('d' in JSON.parse(readFileSync(join(folder.path, 'keys', oldest), 'utf8'))))
  })
})
