import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import type { BlockedAddress } from '../../../daemon/features/security/block-store.ts'
import { openBlockedAddresses } from '../../../daemon/features/security/blocked-addresses.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { Store, type Transaction } from '../../../daemon/store/store.ts'
import { ManualClock } from '../../support/clock.ts'

const year = 31_536_000_000
const log = pino({ level: 'silent' })

function open({ sparesLoopback = false } = {}) {
  const client = new Database(':memory:')
  migrate(client, '')
  const store = new Store(client, log)
  const clock = new ManualClock()
  const bus = new Bus(clock, log)
  const start = (spares = sparesLoopback) =>
    openBlockedAddresses({ store, bus, clock, log, sparesLoopback: spares })
  const addresses = start()
  const row = (address: string, lasting: number | null = null): BlockedAddress => ({
    address,
    reason: null,
    created_by: 'user:olga',
    created_at: iso(clock.now()),
    expires_at: lasting === null ? null : iso(clock.now() + lasting),
  })
  return {
    ...addresses,
    row,
    addresses,
    client,
    store,
    clock,
    bus,
    start,
    put: (address: string, lasting: number | null = null, more: Partial<BlockedAddress> = {}) =>
      store.write((tx) => addresses.put(tx, { ...row(address, lasting), ...more })),
    take: (address: string) => store.write((tx) => addresses.remove(tx, address)),
    stored: () => client.prepare('SELECT address FROM blocked_addresses').pluck().all(),
  }
}

describe('A blocked address', () => {
  it('is blocked from the commit on, and no other is', () => {
    const { blocked, put } = open()
    assert.equal(blocked('192.0.2.7'), false)
    put('192.0.2.7')
    assert.deepEqual(['192.0.2.7', '192.0.2.8', '2001:db8::7'].map(blocked), [true, false, false])
  })

  it('is blocked in any spelling, also as the IPv4 of an IPv6 socket', () => {
    const { blocked, put } = open()
    put('192.0.2.7')
    put('2001:db8::7')
    for (const written of ['::ffff:192.0.2.7', '::FFFF:c000:207', '2001:DB8:0::7', '2001:db8::7%eth0']) {
      assert.equal(blocked(written), true, written)
    }
  })

  it('can be a network of either family', () => {
    const { blocked, put } = open()
    put('10.0.0.0/8')
    put('2001:db8:8000::/33')
    assert.deepEqual(['10.9.8.7', '::ffff:10.0.0.1', '2001:db8:ffff::1'].map(blocked), [true, true, true])
    assert.deepEqual(['11.0.0.0', '9.255.255.255', '2001:db8:7fff::1', '::1'].map(blocked), [
      false,
      false,
      false,
      false,
    ])
  })

  it('of IPv4 matches an IPv6 network that contains its mapped form', () => {
    const { blocked, put } = open()
    put('::/0')
    assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1'].map(blocked), [true, true, true])
  })

  it('must be a valid address', () => {
    const { blocked, put } = open()
    put('0.0.0.0/0')
    put('::/0')
    assert.deepEqual(['', 'unknown', '/run/socket', '1.2.3'].map(blocked), [false, false, false, false])
  })

  it('is unchanged by a rolled-back transaction', () => {
    const { blocked, store, put, remove, row, stored, addresses } = open()
    put('192.0.2.7')
    const undo = () => {
      throw new Error('undone')
    }
    const changes = [
      (tx: Transaction) => remove(tx, '192.0.2.7'),
      (tx: Transaction) => addresses.put(tx, row('192.0.2.8')),
    ]
    for (const change of changes) {
      assert.throws(() => store.write((tx) => [change(tx), undo()]), /undone/)
    }
    assert.deepEqual(['192.0.2.7', '192.0.2.8'].map(blocked), [true, false])
    assert.deepEqual(stored(), ['192.0.2.7'])
  })

  it('can be unblocked, and is then free at once', () => {
    const { blocked, put, take, stored, all, find } = open()
    put('192.0.2.7')
    put('192.0.2.0/24')
    take('192.0.2.0/24')
    assert.deepEqual(['192.0.2.7', '192.0.2.8'].map(blocked), [true, false])
    take('192.0.2.7')
    assert.equal(blocked('192.0.2.7'), false)
    assert.deepEqual([stored(), all(), find('192.0.2.7')], [[], [], undefined])
  })

  it('is published once it is blocked, so that its connections can be closed', async () => {
    const { blocked, put, take, bus } = open()
    const heard: unknown[] = []
    bus.subscribe('address.blocked', {
      receive: ({ payload }) => void heard.push([payload['address'], blocked('192.0.2.7')]),
    })
    put('192.0.2.7')
    take('192.0.2.7')
    await new Promise(setImmediate)
    assert.deepEqual(heard, [['192.0.2.7', true]])
  })

  it('is listed newest first also if several were blocked at once', () => {
    const { put, all } = open()
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) put(address)
    assert.deepEqual(
      all().map(({ address }) => address),
      ['192.0.2.3', '192.0.2.2', '192.0.2.1'],
    )
  })

  it('is listed once, newest first, with its latest reason', () => {
    const { put, all, clock } = open()
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      put(address)
      clock.advance(1)
    }
    put('192.0.2.2', 60_000, { reason: 'again', created_at: iso(clock.now() - 2) })
    assert.deepEqual(
      all().map(({ address, reason }) => [address, reason]),
      [
        ['192.0.2.3', null],
        ['192.0.2.2', 'again'],
        ['192.0.2.1', null],
      ],
    )
  })
})

