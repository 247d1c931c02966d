import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openTabKeys } from '../../../daemon/features/identity/tab-keys.ts'
import { ManualClock } from '../../support/clock.ts'

function open() {
  const bus = new Bus(new ManualClock(), pino({ level: 'silent' }))
  const end = async (session_uuid: string) => {
    bus.publish('session.ended', { session_uuid })
    await new Promise(setImmediate)
  }
  return { keys: openTabKeys(bus), end }
}

test('a key identifies its session, and no other text does', () => {
  const { keys } = open()
  const key = keys.make('a')
  assert.match(key, /^[\w-]{43}$/)
  assert.equal(keys.sessionOf(key), 'a')
  assert.deepEqual(
    [keys.sessionOf(''), keys.sessionOf(`${key}x`), keys.sessionOf('a')],
    Array(3).fill(undefined),
  )
})

test('a session may have several keys, which all end with it', async () => {
  const { keys, end } = open()
  const [first, second, other] = [keys.make('a'), keys.make('a'), keys.make('b')]
  assert.notEqual(first, second)
  assert.deepEqual([first, second].map(keys.sessionOf), ['a', 'a'])
  await end('a')
  assert.deepEqual([first, second, other].map(keys.sessionOf), [undefined, undefined, 'b'])
})

test('a session has at most twenty keys: the oldest is dropped', () => {
  const { keys } = open()
  const other = keys.make('b')
  const made = Array.from({ length: 21 }, () => keys.make('a'))
  assert.deepEqual(made.map(keys.sessionOf), [undefined, ...Array(20).fill('a')])
  assert.equal(keys.sessionOf(other), 'b')
})

test('a restarted daemon knows none of them', () => {
  const key = open().keys.make('a')
  assert.equal(open().keys.sessionOf(key), undefined)
})
