import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { systemToken } from '../../bench/system-token.ts'
import { ManualClock } from '../../support/clock.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { password, signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { listen } from '../../support/loopback.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000

/** The server of an admin who wants to read along. */
const spy = await startChatServer()
const elsewhere = await startChatServer()
after(async () => Promise.all([spy, elsewhere].map((server) => server[Symbol.asyncDispose]())))

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
const { base_url } = spy
const { origin, host } = new URL(base_url)

type Payload = Record<string, unknown>
const put = (route: string, { access_token: token }: Pick<TestMember, 'access_token'>, payload: Payload) =>
  rest(daemon, `PUT ${route}`, { token, payload })
const set = async (payload: Payload) => {
  const answer = await put('/engine', await signIn(daemon, 'olga'), payload)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const agree = async (member: Pick<TestMember, 'access_token'>, engines: unknown) =>
  put('/auth/profile', member, { preferences: { engines } })
const say = async ({ access_token: token }: Pick<TestMember, 'access_token'>, content: string) => {
  const { status, body } = await rest(daemon, 'POST /conversation/message', { token, payload: { content } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.response
}
const read = async (server = spy) => JSON.stringify([await server.chats(), await server.facts()])
const remember = async ({ access_token: token }: Pick<TestMember, 'access_token'>, payload: Payload) =>
  assert.equal((await rest(daemon, 'POST /memory/store', { token, payload })).status, 201)

describe('An admin who sets a model server of their own as the engine', () => {
  it('reads nothing of a member who has not agreed, whose replies the built-in engine writes and says why', async () => {
    const ann = await daemon.member(owner, 'ann')
    await remember(ann, { content: 'My diary is hidden under the blue floorboard.' })
    await set({ base_url, model: 'normal' })
    const { engine, degraded, consent_needed } = await say(ann, 'I juggle. Where is my diary hidden?')
    assert.equal(await read(), '[[],[]]')
    assert.deepEqual([engine, degraded], ['builtin', false])
    assert.deepEqual(consent_needed, { origin, host, model: 'normal' })
  })

  it('reads nothing of theirs either where they have agreed to another server', async () => {
    const bea = await daemon.member(owner, 'bea')
    await agree(bea, [new URL(elsewhere.base_url).origin])
    await set({ base_url, model: 'normal' })
    const before = await read()
    assert.equal((await say(bea, 'My diary is in the attic.')).engine, 'builtin')
    assert.equal(await read(), before)
  })

  it('reads nothing that they shared with the household, also not through a member who has agreed', async () => {
    const cal = await daemon.member(owner, 'cal')
    const dot = await daemon.member(owner, 'dot')
    const shared = 'The key of the safe lies in the sugar bowl.'
    await remember(cal, { content: shared, visibility: 'household' })
    await set({ base_url, model: 'normal' })
    // The built-in engine quotes it in a reply, which is a part of the conversation from then on.
    const quoting = await say(dot, 'Where is the key of the safe?')
    assert.match(quoting.content, /sugar bowl/)
    await agree(dot, [origin])
    assert.equal((await say(dot, 'Where is the key of the safe now?')).engine, `${host}:normal`)
    const sent = await read()
    assert.match(sent, /Where is the key of the safe now/)
    assert.doesNotMatch(sent, /sugar bowl/)
    await agree(cal, [origin])
    await say(dot, 'Tell me where the key of the safe is.')
    assert.match(await read(), /sugar bowl/)
  })

  it('reads nothing any more once a member has taken their consent back', async () => {
    const eli = await daemon.member(owner, 'eli')
    await set({ base_url, model: 'normal' })
    await agree(eli, [origin])
    assert.equal((await say(eli, 'I juggle.')).engine, `${host}:normal`)
    await agree(eli, [])
    const facts = (await spy.facts()).length
    const chats = (await spy.chats()).length
    assert.equal((await say(eli, 'I fence. I juggle knives.')).engine, 'builtin')
    assert.deepEqual([(await spy.chats()).length, (await spy.facts()).length], [chats, facts])
  })

  it('is named over every protocol to whoever has not agreed, beside the engine that replied', async () => {
    const kim = await daemon.member(owner, 'kim')
    await set({ base_url, model: 'normal' })
    const over = {
      WebSocket: async () => {
        await using socket = await TestSocket.open(daemon, kim.access_token)
        const { engine, consent_needed } = (await socket.ask('message', { content: 'Hello.' })).data
        return [engine, consent_needed.origin]
      },
      gRPC: async () => {
        const client = grpcClient(daemon, 'CompanionService')
        const answer = await call(client, 'SendMessage', { content: 'Hello.' }, bearer(kim.access_token))
        client.close()
        const { engine, consent_needed } = answer as Record<'engine' | 'consent_needed', string>
        return [engine, consent_needed]
      },
      context: async () => {
        const { body } = await rest(daemon, 'GET /conversation/context', { token: kim.access_token })
        return [body.data.engine, body.data.consent_needed?.origin ?? '']
      },
    }
    for (const [protocol, ask] of Object.entries(over))
      assert.deepEqual(await ask(), ['builtin', origin], protocol)
    await agree(kim, [origin])
    assert.deepEqual(await over.gRPC(), [`${host}:normal`, ''])
    assert.deepEqual(await over.context(), [`${host}:normal`, ''])
  })

  it('needs the password where the sign-in is over five minutes ago', async () => {
    const olga = await signIn(daemon, 'olga')
    clock.advance(6 * minute)
    const refused = await put('/engine', olga, { base_url, model: 'normal' })
    assert.deepEqual(errorOf(refused), [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    const wrong = await put('/engine', olga, { base_url, model: 'normal', password: 'not it at all' })
    assert.deepEqual(errorOf(wrong).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await put('/engine', olga, { base_url, model: 'normal', password })).status, 200)
  })

  it('cannot do so with a key, whatever it was made for', async () => {
    const { access_token: token } = await signIn(daemon, 'olga')
    const payload = { name: 'Script', scopes: ['admin'] }
    const { key } = (await rest(daemon, 'POST /auth/keys', { token, payload })).body.data
    const refused = await put('/engine', { access_token: key }, { base_url, model: 'normal' })
    assert.deepEqual(errorOf(refused), [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'person' }])
  })
})

describe('An engine that passes itself off as one of the companion’s own', () => {
  for (const model of [
    'builtin',
    'Built-in',
    'local',
    'local:llama3',
    'LOCAL:x',
    'ｂｕｉｌｔｉｎ',
    'x\u202Ey',
    ' builtin',
  ])
    it(`is refused: ${JSON.stringify(model)}`, async () => {
      const refused = await put('/engine', await signIn(daemon, 'olga'), { base_url, model })
      assert.equal(refused.status, 400)
      assert.equal(refused.body.error.details.field, 'model')
    })

  for (const name of ['local', 'LOCAL.', 'builtin'])
    it(`is refused on a server called ${name}`, async () => {
      const payload = { base_url: `https://${name}/v1`, model: 'llama3' }
      const refused = await put('/engine', await signIn(daemon, 'olga'), payload)
      assert.equal(refused.status, 400)
      assert.equal(refused.body.error.details.field, 'base_url')
    })

  it('is named with its host, in the reply and in the history', async () => {
    const fay = await daemon.member(owner, 'fay')
    await set({ base_url, model: 'thinking' })
    await agree(fay, [origin])
    assert.equal((await say(fay, 'Hello there.')).engine, `${host}:thinking`)
    const { body } = await rest(daemon, 'GET /conversation/history', { token: fay.access_token })
    assert.equal(body.data.items[0].engine, `${host}:thinking`)
  })
})

describe('An engine that others could read along with', () => {
  for (const address of [
    'http://192.168.1.20:11434/v1',
    'http://ollama.example/v1',
    'http://127.0.0.1.example/v1',
  ])
    it(`is refused: ${address}`, async () => {
      const olga = await signIn(daemon, 'olga')
      const refused = await put('/engine', olga, { base_url: address, model: 'llama3' })
      assert.deepEqual(errorOf(refused).slice(0, 2), [400, 'INVALID_REQUEST'])
      assert.equal(refused.body.error.details.field, 'base_url')
      const { access_token: token } = olga
      const asked = await rest(daemon, 'POST /engine/models', { token, payload: { base_url: address } })
      assert.equal(asked.status, 400)
    })

  it('is named at the start, with the setting and what is expected there', async () => {
    const engine = { base_url: 'http://192.168.1.20:11434/v1', model: 'llama3' }
    const start = async () => {
      await using _ = await startTestDaemon({ config: { engine } })
    }
    await assert.rejects(start, /config\.json: engine\.base_url .*https:\/\/.*127\.0\.0\.1/)
  })

  it('is not reached by a redirect of the one that a member has agreed to', async () => {
    const location = `${elsewhere.base_url}/chat/completions`
    await using redirecting = await listen(
      createServer((request, response) => {
        request.resume().once('end', () => response.writeHead(307, { location }).end())
      }),
    )
    const gil = await daemon.member(owner, 'gil')
    await set({ base_url: `http://127.0.0.1:${redirecting.port}/v1`, model: 'normal' })
    await agree(gil, [`http://127.0.0.1:${redirecting.port}`])
    const { engine, degraded } = await say(gil, 'My diary is in the attic.')
    assert.deepEqual([engine, degraded], ['builtin', true])
    assert.equal(await read(elsewhere), '[[],[]]')
  })
})

describe('The consent of a member', () => {
  it('is given by nobody else: not by an admin, not by a program of this machine, not by a key', async () => {
    const { access_token: token } = mia
    const olga = await signIn(daemon, 'olga')
    const id = mia.family_member_uuid
    const forMia = { family_member_uuid: id, preferences: { engines: [origin] } }
    assert.equal((await put('/auth/profile', olga, forMia)).status, 400)
    assert.equal((await put(`/auth/members/${id}/roles`, olga, { roles: [], ...forMia })).status, 400)
    const local = await systemToken(daemon.home.path, clock.now())
    assert.equal((await agree({ access_token: local }, [origin])).status, 404)
    const { access_token } = await signIn(daemon, 'mia')
    const made = await rest(daemon, 'POST /auth/keys', {
      token: access_token,
      payload: { name: 'Home', scopes: ['read', 'talk', 'remember', 'ask', 'act'] },
    })
    assert.equal((await agree({ access_token: made.body.data.key }, [origin])).status, 403)
    const profile = await rest(daemon, 'GET /auth/profile', { token })
    assert.deepEqual(profile.body.data.preferences, {})
  })

  it('is not given in a session that a program of this machine has opened without the password', async () => {
    const token = await systemToken(daemon.home.path, clock.now())
    const payload = { family_member_uuid: mia.family_member_uuid }
    const handed = (await rest(daemon, 'POST /auth/hand-over', { token, payload })).body.data
    assert.deepEqual(errorOf(await agree(handed, [origin])), [
      401,
      'AUTHENTICATION_REQUIRED',
      { reason: 'step_up' },
    ])
    assert.equal((await put('/auth/profile', handed, { preferences: { engines: [] } })).status, 200)
    const stepUp = await rest(daemon, 'POST /auth/step-up', {
      token: handed.access_token,
      payload: { password },
    })
    assert.equal((await agree(stepUp.body.data, [origin])).status, 200)
    await agree(stepUp.body.data, [])
  })

  it('is a list of origins as browsers write them, and nothing else', async () => {
    const hal = await daemon.member(owner, 'hal')
    for (const engines of [
      true,
      '*',
      ['*'],
      ['https://*'],
      ['https://*.example'],
      ['https://ollama.example/v1'],
      ['https://OLLAMA.example'],
      ['https://ollama.example:443'],
      ['https://me:secret@ollama.example'],
      ['ftp://ollama.example'],
      ['builtin'],
      [origin, origin],
      [1],
      Array.from({ length: 51 }, (_, at) => `https://${at}.example`),
    ]) {
      const refused = await agree(hal, engines)
      assert.equal(refused.status, 400, JSON.stringify(engines))
      assert.match(refused.body.error.details.field, /^preferences\.engines/)
    }
    assert.equal((await agree(hal, [origin, 'https://ollama.example'])).status, 200)
  })

  it('is asked for again where the engine moves to another port', async () => {
    const ida = await daemon.member(owner, 'ida')
    await set({ base_url, model: 'normal' })
    await agree(ida, [origin])
    assert.equal((await say(ida, 'Hello.')).engine, `${host}:normal`)
    await set({ base_url: elsewhere.base_url, model: 'normal' })
    const { engine, consent_needed } = await say(ida, 'I juggle.')
    assert.deepEqual([engine, consent_needed.origin], ['builtin', new URL(elsewhere.base_url).origin])
    assert.equal(await read(elsewhere), '[[],[]]')
  })

  it('goes with a reset', async () => {
    const joy = await daemon.member(owner, 'joy')
    await set({ base_url, model: 'normal' })
    await agree(joy, [origin])
    const payload = { password, confirm: 'RESET' }
    await rest(daemon, 'POST /auth/emergency-reset', { token: joy.access_token, payload })
    clock.advance(1_000)
    assert.equal((await say(await signIn(daemon, 'joy'), 'Hello.')).engine, 'builtin')
  })
})
