import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openSecurity } from '../../../daemon/features/security/operations.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import type { AuditEntry } from '../../../daemon/store/audit.ts'
import { type AuditEvent, auditEvents } from '../../../daemon/features/security/audit-events.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'

const day = 86_400_000

function open(mode: 'coupled' | 'detached' = 'detached') {
  const opened = openTestStore()
  const { store, clock, log, audit } = opened
  const bus = new Bus(clock, log)
  const once = openIdempotency(store, clock)
  const feature = openSecurity(
    { config: { mode }, store, once, bus, clock, log, audit },
    { locked: () => 2, liveSessions: () => 3 },
  )
  type Name = keyof typeof feature.operations
  const ask = (operation: Name, input: object = {}, actor = 'user:olga', key: string | null = null) => {
    const context = contextOf(operation, callerOf('olga', { actor, admin: true }), { idempotency_key: key })
    // oxlint-disable-next-line typescript/no-explicit-any
    return feature.operations[operation].handler(input, context) as any
  }
  return {
    ...opened,
    ...feature,
    ask,
    block: (ip: string, more: object = {}, ...rest: [string?, string?]) =>
      ask('security.block_ip', { ip, ...more }, ...rest),
    unblock: (ip: string) => ask('security.unblock_ip', { ip }),
    record: (event: AuditEvent, more: Partial<AuditEntry<AuditEvent>> = {}) =>
      store.write((tx) => audit.record(tx, { event, actor: 'user:olga', address: '192.0.2.1', ...more })),
  }
}

describe('Blocking an address', () => {
  it('returns the record, with the normalised address', () => {
    const { block, clock, blocked } = open()
    const now = new Date(clock.now()).toISOString()
    assert.deepEqual(block('::FFFF:192.0.2.7', { reason: 'knocks', expires_in_seconds: 60 }), {
      address: '192.0.2.7',
      reason: 'knocks',
      created_by: 'user:olga',
      created_at: now,
      expires_at: new Date(clock.now() + 60_000).toISOString(),
    })
    assert.deepEqual(block('10.1.2.3/8'), {
      address: '10.0.0.0/8',
      reason: null,
      created_by: 'user:olga',
      created_at: now,
      expires_at: null,
    })
    assert.deepEqual(['192.0.2.7', '10.9.9.9', '192.0.2.8'].map(blocked), [true, true, false])
  })

  it('again replaces reason and expiry, and keeps who blocked it first and when', () => {
    const { block, clock, ask } = open()
    const first = block('192.0.2.7', { reason: 'knocks', expires_in_seconds: 60 })
    clock.advance(1_000)
    const again = block('::ffff:192.0.2.7', {}, 'user:ben')
    assert.deepEqual(again, { ...first, reason: null, expires_at: null })
    assert.deepEqual(ask('security.stats').blocked_addresses, [again])
  })

  it('again after its expiry starts over', () => {
    const { block, clock } = open()
    block('192.0.2.7', { expires_in_seconds: 1 })
    clock.advance(1_000)
    const again = block('192.0.2.7', {}, 'user:ben')
    assert.deepEqual([again.created_by, again.created_at], ['user:ben', new Date(clock.now()).toISOString()])
  })

  it('happens once for an idempotency key', () => {
    const { block, unblock, blocked, clock } = open()
    const first = block('192.0.2.7', {}, 'user:olga', 'k1')
    unblock('192.0.2.7')
    clock.advance(1_000)
    assert.deepEqual(block('192.0.2.7', {}, 'user:olga', 'k1'), first)
    assert.equal(blocked('192.0.2.7'), false)
    assert.throws(() => block('192.0.2.8', {}, 'user:olga', 'k1'), { code: 'CONFLICT' })
  })

  for (const ip of ['kitchen', '192.0.2.7/33', '192.0.2.7:80', '2001:db8::/129']) {
    it(`that is invalid (${ip}) is refused with the field's name, for blocking and unblocking`, () => {
      const { block, unblock } = open()
      for (const act of [block, unblock]) {
        assert.throws(
          () => act(ip),
          (error: { code: string; details: { field: string } }) => {
            assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', 'ip'])
            return true
          },
        )
      }
    })
  }

  for (const ip of [
    '127.0.0.1',
    '127.9.0.0/16',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0/0',
    '::/0',
    '64.0.0.0/2',
  ]) {
    it(`that is or contains the loopback (${ip}) is refused only where everyone comes from it`, () => {
      const coupled = open('coupled')
      assert.throws(() => coupled.block(ip), { code: 'UNPROCESSABLE' })
      assert.equal(coupled.count('blocked_addresses'), 0)
      assert.equal(open('detached').block(ip).expires_at, null)
    })
  }

  it('is possible for others where everyone comes from the loopback', () => {
    assert.equal(open('coupled').block('192.0.2.0/24').address, '192.0.2.0/24')
  })
})

describe('Unblocking an address', () => {
  it('returns the record, in any spelling, and lets the address in', () => {
    const { block, unblock, blocked } = open()
    const one = block('2001:db8::7', { reason: 'knocks' })
    const many = block('10.0.0.0/8')
    assert.deepEqual(unblock('2001:DB8:0::7'), one)
    assert.deepEqual(unblock('10.200.0.0/8'), many)
    assert.deepEqual(['2001:db8::7', '10.1.1.1'].map(blocked), [false, false])
  })

  it('that is not blocked, or only by its network, is not found', () => {
    const { block, unblock, clock, blocked } = open()
    block('192.0.2.7', { expires_in_seconds: 1 })
    block('10.0.0.0/8')
    clock.advance(1_000)
    for (const ip of ['192.0.2.7', '192.0.2.8', '10.0.0.1', '10.0.0.0/9']) {
      assert.throws(() => unblock(ip), { code: 'NOT_FOUND' }, ip)
    }
    assert.equal(blocked('10.0.0.1'), true)
  })
})

