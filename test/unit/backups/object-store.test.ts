import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type ObjectStore, StoreProblem } from '../../../daemon/features/backups/offsite/object-store.ts'
import { openStore } from '../../../daemon/features/backups/offsite/open-store.ts'
import { landmark, setUpPlace } from '../../../daemon/features/backups/offsite/set-up.ts'
import type { BackupPlace } from '../../../daemon/kernel/offline/backup-location.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import {
  mountSmall,
  noWebdav,
  startS3,
  startWebdav,
  type StorageServer,
} from '../../support/storage-servers.ts'

const root = temporaryFolder()
const home = join(root, 'home')
mkdirSync(home)
after(() => rmSync(root, { recursive: true, force: true }))

const troubleIs = (trouble: string) => (error: unknown) =>
  error instanceof StoreProblem && error.trouble === trouble

function behaves(open: (name: string) => Promise<{ place: BackupPlace; store: ObjectStore }>) {
  it('gives back what was put, whole, and lists it by name', async () => {
    const { store } = await open('kept')
    const content = randomBytes(300_000)
    await store.put('chunks/ab/one.age', content)
    await store.put('chunks/aa/two.age', Buffer.from('two'))
    await store.put('chunks/aa/two.age', Buffer.from('again'))
    await store.put('snapshots/2026.age', Buffer.from('list'))
    assert.deepEqual(await store.get('chunks/ab/one.age'), content)
    assert.deepEqual(await store.list('chunks'), [
      { name: 'chunks/aa/two.age', bytes: 5 },
      { name: 'chunks/ab/one.age', bytes: 300_000 },
    ])
    assert.deepEqual(await store.list('snapshots'), [{ name: 'snapshots/2026.age', bytes: 4 }])
    await store.remove('chunks/ab/one.age')
    await store.remove('chunks/ab/one.age')
    assert.equal(await store.get('chunks/ab/one.age'), null)
    await store.tidy()
    assert.equal((await store.list('chunks')).length, 1)
  })

  it('tells an object that is missing from a place that is away', async () => {
    const { store } = await open('marked')
    assert.equal(await store.get('chunks/ab/none.age'), null)
    await store.remove(landmark)
    await assert.rejects(store.get('chunks/ab/none.age'), troubleIs('away'))
  })

  it('keeps the snapshots of another household from being taken over', async () => {
    const { place, store } = await open('foreign')
    await store.put('snapshots/2026.age', Buffer.from('theirs'))
    assert.equal(await setUpPlace({ place, home, keys: null }), 'taken')
  })
}

function behavesRemotely(server: () => StorageServer) {
  const placeOf = (name: string, credentials = server().credentials) => ({
    location: server().locationOf(name),
    credentials,
  })

  it('says that the server does not take the credentials', async () => {
    const wrong = { user: server().credentials.user, password: 'wrong' }
    assert.equal(await setUpPlace({ place: placeOf('denied', wrong), home, keys: null }), 'denied')
    await setUpPlace({ place: placeOf('denied'), home, keys: null })
    const store = await openStore(placeOf('denied', wrong), landmark)
    await assert.rejects(store.list('chunks'), troubleIs('denied'))
    await assert.rejects(store.put('chunks/ab/x.age', Buffer.from('x')), troubleIs('denied'))
  })

  it('is away while the server is, loses nothing, and goes on once it is back', async () => {
    const made = await setUpPlace({ place: placeOf('gone'), home, keys: null })
    assert.ok(typeof made !== 'string', JSON.stringify(made))
    const store = await openStore(placeOf('gone'), landmark)
    await store.put('chunks/ab/x.age', Buffer.from('x'))
    await server().stop()
    await assert.rejects(store.get('chunks/ab/x.age'), troubleIs('away'))
    await assert.rejects(store.put('chunks/ab/y.age', Buffer.from('y')), troubleIs('away'))
    assert.equal(await setUpPlace({ place: placeOf('gone'), home, keys: null }), 'unreachable')
    await server().start()
    assert.deepEqual(await store.list('chunks'), [{ name: 'chunks/ab/x.age', bytes: 1 }])
  })
}

const opening = (placeOf: (name: string) => BackupPlace) => async (name: string) => {
  const place = placeOf(name)
  const made = await setUpPlace({ place, home, keys: null })
  assert.ok(typeof made !== 'string', JSON.stringify(made))
  return { place, store: await openStore(place, landmark) }
}

describe('A store in a folder', () => {
  behaves(opening((name) => ({ location: join(root, name), credentials: null })))

  it('says that the disk is full, keeps what is there, and goes on once there is room', async (t) => {
    const folder = join(root, 'small')
    const mounted = mountSmall(folder, 1)
    if (mounted === null) return t.skip('this machine mounts nothing for its tests')
    t.after(mounted.unmount)
    const place = { location: join(folder, 'companion'), credentials: null }
    const { store } = await opening(() => place)('small')
    await store.put('chunks/ab/first.age', randomBytes(600_000))
    await assert.rejects(store.put('chunks/ab/second.age', randomBytes(600_000)), troubleIs('full'))
    assert.deepEqual(await store.list('chunks'), [{ name: 'chunks/ab/first.age', bytes: 600_000 }])
    await store.remove('chunks/ab/first.age')
    await store.put('chunks/ab/second.age', randomBytes(600_000))
  })
})

describe('A store on a WebDAV server', { skip: noWebdav }, () => {
  let server: StorageServer
  before(async () => {
    server = await startWebdav()
  })
  after(async () => {
    await server.stop()
    server.remove()
  })
  behaves(opening((name) => ({ location: server.locationOf(name), credentials: server.credentials })))
  behavesRemotely(() => server)
})

describe('A store on an S3-compatible server', () => {
  let server: StorageServer
  before(async () => {
    server = await startS3()
  })
  after(async () => {
    await server.stop()
    server.remove()
  })
  behaves(opening((name) => ({ location: server.locationOf(name), credentials: server.credentials })))
  behavesRemotely(() => server)
})
