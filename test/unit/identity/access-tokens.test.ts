import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { openAccessTokens } from '../../../daemon/features/identity/access-tokens.ts'
import { loadKeys } from '../../../daemon/features/identity/keys.ts'
import type { LiveSession, LiveSessions } from '../../../daemon/features/identity/live-sessions.ts'
import type { SessionRow } from '../../../daemon/features/identity/session-store.ts'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { restrictions } from '../../../daemon/kernel/scope.ts'
import { ManualClock } from '../../support/clock.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const home = locateHome({ COMPANION_HOME: folder.path })
createHome(home)
const issued = 1_800_000_000
const keys = await loadKeys(home, () => issued * 1_000)
const jwkOf = (file: string): JWK => JSON.parse(readFileSync(file, 'utf8'))
const memberKey = jwkOf(join(home.keys, readdirSync(home.keys)[0] ?? ''))
const localKey = jwkOf(home.localKey)

const olga = {
  family_member_uuid: randomUUID(),
  full_name: 'Olga Example',
  relationship: 'mother',
  roles: ['admin'],
}
const session_uuid = randomUUID()
const device_uuid = randomUUID()

/** The session, signed in a minute before `issued`. */
const session: SessionRow = {
  session_uuid,
  family_member_uuid: olga.family_member_uuid,
  generation: 1,
  rotated_at: iso(issued * 1_000),
  authenticated_at: iso(issued * 1_000 - 60_000),
  created_at: iso(issued * 1_000),
  expires_at: iso(issued * 1_000 + 86_400_000),
  revoked_at: null,
  device_uuid: null,
  methods: ['pwd'],
  address: '192.0.2.1',
  parent_uuid: null,
  client: null,
  key_thumbprint: null,
  origin: null,
  restriction: null,
  idle: null,
}
/** What a session in memory has beside whose it is. */
const full = { parent_uuid: null, restriction: null, methods: ['pwd'], idle: null, last_seen_at: 0 } as const

function open(device: string | null = null, more: Partial<LiveSession> = {}) {
  const clock = new ManualClock(issued * 1_000)
  const { family_member_uuid } = olga
  const live: LiveSessions = new Map([
    [session_uuid, { ...full, family_member_uuid, admin: true, device_uuid: device, ...more }],
  ])
  const revoked = new Set<string>()
  const tokens = openAccessTokens(keys, live, (jti) => revoked.has(jti), clock)
  return { clock, live, revoked, tokens }
}
const member: JWTPayload = {
  iss: 'companion',
  aud: 'companion',
  sub: olga.family_member_uuid,
  family_member_uuid: olga.family_member_uuid,
  session_uuid,
  roles: ['admin'],
  auth_time: issued,
  iat: issued,
  exp: issued + 900,
  jti: randomUUID(),
}
const system: JWTPayload = {
  iss: 'companion',
  aud: 'companion',
  sub: 'system:cli',
  iat: issued,
  exp: issued + 600,
  jti: randomUUID(),
}

interface Minting {
  readonly key?: JWK
  readonly header?: Record<string, unknown>
}

/** A token of these claims; undefined ones are left out. */
async function mint(claims: JWTPayload, { key = memberKey, header = {} }: Minting = {}): Promise<string> {
  const protectedHeader = { alg: 'Ed25519', typ: 'at+jwt', kid: key.kid ?? '', ...header }
  return new SignJWT(claims)
    .setProtectedHeader(protectedHeader)
    .sign(await importJWK(key, protectedHeader.alg))
}

const refuses = async (token: string, code = 'AUTHENTICATION_REQUIRED') =>
  assert.rejects(open().tokens.verify(token), { code })

test('an issued token has the documented header and claims', async () => {
  const { tokens } = open()
  const token = await tokens.issue(olga, session)
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'Ed25519', typ: 'at+jwt', kid: memberKey.kid })
  const { jti, ...claims } = decodeJwt(token)
  assert.match(String(jti), /^[\da-f-]{36}$/)
  assert.deepEqual(claims, {
    sub: olga.family_member_uuid,
    family_member_uuid: olga.family_member_uuid,
    full_name: 'Olga Example',
    relationship: 'mother',
    session_uuid,
    roles: ['admin'],
    amr: ['pwd'],
    auth_time: issued - 60,
    iss: 'companion',
    aud: 'companion',
    iat: issued,
    exp: issued + 900,
  })
})

test('an issued token identifies its caller, also the second time', async () => {
  const { tokens } = open()
  const token = await tokens.issue(olga, session)
  const caller = {
    actor: `user:${olga.family_member_uuid}`,
    family_member_uuid: olga.family_member_uuid,
    session_uuid,
    parent_uuid: null,
    admin: true,
    device_uuid: null,
    trusted: false,
    authenticated_at: (issued - 60) * 1_000,
    expires_at: (issued + 900) * 1_000,
    key: null,
    restriction: null,
    methods: ['pwd'],
  }
  assert.deepEqual(await tokens.verify(token), caller)
  assert.deepEqual(await tokens.verify(token), caller)
})

