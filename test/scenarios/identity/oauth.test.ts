import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn } from '../../support/daemon.ts'
import { everyRow } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { callback, OAuthProgram } from '../../support/wire/oauth.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const minute = 60_000
const hour = 60 * minute

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
await daemon.member(owner, 'noa')
const { origin } = new URL(daemon.file.base_url)

const tokenOf = async (username = 'mia') => (await signIn(daemon, username)).access_token
const get = async (path: string) => {
  const answer = await fetch(origin + path)
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const read = async (token: string) => (await rest(daemon, 'GET /memory/recent', { token })).status
const keysOf = async (username = 'mia') =>
  (await rest(daemon, 'GET /auth/keys', { token: await tokenOf(username) })).body.data.items as {
    key_uuid: string
    name: string
    scopes: string[]
    last_used_at: string | null
    expires_at: string
  }[]
/** The clock moves on, so that registrations of one test leave room for the next. */
const program = (metadata: object = {}) => {
  clock.advance(minute)
  return OAuthProgram.register(daemon, metadata)
}

describe('A program without a key', () => {
  it('is told where it gets one, and how', async () => {
    const refused = await fetch(`${origin}/mcp`, { method: 'POST' })
    const challenge = refused.headers.get('www-authenticate') ?? ''
    const metadata = /^Bearer resource_metadata="([^"]+)", scope="read talk remember ask act"$/.exec(
      challenge,
    )
    assert.equal(refused.status, 401)
    const { body: resource } = await get(new URL(metadata?.[1] ?? '').pathname)
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${origin}/mcp`, [origin]])
    const { body: server } = await get('/.well-known/oauth-authorization-server')
    assert.equal(server.issuer, origin)
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    for (const name of ['authorization', 'token', 'registration', 'revocation'])
      assert.ok(server[`${name}_endpoint`].startsWith(`${origin}/oauth/`), name)
  })

  it('is answered under the name that it calls the daemon by', async () => {
    const { port } = new URL(origin)
    const answer = await fetch(`http://localhost:${port}/.well-known/oauth-authorization-server`)
    assert.equal(((await answer.json()) as { issuer: string }).issuer, `http://localhost:${port}`)
  })
})

