import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { generateKeyPair, generateProof, type KeyPair } from 'dpop'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { ManualClock } from '../../support/clock.ts'
import {
  password,
  signIn,
  startTestDaemon,
  startTestDaemonAgain,
  type TestDaemon,
} from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

// The proofs are of the time of this machine.
const clock = new ManualClock(Date.now())
const { daemon } = await household({ clock })
const keys = await generateKeyPair('ES256')

const urlOf = (path: string, at: Pick<TestDaemon, 'file'> = daemon) => `${at.file.base_url}${path}`
const prove = (path: string, { nonce, by = keys }: { nonce?: string | undefined; by?: KeyPair } = {}) =>
  generateProof(by, urlOf(path), 'POST', nonce)

const login = async (dpop: string, headers: Record<string, string> = {}) =>
  rest(daemon, 'POST /auth/login', { payload: { username: 'mia', password }, headers: { dpop, ...headers } })
const stay = async (by: KeyPair = keys) => {
  const { status, body } = await login(await prove('/auth/login', { by }))
  assert.equal(status, 200)
  return body.data as { refresh_token: string; access_token: string; session_uuid: string }
}
const refresh = (refresh_token: string, dpop?: string) =>
  rest(daemon, 'POST /auth/refresh', { payload: { refresh_token }, ...(dpop && { headers: { dpop } }) })
const nonceNow = async () => {
  const { status, headers } = await refresh('x', await prove('/auth/refresh'))
  assert.equal(status, 401)
  return headers.get('dpop-nonce') ?? ''
}
const fresh = async (refresh_token: string, by: KeyPair = keys) =>
  refresh(refresh_token, await prove('/auth/refresh', { nonce: await nonceNow(), by }))

describe('A sign-in that is bound to a key', () => {
  it('goes on with a proof of it', async () => {
    const first = await stay()
    const { status, body } = await fresh(first.refresh_token)
    assert.deepEqual([status, body.data.session_uuid], [200, first.session_uuid])
    assert.equal((await fresh(body.data.refresh_token)).status, 200)
  })

  it('is worth nothing to whoever has copied its refresh token', async () => {
    const { refresh_token } = await stay()
    const thief = await generateKeyPair('ES256')
    assert.deepEqual(errorOf(await refresh(refresh_token)).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual(errorOf(await fresh(refresh_token, thief)).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    // Trying has ended nothing.
    assert.equal((await fresh(refresh_token)).status, 200)
  })

  it('goes on only where it began: at the same address', async () => {
    const { refresh_token } = await stay()
    const elsewhere = daemon.file.base_url.replace('127.0.0.1', 'localhost')
    const dpop = await generateProof(keys, `${elsewhere}/auth/refresh`, 'POST', await nonceNow())
    const answer = await fetch(`${elsewhere}/auth/refresh`, {
      method: 'POST',
      headers: { dpop, 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { refresh_token } }),
    })
    assert.equal(answer.status, 401)
    assert.equal((await fresh(refresh_token)).status, 200)
  })

  it('goes on where the answer of the last exchange was lost, however late', async () => {
    const { refresh_token } = await stay()
    assert.equal((await fresh(refresh_token)).status, 200)
    clock.advance(60_000)
    const again = await fresh(refresh_token)
    assert.equal(again.status, 200)
    const newer = await fresh(again.body.data.refresh_token)
    assert.equal(newer.status, 200)
    // An older one was copied by somebody who has the key too.
    assert.deepEqual(errorOf(await fresh(refresh_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    assert.deepEqual(errorOf(await fresh(newer.body.data.refresh_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
  })

  it('makes no key of a tab', async () => {
    const { access_token: token, refresh_token } = await stay()
    const { status } = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
    assert.equal(status, 401)
  })

  it('outlasts a restart of the daemon', async () => {
    using home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const first = await startTestDaemon({ home: home.path, clock: systemClock })
    await first.owner()
    const { http } = first.ports
    const client = (at: TestDaemon) => createClient({ base_url: () => at.file.base_url })
    const options = {
      prove: ({ url, method, nonce }: { url: string; method: string; nonce?: string }) =>
        generateProof(keys, url, method, nonce),
    }
    const { refresh_token } = await client(first).call('auth.login', { username: 'olga', password }, options)
    await first.stop()
    const environment = { COMPANION_HTTP_PORT: String(http) }
    await using second = await startTestDaemonAgain({ home: home.path, clock: systemClock, environment })
    const { family_member } = await client(second).call('auth.refresh', { refresh_token }, options)
    assert.equal(family_member.username, 'olga')
  })

  it('is listed with the name of its browser, and as one that stays', async () => {
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <img src=x onerror=alert(1)>'
    const { body } = await login(await prove('/auth/login'), { 'user-agent': agent })
    const { access_token: token, session_uuid } = body.data
    const { items } = (await rest(daemon, 'GET /auth/profile/sessions?limit=200', { token })).body.data
    const session = items.find((one: { session_uuid: string }) => one.session_uuid === session_uuid)
    assert.deepEqual([session.client, session.stays], ['Firefox on Linux', true])
    const other = await signIn(daemon, 'mia')
    const plain = (await rest(daemon, 'GET /auth/session', { token: other.access_token })).body.data
    assert.deepEqual([plain.client, plain.stays], ['node', false])
  })
})

describe('A proof of a key', () => {
  const refused = [401, 'INVALID_CREDENTIALS', { reason: 'invalid_dpop_proof' }]

  it('is good once', async () => {
    const dpop = await prove('/auth/login')
    assert.equal((await login(dpop)).status, 200)
    assert.deepEqual(errorOf(await login(dpop)), refused)
  })

  it('is good for no other request, no other address and no other time', async () => {
    const elsewhere = 'http://127.0.0.1:1/api/v1/auth/login'
    for (const dpop of [
      await prove('/auth/refresh'),
      await generateProof(keys, urlOf('/auth/login'), 'GET'),
      await generateProof(keys, elsewhere, 'POST'),
      'not.a.proof',
      (await prove('/auth/login')).slice(0, -4),
      `${await prove('/auth/login')}, ${await prove('/auth/login')}`,
    ])
      assert.deepEqual(errorOf(await login(dpop)), refused)
    const early = await prove('/auth/login')
    clock.advance(20 * 60_000)
    assert.deepEqual(errorOf(await login(early)), refused)
    clock.advance(-20 * 60_000)
  })

  it('that carries the private key is refused', async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['sign', 'verify'],
    )
    const jwk = await crypto.subtle.exportKey('jwk', privateKey)
    assert.ok(publicKey)
    const head = { alg: 'ES256', typ: 'dpop+jwt', jwk }
    const claims = {
      htm: 'POST',
      htu: urlOf('/auth/login'),
      iat: Math.floor(Date.now() / 1_000),
      jti: crypto.randomUUID(),
    }
    const text = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      Buffer.from(text),
    )
    assert.deepEqual(errorOf(await login(`${text}.${Buffer.from(signature).toString('base64url')}`)), refused)
  })

  it('that was made in advance does not renew a session', async () => {
    const { refresh_token } = await stay()
    const answer = await refresh(refresh_token, await prove('/auth/refresh', { nonce: 'guessed' }))
    const [status, code, { reason }] = errorOf(answer)
    assert.deepEqual([status, code, reason], [401, 'AUTHENTICATION_REQUIRED', 'use_dpop_nonce'])
  })
})
