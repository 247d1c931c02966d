import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { status } from '@grpc/grpc-js'
import Database from 'better-sqlite3'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { makeCertificate, secureGrpcClient } from '../../support/certificate.ts'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { bearer, openStream } from '../../support/wire/grpc.ts'
import { household } from '../../support/household.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household({ clock: systemClock })
const asOwner = (operation: string, input: object = {}, key?: string) =>
  protocols.REST(daemon)(owner.access_token, operation, input, key)

for (const [protocol, over] of Object.entries(protocols) as [Protocol, (typeof protocols)['REST']][]) {
  describe(`Blocked addresses over ${protocol}`, () => {
    const ask = (operation: string, input: object = {}, key?: string) =>
      over(daemon)(owner.access_token, operation, input, key)
    const created = protocol === 'REST' ? 201 : 200

    it('can be blocked, shown in the statistics, and unblocked', async () => {
      const { status, result } = await ask('security.block_ip', { ip: '192.0.2.7', reason: 'knocks' })
      assert.equal(status, created)
      const { created_at, ...fields } = result
      assert.match(created_at, /Z$/)
      assert.deepEqual(fields, {
        address: '192.0.2.7',
        reason: 'knocks',
        created_by: `user:${owner.family_member_uuid}`,
        expires_at: null,
      })
      assert.deepEqual((await ask('security.stats')).result.blocked_addresses, [result])
      assert.deepEqual((await ask('security.unblock_ip', { ip: '::ffff:192.0.2.7' })).result, result)
      assert.deepEqual((await ask('security.stats')).result.blocked_addresses, [])
      assert.equal((await ask('security.unblock_ip', { ip: '192.0.2.7' })).status, 404)
    })

    it('can be networks, whose slash is an ordinary character of the path', async () => {
      for (const [ip, address] of [
        ['10.1.2.3/8', '10.0.0.0/8'],
        ['2001:DB8::1/32', '2001:db8::/32'],
      ] as const) {
        assert.equal((await ask('security.block_ip', { ip })).result.address, address)
        assert.equal((await ask('security.unblock_ip', { ip })).result.address, address)
      }
    })

    it('get a new reason and expiry when they are blocked again', async () => {
      await ask('security.block_ip', { ip: '192.0.2.9', reason: 'knocks', expires_in_seconds: 60 })
      const { result } = await ask('security.block_ip', { ip: '192.0.2.9/32' })
      assert.deepEqual([result.reason, result.expires_at], [null, null])
      await ask('security.unblock_ip', { ip: '192.0.2.9' })
    })

    it('with an idempotency key are blocked once', async () => {
      const first = await ask('security.block_ip', { ip: '192.0.2.10' }, `block-${protocol}`)
      await ask('security.unblock_ip', { ip: '192.0.2.10' })
      assert.deepEqual(await ask('security.block_ip', { ip: '192.0.2.10' }, `block-${protocol}`), first)
      assert.equal((await ask('security.unblock_ip', { ip: '192.0.2.10' })).status, 404)
    })

    for (const [what, input, status] of [
      ['what is no address', { ip: 'kitchen' }, 400],
      ['a network that is too long', { ip: '192.0.2.0/33' }, 400],
      ['an empty reason', { ip: '192.0.2.1', reason: '' }, 400],
      ['a reason of 201 characters', { ip: '192.0.2.1', reason: 'x'.repeat(201) }, 400],
      ['an expiry at once', { ip: '192.0.2.1', expires_in_seconds: 0 }, 400],
      ['an expiry in more than a year', { ip: '192.0.2.1', expires_in_seconds: 31_536_001 }, 400],
      ['the loopback', { ip: '127.0.0.1' }, 422],
      ['every address', { ip: '0.0.0.0/0' }, 422],
      ['the loopback of IPv6', { ip: '::1' }, 422],
      ['the loopback by its IPv6', { ip: '::ffff:127.0.0.1' }, 422],
    ] as const) {
      it(`${what} is refused with ${status}`, async () => {
        assert.equal((await ask('security.block_ip', input)).status, status)
        assert.deepEqual((await ask('security.stats')).result.blocked_addresses, [])
      })
    }

    it('and all other security operations are for admins only', async () => {
      const { access_token: token } = member
      for (const [operation, input] of [
        ['security.stats', {}],
        ['security.block_ip', { ip: '192.0.2.1' }],
        ['security.unblock_ip', { ip: '192.0.2.1' }],
        ['audit.list', {}],
        ['audit.verify', {}],
      ] as const) {
        assert.equal((await over(daemon)(token, operation, input)).status, 403, operation)
      }
    })
  })
}

