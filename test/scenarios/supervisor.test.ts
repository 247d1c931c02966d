import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { DaemonCommand } from '../../app/supervisor/daemon-process.ts'
import type { DaemonState } from '../../app/supervisor/state.ts'
import { Supervisor } from '../../app/supervisor/supervisor.ts'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { version } from '../../daemon/kernel/version.ts'
import { ManualClock } from '../support/clock.ts'
import { startTestDaemon, temporaryFolder, testEnvironment } from '../support/daemon.ts'
import { isAlive } from '../support/processes.ts'

const main = join(import.meta.dirname, '..', '..', 'daemon', 'main.ts')

/** A home, and how to start a daemon on it. */
function place(script: readonly string[] = [main]) {
  const home = temporaryFolder()
  after(() => rmSync(home, { recursive: true, force: true }))
  const environment = { ...process.env, ...testEnvironment(home) }
  return { home, command: { runtime: process.execPath, script, environment } satisfies DaemonCommand }
}

/** A supervisor that keeps what it has told, and stops after the test. */
function supervise(command: DaemonCommand, more: { clock?: ManualClock; version?: string } = {}) {
  const told: DaemonState[] = []
  const supervisor = new Supervisor({
    command,
    version: more.version ?? version,
    clock: more.clock ?? systemClock,
    chance: () => 0.5,
    onState: (state) => told.push(state),
  })
  after(() => supervisor.stop())
  const until = async (fits: (state: DaemonState) => boolean) => {
    while (!fits(supervisor.state)) await wait(20)
    return supervisor.state
  }
  const running = async () => {
    const state = await until((state) => state.state === 'running')
    return state as Extract<DaemonState, { state: 'running' }>
  }
  return { supervisor, told, until, running }
}

describe('The supervisor', () => {
  it('starts a daemon, starts it again after a kill, and stops it cleanly', async () => {
    const { command } = place()
    const { supervisor, told, running, until } = supervise(command)
    await supervisor.start()
    const first = await running()
    assert.equal(first.own, true)
    process.kill(first.file.pid, 'SIGKILL')
    await until(({ state }) => state === 'waiting')
    const second = await running()
    assert.notEqual(second.file.pid, first.file.pid)
    await supervisor.stop()
    assert.equal(isAlive(second.file.pid), false)
    assert.deepEqual(
      told.map(({ state }) => state),
      ['starting', 'running', 'waiting', 'starting', 'running', 'stopping', 'stopped'],
    )
  })

  it('takes a daemon that runs already for its own business, and leaves it where it is', async () => {
    const { home, command } = place()
    await using daemon = await startTestDaemon({ home })
    const { supervisor, running } = supervise(command)
    await supervisor.start()
    const { own, file } = await running()
    assert.deepEqual([own, file], [false, daemon.file])
    await supervisor.stop()
    assert.equal((await fetch(new URL('/healthz', daemon.file.base_url))).status, 200)
  })

  it('starts one of its own once an adopted one has gone', async () => {
    const { home, command } = place()
    const daemon = await startTestDaemon({ home })
    const clock = new ManualClock()
    const { supervisor, running, until } = supervise(command, { clock })
    await supervisor.start()
    await running()
    await daemon.stop()
    clock.advance(15_000)
    const { own } = (await until((state) => state.state === 'running' && state.own)) as { own: boolean }
    assert.equal(own, true)
  })

  it('does not take another program for an adopted daemon because it answers at the same address', async () => {
    const { home, command } = place()
    const daemon = await startTestDaemon({ home })
    const clock = new ManualClock()
    const { supervisor, running, until } = supervise(command, { clock })
    await supervisor.start()
    const { file } = await running()
    await daemon.stop()
    const squatter = createServer((_request, response) => response.end('fine'))
    after(() => squatter.close())
    squatter.listen(Number(new URL(file.base_url).port), '127.0.0.1')
    await once(squatter, 'listening')
    clock.advance(15_000)
    const own = await until((state) => state.state === 'running' && state.own)
    assert.notEqual(own, undefined)
  })

  it('leaves a daemon alone that is newer than the app, and says so', async () => {
    const { home, command } = place()
    await using daemon = await startTestDaemon({ home })
    const { supervisor } = supervise(command, { version: '0.0.1' })
    await supervisor.start()
    assert.deepEqual(supervisor.state, { state: 'failed', reason: 'newer', tail: [] })
    assert.equal((await fetch(new URL('/healthz', daemon.file.base_url))).status, 200)
  })

  it('replaces a daemon that an earlier version has left', async () => {
    const { home, command } = place()
    const { runtime, script, environment } = command
    const earlier = spawn(runtime, script, { env: environment, stdio: 'ignore' })
    const gone = once(earlier, 'exit')
    while (!existsSync(join(home, 'daemon.json'))) await wait(20)
    const { supervisor, running } = supervise(command, { version: '99.0.0' })
    await supervisor.start()
    await gone
    const { own, file } = await running()
    assert.equal(own, true)
    assert.notEqual(file.pid, earlier.pid)
  })

  it('gives up after the fifth crash in 5 minutes, says why, and can be asked again', async () => {
    const { command } = place(['-e', 'console.error("no room on the disk"); process.exit(3)'])
    const clock = new ManualClock()
    const { supervisor, told, until } = supervise(command, { clock })
    void supervisor.start()
    for (let crashes = 0; crashes < 4; crashes += 1) {
      const { delay } = (await until(({ state }) => state === 'waiting')) as { delay: number }
      clock.advance(delay)
    }
    const failed = await until(({ state }) => state === 'failed')
    assert.deepEqual(failed, { state: 'failed', reason: 'crashes', tail: ['no room on the disk'] })
    assert.deepEqual(
      told.flatMap((state) => (state.state === 'waiting' ? [state.delay] : [])),
      [375, 750, 1_500, 3_000],
    )
    void supervisor.start()
    await until(({ state }) => state === 'waiting')
  })

  it('says what is wrong where there is nothing to run', async () => {
    const { command } = place()
    const { supervisor, until } = supervise({ ...command, runtime: '/nowhere/node' })
    await supervisor.start()
    await until(({ state }) => state === 'waiting')
  })

  it('waits for another one that has the home and is not ready yet, and then uses that', async () => {
    const { command } = place()
    const [one, other] = [supervise(command), supervise(command)]
    await Promise.all([one.supervisor.start(), other.supervisor.start()])
    const [first, second] = [await one.running(), await other.running()]
    assert.equal(first.file.pid, second.file.pid)
    assert.notEqual(first.own, second.own)
  })

  it('looks at once after the machine has slept, and starts what is gone without waiting', async () => {
    const { home, command } = place()
    const daemon = await startTestDaemon({ home })
    const { supervisor, running, until } = supervise(command, { clock: new ManualClock() })
    await supervisor.start()
    await running()
    supervisor.suspended()
    await daemon.stop()
    supervisor.resumed()
    await until((state) => state.state === 'running' && state.own)
  })

  it('restarts a daemon on demand', async () => {
    const { command } = place()
    const { supervisor, running } = supervise(command)
    await supervisor.start()
    const { file } = await running()
    await supervisor.restart()
    assert.notEqual((await running()).file.pid, file.pid)
  })
})