test("a token minted by hand with this home's key is valid", async () => {
  assert.equal((await open().tokens.verify(await mint(member))).admin, true)
})

test('malformed tokens are refused', async () => {
  for (const text of [
    '',
    'x',
    'a.b.c',
    '..',
    'e30.e30.',
    `${await mint(member)}x`,
    (await mint(member)).slice(0, -4),
  ]) {
    await refuses(text)
  }
})

test('a token without a signature is refused', async () => {
  await refuses(new UnsecuredJWT(member).encode())
  const [, payload] = (await mint(member)).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: memberKey.kid })).toString(
    'base64url',
  )
  await refuses(`${header}.${payload}.`)
})

test('a token signed by HMAC with the public key as its secret is refused', async () => {
  const publicKey = Buffer.from(memberKey.x ?? '', 'base64url')
  const token = new SignJWT(member)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: memberKey.kid ?? '' })
    .sign(publicKey)
  await refuses(await token)
})

test('the older algorithm name for the same key is refused', async () => {
  await refuses(await mint(member, { header: { alg: 'EdDSA' } }))
})

test('a token of another type is refused', async () => {
  for (const typ of ['JWT', 'at+JWT2', undefined]) await refuses(await mint(member, { header: { typ } }))
})

test('the audience must be this program and nothing else', async () => {
  for (const aud of [['companion'], ['companion', 'other'], 'other', undefined]) {
    const { aud: _, ...rest } = member
    await refuses(await mint(aud === undefined ? rest : { ...rest, aud }))
  }
})

test('another issuer is refused', async () => {
  await refuses(await mint({ ...member, iss: 'https://evil.example' }))
  const { iss: _, ...rest } = member
  await refuses(await mint(rest))
})

test('a token without the required claims is refused', async () => {
  for (const claim of ['sub', 'exp', 'iat', 'jti', 'session_uuid']) {
    await refuses(await mint({ ...member, [claim]: undefined }))
  }
})

test('a foreign key is refused, even if it claims to be known', async () => {
  await refuses(await mint(member, { header: { kid: 'unknown' } }))
  await refuses(await mint(member, { header: { kid: undefined } }))
  await refuses(await mint(member, { key: localKey, header: { kid: memberKey.kid } }))
})

test('a token expires at its exp, whether it was seen before or not', async () => {
  const { clock, tokens } = open()
  const [seen, unseen] = [await mint(member), await mint({ ...member, jti: randomUUID() })]
  await tokens.verify(seen)
  clock.advance(900_000 - 1)
  await tokens.verify(seen)
  clock.advance(1)
  for (const token of [seen, unseen]) await assert.rejects(tokens.verify(token), { code: 'TOKEN_EXPIRED' })
})

test('a token of an ended session is refused at once, even if it was seen before', async () => {
  const { live, tokens } = open()
  const token = await mint(member)
  await tokens.verify(token)
  live.delete(session_uuid)
  await assert.rejects(tokens.verify(token), { code: 'TOKEN_REVOKED' })
})

test("a token with somebody else's session is refused", async () => {
  await refuses(await mint({ ...member, sub: randomUUID() }), 'TOKEN_REVOKED')
})

test('a demoted admin loses the role at once, whatever the token says', async () => {
  const { live, tokens } = open()
  const token = await mint(member)
  assert.equal((await tokens.verify(token)).admin, true)
  const { family_member_uuid } = olga
  live.set(session_uuid, { ...full, family_member_uuid, admin: false, device_uuid: null })
  assert.equal((await tokens.verify(token)).admin, false)
})

test('a restricted session gives no admin access, whoever owns it', async () => {
  for (const restriction of restrictions) {
    const caller = await open(null, { restriction }).tokens.verify(await mint(member))
    assert.partialDeepStrictEqual(caller, { restriction, admin: false })
  }
})

test('a session with an end of its own is refused once it was not used for that long', async () => {
  const { clock, tokens } = open(null, { idle: 300_000, last_seen_at: issued * 1_000 })
  const token = await mint(member)
  clock.advance(299_999)
  await tokens.verify(token)
  clock.advance(299_999)
  await tokens.verify(token)
  clock.advance(300_000)
  await assert.rejects(tokens.verify(token), { code: 'TOKEN_REVOKED' })
})

test('a token without the role gives no admin access, whoever owns it', async () => {
  for (const roles of [[], undefined, 'admin', ['administrator']]) {
    assert.equal((await open().tokens.verify(await mint({ ...member, roles }))).admin, false)
  }
})