describe('A program that asks a member', () => {
  it('gets a key for what the member agrees to, which is among their keys', async () => {
    const claude = await program()
    const asked = await claude.ask()
    const token = await tokenOf()
    const path = `/auth/authorizations/${asked.authorization_id}`
    const { authorization } = (await rest(daemon, `GET ${path}`, { token })).body.data
    assert.deepEqual(
      { ...authorization, expires_at: '' },
      {
        authorization_id: asked.authorization_id,
        client_name: 'Claude Desktop',
        redirect_uri: callback,
        scopes: ['read', 'talk', 'remember', 'ask', 'act'],
        expires_at: '',
      },
    )
    const code = await claude.agreed(asked, token, ['read', 'remember'])
    const { status, body } = await claude.fetchKey(code, asked.verifier)
    assert.equal(status, 200)
    assert.match(body.access_token, /^cmp_[\w-]{43}$/)
    assert.deepEqual(
      [body.token_type, body.scope, body.expires_in],
      ['Bearer', 'read remember', hour / 1_000],
    )
    assert.equal(await read(body.access_token), 200)
    const message = { token: body.access_token, payload: { content: 'Hello' } }
    const error = errorOf(await rest(daemon, 'POST /conversation/message', message))
    assert.deepEqual(error, [403, 'INSUFFICIENT_PERMISSIONS', { scope: 'talk' }])
    const [key] = await keysOf()
    assert.deepEqual([key?.name, key?.scopes], ['MCP: Claude Desktop', ['read', 'remember']])
    assert.equal(key?.last_used_at, new Date(clock.now()).toISOString())
    const rows = JSON.stringify(everyRow(daemon))
    for (const secret of [body.access_token.slice(4), body.refresh_token, code])
      assert.ok(!rows.includes(secret))
  })

  it('is told what it did not get, and that a member said no', async () => {
    const claude = await program()
    const asked = await claude.ask({ scope: 'read' })
    const token = await tokenOf()
    const path = `/auth/authorizations/${asked.authorization_id}`
    const more = { token, payload: { scopes: ['read', 'act'] } }
    assert.deepEqual(errorOf(await rest(daemon, `POST ${path}/approve`, more)), [
      400,
      'INVALID_REQUEST',
      { field: 'scopes', reason: 'the program does not ask for act' },
    ])
    const denied = await rest(daemon, `POST ${path}/deny`, { token, payload: {} })
    const answer = new URL(denied.body.data.redirect_to).searchParams
    assert.deepEqual(
      [answer.get('error'), answer.get('state'), answer.get('iss'), answer.get('code')],
      ['access_denied', asked.state, origin, null],
    )
    assert.equal((await rest(daemon, `POST ${path}/approve`, more)).status, 404)
  })

  it('asks for the usual where it does not say, and for nothing that is of others', async () => {
    const token = await tokenOf()
    const claude = await program({
      scope: 'openid email profile',
      token_endpoint_auth_method: 'client_secret_post',
    })
    const scopesOf = async (scope: string | null) => {
      const { authorization_id } = await claude.ask({ scope })
      const authorization = await rest(daemon, `GET /auth/authorizations/${authorization_id}`, { token })
      return authorization.body.data.authorization.scopes
    }
    assert.deepEqual(await scopesOf(null), ['read', 'talk', 'remember', 'ask'])
    assert.deepEqual(await scopesOf('openid offline_access admin metrics read'), ['read'])
  })

  it('needs a person who has signed in within five minutes, or gives the password', async () => {
    const claude = await program()
    const token = await tokenOf()
    const payload = { scopes: ['read'] }
    const { authorization_id } = await claude.ask()
    const approve = `POST /auth/authorizations/${authorization_id}/approve`
    const { access_token: key } = await (await program()).connect(token, ['read', 'act'])
    assert.deepEqual(errorOf(await rest(daemon, approve, { token: key, payload })), [
      403,
      'INSUFFICIENT_PERMISSIONS',
      { reason: 'person' },
    ])
    assert.equal((await rest(daemon, approve, { payload })).status, 401)
    clock.advance(6 * minute)
    assert.deepEqual(errorOf(await rest(daemon, approve, { token, payload }))[2], { reason: 'step_up' })
    const given = await rest(daemon, approve, { token, payload: { ...payload, password } })
    assert.equal(given.status, 200)
  })

  it('can ask one member alone: whoever looks first', async () => {
    const claude = await program()
    const asked = await claude.ask()
    const path = `/auth/authorizations/${asked.authorization_id}`
    const [hers, other] = [await tokenOf(), await tokenOf('noa')]
    assert.equal((await rest(daemon, `GET ${path}`, { token: hers })).status, 200)
    const payload = { scopes: ['read'] }
    assert.equal((await rest(daemon, `GET ${path}`, { token: other })).status, 404)
    assert.equal((await rest(daemon, `POST ${path}/approve`, { token: other, payload })).status, 404)
    assert.equal((await rest(daemon, `POST ${path}/deny`, { token: other, payload: {} })).status, 404)
    assert.equal((await rest(daemon, `POST ${path}/approve`, { token: hers, payload })).status, 200)
  })

  it('gets its answer by the browser of who agreed, and by no other', async () => {
    const claude = await program()
    const asked = await claude.ask()
    const resume = `${origin}/oauth/authorize/${asked.authorization_id}`
    const headers = { cookie: `_interaction_resume=${asked.authorization_id}` }
    assert.equal((await fetch(resume, { headers, redirect: 'manual' })).status, 404)
    await claude.agreed(asked, await tokenOf(), ['read'])
    assert.equal((await fetch(resume, { headers, redirect: 'manual' })).status, 404)
  })

  it('has ten minutes', async () => {
    const claude = await program()
    const { authorization_id } = await claude.ask()
    const path = `GET /auth/authorizations/${authorization_id}`
    clock.advance(9 * minute)
    assert.equal((await rest(daemon, path, { token: await tokenOf() })).status, 200)
    clock.advance(minute)
    assert.equal((await rest(daemon, path, { token: await tokenOf() })).status, 404)
  })
})

