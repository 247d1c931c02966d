import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { homeInUse } from '../../../daemon/kernel/parent.ts'
import { fromStruct } from '../../../daemon/transports/grpc/struct.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { type Owner, registerOwner } from '../../bench/owner.ts'
import { login, testEnvironment, temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { clientOf, ended } from '../../support/imported.ts'
import { amount, itLong, itScaled } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { daemonProgram } from '../../support/programs.ts'
import { noSetClock, openSetClock } from '../../support/set-clock.ts'
import { grpcClient, openReader } from '../../support/wire/grpc.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'
import { type Received, TestSocket } from '../../support/wire/socket.ts'

const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour
/** How long the process stands still: longer than the daemon rests between two looks at anything, in the long form. */
const stillMs = amount(3_000, 45_000)
const memories = amount(100, 4_000)
const topics = ['interaction.notifications']

async function open() {
  const folder = temporaryFolder()
  const home = locateHome({ COMPANION_HOME: join(folder, 'home') })
  mkdirSync(home.path)
  createHome(home)
  const clock = openSetClock(folder)
  const daemon = await startDaemonProcess(home.path, {
    // It misses some while it stands still, and a busy machine has the time to answer each.
    COMPANION_REALTIME_HEARTBEAT_SECONDS: '4',
    ...clock.environment,
  })
  after(async () => {
    await end(daemon.child, 'SIGKILL')
    clock.clear([daemon.file.pid])
    rmSync(folder, { recursive: true, force: true })
  })
  const owner = await registerOwner(home.path, daemon.file)
  const agency = { quiet_hours: null, daily_budget: 100, suggestions: false }
  const preferences = { time_zone: 'UTC', agency }
  await asked(daemon, owner, 'PUT /auth/profile', { preferences })
  return { home, clock, daemon, owner }
}

async function asked(
  daemon: DaemonProcess,
  { access_token: token }: Pick<Owner, 'access_token'>,
  route: string,
  payload?: object,
): Promise<Answer['body']['data']> {
  const { status, body } = await rest(daemon, route, { token, ...(payload && { payload }) })
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The machine sleeps: the process stands still while the clock goes on, and its timers stand still for the rest of it. */
async function sleep({ daemon, clock }: Awaited<ReturnType<typeof open>>, byClock: number): Promise<void> {
  daemon.child.kill('SIGSTOP')
  await wait(stillMs)
  await clock.set(clock.ahead() + byClock)
  daemon.child.kill('SIGCONT')
}

const titlesOf = (received: readonly Received[]) =>
  received.flatMap(({ data }) => (data.interaction?.title ? [String(data.interaction.title)] : []))

describe('A daemon whose machine slept for a while', () => {
  itLong(
    'goes on: streams, the import and the message that were under way, and its home stays its own',
    async () => {
      const world = await open()
      const { home, daemon, owner } = world
      const token = owner.access_token
      await using socket = await TestSocket.open(daemon, token)
      await socket.ask('subscribe', { topics: [...topics, 'live.gateway.stats'] })
      const reader = openReader(grpcClient(daemon, 'CompanionService'), 'StreamUpdates', { topics }, token)
      after(() => reader.close())
      assert.equal((await reader.next()).type, 'subscribed')
      await asked(daemon, owner, 'POST /agency/goals', {
        title: 'close the window',
        next_run_at: new Date(Date.now() + 4_000).toISOString(),
      })
      const client = clientOf(daemon, owner)
      const contents = Array.from({ length: memories }, (_, at) => `parcel ${at} lies on shelf ${at % 97}`)
      const text = contents.map((content) => `${JSON.stringify({ content })}\n`).join('')
      const { import_uuid: id } = await sendFile(client, text, { format: 'companion' })
      await client.call('imports.start', { id })
      const pending = rest(daemon, 'POST /conversation/message', {
        token,
        payload: { content: 'I have locked the barn.' },
      })
      await wait(5)

      const sleeping = sleep(world, 0)
      await wait(1_000)
      const second = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', daemonProgram], {
        env: { ...process.env, ...testEnvironment(home.path) },
      })
      assert.equal(second.status, homeInUse, String(second.stderr))
      const before = socket.received.length
      await sleeping
      await wait(3_000)
      const ticks = socket.received
        .slice(before)
        .filter(({ data }) => data.topic === 'live.gateway.stats').length
      assert.ok(ticks <= 8, `${ticks} looks at once for those that were missed`)

      const answer = await pending
      assert.ok(
        answer.status === 200 || answer.body.error.code === 'RESPONSE_TIMEOUT',
        JSON.stringify(answer),
      )
      await socket.next(({ data }) => data.interaction?.title?.includes('close the window'))
      const update = fromStruct((await reader.next()).data)
      assert.match(JSON.stringify(update), /close the window/)
      await wait(1_500)
      assert.deepEqual(titlesOf(socket.received), [], 'the reminder came twice')
      await asked(daemon, owner, 'GET /auth/profile')

      const { state, done, stored } = await ended(client, id)
      assert.deepEqual([state, done, stored], ['done', memories, memories])
      const [held] = select<{ held: number; different: number }>(
        { home },
        `SELECT count(*) AS held, count(DISTINCT content) AS different FROM memories WHERE content LIKE 'parcel %'`,
      )
      assert.deepEqual({ ...held }, { held: memories, different: memories })
      const history = await asked(daemon, owner, 'GET /conversation/history')
      const own = history.items.filter(({ content }: { content: string }) =>
        content.includes('locked the barn'),
      )
      assert.ok(own.length === 1 || (answer.status !== 200 && own.length === 0), JSON.stringify(history))
    },
  )
})

