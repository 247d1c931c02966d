import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { cli } from '../../support/cli.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'
import { noWebdav, startS3, startWebdav, type StorageServer } from '../../support/storage-servers.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const hour = 3_600_000
const fact = 'Grandma Ilse keeps her spare key under the blue flowerpot'

/** Backups go to a server, survive its absence, and come back on another machine. */
async function goThere(start: () => Promise<StorageServer>) {
  const server = await start()
  const clock = new ManualClock()
  const root = temporaryFolder()
  const home = join(root, 'home')
  mkdirSync(home)
  const daemon = await startTestDaemon({ home, clock, config: { backups: { daily: false } } })
  after(async () => {
    await daemon.stop()
    await server.stop()
    server.remove()
    rmSync(root, { recursive: true, force: true })
  })
  let { access_token: token } = await daemon.owner()
  const ask = (route: string, payload?: object) => rest(daemon, route, { token, ...(payload && { payload }) })
  const settled = (fits: (now: Awaited<ReturnType<typeof ask>>['body']['data']) => boolean) =>
    soon(async () => {
      const now = (await ask('GET /backups/destination')).body.data
      return !now.running && fits(now) ? now : null
    })
  const pass = async (time: number) => {
    clock.advance(time)
    token = (await signIn(daemon, 'olga')).access_token
  }
  const { user: storage_user, password: storage_password } = server.credentials
  const location = server.locationOf('companion')
  const reasonOf = async (more: object) =>
    errorOf(await ask('POST /backups/destination', { location, storage_user, storage_password, ...more }))[2]
      .reason

  // What will not do is refused, each for its reason.
  assert.equal(await reasonOf({ storage_password: 'wrong' }), 'storage_denied')
  assert.equal(await reasonOf({ location: 'https://anna:secret@example.org/dav' }), 'address_unfit')
  assert.equal(await reasonOf({ location: 'http://192.0.2.1/dav' }), 'address_unfit')
  assert.equal(await reasonOf({ location: 'ftp://example.org/dav' }), 'address_unfit')

  assert.equal((await ask('POST /memory/store', { content: fact })).status, 201)
  const made = await ask('POST /backups/destination', { location, storage_user, storage_password })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { words } = made.body.data
  const first = await settled(({ drill }) => drill !== null)
  assert.deepEqual([first.location, first.there, first.trouble, first.snapshots], [location, true, null, 1])
  assert.equal(first.drill.fault, null)

  // The password is in one file, and nowhere else that people or programs see.
  const kept = locateHome({ COMPANION_HOME: home }).offsiteCredentials
  if (storage_password !== storage_user) {
    assert.deepEqual(filesHolding(home, storage_password), ['offsite-credentials.json'])
    for (const route of ['GET /backups/destination', 'GET /gateway/config', 'GET /security/audit'])
      assert.ok(!JSON.stringify((await ask(route)).body).includes(storage_password), route)
    assert.ok(!JSON.stringify(made.body).includes(storage_password))
  }
  if (process.platform !== 'win32') assert.equal(statSync(kept).mode & 0o777, 0o600)

  // The server goes away and comes back.
  await ask('POST /memory/store', { content: 'Bins go out on Tuesday' })
  await server.stop()
  await pass(hour)
  const away = await settled(({ trouble }) => trouble !== null)
  assert.deepEqual([away.trouble, away.there], ['away', false])
  await server.start()
  await pass(hour)
  const back = await settled(({ trouble }) => trouble === null)
  assert.deepEqual([back.there, back.snapshots], [true, 2])

  // A new machine has the address, the name and password from its environment, and the words.
  const elsewhere = join(root, 'new-machine')
  const restore = (password: string) =>
    cli(elsewhere, ['restore', location, '--words-stdin'], {
      input: words,
      environment: { COMPANION_STORAGE_USER: storage_user, COMPANION_STORAGE_PASSWORD: password },
    })
  const denied = await restore('wrong')
  assert.equal(denied.code, 4, denied.stderr)
  assert.match(denied.stderr, /does not take this name and password/)
  const restored = await restore(storage_password)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /Olga Example, 2 memories/)
  await using again = await startTestDaemon({ home: elsewhere, clock })
  const { access_token } = await signIn(again, 'olga')
  const { body } = await rest(again, 'GET /memory/search?q=spare%20key', { token: access_token })
  assert.equal(body.data.items[0].memory.content, fact)

  // Turned off, nothing of the password stays.
  assert.equal((await ask('DELETE /backups/destination')).status, 200)
  assert.throws(() => readFileSync(kept), /ENOENT/)
}

describe('Backups on a server', () => {
  it('go to a WebDAV folder, and come back from it', { skip: noWebdav }, () => goThere(startWebdav))
  it('go to an S3-compatible bucket, and come back from it', () => goThere(startS3))
})
