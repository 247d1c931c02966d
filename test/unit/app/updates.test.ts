import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { UpdateCheckResult } from 'electron-updater'
import { openUpdates, type Updater, type UpdateState } from '../../../app/updates/updates.ts'
import { ManualClock } from '../../support/clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

class StandIn extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowDowngrade = true
  looks = 0
  installs = 0
  answer: () => Promise<UpdateCheckResult | null> = () => Promise.resolve(null)
  install = () => {}

  checkForUpdates(): Promise<UpdateCheckResult | null> {
    this.looks += 1
    return this.answer()
  }

  quitAndInstall(): void {
    this.installs += 1
    this.install()
  }

  progress(percent: number): void {
    this.emit('download-progress', { percent, total: 100, delta: 1, transferred: percent, bytesPerSecond: 1 })
  }

  /** As electron-updater fails: whoever listens is told, and whoever waits too. */
  failing(message: string): () => Promise<never> {
    return () => {
      const error = new Error(message)
      this.emit('error', error)
      return Promise.reject(error)
    }
  }
}

/** What electron-updater finds: the version on the server, and its way here where it is newer. */
function checkResult(version: string, fetched: Promise<unknown> | null): UpdateCheckResult {
  const updateInfo = { version, files: [], path: '', sha512: '', releaseDate: '' }
  const downloadPromise = fetched && fetched.then(() => ['file'])
  return { isUpdateAvailable: fetched !== null, updateInfo, versionInfo: updateInfo, downloadPromise }
}

function open(installsQuietly = true) {
  const updater = new StandIn()
  const clock = new ManualClock()
  const states: UpdateState[] = []
  const updates = openUpdates({ updater, installsQuietly, clock, onState: (state) => states.push(state) })
  /** Has the next look find a version, and answers what ends its way here. */
  const offer = (version: string) => {
    const way = Promise.withResolvers<void>()
    updater.answer = () => Promise.resolve(checkResult(version, way.promise))
    return way
  }
  const fetched = async (version: string) => {
    offer(version).resolve()
    await updates.check()
    assert.deepEqual(states.splice(0).at(-1), { state: 'ready', version })
  }
  return { updater, clock, states, ...updates, offer, fetched }
}