describe('A daemon whose machine slept for three days', { skip: noSetClock }, () => {
  itScaled(
    'reminds once of what came due, ends the streams of tokens that are over, and makes one backup',
    async (t) => {
      const world = await open()
      const { home, clock, daemon, owner } = world
      const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
      for (const goal of [
        { title: 'fetch the cake', next_run_at: later(hour) },
        { title: 'water the plants', next_run_at: later(2 * hour), repeats: 'FREQ=DAILY' },
        { title: 'pay the rent', next_run_at: later(10 * day) },
      ])
        await asked(daemon, owner, 'POST /agency/goals', goal)
      for (let guesses = 0; guesses < 5; guesses += 1) await login(daemon, 'nobody', 'not the password')
      const locked = await login(daemon, 'nobody')
      assert.equal(locked.body.error.code, 'ACCOUNT_LOCKED')
      const socket = await TestSocket.open(daemon, owner.access_token)
      const { data: subscribed } = await socket.ask('subscribe', { topics })
      const client = grpcClient(daemon, 'CompanionService')
      const reader = openReader(client, 'StreamUpdates', { topics }, owner.access_token)
      after(() => reader.close())
      await reader.next()
      const streamEnd = (async () => {
        try {
          for (;;) await reader.next()
        } catch (error) {
          return String(error)
        }
      })()
      const closing = new Promise<number>((resolve) => socket.socket.once('close', resolve))

      await sleep(world, 3 * day)
      const woken = performance.now()
      // 30 s by the timers of the daemon, and what a busy machine adds.
      const within = AbortSignal.timeout(4 * minute)
      const over = new Promise((_, reject) => within.addEventListener('abort', () => reject(within.reason)))
      assert.equal(await Promise.race([closing, over]), 4401)
      assert.match(String(await Promise.race([streamEnd, over])), /UNAUTHENTICATED/)
      t.diagnostic(`the streams have ended ${Math.round(performance.now() - woken)} ms after it woke`)

      assert.equal((await rest(daemon, 'GET /auth/profile', { token: owner.access_token })).status, 401)
      const { refresh_token } = owner
      const refreshed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
      assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
      const { access_token } = refreshed.body.data
      await using again = await TestSocket.open(daemon, access_token)
      const { data } = await again.ask('subscribe', { topics, resume_from: subscribed.seq })
      assert.equal(data.missed, false)
      const reminders = async () => {
        const { body } = await rest(daemon, 'GET /interactions?limit=200', { token: access_token })
        return body.items.map(({ title }: { title: string }) => title).toSorted()
      }
      await soon(async () => (await reminders()).length >= 2)
      t.diagnostic(`the reminders have come ${Math.round(performance.now() - woken)} ms after it woke`)
      await wait(3_000)
      const told = await reminders()
      assert.equal(told.length, 2, told.join(', '))
      assert.match(told.join(), /fetch the cake.*water the plants/)
      assert.deepEqual(titlesOf(again.received).toSorted(), told, 'each was told once, before or after')

      const still = await login(daemon, 'nobody')
      const left = still.body.error.details.retry_after_seconds ?? 0
      assert.ok(left <= locked.body.error.details.retry_after_seconds, `locked for ${left} s more`)
      const daily = async () =>
        (await asked(daemon, { access_token }, 'GET /backups')).items.filter(
          ({ reason }: { reason: string }) => reason === 'daily',
        )
      await soon(async () => (await daily()).length > 0)
      await wait(1_000)
      assert.equal((await daily()).length, 1)
      assert.equal((await asked(daemon, { access_token }, 'GET /security/audit/verify')).intact, true)

      // The next daemon knows all that.
      await end(daemon.child)
      const next = await startDaemonProcess(home.path, { ...clock.environment })
      after(async () => {
        await end(next.child, 'SIGKILL')
        clock.clear([next.file.pid])
      })
      const { status } = await rest(next, 'GET /auth/profile', { token: access_token })
      assert.equal(status, 200)
      await wait(1_000)
      const { body } = await rest(next, 'GET /interactions?limit=200', { token: access_token })
      assert.equal(body.items.length, 2)
    },
  )
})