describe('The statistics', () => {
  it('count each event, of the last 24 hours and in total', () => {
    const { record, ask, clock } = open()
    record('signed_in')
    clock.advance(1)
    record('signed_in')
    record('sign_in_failed')
    clock.advance(day)
    record('signed_in')
    const { counts } = ask('security.stats')
    assert.deepEqual(Object.keys(counts), [...auditEvents])
    assert.deepEqual(counts.signed_in, { day: 2, total: 3 })
    assert.deepEqual(counts.sign_in_failed, { day: 1, total: 1 })
    assert.deepEqual(counts.locked, { day: 0, total: 0 })
  })

  it('show the newest 50 rows of the audit log, newest first, without their hashes', () => {
    const { record, ask } = open()
    for (let n = 1; n <= 60; n += 1) record('signed_in', { details: { n } })
    const { audit } = ask('security.stats')
    assert.deepEqual(
      audit.map(({ seq }: { seq: number }) => seq),
      Array.from({ length: 50 }, (_, index) => 60 - index),
    )
    assert.deepEqual(audit[0].details, { n: 60 })
    assert.equal('hash' in audit[0], false)
  })

  it('count locked accounts and live sessions', () => {
    const { locked, live_sessions } = open().ask('security.stats')
    assert.deepEqual([locked, live_sessions], [2, 3])
  })
})

describe('The audit log list', () => {
  const seqs = ({ items }: { items: { seq: number }[] }) => items.map(({ seq }) => seq)

  it('is newest first, in pages, with a total', () => {
    const { record, ask } = open()
    for (let n = 1; n <= 60; n += 1) record('signed_in')
    const first = ask('audit.list')
    assert.deepEqual([first.items.length, first.items[0].seq, first.total], [50, 60, 60])
    const last = ask('audit.list', { limit: 20, offset: 50 })
    assert.deepEqual([last.items.length, last.items[0].seq, last.total], [10, 10, 60])
    assert.deepEqual(ask('audit.list', { offset: 60 }), { items: [], total: 60 })
  })

  it('shows what happened, who did it, from where and whom it concerns', () => {
    const { record, ask, clock } = open()
    const details = { operation: 'auth.register' }
    record('registered', { family_member_uuid: 'ben', session_uuid: 's1', details })
    assert.deepEqual(ask('audit.list').items, [
      {
        seq: 1,
        created_at: new Date(clock.now()).toISOString(),
        event: 'registered',
        actor: 'user:olga',
        address: '192.0.2.1',
        family_member_uuid: 'ben',
        session_uuid: 's1',
        details,
      },
    ])
  })

  it('combines all filters, bounds included', () => {
    const { record, ask, clock } = open()
    const moments: string[] = []
    for (const [event, family_member_uuid] of [
      ['signed_in', 'olga'],
      ['signed_in', 'ben'],
      ['locked', 'ben'],
      ['signed_in', 'ben'],
    ] as const) {
      clock.advance(1_000)
      moments.push(new Date(clock.now()).toISOString())
      record(event, { family_member_uuid })
    }
    const [, second, third] = moments
    assert.deepEqual(seqs(ask('audit.list', { event: 'signed_in' })), [4, 2, 1])
    assert.deepEqual(seqs(ask('audit.list', { family_member_uuid: 'ben' })), [4, 3, 2])
    assert.deepEqual(seqs(ask('audit.list', { created_after: second, created_before: third })), [3, 2])
    const all = {
      event: 'signed_in',
      family_member_uuid: 'ben',
      created_after: second,
      created_before: third,
    }
    assert.deepEqual(ask('audit.list', { ...all, limit: 1 }).total, 1)
    assert.deepEqual(seqs(ask('audit.list', all)), [2])
    assert.deepEqual(ask('audit.list', { event: 'password_changed' }), { items: [], total: 0 })
  })

  it('refuses a well-formed moment that does not exist', () => {
    const { ask } = open()
    for (const field of ['created_after', 'created_before']) {
      assert.throws(() => ask('audit.list', { [field]: '2016-12-31T23:59:60Z' }), {
        code: 'INVALID_REQUEST',
        details: { field, reason: 'is not a moment that exists' },
      })
    }
  })

  it('verifies as intact, and names a tampered row', async () => {
    const { record, ask, client } = open()
    record('signed_in')
    record('locked')
    const verify = async () => {
      const { audit_head, ...verdict } = (await ask('audit.verify')) as Record<string, unknown>
      assert.equal((audit_head as { seq: number }).seq, 2)
      return verdict
    }
    assert.deepEqual(await verify(), { intact: true, rows: 2, seq: null, problem: null, seen: null })
    client.exec(
      `DROP TRIGGER audit_rows_stay_as_they_are; UPDATE audit SET event = 'signed_in' WHERE seq = 2`,
    )
    assert.deepEqual(await verify(), { intact: false, rows: 1, seq: 2, problem: 'changed', seen: null })
  })
})
