import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { answers } from '../../../daemon/client/local/connection.ts'
import { findDaemon, NoDaemonError } from '../../../daemon/client/local/daemon.ts'
import { sessionFile } from '../../../daemon/client/local/session-file.ts'
import { readSetupCode } from '../../../daemon/client/local/setup-code.ts'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { sessionOf } from '../../../daemon/client/tokens.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { password, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'

function emptyHome() {
  const path = temporaryFolder()
  return {
    home: locateHome({ COMPANION_HOME: path }),
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  }
}

describe('the daemon of this machine', () => {
  test('is found through its home', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const location = findDaemon({ COMPANION_HOME: daemon.home.path })
    assert.deepEqual(location, { home: daemon.home, file: daemon.file })
    assert.equal(await answers(location), true)
    await daemon.stop()
    assert.equal(await answers(location), false)
  })

  test('is not found if its file is missing, broken or of a dead process', () => {
    using at = emptyHome()
    const find = () => findDaemon({ COMPANION_HOME: at.home.path })
    assert.throws(
      find,
      (error) => error instanceof NoDaemonError && error.message.startsWith('no daemon runs on '),
    )
    writeFileSync(at.home.daemon, '{"pid":')
    assert.throws(find, (error) => error instanceof NoDaemonError && /cannot be read/.test(error.message))
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(at.home.daemon, JSON.stringify({ pid }))
    assert.throws(
      find,
      (error) => error instanceof NoDaemonError && error.message.includes(`process ${pid} ended`),
    )
  })
})

describe('a token of this machine', () => {
  test('is accepted as the token of its program, without a session', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const { family_member_uuid: user_id } = await daemon.owner()
    const client = createClient({
      base_url: () => daemon.file.base_url,
      tokens: systemTokens(daemon.home, 'tray'),
    })
    const input = { user_id, interaction_type: 'question', prompt: 'Tea?' } as const
    const { event } = await client.call('interactions.simulate', input)
    assert.equal(event.actor, 'system:tray')
    await assert.rejects(client.call('auth.session'), { status: 404 })
  })

  test('is valid for 5 min, reused until it is refused, and then replaced', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const tokens = systemTokens(daemon.home, 'cli')
    const first = await tokens()
    assert.equal(await tokens(), first)
    const [, claims = ''] = first.token.split('.')
    const { exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    assert.deepEqual([exp - iat, first.expires_at], [300, exp * 1_000])
    const second = await tokens(first.token)
    assert.notEqual(second.token, first.token)
    assert.equal(await tokens(first.token), second)
  })

  test('is not available before a daemon has created a key', async () => {
    using at = emptyHome()
    await assert.rejects(systemTokens(at.home, 'cli')(), NoDaemonError)
  })
})

describe('the session file', () => {
  test('stores a session, readable by its owner only, until it is removed', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    await daemon.owner()
    const client = createClient({ base_url: () => daemon.file.base_url })
    const session = sessionOf(await client.call('auth.login', { username: 'olga', password }), 5_000)
    assert.equal(session.expires_at, 905_000)
    const file = sessionFile(daemon.home)
    assert.equal(file.load(), null)
    file.save(session)
    assert.deepEqual(sessionFile(daemon.home).load(), session)
    if (process.platform !== 'win32') assert.equal(statSync(daemon.home.cliSession).mode & 0o777, 0o600)
    file.remove()
    assert.equal(file.load(), null)
  })

  test('has no session if it is damaged', () => {
    using at = emptyHome()
    for (const text of ['', '{', 'null', '{"access_token":"a"}', '[]']) {
      writeFileSync(at.home.cliSession, text)
      assert.equal(sessionFile(at.home).load(), null)
    }
  })
})

test('the setup code exists until there is an owner', async () => {
  await using daemon = await startTestDaemon({ clock: systemClock })
  assert.equal(readSetupCode(daemon.home), daemon.setupCode)
  await daemon.owner()
  assert.equal(readSetupCode(daemon.home), null)
})
