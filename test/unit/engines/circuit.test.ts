import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCircuit } from '../../../daemon/features/engines/models/circuit.ts'
import {
  EngineFailed,
  type EngineFailureKind,
} from '../../../daemon/features/engines/models/engine-failed.ts'
import { ManualClock } from '../../support/clock.ts'

function open() {
  const clock = new ManualClock()
  const changes: string[] = []
  const circuit = openCircuit(clock, (state) => changes.push(state))
  let calls = 0
  const call = (result: () => Promise<string>) =>
    circuit
      .run(() => {
        calls += 1
        return result()
      })
      .catch((error: unknown) => (error instanceof EngineFailed ? error.kind : assert.fail(String(error))))
  const failed = (kind: EngineFailureKind = 'server_error') =>
    call(() => Promise.reject(new EngineFailed(kind)))
  const worked = () => call(() => Promise.resolve('fine'))
  return { clock, circuit, changes, call, failed, worked, calls: () => calls }
}

describe('A circuit', () => {
  it('opens after three failures in a row and calls no more', async () => {
    const { circuit, failed, worked, changes, calls } = open()
    assert.equal(await failed(), 'server_error')
    assert.equal(await failed(), 'server_error')
    assert.equal(circuit.state(), 'closed')
    assert.equal(await failed(), 'server_error')
    assert.equal(circuit.state(), 'open')
    assert.ok(!circuit.lets())
    assert.equal(await worked(), 'resting')
    assert.equal(calls(), 3)
    assert.deepEqual(changes, ['open'])
  })

  it('counts failures in a row only', async () => {
    const { circuit, failed, worked } = open()
    await failed()
    await failed()
    await worked()
    await failed()
    await failed()
    assert.equal(circuit.state(), 'closed')
  })

  for (const kind of ['cancelled', 'cut_short', 'too_long'] as const) {
    it(`does not take ${kind} for a failure of the server`, async () => {
      const { circuit, failed } = open()
      for (let time = 0; time < 5; time += 1) await failed(kind)
      assert.equal(circuit.state(), 'closed')
    })
  }

  it('lets one call try after 30 s, and closes where that works', async () => {
    const { circuit, clock, failed, worked, changes } = open()
    for (let time = 0; time < 3; time += 1) await failed()
    clock.advance(29_999)
    assert.equal(await worked(), 'resting')
    clock.advance(1)
    assert.equal(circuit.state(), 'half_open')
    assert.ok(circuit.lets())
    assert.equal(await worked(), 'fine')
    assert.equal(circuit.state(), 'closed')
    assert.deepEqual(changes, ['open', 'closed'])
  })

  it('stays open for another 30 s where the try fails', async () => {
    const { circuit, clock, failed, worked } = open()
    for (let time = 0; time < 3; time += 1) await failed()
    clock.advance(30_000)
    assert.equal(await failed('timed_out'), 'timed_out')
    assert.equal(circuit.state(), 'open')
    clock.advance(29_999)
    assert.equal(await worked(), 'resting')
    clock.advance(1)
    assert.equal(await worked(), 'fine')
  })

  it('keeps nobody waiting for the call that tries', async () => {
    const { circuit, clock, call, failed, worked } = open()
    for (let time = 0; time < 3; time += 1) await failed()
    clock.advance(30_000)
    const trying = Promise.withResolvers<string>()
    const tried = call(() => trying.promise)
    assert.equal(circuit.state(), 'half_open')
    assert.equal(await worked(), 'resting')
    trying.resolve('fine')
    assert.equal(await tried, 'fine')
    assert.equal(await worked(), 'fine')
  })

  it('tries again at once where the call that tried was cancelled', async () => {
    const { circuit, clock, failed, worked } = open()
    for (let time = 0; time < 3; time += 1) await failed()
    clock.advance(30_000)
    assert.equal(await failed('cancelled'), 'cancelled')
    assert.equal(circuit.state(), 'half_open')
    assert.equal(await worked(), 'fine')
    assert.equal(circuit.state(), 'closed')
  })

  it('does not notice when somebody sets the time', async () => {
    const { clock, failed, worked } = open()
    for (let time = 0; time < 3; time += 1) await failed()
    clock.setTime(clock.now() + 3_600_000)
    assert.equal(await worked(), 'resting')
  })
})
