import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { checkHome } from '../../bench/kills/checks.ts'
import { GoalLoad } from '../../bench/kills/goal-load.ts'
import { emptyLedger } from '../../bench/kills/ledger.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { MemoryLoad } from '../../bench/memory-load.ts'
import { registerOwner } from '../../bench/owner.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { isAlive, soon } from '../../support/processes.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

/** Enough for a home, without the code that V8 has compiled. */
const megabytes = 4
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' }
const skip =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'only root of Linux may mount a disk of this size'

/** A disk of its own, in the memory of the machine. */
function smallDisk(t: TestContext): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
  t.after(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Fills a disk to its last byte. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  closeSync(descriptor)
}

describe('A home on a disk that is full', { skip }, () => {
  it('refuses writes and says why, goes on reading, loses nothing, and writes again once there is room', async (t) => {
    const disk = smallDisk(t)
    const path = join(disk, 'home')
    mkdirSync(path)
    writeFileSync(join(path, 'config.json'), JSON.stringify({ backups: { daily: false } }))
    const started: DaemonProcess = await startDaemonProcess(path, withoutCache)
    t.after(() => end(started.child, 'SIGKILL'))
    const owner = await registerOwner(path, started.file)
    const { access_token: token } = owner
    const { file } = started
    const store = () =>
      rest({ file }, 'POST /memory/store', { token, payload: { content: 'one more cup of tea' } })

    const load = new MemoryLoad({ file, token })
    // Writes the audit log, whose newest row is also kept in a file.
    const goals = new GoalLoad({ file, token })
    await Promise.all([load.reached(20), goals.reached(10)])
    const filler = join(disk, 'filler')
    fill(filler)
    await soon(() => load.refused.length > 5)
    assert.equal(statfsSync(disk).bavail, 0)
    const refused = await store()
    assert.deepEqual(errorOf(refused), [500, 'INTERNAL_ERROR', { reason: 'disk_full' }])
    for (const route of [
      'GET /memory/recent',
      'GET /memory/search?q=barn',
      'GET /auth/profile',
      'GET /conversation/history',
    ])
      assert.equal((await rest({ file }, route, { token })).status, 200, route)
    const [acknowledged, named] = [load.acknowledged, goals.acknowledged]
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    assert.ok(isAlive(started.child.pid ?? 0) && started.child.exitCode === null, 'the daemon goes on')

    rmSync(filler)
    await soon(() => load.acknowledged > acknowledged + 10 && goals.acknowledged > named + 2)
    assert.equal((await store()).status, 201)
    assert.ok(
      load.refused.every((one) => one.includes('disk_full')),
      load.refused.find((one) => !one.includes('disk_full')),
    )
    t.diagnostic(
      `${load.acknowledged} writes acknowledged, ${load.refused.length} refused, on ${megabytes} MB`,
    )

    await end(started.child, 'SIGKILL')
    await Promise.all([load.ended(), goals.ended()])
    const next = await startDaemonProcess(path, withoutCache)
    t.after(() => end(next.child, 'SIGKILL'))
    const verdict = await rest(next, 'GET /security/audit/verify', { token })
    assert.equal(verdict.body.data.intact, true)
    const ledger = {
      ...emptyLedger(),
      memories: load.memories,
      attempted: new Set([...load.attempted, 'one more cup of tea']),
      goals: goals.goals,
      names: goals.names,
      audited: goals.names,
    }
    const home = locateHome({ COMPANION_HOME: path })
    const { lost, damage } = checkHome(home, ledger, Date.parse(next.file.started_at))
    assert.deepEqual([lost, damage], [[], []])
    assert.equal(existsSync(home.damaged), false, 'nothing was taken for damaged')
  })
})