const looks = [
  'audit.list',
  'audit.verify',
  'security.stats',
  'gateway.status',
  'gateway.stats',
  'gateway.config',
  'gateway.logs',
  'sessions.list',
  'members.list',
  'backups.list',
  'engine.current',
]

describe('The audit log', () => {
  it('records what an admin did, with its input', async () => {
    await asOwner('security.block_ip', { ip: '192.0.2.7', reason: 'knocks', expires_in_seconds: 60 })
    await asOwner('security.unblock_ip', { ip: '192.0.2.7' })
    const { items } = (await asOwner('audit.list', { event: 'admin_operation', limit: 2 })).result
    assert.deepEqual(
      items.map(({ actor, details }: { actor: string; details: object }) => [actor, details]),
      [
        [`user:${owner.family_member_uuid}`, { operation: 'security.unblock_ip', ip: '192.0.2.7' }],
        [
          `user:${owner.family_member_uuid}`,
          { operation: 'security.block_ip', ip: '192.0.2.7', reason: 'knocks', expires_in_seconds: 60 },
        ],
      ],
    )
    assert.match(items[0].address, /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  })

  it('records nothing of what an admin only looks at', async () => {
    const audited = async () => (await asOwner('audit.list', { limit: 1 })).result.total
    const before = await audited()
    for (const operation of looks) assert.equal((await asOwner(operation)).status, 200, operation)
    assert.equal(await audited(), before)
  })

  it('is listed in pages, newest first, with filters that combine', async () => {
    const { items, total } = (await asOwner('audit.list', { limit: 5 })).result
    const seqs = items.map(({ seq }: { seq: number }) => seq)
    assert.deepEqual(
      seqs,
      seqs.toSorted((a: number, b: number) => b - a),
    )
    assert.equal(seqs[0], total)
    const older = (await asOwner('audit.list', { limit: 5, offset: total - 5 })).result
    assert.equal(older.items.at(-1).seq, 1)
    const mias = (await asOwner('audit.list', { family_member_uuid: member.family_member_uuid })).result
    assert.ok(mias.total > 0)
    for (const { family_member_uuid } of mias.items)
      assert.equal(family_member_uuid, member.family_member_uuid)
    const { result } = await asOwner('audit.list', {
      event: 'registered',
      created_after: items[0].created_at,
    })
    assert.deepEqual(result, { items: [], total: 0 })
  })

  for (const query of [
    'event=tea',
    'limit=0',
    'limit=201',
    'family_member_uuid=mia',
    'created_after=today',
  ]) {
    it(`refuses ${query}`, async () => {
      const { status } = await rest(daemon, `GET /security/audit?${query}`, { token: owner.access_token })
      assert.equal(status, 400)
    })
  }

  it('counts events, locked accounts and live sessions', async () => {
    const { counts, audit, locked, live_sessions } = (await asOwner('security.stats')).result
    const { total } = (await asOwner('audit.list', { limit: 1 })).result
    assert.deepEqual([audit.length, locked, live_sessions], [Math.min(total, 50), 0, 2])
    assert.ok(counts.admin_operation.total > 10)
    assert.equal(counts.admin_operation.day, counts.admin_operation.total)
    assert.deepEqual(counts.emergency_reset, { day: 0, total: 0 })
  })

  it('verifies as intact, and names a row that was tampered with', async () => {
    await using victim = await startTestDaemon()
    const { access_token } = await victim.owner()
    const verify = async () => (await protocols.REST(victim)(access_token, 'audit.verify')).result
    const { intact, rows, seq, problem } = await verify()
    assert.deepEqual([intact, seq, problem], [true, null, null])
    assert.ok(rows >= 1)
    const database = new Database(victim.home.database)
    database.exec(`DROP TRIGGER audit_rows_stay_as_they_are; UPDATE audit SET actor = 'nobody' WHERE seq = 1`)
    database.close()
    const { audit_head: _, ...verdict } = await verify()
    assert.deepEqual(verdict, { intact: false, rows: 0, seq: 1, problem: 'changed', seen: null })
  })

  it('never reveals its key, nor a hash but that of its end', async () => {
    const key = readFileSync(daemon.home.auditKey, 'utf8').trim()
    for (const operation of ['security.stats', 'audit.list', 'audit.verify']) {
      const { audit_head, ...result } = (await asOwner(operation)).result
      assert.equal(audit_head !== undefined, operation === 'audit.verify')
      const text = JSON.stringify(result)
      assert.equal(text.includes(key), false)
      assert.doesNotMatch(text, /"hash"/)
    }
  })
})

const { files, made } = makeCertificate()
const skip = made ? false : 'no `openssl` here: WHAT A BLOCK KEEPS OUT IS NOT TESTED'

describe('A blocked address, on a network', { skip }, () => {
  it('loses its open connections at once, is refused, and is let in again when the block expires', async () => {
    using home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const clock = new ManualClock()
    const config = { mode: 'detached', host: '127.0.0.1', tls: files }
    const options = { clock, config, home: home.path }
    const first = await startTestDaemon(options)
    const { access_token: token, refresh_token } = await first.owner()
    const socket = await TestSocket.open(first, token)
    const stream = grpcStream(first, token)
    await once(stream, 'data')

    const ended = Promise.all([once(socket.socket, 'close'), once(stream, 'error')])
    const block = { ip: '127.0.0.0/8', expires_in_seconds: 600 }
    assert.equal((await protocols.REST(first)(token, 'security.block_ip', block)).status, 201)
    const [[code], [error]] = await ended
    assert.deepEqual([code, error.code], [4403, status.PERMISSION_DENIED])
    await assertKeptOut(first, token)
    await first[Symbol.asyncDispose]()

    clock.advance(599_999)
    await using again = await startTestDaemon(options)
    await assertKeptOut(again, token)
    clock.advance(1)
    const { status: answered, body } = await rest(again, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(answered, 200)
    await using late = await TestSocket.open(again, body.data.access_token)
    assert.equal((await late.ask('subscribe', { topics: ['system.status'] })).type, 'subscribed')
  })
})

/** Over all protocols, with and without a token. */
async function assertKeptOut(from: TestDaemon, token: string): Promise<void> {
  const answers = [
    await rest(from, 'GET /auth/session', { token }),
    await rest(from, 'POST /auth/login', { payload: { username: 'olga', password: 'wrong' } }),
  ]
  for (const { status: answered, body } of answers) {
    assert.deepEqual([answered, body.error.code], [403, 'ADDRESS_BLOCKED'])
  }
  await assert.rejects(TestSocket.open(from, token), /403/)
  const [error] = await once(grpcStream(from, token), 'error')
  assert.equal(error.code, status.PERMISSION_DENIED)
}

function grpcStream(from: TestDaemon, token: string) {
  const client = secureGrpcClient(from, 'CompanionService', readFileSync(files.cert, 'utf8'))
  const stream = openStream(client, 'StreamUpdates', { topics: ['system.status'] }, bearer(token))
  return stream.on('close', () => client.close())
}
