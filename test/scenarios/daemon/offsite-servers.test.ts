import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { cli } from '../../support/cli.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { itLong, itScaled as it } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { noWebdav, startS3, startWebdav, type StorageServer } from '../../support/storage-servers.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const hour = 3_600_000
const facts = ['Grandma Ilse keeps her spare key under the blue flowerpot', 'Bins go out on Tuesday']

/** Backups go to a server, whose password stays where it belongs. */
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

  const made = await ask('POST /backups/destination', { location, storage_user, storage_password })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { words } = made.body.data
  const first = await settled(({ drill }) => drill !== null)
  assert.deepEqual([first.location, first.there, first.trouble, first.snapshots], [location, true, null, 1])
  assert.equal(first.drill.fault, null)

  // The password is in one file, and nowhere else that people or programs see.
  const credentials = locateHome({ COMPANION_HOME: home }).offsiteCredentials
  if (storage_password !== storage_user) {
    assert.deepEqual(filesHolding(home, storage_password), ['offsite-credentials.json'])
    for (const route of ['GET /backups/destination', 'GET /gateway/config', 'GET /security/audit'])
      assert.ok(!JSON.stringify((await ask(route)).body).includes(storage_password), route)
    assert.ok(!JSON.stringify(made.body).includes(storage_password))
  }
  if (process.platform !== 'win32') assert.equal(statSync(credentials).mode & 0o777, 0o600)

  const elsewhere = join(root, 'new-machine')
  return { ask, settled, pass, server, clock, location, words, credentials, elsewhere }
}

/** They are turned off, and nothing of the password stays. */
async function endThere({ ask, credentials }: Awaited<ReturnType<typeof goThere>>): Promise<void> {
  assert.equal((await ask('DELETE /backups/destination')).status, 200)
  assert.throws(() => readFileSync(credentials), /ENOENT/)
}

/** They survive the absence of the server, and come back on another machine. */
async function comeBack(there: Awaited<ReturnType<typeof goThere>>): Promise<void> {
  const { ask, settled, pass, server, clock, location, words, elsewhere } = there
  const { user: storage_user, password: storage_password } = server.credentials
  for (const content of facts) assert.equal((await ask('POST /memory/store', { content })).status, 201)

  await server.stop()
  await pass(hour)
  const away = await settled(({ trouble }) => trouble !== null)
  assert.deepEqual([away.trouble, away.there], ['away', false])
  await server.start()
  await pass(hour)
  const back = await settled(({ trouble }) => trouble === null)
  assert.deepEqual([back.there, back.snapshots], [true, 2])

  // A new machine has the address, the name and password from its environment, and the words.
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
  const { access_token: token } = await signIn(again, 'olga')
  const { items } = (await rest(again, 'GET /memory/recent', { token })).body.data
  assert.deepEqual(
    items.map(({ content }: { content: string }) => content),
    facts.toReversed(),
  )
}

describe('Backups on a server', () => {
  it('go to an S3-compatible bucket, and come back from it', async () => {
    const there = await goThere(startS3)
    await comeBack(there)
    await endThere(there)
  })

  itLong('go to a WebDAV folder, and come back from it', { skip: noWebdav }, async () => {
    const there = await goThere(startWebdav)
    await comeBack(there)
    await endThere(there)
  })
})