/** Until everything that follows from what is known by now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('Checking for an update', () => {
  it('downloads automatically, installs on quit, and never downgrades', () => {
    const { updater, states } = open()
    const { autoDownload, autoInstallOnAppQuit, allowDowngrade } = updater
    assert.deepEqual([autoDownload, autoInstallOnAppQuit, allowDowngrade], [true, true, false])
    assert.deepEqual([updater.looks, states], [0, []])
  })

  it('reports that there is none', async () => {
    const { check, states, updater } = open()
    updater.answer = () => Promise.resolve(checkResult('0.1.0', null))
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'none' }])
  })

  it('reports none for a package that cannot update itself', async () => {
    const { check, states } = open()
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'none' }])
  })

  it('reports progress, each percent once, and completion', async () => {
    const { check, states, updater, offer } = open()
    const way = offer('0.2.0')
    const looked = check()
    await settled()
    for (const percent of [0.4, 12.3, 12.9, 100.2, NaN]) updater.progress(percent)
    way.resolve()
    await looked
    const fetching = (percent: number) => ({ state: 'fetching', version: '0.2.0', percent })
    assert.deepEqual(states, [
      { state: 'looking' },
      fetching(0),
      fetching(12),
      fetching(100),
      fetching(0),
      { state: 'ready', version: '0.2.0' },
    ])
  })

  it('explains a failure in one line', async () => {
    const { check, states, updater } = open()
    updater.answer = updater.failing('404 Not Found\nHeaders: {}\nat somewhere')
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'failed', message: '404 Not Found' }])
  })

  it('never throws, even if the updater does', async () => {
    const { check, states, updater } = open()
    updater.answer = () => {
      throw new Error('broken')
    }
    await check()
    assert.deepEqual(states.at(-1), { state: 'failed', message: 'broken' })
    updater.answer = () => Promise.resolve(null)
    await check()
    assert.deepEqual([updater.looks, states.at(-1)], [2, { state: 'none' }])
  })

  it('fails when the download fails', async () => {
    const { check, states, offer } = open()
    offer('0.2.0').reject(new Error('sha512 checksum mismatch'))
    await check()
    assert.deepEqual(states.at(-1), { state: 'failed', message: 'sha512 checksum mismatch' })
  })

  it('twice at once checks once', async () => {
    const { check, updater, offer } = open()
    const way = offer('0.2.0')
    const looks = [check(), check()]
    way.resolve()
    await Promise.all(looks)
    assert.equal(updater.looks, 1)
  })

  it('again keeps a ready update when there is nothing newer or no answer', async () => {
    const { check, states, updater, fetched } = open()
    await fetched('0.2.0')
    updater.answer = () => Promise.resolve(checkResult('0.2.0', Promise.resolve()))
    await check()
    assert.deepEqual(states.splice(0), [{ state: 'looking' }, { state: 'ready', version: '0.2.0' }])
    updater.answer = () => Promise.resolve(checkResult('0.1.0', null))
    await check()
    assert.deepEqual(states.splice(0), [{ state: 'looking' }, { state: 'ready', version: '0.2.0' }])
  })

  it('again downloads a version newer than the ready one', async () => {
    const { check, states, fetched, offer } = open()
    await fetched('0.2.0')
    offer('0.3.0').resolve()
    await check()
    assert.deepEqual(states, [
      { state: 'looking' },
      { state: 'fetching', version: '0.3.0', percent: 0 },
      { state: 'ready', version: '0.3.0' },
    ])
  })
})

describe('Automatic checks', () => {
  it('start a minute after the app, then run every 24 hours', async () => {
    const { follow, clock, updater } = open()
    follow()
    const looks: number[] = []
    for (const time of [minute - 1, 1, day - 1, 1, day - 1, 1]) {
      clock.advance(time)
      await settled()
      looks.push(updater.looks)
    }
    assert.deepEqual(looks, [0, 1, 1, 2, 2, 3])
  })

  it('run soon after the machine has slept past the time', async () => {
    const { follow, clock, updater } = open()
    follow()
    clock.advance(minute)
    await settled()
    clock.setTime(clock.now() + 3 * day)
    clock.advance(hour)
    await settled()
    assert.equal(updater.looks, 2)
  })

  it('hide failures and retry the next day', async () => {
    const { follow, clock, updater, states } = open()
    updater.answer = updater.failing('net::ERR_INTERNET_DISCONNECTED')
    follow()
    clock.advance(minute)
    await settled()
    assert.deepEqual(states.splice(0), [{ state: 'looking' }, { state: 'none' }])
    clock.advance(day)
    await settled()
    assert.equal(updater.looks, 2)
  })

  it('show a failure if somebody asked during the check', async () => {
    const { follow, check, clock, offer, states } = open()
    const way = offer('0.2.0')
    follow()
    clock.advance(minute)
    const asked = check()
    way.reject(new Error('offline'))
    await asked
    assert.deepEqual(states.at(-1), { state: 'failed', message: 'offline' })
  })

  it('keep showing a ready update while checking again, also on failure', async () => {
    const { follow, clock, updater, states, fetched } = open()
    await fetched('0.2.0')
    follow()
    updater.answer = updater.failing('offline')
    clock.advance(minute)
    await settled()
    assert.equal(updater.looks, 2)
    assert.deepEqual(states, [])
  })

  it('drop a ready update when a newer download failed', async () => {
    const { follow, clock, states, fetched, offer, install, updater } = open()
    await fetched('0.2.0')
    offer('0.3.0').reject(new Error('cut off'))
    follow()
    clock.advance(minute)
    await settled()
    assert.deepEqual(states.at(-1), { state: 'none' })
    install()
    assert.equal(updater.installs, 0)
  })

  it('end with stop, and report nothing afterwards', async () => {
    const { follow, check, stop, clock, updater, states, offer } = open()
    follow()
    const way = offer('0.2.0')
    const looked = check()
    await settled()
    states.splice(0)
    stop()
    updater.progress(50)
    way.resolve()
    await looked
    clock.advance(2 * day)
    await settled()
    assert.deepEqual([updater.looks, states], [1, []])
    assert.deepEqual(updater.eventNames(), [])
  })

  it('start once, however often they are requested', async () => {
    const { follow, clock, updater } = open()
    follow()
    follow()
    clock.advance(hour)
    await settled()
    assert.equal(updater.looks, 1)
  })
})

describe('Installing an update', () => {
  it('is not automatic if it would ask for a password', () => {
    assert.equal(open(false).updater.autoInstallOnAppQuit, false)
  })

  it('is not retried on quit after it was refused', () => {
    const { abandon, updater } = open()
    assert.equal(updater.autoInstallOnAppQuit, true)
    abandon()
    assert.equal(updater.autoInstallOnAppQuit, false)
  })

  it('is done when one is ready', async () => {
    const { install, updater, fetched } = open()
    await fetched('0.2.0')
    install()
    assert.equal(updater.installs, 1)
  })

  it('does nothing without a ready update', async () => {
    const { install, check, updater, offer, states } = open()
    install()
    const way = offer('0.2.0')
    const looked = check()
    await settled()
    install()
    assert.equal(updater.installs, 0)
    way.resolve()
    await looked
    assert.equal(states.at(-1)?.state, 'ready')
  })

  for (const [how, fail] of [
    ['throws', () => assert.fail('no room')],
    ['says so', (updater: StandIn) => updater.emit('error', new Error('no room'))],
  ] as const) {
    it(`is reported as failed when it ${how}`, async () => {
      const { install, updater, fetched, states } = open()
      await fetched('0.2.0')
      updater.install = () => void fail(updater)
      install()
      assert.deepEqual(states, [{ state: 'failed', message: 'no room' }])
    })
  }

  it('is silently dropped when the system refuses an automatic one', async () => {
    const { updater, fetched, states } = open()
    await fetched('0.2.0')
    updater.emit('error', new Error('the code signature is not valid'))
    assert.deepEqual(states, [{ state: 'none' }])
  })
})
