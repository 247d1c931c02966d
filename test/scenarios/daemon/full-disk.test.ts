import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext } from 'node:test'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { checkHome } from '../../bench/kills/checks.ts'
import { GoalLoad } from '../../bench/kills/goal-load.ts'
import { emptyLedger } from '../../bench/kills/ledger.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { MemoryLoad } from '../../bench/memory-load.ts'
import { registerOwner } from '../../bench/owner.ts'
import { startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { sayEverywhere } from '../../support/conversation/say-everywhere.ts'
import { enlarge, fill, noMount, smallDisk } from '../../support/disk.ts'
import { it, itLong } from '../../support/long.ts'
import { isAlive, soon } from '../../support/processes.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

/** Enough for a home, without the code that V8 has compiled. */
const megabytes = 4
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' }
const isRefused = ([, { reply }]: [string, { readonly reply: string }]) =>
  reply.includes("I can't write anything down right now")

function placeOnSmallDisk(t: Pick<TestContext, 'after'>, size = megabytes) {
  const disk = smallDisk(t, size)
  const path = join(disk, 'home')
  mkdirSync(path)
  writeFileSync(join(path, 'config.json'), JSON.stringify({ backups: { daily: false } }))
  return { disk, path }
}

/** A daemon with an owner in a process of its own, whose home is on a disk of its own. */
async function openOnSmallDisk(t: TestContext, size = megabytes) {
  const { disk, path } = placeOnSmallDisk(t, size)
  const started: DaemonProcess = await startDaemonProcess(path, withoutCache)
  t.after(() => end(started.child, 'SIGKILL'))
  const { access_token: token, refresh_token } = await registerOwner(path, started.file)
  return { disk, path, started, token, refresh_token }
}

async function assertReads(daemon: Parameters<typeof rest>[0], token: string): Promise<void> {
  for (const route of [
    'GET /memory/recent',
    'GET /memory/search?q=barn',
    'GET /auth/profile',
    'GET /conversation/history',
  ])
    assert.equal((await rest(daemon, route, { token })).status, 200, route)
}

async function assertWhole(daemon: Parameters<typeof rest>[0], token: string): Promise<void> {
  const { findings } = (await rest(daemon, 'GET /gateway/checkup', { token })).body.data
  for (const check of ['database', 'second_copy'])
    assert.equal(findings.find((one: { check: string }) => one.check === check).level, 'ok', check)
}

describe('A home on a disk that is full', { skip: noMount }, () => {
  let disk: string
  let daemon: TestDaemon
  let owner: TestMember
  const closing: (() => unknown)[] = []
  before(async () => {
    const placed = placeOnSmallDisk({ after: (close) => closing.push(close as () => unknown) })
    disk = placed.disk
    daemon = await startTestDaemon({ home: placed.path })
    closing.unshift(() => daemon.stop())
    owner = await daemon.owner()
  })
  after(async () => {
    for (const close of closing) await close()
  })
  const filler = () => join(disk, 'filler')
  const who = () => ({ file: daemon.file, token: owner.access_token })
  const totalOf = async (route: string): Promise<number> =>
    (await rest(daemon, route, { token: owner.access_token })).body.data.total
  const history = () => totalOf('GET /conversation/history')
  const memories = () => totalOf('GET /memory/recent')

  it('still talks over every protocol, says that nothing of it is kept, and keeps it again once there is room', async () => {
    const goals = () => totalOf('GET /agency/goals')
    fill(filler())
    // There may be a little room now and then, as the log of the database begins anew: then things are kept, and said to be.
    const unkept = new Set<string>()
    while (unkept.size < 4) {
      fill(filler())
      for (const [way, { kept, reply }] of await sayEverywhere(who(), () => 'hello there')) {
        if (kept === false) unkept.add(way)
        assert.doesNotMatch(reply, /disk/, way)
      }
    }
    fill(filler())
    const told = await sayEverywhere(who(), (way) => `my ${way} boat is blue`)
    const asked = await sayEverywhere(who(), (way) => `remind me to paint the ${way} boat tomorrow at noon`)
    const [refusedTold, refusedAsked] = [told, asked].map((answers) => answers.filter(isRefused).length)
    assert.equal(await memories(), told.length - (refusedTold ?? 0))
    assert.equal(await goals(), asked.length - (refusedAsked ?? 0))

    rmSync(filler())
    const [messagesBefore, memoriesBefore] = [await history(), await memories()]
    for (const [way, { kept: isKept }] of await sayEverywhere(who(), (one) => `my ${one} bike is red`))
      assert.equal(isKept, true, way)
    assert.deepEqual([await history(), await memories()], [messagesBefore + 8, memoriesBefore + 4])
  })

  it('refuses writes and says why, goes on reading, and writes again once there is room', async () => {
    const { access_token: token } = owner
    // What is known already would need no room.
    const store = () =>
      rest(daemon, 'POST /memory/store', { token, payload: { content: `cup of tea ${randomUUID()}` } })
    // There may be a little room now and then, as the log of the database begins anew.
    const refused = await soon(async () => {
      fill(filler())
      const answer = await store()
      return answer.status >= 300 && answer
    })
    assert.deepEqual(errorOf(refused), [500, 'INTERNAL_ERROR', { reason: 'disk_full' }])
    await assertReads(daemon, token)
    rmSync(filler())
    assert.equal((await store()).status, 201)
    await assertWhole(daemon, token)
  })

  it('lets whoever is signed in go on reading, with the refresh token that they have', async () => {
    const refresh = (held: string) => rest(daemon, 'POST /auth/refresh', { payload: { refresh_token: held } })
    // There may be a little room now and then, as the log of the database begins anew: then there is a new one.
    let held = owner.refresh_token
    const session = await soon(async () => {
      fill(filler())
      const { status, body } = await refresh(held)
      assert.equal(status, 200)
      const isSame = body.data.refresh_token === held
      held = body.data.refresh_token
      return isSame && body.data
    })
    const seen = await rest(daemon, 'GET /auth/profile', { token: session.access_token })
    assert.equal(seen.status, 200)
    assert.ok(session.refresh_expires_in > 0)
    assert.equal((await refresh('not-a-token')).status, 401)
    rmSync(filler())
    const { body } = await refresh(held)
    assert.notEqual(body.data.refresh_token, held)
  })

  it('answers again under the same key what it could not keep, and keeps it then', async () => {
    const { access_token: token } = owner
    const say = (key: string) =>
      rest(daemon, 'POST /conversation/message', {
        token,
        payload: { content: `my boat is called ${key}` },
        headers: { 'idempotency-key': key },
      })
    // There may be a little room now and then, as the log of the database begins anew.
    const key = await soon(async () => {
      fill(filler())
      const tried = randomUUID()
      return (await say(tried)).body.data.response.kept === false && tried
    })
    rmSync(filler())
    const answer = (await say(key)).body.data
    assert.equal(answer.response.kept, true)
    assert.deepEqual((await say(key)).body.data, answer)
    // Where there was room for what was said and none for the reply, it is not kept twice.
    const { items } = (await rest(daemon, 'GET /conversation/history', { token })).body.data
    const sent = items.filter(({ content }: { content: string }) => content === `my boat is called ${key}`)
    assert.equal(sent.length, 1)
    assert.equal(items[0].content, answer.response.content)
  })

  it('makes no backup, says why, and makes one once there is room', async () => {
    enlarge(disk, 2 * megabytes)
    const { access_token: token } = owner
    const backUp = () => rest(daemon, 'POST /backups', { token, payload: {} })
    fill(filler())
    // Room for what is written down of the request, and for a part of the copy.
    truncateSync(filler(), statSync(filler()).size - 262_144)
    const { status, body } = await backUp()
    assert.deepEqual(
      [status, body.error.code, body.error.details],
      [500, 'INTERNAL_ERROR', { reason: 'disk_full' }],
    )
    assert.deepEqual(readdirSync(daemon.home.backups), [])
    rmSync(filler())
    assert.equal((await backUp()).status, 201)
  })

  it('starts once more after a kill, and says what to do where there is no room even for that', async (t) => {
    const { disk, path, started, token } = await openOnSmallDisk(t, 2 * megabytes)
    const filler = join(disk, 'filler')
    const restart = async ({ child }: DaemonProcess) => {
      fill(filler)
      await end(child, 'SIGKILL')
      const next = await startDaemonProcess(path, withoutCache)
      t.after(() => end(next.child, 'SIGKILL'))
      return next
    }
    const again = await restart(started)
    assert.equal((await rest(again, 'GET /memory/recent', { token })).status, 200)
    await assert.rejects(
      restart(again),
      /the disk of \S+ is full: make room on it, then start Companion again/,
    )
    rmSync(filler)
    const last = await startDaemonProcess(path, withoutCache)
    t.after(() => end(last.child, 'SIGKILL'))
    assert.equal((await rest(last, 'GET /memory/recent', { token })).status, 200)
    assert.ok(existsSync(join(path, 'reserve')))
  })

  itLong(
    'loses nothing that it acknowledged while much is written, nor where it is killed then',
    async (t) => {
      const { disk, path, started, token } = await openOnSmallDisk(t)
      const { file } = started
      const store = () =>
        rest({ file }, 'POST /memory/store', { token, payload: { content: 'one more cup of tea' } })

      const load = new MemoryLoad({ file, token })
      // Writes the audit log, whose newest row is also kept in a file.
      const goals = new GoalLoad({ file, token })
      // The load may be what fills the disk.
      await soon(() => load.refused.length > 0 || (load.acknowledged >= 20 && goals.acknowledged >= 10))
      const filler = join(disk, 'filler')
      fill(filler)
      await soon(() => load.refused.length > 5)
      // There may be a little room now and then, as the log of the database begins anew.
      await soon(() => statfsSync(disk).bavail === 0)
      const refused = await soon(async () => {
        const answer = await store()
        return answer.status >= 300 && answer
      })
      assert.deepEqual(errorOf(refused), [500, 'INTERNAL_ERROR', { reason: 'disk_full' }])
      await assertReads(started, token)
      const [acknowledged, named] = [load.acknowledged, goals.acknowledged]
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      assert.ok(isAlive(started.child.pid ?? 0) && started.child.exitCode === null, 'the daemon goes on')

      rmSync(filler)
      // The load may have filled most of the disk itself, before the file or since.
      enlarge(disk, 2 * megabytes)
      await soon(() => load.acknowledged > acknowledged + 10 && goals.acknowledged > named + 2)
      assert.ok([200, 201].includes((await store()).status))
      assert.ok(
        load.refused.every((one) => one.includes('disk_full')),
        load.refused.find((one) => !one.includes('disk_full')),
      )
      await assertWhole(started, token)
      t.diagnostic(
        `${load.acknowledged} writes acknowledged, ${load.refused.length} refused, on ${megabytes} MB`,
      )

      await end(started.child, 'SIGKILL')
      await Promise.all([load.ended(), goals.ended()])
      // By then, they may have filled it again.
      enlarge(disk, 3 * megabytes)
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
    },
  )
})
