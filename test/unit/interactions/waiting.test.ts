import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openWaiting } from '../../../daemon/features/interactions/waiting.ts'
import type { AuthenticatedContext } from '../../../daemon/kernel/context.ts'
import { ManualClock } from '../../support/clock.ts'

const interaction = { interaction_id: randomUUID(), user_id: randomUUID() }

function open() {
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const waiting = openWaiting(bus, clock)
  const context = { caller: { actor: 'user:mia', key: null } } as AuthenticatedContext
  const wait = (more: Partial<AuthenticatedContext> = {}) =>
    waiting.untilSettled(interaction, 60, { ...context, ...more })
  return { bus, clock, waiting, wait }
}

test('a call whose client has gone makes room for another', async () => {
  const { wait } = open()
  const gone = new AbortController()
  const first = wait({ signal: gone.signal })
  const others = Array.from({ length: 23 }, () => wait())
  await assert.rejects(wait(), { code: 'RATE_LIMITED' })
  gone.abort()
  await first
  others.push(wait())
  await assert.rejects(wait(), { code: 'RATE_LIMITED' })
})

test('a call of a client that has gone already does not wait', async () => {
  const { wait } = open()
  await wait({ signal: AbortSignal.abort() })
})

test('a call that is over leaves nothing behind: no timer, no listener, no count', async () => {
  const { bus, clock, wait, waiting } = open()
  const gone = new AbortController()
  for (let at = 0; at < 30; at += 1) {
    const call = wait({ signal: gone.signal })
    const settled = { interaction: { ...interaction, interaction_type: 'question', status: 'answered' } }
    bus.publish('interaction.transitions', settled)
    await call
  }
  assert.deepEqual([clock.timers, getEventListeners(gone.signal, 'abort').length], [0, 0])
  waiting.stop()
  assert.equal(bus.figures().subscriptions, 0)
})

test('the erasure of the member who was asked ends the calls that wait for it, and no others', async () => {
  const { bus, wait } = open()
  const call = wait()
  bus.publish('member.erased', { family_member_uuid: randomUUID() })
  const turn = new Promise<string>((resolve) => setImmediate(resolve, 'it waits'))
  assert.equal(await Promise.race([call, turn]), 'it waits')
  bus.publish('member.erased', { family_member_uuid: interaction.user_id })
  await call
})

test('nothing waits once the daemon stops', async () => {
  const { bus, wait } = open()
  const call = wait()
  bus.publish('system.status', { status: 'stopping', components: {} })
  await call
  await wait()
})
