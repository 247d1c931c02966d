import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { callback, OAuthProgram, register } from '../../support/wire/oauth.ts'

const minute = 60_000

const clock = new ManualClock()
const { daemon } = await household({ clock })
const { origin } = new URL(daemon.file.base_url)

/** The clock moves on, so that registrations of one test leave room for the next. */
const program = () => {
  clock.advance(minute)
  return OAuthProgram.register(daemon)
}

describe('A registration', () => {
  it('is of a program that is answered on this machine, over https or by a scheme of its own', async () => {
    clock.advance(minute)
    for (const redirect of [
      'http://evil.example/callback',
      'http://192.168.1.7/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'mailto:eve@example.org',
      'ms-msdt:/id',
      'https://user:pw@example.org/callback',
      'http://127.0.0.1/callback#fragment',
      'callback',
    ]) {
      const { status, body } = await register(daemon, { redirect_uris: [redirect] })
      assert.equal(status, 400, redirect)
      assert.match(body.error, /^invalid_(redirect_uri|client_metadata)$/, redirect)
    }
    for (const redirect_uris of [
      [],
      'http://127.0.0.1/',
      undefined,
      Array.from({ length: 11 }, () => callback),
    ])
      assert.equal((await register(daemon, { redirect_uris })).status, 400)
    for (const redirect of ['https://vscode.dev/redirect', 'cursor://x/callback', 'http://[::1]:9/callback'])
      assert.equal((await register(daemon, { redirect_uris: [redirect] })).status, 201, redirect)
  })

  it('gives no secret, and keeps nothing but a plain name and the addresses', async () => {
    clock.advance(minute)
    const { body } = await register(daemon, {
      client_name: '  Claude\u202e\u0000\n Desktop  ',
      jwks_uri: 'https://evil.example/jwks',
      sector_identifier_uri: 'https://evil.example/sector',
      logo_uri: 'https://evil.example/logo.png',
      grant_types: ['client_credentials', 'implicit'],
    })
    assert.deepEqual([body.client_name, body.token_endpoint_auth_method], ['Claude Desktop', 'none'])
    assert.deepEqual(body.grant_types, ['authorization_code', 'refresh_token'])
    for (const name of [
      'client_secret',
      'jwks_uri',
      'sector_identifier_uri',
      'logo_uri',
      'registration_access_token',
    ])
      assert.equal(body[name], undefined, name)
  })

  it('is one of twenty a minute', async () => {
    clock.advance(minute)
    for (let at = 0; at < 20; at += 1) assert.equal((await register(daemon)).status, 201)
    const { status, headers, body } = await register(daemon)
    assert.deepEqual([status, headers.get('retry-after'), body.error], [429, '60', 'temporarily_unavailable'])
    clock.advance(minute)
    assert.equal((await register(daemon)).status, 201)
  })

  it('makes room by dropping the oldest that nobody agreed to, never one that somebody uses', async () => {
    const used = await program()
    const { refresh_token } = await used.connect((await signIn(daemon, 'mia')).access_token)
    const unused = await program()
    for (let at = 0; at < 200; at += 1) {
      if (at % 20 === 0) clock.advance(minute)
      assert.equal((await register(daemon)).status, 201)
    }
    assert.equal((await unused.open()).body.error, 'invalid_client')
    assert.equal((await used.refresh(refresh_token)).status, 200)
  })

  it('and all that follows is refused where a page of elsewhere sends it', async () => {
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
      assert.equal((await fetch(origin + path, { method: 'POST', headers, body: '{}' })).status, 403, path)
    }
    const huge = { client_name: 'x'.repeat(40_000) }
    assert.equal((await register(daemon, huge)).status, 400)
    const wrong = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code', code: randomUUID() }),
    })
    assert.deepEqual(
      [wrong.status, ((await wrong.json()) as { error: string }).error],
      [400, 'invalid_request'],
    )
  })
})
