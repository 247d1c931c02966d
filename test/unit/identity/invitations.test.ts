import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type InvitationRow, invitationStore } from '../../../daemon/features/identity/invitations.ts'
import { codeHash } from '../../../daemon/features/identity/one-time-codes.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const day = 86_400_000
const code = 'AB3D-01YZ-7777'
const hash = codeHash(code)

function open() {
  const base = openTestStore()
  const { store, clock } = base
  const invitations = invitationStore(store)
  const invite = (text = code): InvitationRow => {
    const row = {
      invitation_uuid: randomUUID(),
      code_hash: codeHash(text),
      created_by: 'user:olga',
      created_at: iso(clock.now()),
      expires_at: iso(clock.now() + day),
    }
    store.write((tx) => invitations.insert(tx, row))
    return row
  }
  return {
    ...base,
    invite,
    holds: (text = code) => invitations.holds(codeHash(text), clock.now()),
    take: () => store.write((tx) => invitations.take(tx, hash, clock.now())),
    takeInVain: () =>
      store.write((tx) => {
        invitations.take(tx, hash, clock.now())
        throw new Error('no')
      }),
    list: (limit = 50, offset = 0) => invitations.list(clock.now(), { limit, offset }),
    withdraw: (uuid: string) => store.write((tx) => invitations.withdraw(tx, uuid, clock.now())),
    forget: () => store.write((tx) => invitations.forget(tx, clock.now())),
  }
}

test('an invitation can be used once', () => {
  const { invite, holds, take } = open()
  assert.equal(holds(), false)
  invite()
  assert.deepEqual([holds(), holds(), holds('AB3D-01YZ-7778')], [true, true, false])
  assert.deepEqual([take(), take(), holds()], [true, false, false])
})

test('an invitation can be used again if its use was rolled back', () => {
  const { invite, holds, take, takeInVain } = open()
  invite()
  assert.throws(takeInVain, /no/)
  assert.deepEqual([holds(), take()], [true, true])
})

test('an invitation is valid until it expires, and cannot be used, seen or withdrawn afterwards', () => {
  const { invite, holds, take, list, withdraw, clock } = open()
  const { invitation_uuid } = invite()
  clock.advance(day - 1)
  assert.deepEqual([holds(), list().total], [true, 1])
  clock.advance(1)
  assert.deepEqual([holds(), take()], [false, false])
  assert.deepEqual(list(), { items: [], total: 0 })
  assert.equal(withdraw(invitation_uuid), undefined)
})

test('a list has the valid ones, newest first, in pages', () => {
  const { invite, list, take, clock } = open()
  const [used, ...rows] = [code, 'B', 'C', 'D'].map((text) => {
    clock.advance(1_000)
    return invite(text)
  })
  take()
  const newest = rows.toReversed()
  assert.deepEqual(list(), { items: newest, total: 3 })
  assert.deepEqual(list(2, 0), { items: newest.slice(0, 2), total: 3 })
  assert.deepEqual(list(2, 2), { items: newest.slice(2), total: 3 })
  assert.equal(
    list().items.some(({ invitation_uuid }) => invitation_uuid === used?.invitation_uuid),
    false,
  )
})

test('a withdrawn invitation cannot be used, or withdrawn again', () => {
  const { invite, holds, take, withdraw } = open()
  const [row, other] = [invite(), invite('other')]
  assert.equal(withdraw(randomUUID()), undefined)
  assert.deepEqual(withdraw(row.invitation_uuid), row)
  assert.equal(withdraw(row.invitation_uuid), undefined)
  assert.deepEqual([holds(), take(), holds('other')], [false, false, true])
  assert.deepEqual(withdraw(other.invitation_uuid), other)
})

test('expired invitations are removed, others are not', () => {
  const { invite, forget, count, clock } = open()
  invite()
  clock.advance(1)
  invite('other')
  clock.advance(day - 2)
  forget()
  assert.equal(count('invitations'), 2)
  clock.advance(1)
  forget()
  assert.equal(count('invitations'), 1)
})

test('an invitation is stored without its code', () => {
  const { invite, client } = open()
  invite()
  assert.doesNotMatch(JSON.stringify(client.prepare('SELECT * FROM invitations').all()), /AB3D/i)
})