test('the local key creates a system caller, an admin without a member', async () => {
  assert.deepEqual(await open().tokens.verify(await mint(system, { key: localKey })), {
    actor: 'system:cli',
    family_member_uuid: null,
    session_uuid: null,
    parent_uuid: null,
    admin: true,
    device_uuid: null,
    trusted: true,
    authenticated_at: issued * 1_000,
    expires_at: (issued + 600) * 1_000,
    key: null,
    restriction: null,
    methods: [],
  })
})

test('the local key cannot act as a member', async () => {
  await refuses(await mint({ ...member, exp: issued + 600 }, { key: localKey }))
})

test("a member's key cannot create a system caller", async () => {
  await refuses(await mint(system))
  await refuses(await mint({ ...system, session_uuid }), 'TOKEN_REVOKED')
})

test('a system caller has a plain name', async () => {
  const names = ['', 'Cli', '1', 'a b', 'a'.repeat(33)].map((name) => `system:${name}`)
  for (const sub of [...names, 'user:cli']) await refuses(await mint({ ...system, sub }, { key: localKey }))
})

test('a system token valid for over 10 min is refused', async () => {
  await refuses(await mint({ ...system, exp: issued + 601 }, { key: localKey }))
})

test('a system token issued in the future is not valid for longer', async () => {
  await refuses(await mint({ ...system, iat: issued + 86_400, exp: issued + 87_000 }, { key: localKey }))
})

test("a trusted device's session makes a trusted caller, identified by its device", async () => {
  const { tokens } = open(device_uuid)
  const token = await tokens.issue(olga, { ...session, device_uuid, methods: ['otp'] })
  assert.deepEqual(decodeJwt(token)['amr'], ['otp'])
  assert.partialDeepStrictEqual(await tokens.verify(token), { device_uuid, trusted: true })
})

test('every request updates when its session was last seen, a refused one does not', async () => {
  const { clock, live, revoked, tokens } = open()
  const token = await mint(member)
  const seen = () => live.get(session_uuid)?.last_seen_at
  for (const seconds of [1, 60]) {
    clock.advance(seconds * 1_000)
    await tokens.verify(token)
    assert.equal(seen(), clock.now())
  }
  const last = seen()
  clock.advance(1_000)
  revoked.add(String(member.jti))
  await assert.rejects(tokens.verify(token))
  assert.equal(seen(), last)
})

test('a token revoked by its jti is refused at once, and no other', async () => {
  const { revoked, tokens } = open()
  const [one, other] = await Promise.all(
    [system, { ...system, jti: randomUUID() }].map((claims) => mint(claims, { key: localKey })),
  )
  await tokens.verify(one ?? '')
  revoked.add(String(system.jti))
  await assert.rejects(tokens.verify(one ?? ''), { code: 'TOKEN_REVOKED' })
  assert.equal((await tokens.verify(other ?? '')).actor, 'system:cli')
})

test('a token survives the rotation of its key, and the next one uses the new key', async () => {
  const rotating = locateHome({ COMPANION_HOME: join(folder.path, 'rotating') })
  createHome(rotating)
  const { clock, live } = open()
  const ring = await loadKeys(rotating, () => clock.now())
  const tokens = openAccessTokens(ring, live, () => false, clock)
  clock.advance(1)
  const [seen, unseen] = [await tokens.issue(olga, session), await tokens.issue(olga, session)]
  await tokens.verify(seen)
  const kid = await ring.rotate()
  assert.equal(decodeProtectedHeader(await tokens.issue(olga, session)).kid, kid)
  clock.advance(900_000 - 2)
  for (const token of [seen, unseen]) assert.equal((await tokens.verify(token)).session_uuid, session_uuid)
})

test('a token of this home names what it can be revoked by, even after expiry', async () => {
  const { clock, tokens } = open()
  clock.advance(3_600_000)
  assert.deepEqual(await tokens.inspect(await mint(member)), {
    actor: `user:${member.sub}`,
    jti: member.jti,
    session_uuid,
    expires_at: (issued + 900) * 1_000,
  })
  assert.deepEqual(await tokens.inspect(await mint(system, { key: localKey })), {
    actor: system.sub,
    jti: system.jti,
    session_uuid: null,
    expires_at: (issued + 600) * 1_000,
  })
})

test('any other text yields nothing to revoke', async () => {
  const { tokens } = open()
  const forged = await mint(member, { key: localKey, header: { kid: memberKey.kid } })
  const foreign = await mint({ ...member, aud: 'other' })
  for (const text of ['', 'x', 'a.b.c', new UnsecuredJWT(member).encode(), forged, foreign]) {
    assert.equal(await tokens.inspect(text), null)
  }
})
