import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { household } from '../../support/household.ts'
import { sendRaw } from '../../support/wire/raw-http.ts'

const { daemon, owner, member } = await household()

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims and the header of a real token, changed, and signed by whatever `signature` is. */
function forged(header: object, claims: object, signature: (text: string) => string): string {
  const [head = '', payload = ''] = member.access_token.split('.')
  const read = (text: string): object => JSON.parse(Buffer.from(text, 'base64url').toString())
  const text = `${part({ ...read(head), ...header })}.${part({ ...read(payload), ...claims })}`
  return `${text}.${signature(text)}`
}

function signingKey() {
  const [file = ''] = readdirSync(daemon.home.keys)
  return JSON.parse(readFileSync(join(daemon.home.keys, file), 'utf8'))
}

function genuine(text: string): string {
  return sign(null, Buffer.from(text), { key: signingKey(), format: 'jwk' }).toString('base64url')
}

const badTokens: Record<string, () => string> = {
  'no token at all': () => 'Bearer',
  'another scheme': () => `Basic ${Buffer.from('olga:secret').toString('base64')}`,
  'a text that is no token': () => 'Bearer abc',
  'a token with alg none': () => `Bearer ${forged({ alg: 'none' }, {}, () => '')}`,
  'a token of another key': () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    return `Bearer ${forged({}, {}, (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'))}`
  },
  'a token of an unknown key id': () => `Bearer ${forged({ kid: 'none' }, {}, genuine)}`,
  'an HS256 token with the public key as its secret': () => {
    const hmac = (text: string) =>
      createHmac('sha256', Buffer.from(String(signingKey().x), 'base64url')).update(text)
    return `Bearer ${forged({ alg: 'HS256' }, {}, (text) => hmac(text).digest('base64url'))}`
  },
  'an expired token': () => `Bearer ${forged({}, { exp: Math.floor(Date.now() / 1_000) - 1 }, genuine)}`,
  'a token without an end': () => `Bearer ${forged({}, { exp: undefined }, genuine)}`,
  'a token for a list of audiences': () => `Bearer ${forged({}, { aud: ['companion', 'other'] }, genuine)}`,
  'a token of another issuer': () => `Bearer ${forged({}, { iss: 'other' }, genuine)}`,
  'a token of another type': () => `Bearer ${forged({ typ: 'JWT' }, {}, genuine)}`,
  'a token of a session that never was': () =>
    `Bearer ${forged({}, { session_uuid: randomUUID() }, genuine)}`,
  "a token of another member's session": () =>
    `Bearer ${forged({}, { sub: owner.family_member_uuid }, genuine)}`,
}

describe('a bad token is answered with 401', () => {
  for (const [name, header] of Object.entries(badTokens)) {
    it(name, async () => {
      const head = [`Authorization: ${header()}`]
      const bare = await sendRaw(daemon, { line: 'GET /api/v1/interactions HTTP/1.1', head })
      assert.equal(bare.status, 401)
      assert.deepEqual(bare.body, { detail: 'authentication required' })
      const general = await sendRaw(daemon, { line: 'GET /api/v1/auth/session HTTP/1.1', head })
      assert.equal(general.status, 401)
      assert.match(general.body.error.code, /^(AUTHENTICATION_REQUIRED|TOKEN_EXPIRED|TOKEN_REVOKED)$/)
    })
  }

  it('the same claims with a valid signature are accepted', async () => {
    const head = [`Authorization: Bearer ${forged({}, {}, genuine)}`]
    const { status } = await sendRaw(daemon, { line: 'GET /api/v1/interactions HTTP/1.1', head })
    assert.equal(status, 200)
  })
})
