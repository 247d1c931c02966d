import assert from 'node:assert/strict'
import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { signIn, startTestDaemon } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'

const written = join(import.meta.dirname, 'version-1')

function olderHome() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  cpSync(written, folder.path, { recursive: true })
  return folder
}

describe('A home that had a model server before members were asked', () => {
  it('sends nothing there and asks each of them, until one agrees for themselves', async () => {
    using folder = olderHome()
    await using server = await startChatServer()
    const engine = { base_url: server.base_url, model: 'normal' }
    await using daemon = await startTestDaemon({ home: folder.path, config: { engine } })
    const { origin, host } = new URL(server.base_url)
    const say = async ({ access_token: token }: { access_token: string }) => {
      const payload = { content: 'I juggle.' }
      const { body } = await rest(daemon, 'POST /conversation/message', { token, payload })
      return [body.data.response.engine, body.data.response.consent_needed?.origin ?? null]
    }
    const [olga, mia] = [await signIn(daemon, 'olga'), await signIn(daemon, 'mia')]
    for (const member of [olga, mia]) assert.deepEqual(await say(member), ['builtin', origin])
    assert.deepEqual([await server.chats(), await server.facts()], [[], []])
    const payload = { preferences: { engines: [origin] } }
    assert.equal((await rest(daemon, 'PUT /auth/profile', { token: mia.access_token, payload })).status, 200)
    assert.deepEqual(await say(mia), [`${host}:normal`, null])
    assert.deepEqual(await say(olga), ['builtin', origin])
  })

  it('does not start over plain http to another machine, and says which setting must change and how', async () => {
    using folder = olderHome()
    const engine = { base_url: 'http://nas.local:11434/v1', model: 'llama3' }
    const start = async () => {
      await using _ = await startTestDaemon({ home: folder.path, config: { engine } })
    }
    await assert.rejects(start, {
      message:
        `${join(folder.path, 'config.json')}: engine.base_url must begin with https://, or with http:// where the ` +
        'server runs on this machine: 127.0.0.1, [::1] or localhost',
    })
  })
})