describe('A request to authorize', () => {
  it('is answered nowhere but where the program registered, on whatever port of this machine', async () => {
    const claude = await program({ redirect_uris: [callback, 'cursor://anysphere/callback'] })
    await claude.ask({ redirect_uri: 'http://127.0.0.1:1234/callback' })
    await claude.ask({ redirect_uri: 'cursor://anysphere/callback' })
    for (const redirect_uri of [
      'http://127.0.0.1:53682/other',
      'http://localhost:53682/callback',
      'https://127.0.0.1:53682/callback',
      `${callback}?more=1`,
      'http://evil.example/callback',
      'cursor://anysphere/callback/more',
      null,
    ]) {
      const { status, location, body } = await claude.open({ redirect_uri })
      assert.deepEqual([status, location], [400, null], String(redirect_uri))
      assert.match(body.error, /^invalid_re(direct_uri|quest)$/)
    }
  })

  it('wants PKCE by SHA-256, a code, and no other resource', async () => {
    const claude = await program()
    const refused = async (more: Readonly<Record<string, string | null>>) => {
      const { location } = await claude.open(more)
      const answer = new URL(location ?? '')
      assert.equal(answer.origin + answer.pathname, callback)
      // What would bring a token itself is answered where no server reads it.
      const parameters = new URLSearchParams(answer.search || answer.hash.slice(1))
      assert.equal(parameters.get('iss'), origin)
      return parameters.get('error')
    }
    assert.equal(await refused({ code_challenge: null, code_challenge_method: null }), 'invalid_request')
    assert.equal(await refused({ code_challenge_method: 'plain' }), 'invalid_request')
    assert.equal(await refused({ response_type: 'token' }), 'unsupported_response_type')
    assert.equal(await refused({ resource: 'https://evil.example/mcp' }), 'invalid_target')
    assert.equal(await refused({ resource: `${origin}/api/v1` }), 'invalid_target')
    assert.equal(await refused({ prompt: 'none' }), 'login_required')
  })

  it('of a program that nobody knows is shown to people as what it is', async () => {
    const stranger = new OAuthProgram(daemon, 'nobody')
    assert.deepEqual(
      [(await stranger.open()).status, (await stranger.open()).body.error],
      [400, 'invalid_client'],
    )
    const answer = await fetch(stranger.authorizeUrl().url, {
      headers: { accept: 'text/html,application/xhtml+xml' },
      redirect: 'manual',
    })
    assert.equal(answer.headers.get('location'), '/#/connect?problem=invalid_client')
  })
})

describe('A code', () => {
  it('is good for the program that has its verifier, and where it was sent', async () => {
    const [claude, other] = [await program(), await program()]
    const asked = await claude.ask()
    const code = await claude.agreed(asked, await tokenOf(), ['read'])
    const wrong = [
      await claude.fetchKey(code, 'A'.repeat(43)),
      await other.fetchKey(code, asked.verifier),
      await claude.fetchKey(code, asked.verifier, { redirect_uri: 'http://127.0.0.1:1/callback' }),
    ]
    for (const { status, body } of wrong) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    const elsewhere = await claude.fetchKey(code, asked.verifier, { resource: 'https://evil.example/' })
    assert.deepEqual([elsewhere.status, elsewhere.body.error], [400, 'invalid_target'])
  })

  it('ends after a minute', async () => {
    const claude = await program()
    const asked = await claude.ask()
    const code = await claude.agreed(asked, await tokenOf(), ['read'])
    clock.advance(minute)
    assert.equal((await claude.fetchKey(code, asked.verifier)).body.error, 'invalid_grant')
  })

  it('that comes a second time ends the key that it was given for', async () => {
    const claude = await program()
    const asked = await claude.ask()
    const code = await claude.agreed(asked, await tokenOf(), ['read'])
    const { body } = await claude.fetchKey(code, asked.verifier)
    assert.equal(await read(body.access_token), 200)
    assert.equal((await claude.fetchKey(code, asked.verifier)).body.error, 'invalid_grant')
    assert.equal(await read(body.access_token), 401)
    assert.equal((await claude.refresh(body.refresh_token)).body.error, 'invalid_grant')
  })
})

