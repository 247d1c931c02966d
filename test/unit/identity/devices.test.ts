import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type DeviceRow, deviceStore } from '../../../daemon/features/identity/devices.ts'
import { memberStore, toFamilyMember } from '../../../daemon/features/identity/members.ts'
import { codeHash } from '../../../daemon/features/identity/one-time-codes.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const minute = 60_000

function open() {
  const base = openTestStore()
  const { store, clock } = base
  const devices = deviceStore(store)
  const [olga, mia] = ['olga', 'mia'].map((name) => base.addMember(name).family_member_uuid) as [
    string,
    string,
  ]
  const add = (family_member_uuid = olga): DeviceRow => {
    const now = iso(clock.now())
    const row: DeviceRow = {
      device_uuid: randomUUID(),
      family_member_uuid,
      name: 'Olga’s phone',
      kind: 'phone',
      public_key: 'A'.repeat(43),
      certificate: null,
      trusted_at: now,
      last_seen_at: now,
      revoked_at: null,
      key_thumbprint: null,
    }
    store.write((tx) => devices.insert(tx, row))
    return row
  }
  const offer = (code: string) => {
    const moment = iso(clock.now())
    const about = {
      family_member_uuid: olga,
      name: 'phone',
      kind: 'phone',
      authenticated_at: moment,
    } as const
    const row = { code_hash: codeHash(code), ...about, expires_at: iso(clock.now() + 5 * minute) }
    store.write((tx) => devices.insertCode(tx, row))
    return row
  }
  return {
    ...base,
    devices,
    olga,
    mia,
    add,
    offer,
    all: (whose = olga) => devices.list(whose, { limit: 50, offset: 0 }),
    revoke: (device_uuid: string, whose = olga) =>
      store.write((tx) => devices.revoke(tx, whose, device_uuid, clock.now())),
    take: (code: string) => store.write((tx) => devices.takeCode(tx, codeHash(code))),
    forget: () => store.write((tx) => devices.forgetCodes(tx, clock.now())),
  }
}

test('a device is listed as it was stored', () => {
  const { add, all } = open()
  const device = add()
  assert.deepEqual(all(), { items: [device], total: 1 })
})

test("a list has its member's devices only, newest first, in pages", () => {
  const { add, devices, clock, olga, mia, all } = open()
  const added = Array.from({ length: 5 }, () => {
    clock.advance(1_000)
    return add().device_uuid
  })
  const foreign = add(mia)
  const page = (limit: number, offset: number) => {
    const { items, total } = devices.list(olga, { limit, offset })
    return [items.map(({ device_uuid }) => device_uuid), total]
  }
  const newest = added.toReversed()
  assert.deepEqual(page(3, 0), [newest.slice(0, 3), 5])
  assert.deepEqual(page(3, 3), [newest.slice(3), 5])
  assert.deepEqual(page(3, 6), [[], 5])
  assert.deepEqual(all(mia).items, [foreign])
  assert.deepEqual(all(''), { items: [], total: 0 })
})

test('a device can be revoked once, by its member only, and is then no longer listed', () => {
  const { add, revoke, all, clock, mia } = open()
  const [other, device] = [add(), add()]
  clock.advance(minute)
  assert.equal(revoke(device.device_uuid, mia), undefined)
  assert.deepEqual(revoke(device.device_uuid), { ...device, revoked_at: iso(clock.now()) })
  assert.equal(revoke(device.device_uuid), undefined)
  assert.equal(revoke(randomUUID()), undefined)
  assert.deepEqual(all(), { items: [other], total: 1 })
})

test('a member is trusted while any of their devices is', () => {
  const { store, add, revoke, olga, mia } = open()
  const levels = () =>
    [olga, mia].map((uuid) => {
      const member = memberStore(store).byId(uuid)
      return member && toFamilyMember(member).trust_level
    })
  assert.deepEqual(levels(), ['basic', 'basic'])
  const [one, other] = [add(), add()]
  assert.deepEqual(levels(), ['trusted', 'basic'])
  revoke(one.device_uuid)
  assert.deepEqual(levels(), ['trusted', 'basic'])
  revoke(other.device_uuid)
  assert.deepEqual(levels(), ['basic', 'basic'])
})

test('the last use of a device is stored, for that device only', () => {
  const { store, devices, add, all, clock } = open()
  const [one, other] = [add(), add()]
  clock.advance(minute)
  store.write((tx) => devices.seen(tx, one.device_uuid, clock.now()))
  const seen = new Map(all().items.map((device) => [device.device_uuid, device.last_seen_at]))
  assert.equal(seen.get(one.device_uuid), iso(clock.now()))
  assert.equal(seen.get(other.device_uuid), other.last_seen_at)
})

test('a pairing code works once, however it is typed', () => {
  const { offer, take } = open()
  const row = offer('AB3D-01YZ')
  assert.equal(take('AB3D-01YY'), undefined)
  assert.deepEqual(take('ab3doiyz'), row)
  assert.equal(take('AB3D-01YZ'), undefined)
})

test('a pairing code can be used again if its use was rolled back', () => {
  const { store, devices, offer, take } = open()
  const row = offer('AB3D-01YZ')
  const undone = () =>
    store.write((tx) => {
      devices.takeCode(tx, row.code_hash)
      throw new Error('no')
    })
  assert.throws(undone, /no/)
  assert.deepEqual(take('AB3D-01YZ'), row)
})

test('pairing codes are stored hashed, and removed once they have expired', () => {
  const { offer, forget, clock, client, count } = open()
  offer('AB3D-01YZ')
  assert.doesNotMatch(JSON.stringify(client.prepare('SELECT * FROM pairings').all()), /AB3D/)
  clock.advance(minute)
  offer('KKKK-KKKK')
  clock.advance(4 * minute)
  forget()
  assert.equal(count('pairings'), 2)
  clock.advance(1)
  forget()
  assert.equal(count('pairings'), 1)
})
