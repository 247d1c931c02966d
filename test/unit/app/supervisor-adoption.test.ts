import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { endProcess } from '../../../daemon/client/local/end-process.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { isAlive, noProc, soon } from '../../support/processes.ts'

async function run(words: string) {
  const child = spawn('/bin/sh', ['-c', words], { stdio: ['pipe', 'pipe', 'inherit'] })
  after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { pid: child.pid ?? 0, output: String(output), ended }
}

/** Ends a process; the answer is how long that took by a clock of its own, at most `maxWaitMs`, in milliseconds. */
async function end(pid: number, maxWaitMs: number): Promise<number> {
  const clock = new ManualClock()
  const over = { yet: false }
  void endProcess(pid, clock).then(() => (over.yet = true))
  while (!over.yet && clock.monotonic() < maxWaitMs) {
    await turn()
    clock.advance(100)
  }
  return clock.monotonic()
}

describe('Ending a process that is not a child', { skip: noProc }, () => {
  // The supervisor's waits keep no process alive, and neither does a child that has ended.
  const alive = setInterval(() => {}, 60_000)
  after(() => clearInterval(alive))

  it('asks it to end', async () => {
    const { pid, ended } = await run('echo here; read line')
    await Promise.all([endProcess(pid, systemClock), ended])
    assert.deepEqual(await ended, [null, 'SIGTERM'])
  })

  it('kills it after 10 s if it does not respond', async () => {
    const { pid, ended } = await run('trap "" TERM; echo here; read line')
    assert.ok((await end(pid, 20_000)) >= 10_000)
    assert.deepEqual(await ended, [null, 'SIGKILL'])
  })

  it('waits at most 3 s after that', async () => {
    const { output } = await run('sleep 1 & echo $!; exec sleep 600')
    const pid = Number(output)
    await soon(() => !isAlive(pid))
    assert.equal(process.kill(pid, 0), true, 'nobody has taken note of its end')
    const waited = await end(pid, 60_000)
    assert.ok(waited >= 13_000 && waited < 14_000, String(waited))
  })
})
