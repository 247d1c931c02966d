import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadUpdater, openUpdates, type UpdateState } from '../../../app/updates/updates.ts'
import { ManualClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { app } from '../../support/app/electron-net.ts'
import { startUpdateServer } from '../../support/app/update-server.ts'

// Electron itself is not there in plain Node, and asking for it would fetch it.
const standIn = new URL('../../support/app/electron-net.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
const { default: electronUpdater } = await import('electron-updater')

/** The app as it is after a start, with electron-updater itself; what it has lies in a folder of its own. */
function startApp(url: string, folder = temporaryFolder()) {
  app.folder = folder
  app.removeAllListeners()
  // Where it puts what it fetches, on each system.
  for (const name of ['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA']) process.env[name] = folder
  process.env['APPIMAGE'] = join(folder, 'Companion-0.1.0.AppImage')
  const configuration = join(folder, 'app-update.yml')
  writeFileSync(configuration, `provider: generic\nurl: ${url}\nupdaterCacheDirName: companion-updater\n`)
  const updater = new electronUpdater.AppImageUpdater()
  updater.logger = null
  updater.updateConfigPath = configuration
  // There is no older file of which parts could be taken.
  updater.disableDifferentialDownload = true
  const states: UpdateState[] = []
  const clock = new ManualClock()
  const changes = new EventEmitter()
  const onState = (state: UpdateState) => {
    states.push(state)
    changes.emit(state.state)
  }
  const updates = openUpdates({ updater, installsQuietly: true, clock, onState })
  const fetched = () => globSync('**/pending/*.AppImage', { cwd: folder }).map((path) => join(folder, path))
  return { ...updates, states, changes, clock, folder, fetched }
}
const hashOf = (content: Buffer) => createHash('sha512').update(content).digest('hex')

describe('An update of the app', () => {
  it('is found, downloaded and ready to be installed on quit when it is newer', async () => {
    await using server = await startUpdateServer()
    server.release('0.2.0')
    const { check, states, fetched } = startApp(server.url)
    await check()
    assert.deepEqual(states[0], { state: 'looking' })
    assert.deepEqual(states[1], { state: 'fetching', version: '0.2.0', percent: 0 })
    assert.deepEqual(states.at(-1), { state: 'ready', version: '0.2.0' })
    const [file = '', ...others] = fetched()
    assert.deepEqual(others, [])
    assert.match(file, /Companion-0\.2\.0\.AppImage$/)
    assert.equal(hashOf(readFileSync(file)), hashOf(server.file))
    assert.equal(app.listenerCount('quit'), 1)
  })

  it('is checked for a minute after the start', async () => {
    await using server = await startUpdateServer()
    server.release('0.2.0')
    const { follow, stop, clock, changes } = startApp(server.url)
    follow()
    const ready = once(changes, 'ready')
    clock.advance(60_000)
    await ready
    stop()
    assert.equal(server.fetches(), 1)
  })

  it('is refused and deleted when its checksum is wrong', async () => {
    await using server = await startUpdateServer()
    server.release('0.2.0', createHash('sha512').update('another file').digest('base64'))
    const { check, states, fetched } = startApp(server.url)
    await check()
    const last = states.at(-1)
    assert.ok(last?.state === 'failed')
    assert.match(last.message, /^sha512 checksum mismatch/)
    assert.deepEqual(fetched(), [])
    assert.equal(app.listenerCount('quit'), 0)
  })

  for (const version of ['0.1.0', '0.0.9']) {
    it(`is not offered when ${version} is the newest`, async () => {
      await using server = await startUpdateServer()
      server.release(version)
      const { check, states } = startApp(server.url)
      await check()
      assert.deepEqual(states, [{ state: 'looking' }, { state: 'none' }])
      assert.equal(server.fetches(), 0)
    })
  }

  it('is not downloaded again after the app restarts', async () => {
    await using server = await startUpdateServer()
    server.release('0.2.0')
    const first = startApp(server.url)
    await first.check()
    const second = startApp(server.url, first.folder)
    await second.check()
    assert.deepEqual(second.states.at(-1), { state: 'ready', version: '0.2.0' })
    assert.equal(server.fetches(), 1)
  })

  it('fails with one sentence and without throwing when the server does not answer', async () => {
    await using server = await startUpdateServer()
    server.release('0.2.0')
    const astray = startApp(`${server.url}/elsewhere`)
    await astray.check()
    await server[Symbol.asyncDispose]()
    const offline = startApp(server.url)
    await offline.check()
    for (const { states } of [astray, offline]) {
      assert.deepEqual(
        states.map(({ state }) => state),
        ['looking', 'failed'],
      )
      const last = states.at(-1)
      assert.ok(last?.state === 'failed' && last.message !== '')
      assert.doesNotMatch(last.message, /\n/)
    }
  })
})

const notLinux = process.platform !== 'linux' && 'elsewhere it asks Electron for more'

it('a Debian package uses the updater for Debian packages', { skip: notLinux }, async () => {
  const resources = temporaryFolder()
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true })
  writeFileSync(join(resources, 'package-type'), 'deb')
  assert.ok((await loadUpdater()) instanceof electronUpdater.DebUpdater)
})