describe('A block that expires', () => {
  it('lasts until then to the millisecond, and its row is removed', () => {
    const { blocked, put, clock, stored, all } = open()
    put('192.0.2.7', 1_000)
    put('10.0.0.0/8', 2_000)
    put('192.0.2.8')
    clock.advance(999)
    assert.deepEqual(['192.0.2.7', '10.0.0.1'].map(blocked), [true, true])
    clock.advance(1)
    assert.deepEqual(['192.0.2.7', '10.0.0.1'].map(blocked), [false, true])
    assert.deepEqual(stored(), ['10.0.0.0/8', '192.0.2.8'])
    clock.advance(1_000)
    assert.deepEqual([blocked('10.0.0.1'), stored(), all().length], [false, ['192.0.2.8'], 1])
  })

  it('can last a year, longer than any timer', () => {
    const { blocked, put, clock, stored } = open()
    put('192.0.2.7', year)
    clock.advance(year - 1)
    assert.equal(blocked('192.0.2.7'), true)
    clock.advance(1)
    assert.deepEqual([blocked('192.0.2.7'), stored()], [false, []])
  })

  it('never sets a timer beyond its range', () => {
    const { put, clock } = open()
    const delays: number[] = []
    const after = clock.after.bind(clock)
    clock.after = (delay, call) => {
      delays.push(delay)
      return after(delay, call)
    }
    put('192.0.2.7', year)
    assert.ok(delays.length > 0)
    assert.ok(delays.every((delay) => delay >= 0 && delay < 2 ** 31))
  })

  it('ends when the clock was set forward, before any timer fires', () => {
    const { blocked, put, clock, all, find } = open()
    put('192.0.2.7', 60_000)
    clock.setTime(clock.now() + 60_000)
    assert.deepEqual([blocked('192.0.2.7'), all(), find('192.0.2.7')], [false, [], undefined])
  })

  it('ends when its replacement says so, not before or after', () => {
    const { blocked, put, clock } = open()
    put('192.0.2.7', 1_000)
    put('192.0.2.7', 5_000)
    put('192.0.2.8', 5_000)
    put('192.0.2.8', 1_000)
    clock.advance(1_000)
    assert.deepEqual(['192.0.2.7', '192.0.2.8'].map(blocked), [true, false])
    clock.advance(4_000)
    assert.equal(blocked('192.0.2.7'), false)
  })

  it('stays when it was replaced by a permanent one', () => {
    const { blocked, put, clock, stored } = open()
    put('192.0.2.7', 1_000)
    put('192.0.2.7')
    clock.advance(year)
    assert.deepEqual([blocked('192.0.2.7'), stored()], [true, ['192.0.2.7']])
  })

  it('ends even if its row can only be removed later', () => {
    const { blocked, put, clock, stored, client } = open()
    put('192.0.2.7', 1_000)
    put('192.0.2.8', 2_000)
    client.exec(
      `CREATE TRIGGER full BEFORE DELETE ON blocked_addresses BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    clock.advance(1_000)
    assert.deepEqual([blocked('192.0.2.7'), stored()], [false, ['192.0.2.7', '192.0.2.8']])
    client.exec('DROP TRIGGER full')
    clock.advance(1_000)
    assert.deepEqual(stored(), [])
  })

  it('does nothing more after a stop', () => {
    const { put, stop, clock, stored } = open()
    put('192.0.2.7', 1_000)
    stop()
    clock.advance(1_000)
    assert.deepEqual(stored(), ['192.0.2.7'])
  })
})

describe('After a restart', () => {
  it('blocks apply as before, and expire as before', () => {
    const { put, stop, start, clock, stored } = open()
    put('192.0.2.7')
    put('10.0.0.0/8', 5_000)
    put('192.0.2.8', 1_000)
    stop()
    clock.advance(2_000)
    const again = start()
    assert.deepEqual(['192.0.2.7', '10.1.1.1', '192.0.2.8'].map(again.blocked), [true, true, false])
    assert.deepEqual(stored(), ['10.0.0.0/8', '192.0.2.7'])
    clock.advance(3_000)
    assert.deepEqual(['192.0.2.7', '10.1.1.1'].map(again.blocked), [true, false])
    again.stop()
  })

  it('a loopback block from another setup is listed, but ignored where everyone comes from it', () => {
    const { put, stop, start } = open()
    for (const address of ['127.0.0.1', '::/0', '0.0.0.0/0', '192.0.2.7']) put(address)
    stop()
    const coupled = start(true)
    assert.deepEqual(['127.0.0.1', '::1', '192.0.2.7'].map(coupled.blocked), [false, false, true])
    assert.equal(coupled.all().length, 4)
    const detached = start(false)
    assert.deepEqual(['127.0.0.1', '::1', '192.0.2.7'].map(detached.blocked), [true, true, true])
  })
})

it('checking an address needs no database access', () => {
  const { put, blocked, client } = open()
  put('192.0.2.7')
  put('10.0.0.0/8')
  client.close()
  assert.deepEqual(['192.0.2.7', '10.1.1.1', '192.0.2.8'].map(blocked), [true, true, false])
})
