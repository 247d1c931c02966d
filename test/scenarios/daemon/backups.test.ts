import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { stagedFor } from '../../../daemon/store/restore.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { examine } from '../../bench/killed-home.ts'
import { type Owner, registerOwner } from '../../bench/owner.ts'
import { systemToken } from '../../bench/system-token.ts'
import { WriteLoad } from '../../bench/write-load.ts'
import { cli } from '../../support/cli.ts'
import { ManualClock } from '../../support/clock.ts'
import {
  login,
  password,
  signIn,
  startDaemon,
  startTestDaemon,
  temporaryFolder,
  testEnvironment,
} from '../../support/daemon.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const nowhere = '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'
const [minute, day] = [60_000, 86_400_000]

const filesOf = (home: string) => readdirSync(locateHome({ COMPANION_HOME: home }).backups).toSorted()

describe('Backups of a household', async () => {
  const clock = new ManualClock()
  const { daemon, owner, member } = await household({ clock })

  for (const [protocol, over] of Object.entries(protocols) as [Protocol, (typeof protocols)['REST']][]) {
    const ask = (operation: string, input: object = {}, key?: string) =>
      over(daemon)(owner.access_token, operation, input, key)

    it(`can be created, listed and deleted by admins (${protocol})`, async () => {
      const made = await ask('backups.create')
      assert.equal(made.status, protocol === 'REST' ? 201 : 200)
      const { id, bytes, ...fields } = made.result
      assert.deepEqual(fields, {
        created_at: new Date(clock.now()).toISOString(),
        version: fields.version,
        reason: 'manual',
        intact: true,
      })
      const [file = '', ...others] = filesOf(daemon.home.path).filter((name) => name.endsWith('.db'))
      assert.deepEqual(others, [])
      const { size, mode } = statSync(join(daemon.home.backups, file))
      assert.equal(size, bytes)
      if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600)
      assert.deepEqual((await ask('backups.list')).result, { items: [made.result], total: 1 })
      assert.deepEqual((await ask('backups.delete', { id })).result, made.result)
      assert.deepEqual(filesOf(daemon.home.path), [])
      assert.equal((await ask('backups.delete', { id })).status, 404)
      assert.equal((await ask('backups.restore', { id })).status, 404)
    })

    it(`are closed to other members (${protocol})`, async () => {
      for (const [operation, input] of [
        ['backups.list', {}],
        ['backups.create', {}],
        ['backups.delete', { id: nowhere }],
        ['backups.restore', { id: nowhere }],
      ] as const) {
        const { status } = await over(daemon)(member.access_token, operation, input)
        assert.equal(status, 403, operation)
      }
      assert.deepEqual(filesOf(daemon.home.path), [])
    })
  }

  let token = owner.access_token
  const ask = (operation: string, input: object = {}, key?: string) =>
    protocols.REST(daemon)(token, operation, input, key)
  /** The backups, once there are so many: one that nobody asked for takes its time. */
  const listed = async (count: number) => {
    for (;;) {
      const { status, result } = await ask('backups.list')
      assert.equal(status, 200)
      if (result.total >= count) return result.items
    }
  }

  it('are identified by UUIDs, never by file names', async () => {
    for (const id of ['companion', '1', '..%2Fkeys']) {
      const refused = await rest(daemon, `DELETE /backups/${id}`, { token: owner.access_token })
      assert.deepEqual(errorOf(refused).slice(0, 2), [400, 'INVALID_REQUEST'])
    }
  })

  it('are made one at a time, and once for an idempotency key', async () => {
    const answers = await Promise.all([ask('backups.create'), ask('backups.create')])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    )
    const [first, again] = [await ask('backups.create', {}, 'k1'), await ask('backups.create', {}, 'k1')]
    assert.deepEqual(again, first)
    clock.advance(1)
    await ask('backups.create', {}, 'k2')
    const { items, total } = (await ask('backups.list', { limit: 1, offset: 1 })).result
    assert.equal(total, 3)
    assert.equal(items.length, 1)
    assert.notEqual(items[0].created_at, new Date(clock.now()).toISOString())
    for (const { id } of (await ask('backups.list')).result.items) await ask('backups.delete', { id })
  })

  it('do not block other requests while they are made', async () => {
    const made = ask('backups.create')
    const ended = made.then(() => null)
    let answered = 0
    const answer = async () =>
      (await rest(daemon, 'GET /auth/session', { token: member.access_token })).status
    for (;;) {
      const status = await Promise.race([ended, answer()])
      if (status === null) break
      assert.equal(status, 200)
      answered += 1
    }
    assert.ok(answered > 3, `${answered} answers meanwhile`)
    await ask('backups.delete', { id: (await made).result.id })
  })

  it('are made automatically once a day', async () => {
    clock.advance(minute)
    const [first] = await listed(1)
    assert.deepEqual([first.reason, first.intact], ['daily', true])
    clock.advance(day)
    token = (await signIn(daemon, 'olga')).access_token
    const [second, before, ...others] = await listed(2)
    assert.equal(second.reason, 'daily')
    assert.deepEqual([before, others], [first, []])
    assert.equal((await ask('backups.delete', { id: first.id })).status, 200)
  })

  it('can be restored only by someone who entered the password recently', async () => {
    const { id } = (await ask('backups.create')).result
    clock.advance(6 * minute)
    const refused = await rest(daemon, `POST /backups/${id}/restore`, { token, payload: {} })
    assert.deepEqual(errorOf(refused), [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    assert.equal(existsSync(stagedFor(daemon.home.database)), false)
    await ask('backups.delete', { id })
  })

  it('are refused when they are damaged, and the daemon keeps running', async () => {
    token = (await signIn(daemon, 'olga')).access_token
    const before = filesOf(daemon.home.path)
    const { id } = (await ask('backups.create')).result
    const name = filesOf(daemon.home.path).find((one) => one.endsWith(`${id.slice(0, 8)}.db`)) ?? ''
    const bytes = readFileSync(join(daemon.home.backups, name))
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 0xff
    writeFileSync(join(daemon.home.backups, name), bytes)
    const refused = await rest(daemon, `POST /backups/${id}/restore`, { token, payload: {} })
    assert.deepEqual(errorOf(refused).slice(0, 2), [422, 'UNPROCESSABLE'])
    const { items } = (await ask('backups.list')).result
    assert.deepEqual(
      items.map((one: { reason: string; intact: boolean }) => [one.reason, one.intact]),
      [
        ['manual', false],
        ['daily', true],
      ],
    )
    assert.equal(existsSync(stagedFor(daemon.home.database)), false)
    await ask('backups.delete', { id })
    assert.deepEqual(filesOf(daemon.home.path), before)
  })

  it('are kept after a reset, without what they held of the member', async () => {
    const marker = 'a lighthouse of marzipan'
    const { access_token: mia } = await signIn(daemon, 'mia')
    const remembered = await rest(daemon, 'POST /memory/store', { token: mia, payload: { content: marker } })
    assert.equal(remembered.status, 201)
    const { id } = (await ask('backups.create')).result
    const holding = () => filesHolding(daemon.home.backups, marker)
    assert.equal(holding().length, 1)
    const payload = { password, confirm: 'RESET' }
    assert.equal((await rest(daemon, 'POST /auth/emergency-reset', { token: mia, payload })).status, 200)
    await soon(() => holding().length === 0)
    const listed = (await ask('backups.list')).result.items.find((one: { id: string }) => one.id === id)
    assert.deepEqual([listed.reason, listed.intact], ['manual', true])
  })
})