describe('A key that a program asked for', () => {
  it('has another text each hour, and only the last one is good', async () => {
    const claude = await program()
    const first = await claude.connect(await tokenOf())
    clock.advance(hour)
    const late = errorOf(await rest(daemon, 'GET /memory/recent', { token: first.access_token }))
    assert.deepEqual(late.slice(0, 2), [401, 'TOKEN_EXPIRED'])
    const { status, body: second } = await claude.refresh(first.refresh_token)
    assert.deepEqual([status, second.scope], [200, 'read'])
    assert.notEqual(second.refresh_token, first.refresh_token)
    const { body: third } = await claude.refresh(second.refresh_token)
    assert.deepEqual([await read(second.access_token), await read(third.access_token)], [401, 200])
  })

  it('survives an answer that was lost, but not a refresh token that comes again later', async () => {
    const claude = await program()
    const first = await claude.connect(await tokenOf())
    const lost = (await claude.refresh(first.refresh_token)).body
    clock.advance(9_000)
    const { status, body: again } = await claude.refresh(first.refresh_token)
    assert.equal(status, 200)
    assert.deepEqual([await read(lost.access_token), await read(again.access_token)], [401, 200])
    clock.advance(11_000)
    assert.equal((await claude.refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await read(again.access_token), 401)
    assert.equal((await claude.refresh(again.refresh_token)).body.error, 'invalid_grant')
  })

  it('ends at once where its owner revokes it, and where its program does', async () => {
    const claude = await program()
    const held = await claude.connect(await tokenOf())
    const [key] = await keysOf()
    await rest(daemon, `DELETE /auth/keys/${key?.key_uuid}`, { token: await tokenOf() })
    assert.equal(await read(held.access_token), 401)
    assert.equal((await claude.refresh(held.refresh_token)).body.error, 'invalid_grant')

    for (const which of ['access_token', 'refresh_token'] as const) {
      const other = await claude.connect(await tokenOf())
      const body = new URLSearchParams({ client_id: claude.client_id, token: other[which] })
      const foreign = new URLSearchParams({ client_id: (await program()).client_id, token: other[which] })
      await fetch(`${origin}/oauth/revoke`, { method: 'POST', body: foreign })
      assert.equal(await read(other.access_token), 200)
      assert.equal((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status, 200)
      assert.equal(await read(other.access_token), 401)
      assert.equal((await claude.refresh(other.refresh_token)).body.error, 'invalid_grant')
    }
  })

  it('takes the place of the one that the same program had of the same member', async () => {
    const claude = await program({ client_name: 'Desk' })
    const first = await claude.connect(await tokenOf())
    const other = await claude.connect(await tokenOf('noa'))
    const second = await claude.connect(await tokenOf())
    assert.deepEqual(
      [await read(first.access_token), await read(other.access_token), await read(second.access_token)],
      [401, 200, 200],
    )
    assert.equal((await keysOf()).filter(({ name }) => name === 'MCP: Desk').length, 1)
  })

  it('is in the audit log, made by a person and ended by whoever ended it', async () => {
    const claude = await program({ client_name: 'Audited' })
    const { refresh_token } = await claude.connect(await tokenOf())
    const body = new URLSearchParams({ client_id: claude.client_id, token: refresh_token })
    await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })
    const { access_token: token } = await signIn(daemon, 'olga')
    const { items } = (await rest(daemon, 'GET /security/audit?limit=20', { token })).body.data
    const rows = (
      items as { event: string; actor: string; session_uuid: string; details: { name?: string } }[]
    )
      .filter(({ details }) => details.name === 'MCP: Audited')
      .map(({ event, actor, session_uuid }) => [event, actor, session_uuid !== null])
    const actor = `user:${mia.family_member_uuid}`
    assert.deepEqual(rows, [
      ['key_revoked', actor, false],
      ['key_created', actor, true],
    ])
  })
})
