import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { DaemonCommand } from '../../../daemon/client/local/daemon-process.ts'
import type { DaemonState } from '../../../app/supervisor/state.ts'
import { Supervisor } from '../../../app/supervisor/supervisor.ts'
import { requestEncryption } from '../../../daemon/client/local/encryption.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { useHomeKey } from '../../../daemon/kernel/encryption/home-key.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { version } from '../../../daemon/kernel/version.ts'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon, temporaryFolder, testEnvironment } from '../../support/daemon.ts'
import { makeLockedHome, passphrase, startLocked, tryUnlocking } from '../../support/locked-home.ts'
import { amount, it, itLong, itScaled } from '../../support/long.ts'
import { listen } from '../../support/loopback.ts'
import { createMigratedHome } from '../../support/migrated.ts'
import { isAlive, soon } from '../../support/processes.ts'
import { daemonProgram } from '../../support/programs.ts'

/** They go last, as a daemon that is still being stopped writes into its own. */
const homes: string[] = []
after(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** Where a daemon may run, as the bundle or sources of ours, or as another `program` that stands in for it. */
function place({ program, given }: { program?: string; given?: string } = {}) {
  const home = given ?? temporaryFolder()
  if (given === undefined) createMigratedHome(locateHome({ COMPANION_HOME: home }))
  homes.push(home)
  const environment = { ...process.env, ...testEnvironment(home) }
  const ran =
    program === undefined
      ? { runtime: process.execPath, script: [daemonProgram] }
      : { runtime: shellProgram(program), script: [] }
  return { home, command: { ...ran, environment } satisfies DaemonCommand }
}

async function leftBehind(home: string, { runtime, script, environment }: DaemonCommand) {
  const child = spawn(runtime, script, { env: environment, stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  await soon(() => existsSync(join(home, 'daemon.json')))
  return { pid: child.pid, gone }
}

/** A program of a few words of a shell, which is there sooner than a Node. */
function shellProgram(text: string): string {
  const folder = temporaryFolder()
  homes.push(folder)
  const file = join(folder, 'program')
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return file
}

function openKeyRing(key: string | null = null) {
  let stored = key
  return {
    load: async () => stored,
    save: async (next: string | null) => void (stored = next),
    stored: () => stored,
  }
}

function supervise(
  command: DaemonCommand,
  more: { clock?: ManualClock; version?: string; homeKey?: ReturnType<typeof openKeyRing> } = {},
) {
  const states: DaemonState[] = []
  const supervisor = new Supervisor({
    command,
    version: more.version ?? version,
    clock: more.clock ?? systemClock,
    chance: () => 0.5,
    homeKey: more.homeKey ?? openKeyRing(),
    onState: (state) => states.push(state),
  })
  after(() => supervisor.stop())
  const until = (fits: (state: DaemonState) => boolean) =>
    soon(() => fits(supervisor.state) && supervisor.state)
  const running = async () => {
    const state = await until((state) => state.state === 'running')
    return state as Extract<DaemonState, { state: 'running' }>
  }
  const told = () => states.splice(0).map(({ state }) => state)
  return { supervisor, states, told, until, running }
}

/** A program that says nothing, and notes the number of its process in the home. */
const silent = 'echo $$ > "$COMPANION_HOME/started"; exec sleep 1000000'

async function started(home: string): Promise<number> {
  const file = join(home, 'started')
  // It is there before the number is in it.
  const pid = await soon(() => existsSync(file) && (Number(readFileSync(file, 'utf8')) || null))
  rmSync(file)
  return pid
}

/** Has four daemons crash, and time pass after each until the next is started. */
async function crashAgain(until: ReturnType<typeof supervise>['until'], clock: ManualClock) {
  for (let crashes = 0; crashes < 4; crashes += 1) {
    const { delay } = (await until(({ state }) => state === 'waiting')) as { delay: number }
    clock.advance(delay)
  }
}

describe('The supervisor', () => {
  // Its waits keep no process alive, and neither does a daemon that it has adopted.
  const alive = setInterval(() => {}, 60_000)
  after(() => clearInterval(alive))

  it('gives up after the fifth crash in 5 minutes, explains why, and can be asked to retry', async () => {
    const { command } = place({ program: 'echo "no room on the disk" >&2; exit 3' })
    const clock = new ManualClock()
    const { supervisor, states, until } = supervise(command, { clock })
    void supervisor.start()
    await crashAgain(until, clock)
    const failed = await until(({ state }) => state === 'failed')
    assert.deepEqual(failed, { state: 'failed', reason: 'crashes', tail: ['no room on the disk'] })
    assert.deepEqual(
      states.flatMap((state) => (state.state === 'waiting' ? [state.delay] : [])),
      [375, 750, 1_500, 3_000],
    )
    void supervisor.start()
    await until(({ state }) => state === 'waiting')
  })

  it('gives up after five daemons in a row that never became ready, however long each took', async () => {
    const { home, command } = place({ program: silent })
    const clock = new ManualClock()
    const { supervisor, until } = supervise(command, { clock })
    void supervisor.start()
    for (let daemons = 1; daemons <= 5; daemons += 1) {
      const pid = await started(home)
      clock.advance(120_000)
      process.kill(pid, 'SIGKILL')
      const states = await until(({ state }) => state !== 'starting')
      assert.equal(states.state, daemons < 5 ? 'waiting' : 'failed')
      if (states.state === 'waiting') clock.advance(states.delay)
    }
  })

  it('reports an error when there is no program to run', async () => {
    const { command } = place()
    const { supervisor, until } = supervise({ ...command, runtime: '/nowhere/node' })
    await supervisor.start()
    await until(({ state }) => state === 'waiting')
  })

  describe('a daemon that it has started', () => {
    const clock = new ManualClock()
    const { supervisor, told, until, running } = supervise(place().command, { clock })
    before(() => supervisor.start())

    it('is started again after a kill', async () => {
      const { own, file } = await running()
      assert.equal(own, true)
      process.kill(file.pid, 'SIGKILL')
      const { delay } = (await until(({ state }) => state === 'waiting')) as { delay: number }
      clock.advance(delay)
      assert.notEqual((await running()).file.pid, file.pid)
      assert.deepEqual(told(), ['starting', 'running', 'waiting', 'starting', 'running'])
    })

    it('restarts once when two restarts are requested, and is never stopped meanwhile', async () => {
      const { file } = await running()
      told()
      await Promise.all([supervisor.restart(), supervisor.restart()])
      const after = await running()
      assert.equal(after.own, true)
      assert.notEqual(after.file.pid, file.pid)
      assert.deepEqual(told(), ['stopping', 'starting', 'running'])
    })

    itScaled('is not ended because the machine slept, even if that wakes for a moment', async () => {
      const { file } = await running()
      told()
      // It is asked for a sign of life as the machine goes to sleep.
      process.kill(file.pid, 'SIGSTOP')
      clock.advance(15_000)
      supervisor.suspended()
      // Where the machine wakes for a moment without saying so, that has no answer after 10 s.
      await wait(amount(500, 11_000))
      assert.equal(clock.timers, 0, 'it is asked again while the machine sleeps')
      assert.equal(isAlive(file.pid), true)
      process.kill(file.pid, 'SIGCONT')
      supervisor.resumed()
      for (let looks = 0; looks < 4; looks += 1) {
        await soon(() => clock.timers > 0)
        clock.advance(15_000)
      }
      await soon(() => clock.timers > 0)
      assert.equal((await running()).file.pid, file.pid)
      assert.deepEqual(told(), [])
    })

    it('stays stopped when a stop is requested during a restart', async () => {
      const { file } = await running()
      const restarted = supervisor.restart()
      await supervisor.stop()
      await restarted
      assert.deepEqual(supervisor.state, { state: 'stopped' })
      assert.equal(isAlive(file.pid), false)
    })
  })

  describe('a daemon whose port another program has', () => {
    it('is started on free ports without counting a crash, and stops cleanly', async () => {
      await using squatter = await listen(createServer((_request, response) => response.end('fine')))
      const { command } = place()
      const environment = { ...command.environment, COMPANION_GRPC_PORT: String(squatter.port) }
      const { supervisor, told, running } = supervise({ ...command, environment })
      await supervisor.start()
      const { own, file } = await running()
      assert.equal(own, true)
      assert.equal((await fetch(new URL('/healthz', file.base_url))).status, 200)
      assert.deepEqual(told(), ['starting', 'starting', 'running'])
      await supervisor.stop()
      assert.equal(isAlive(file.pid), false)
      assert.deepEqual(told(), ['stopping', 'stopped'])
    })

    it('is given up where it finds no free port either, as after any crash', async () => {
      const { command } = place({ program: 'exit 69' })
      const clock = new ManualClock()
      const { supervisor, states, until } = supervise(command, { clock })
      void supervisor.start()
      await crashAgain(until, clock)
      await until(({ state }) => state === 'failed')
      assert.equal(states.filter(({ state }) => state === 'starting').length, 10)
    })
  })

  describe('a daemon that runs already', () => {
    it('is adopted, and left running when the supervisor stops', async () => {
      const { home, command } = place()
      await using daemon = await startTestDaemon({ home })
      const { supervisor, running } = supervise(command)
      await supervisor.start()
      const { own, file } = await running()
      assert.deepEqual([own, file], [false, daemon.file])
      await supervisor.stop()
      const { supervisor: older } = supervise(command, { version: '0.0.1' })
      await older.start()
      assert.deepEqual(
        older.state,
        { state: 'failed', reason: 'newer', tail: [] },
        'it is newer than that app',
      )
      assert.equal((await fetch(new URL('/healthz', daemon.file.base_url))).status, 200)
    })

    it('is replaced when it has ended', async () => {
      const { home, command } = place({ program: silent })
      const daemon = await startTestDaemon({ home })
      const clock = new ManualClock()
      const { supervisor, running } = supervise(command, { clock })
      await supervisor.start()
      assert.equal((await running()).own, false)
      await daemon.stop()
      clock.advance(15_000)
      process.kill(await started(home), 'SIGKILL')
    })

    it('is not mistaken for another program that listens at its address since it has ended', async () => {
      const { home, command } = place({ program: silent })
      const daemon = await startTestDaemon({ home })
      const clock = new ManualClock()
      const { supervisor, running } = supervise(command, { clock })
      await supervisor.start()
      const { file } = await running()
      await daemon.stop()
      const squatter = createServer((_request, response) => response.end('fine'))
      after(() => squatter.close())
      squatter.listen(Number(new URL(file.base_url).port), '127.0.0.1')
      await once(squatter, 'listening')
      clock.advance(15_000)
      process.kill(await started(home), 'SIGKILL')
    })

    itLong('restarts when asked to, and is never stopped meanwhile', async () => {
      const { home, command } = place()
      await leftBehind(home, command)
      const { supervisor, told, running } = supervise(command)
      await supervisor.start()
      const { file, own } = await running()
      assert.equal(own, false)
      told()
      await supervisor.restart()
      const after = await running()
      assert.equal(after.own, true)
      assert.notEqual(after.file.pid, file.pid)
      assert.deepEqual(told(), ['stopping', 'starting', 'running'])
    })

    it('is waited for while it starts, and then used', async () => {
      const { command } = place()
      const [one, other] = [supervise(command), supervise(command)]
      await Promise.all([one.supervisor.start(), other.supervisor.start()])
      const [first, second] = [await one.running(), await other.running()]
      assert.equal(first.file.pid, second.file.pid)
      assert.notEqual(first.own, second.own)
    })
  })

  describe('an encrypted home', () => {
    itLong('is unlocked with the key that the keychain has kept since somebody has unlocked it', async () => {
      const { path: home } = await makeLockedHome()
      const { command } = place({ given: home })
      const homeKey = openKeyRing('ab'.repeat(32))
      const first = supervise(command, { homeKey })
      await first.supervisor.start()
      const waiting = await first.until(({ state }) => state === 'locked')
      assert.ok(waiting.state === 'locked')
      const { status } = (await (await fetch(new URL('/healthz', waiting.file.base_url))).json()) as {
        status: string
      }
      assert.equal(status, 'locked')
      assert.deepEqual(await requestEncryption({ unlock: { home, secret: passphrase } }), {})
      await first.running()
      await first.supervisor.stop()
      assert.notEqual(homeKey.stored(), 'ab'.repeat(32))
      const second = supervise(command, { homeKey })
      await second.supervisor.start()
      await second.running()
      assert.equal(
        second.states.some(({ state }) => state === 'locked'),
        false,
      )
      useHomeKey(home, null)
    })

    it('is waited for when somebody else started its daemon, and used once it is unlocked', async () => {
      const home = await makeLockedHome()
      const daemon = await startLocked(home)
      const clock = new ManualClock()
      const { supervisor, told, running } = supervise(place({ given: home.path }).command, { clock })
      await supervisor.start()
      assert.deepEqual(supervisor.state, { state: 'locked', file: daemon.file })
      const look = async () => {
        await soon(() => clock.timers > 0)
        clock.advance(1_000)
      }
      await look()
      await look()
      assert.equal((await tryUnlocking(daemon, { secret: passphrase })).status, 200)
      // Between its unlocking and its being ready nothing answers.
      await soon(async () => {
        await look()
        return supervisor.state.state === 'running'
      })
      const { file, own } = await running()
      assert.deepEqual([file.pid, own], [daemon.child.pid, false])
      assert.deepEqual(told(), ['starting', 'locked', 'running'])
    })
  })
})