describe('A daemon that restores a backup', () => {
  const homes: string[] = []
  const children: DaemonProcess['child'][] = []
  after(async () => {
    for (const child of children) await end(child, 'SIGKILL')
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })

  const place = () => {
    const home = temporaryFolder()
    homes.push(home)
    return home
  }
  /** An owner who has made a backup before a second member came. */
  const inhabit = async (home: string, file: DaemonProcess['file']) => {
    const owner = await registerOwner(home, file)
    const token = owner.access_token
    const { id } = (await rest({ file }, 'POST /backups', { token, payload: {} })).body.data
    const noa = { username: 'noa', full_name: 'Noa Example', relationship: 'family', password }
    assert.equal((await rest({ file }, 'POST /auth/register', { token, payload: noa })).status, 201)
    assert.equal((await login({ file }, 'noa')).status, 200)
    return { file, owner, token, id }
  }
  const restore = async ({
    file,
    token,
    id,
  }: Pick<DaemonProcess, 'file'> & { token: string; id: string }) => {
    const answer = await rest({ file }, `POST /backups/${id}/restore`, { token, payload: {} })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.data, { restarting: true })
  }

  it('comes back at the same addresses with the restored data, and has backed up the current data', async () => {
    const home = place()
    const { child, file } = await startDaemonProcess(home, { COMPANION_BACKUPS_DAILY: 'false' })
    children.push(child)
    const { owner, token, id } = await inhabit(home, file)
    const socket = await TestSocket.open({ file }, token)
    await socket.ask('subscribe', { topics: ['system.status'] })
    const told = socket.next(({ type }) => type === 'system_status')
    const closed = once(socket.socket, 'close')
    const back = once(child.stdout as NodeJS.EventEmitter, 'data')
    await restore({ file, token, id })
    assert.equal((await told).data.status, 'stopping')
    await Promise.all([closed, back])
    const now = JSON.parse(readFileSync(locateHome({ COMPANION_HOME: home }).daemon, 'utf8'))
    // The key of the proof is of one run.
    const { started_at, proof_key } = file
    assert.deepEqual({ ...now, started_at, proof_key }, file)
    assert.notEqual(now.proof_key, proof_key)
    assert.ok(Date.parse(now.started_at) > Date.parse(file.started_at))
    assert.equal((await login({ file }, 'noa')).status, 401, 'came later than the backup')
    const before = await rest({ file }, 'GET /auth/session', { token })
    assert.deepEqual(errorOf(before).slice(0, 2), [401, 'TOKEN_REVOKED'], 'everybody signs in again')
    const { access_token: anew } = await signIn({ file }, 'olga')
    const { items } = (await rest({ file }, 'GET /backups', { token: anew })).body.data
    assert.deepEqual(
      items.map(({ reason }: { reason: string }) => reason),
      ['before_restore', 'manual'],
    )
    const { items: rows } = (await rest({ file }, 'GET /security/audit', { token: anew })).body.data
    const restored = rows.find(({ event }: { event: string }) => event === 'backup_restored')
    assert.equal(restored.actor, `user:${owner.family_member_uuid}`)
    assert.equal(restored.details.backup, id)
    const asked = rows.filter(
      ({ details }: { details: { operation?: string } }) => details.operation === 'backups.restore',
    )
    assert.equal(asked.length, 1, 'what was done since the backup is still in the log')
    assert.equal((await rest({ file }, 'GET /security/audit/verify', { token: anew })).body.data.intact, true)

    // The local key works always; and the way back is the way forth.
    const again = once(child.stdout as NodeJS.EventEmitter, 'data')
    const { code, stderr } = await cli(home, ['backups', 'restore', items[0].id])
    assert.equal(code, 0, stderr)
    await again
    assert.equal((await login({ file }, 'noa')).status, 200)
    assert.equal(
      (await login({ file }, 'olga')).body.data.family_member.family_member_uuid,
      owner.family_member_uuid,
    )
    await end(child)
    assert.equal(child.exitCode, 0)
  })

  it('makes none of itself where daily ones are turned off, and completes a restore at the next start when it is killed first', async () => {
    const [home, left, clock] = [place(), place(), new ManualClock()]
    await using daemon = await startTestDaemon({ home, clock, config: { backups: { daily: false } } })
    clock.advance(2 * day)
    const lived = await inhabit(home, daemon.file)
    assert.equal(filesOf(home).filter((name) => name.endsWith('.db')).length, 1)
    // By its clock, the time to restart does not come.
    await restore(lived)
    // A kill leaves what lies on the disk.
    cpSync(home, left, { recursive: true, filter: (file) => !lstatSync(file).isSocket() })
    assert.equal(existsSync(stagedFor(locateHome({ COMPANION_HOME: left }).database)), true)
    await using next = await startTestDaemon({ home: left })
    assert.equal((await login(next, 'noa')).status, 401)
    assert.equal((await login(next, 'olga')).status, 200)
  })

  it('keeps its ports when it restores within one process', async () => {
    const home = place()
    const clock = new ManualClock()
    const environment = testEnvironment(home)
    const first = await startDaemon(environment, { clock })
    const { access_token: token }: Owner = await registerOwner(home, first.file)
    const { id } = (await rest(first, 'POST /backups', { token, payload: {} })).body.data
    await restore({ file: first.file, token, id })
    clock.advance(minute)
    await first.restarting
    await first.stop()
    const second = await startDaemon(environment, { clock, ports: first.ports })
    assert.deepEqual(second.ports, first.ports)
    const { access_token: anew } = await signIn(second, 'olga')
    const config = (await rest(second, 'GET /config', { token: anew })).body.data.items
    const port = config.find(({ name }: { name: string }) => name === 'http_port')
    assert.equal(port.value, 0, 'what is set stays as it was')
    await second.stop()
  })

  it('has every write from before the backup, and none from after it', async (t) => {
    const [home, config] = [place(), { backups: { daily: false } }]
    await using daemon = await startTestDaemon({ home, clock: systemClock, config })
    const { file, owner, token } = await inhabit(home, daemon.file)
    const user_id = owner.family_member_uuid
    const load = new WriteLoad({ file, system: await systemToken(home), member: token, user_id })
    await load.reached(30)
    const before = [...load.acknowledged]
    const made = await rest({ file }, 'POST /backups', { token, payload: {} })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const during = load.acknowledged.length - before.length
    await load.reached(load.acknowledged.length + 20)
    t.diagnostic(`${before.length} writes before the backup, ${during} while it was made`)
    assert.ok(during > 0)
    await load.ended()
    const { backups } = locateHome({ COMPANION_HOME: home })
    const name = filesOf(home).find(
      (one) => one.includes(made.body.data.id.slice(0, 8)) && one.endsWith('.db'),
    )
    const copy = join(backups, name ?? '')
    const aside = place()
    writeFileSync(locateHome({ COMPANION_HOME: aside }).database, readFileSync(copy))
    const { lost, damage } = examine(aside, before, 0)
    assert.deepEqual([lost, damage], [[], []])
    const database = new Database(copy, { readonly: true })
    const count = Number(database.prepare('SELECT count(*) FROM interactions').pluck().get())
    database.close()
    assert.ok(count < load.acknowledged.length, 'the last writes came after it')
  })
})
