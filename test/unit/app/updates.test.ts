import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { UpdateCheckResult } from 'electron-updater'
import { openUpdates, type Updater, type UpdateState } from '../../../app/updates/updates.ts'
import { ManualClock } from '../../support/clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Does what a test says instead of asking a server. */
class StandIn extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowDowngrade = true
  looks = 0
  installs = 0
  /** What the next look comes to. */
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
function found(version: string, fetched: Promise<unknown> | null): UpdateCheckResult {
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
    updater.answer = () => Promise.resolve(found(version, way.promise))
    return way
  }
  /** Fetches a version whole. */
  const fetched = async (version: string) => {
    offer(version).resolve()
    await updates.check()
    assert.deepEqual(states.splice(0).at(-1), { state: 'ready', version })
  }
  return { updater, clock, states, ...updates, offer, fetched }
}

/** Until everything that follows from what is known by now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('Looking for an update', () => {
  it('fetches by itself, installs on quitting, and never goes back', () => {
    const { updater, states } = open()
    const { autoDownload, autoInstallOnAppQuit, allowDowngrade } = updater
    assert.deepEqual([autoDownload, autoInstallOnAppQuit, allowDowngrade], [true, true, false])
    assert.deepEqual([updater.looks, states], [0, []])
  })

  it('finds none', async () => {
    const { check, states, updater } = open()
    updater.answer = () => Promise.resolve(found('0.1.0', null))
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'none' }])
  })

  it('finds none where the package cannot update itself', async () => {
    const { check, states } = open()
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'none' }])
  })

  it('tells how much of one is there, each percent once, and when it is whole', async () => {
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

  it('says in one line why it failed', async () => {
    const { check, states, updater } = open()
    updater.answer = updater.failing('404 Not Found\nHeaders: {}\nat somewhere')
    await check()
    assert.deepEqual(states, [{ state: 'looking' }, { state: 'failed', message: '404 Not Found' }])
  })

  it('never throws, also where the updater does at once', async () => {
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

  it('fails where fetching does', async () => {
    const { check, states, offer } = open()
    offer('0.2.0').reject(new Error('sha512 checksum mismatch'))
    await check()
    assert.deepEqual(states.at(-1), { state: 'failed', message: 'sha512 checksum mismatch' })
  })

  it('twice at the same time is once', async () => {
    const { check, updater, offer } = open()
    const way = offer('0.2.0')
    const looks = [check(), check()]
    way.resolve()
    await Promise.all(looks)
    assert.equal(updater.looks, 1)
  })

  it('again keeps what is ready, where there is nothing newer and where nobody answers', async () => {
    const { check, states, updater, fetched } = open()
    await fetched('0.2.0')
    updater.answer = () => Promise.resolve(found('0.2.0', Promise.resolve()))
    await check()
    assert.deepEqual(states.splice(0), [{ state: 'looking' }, { state: 'ready', version: '0.2.0' }])
    updater.answer = () => Promise.resolve(found('0.1.0', null))
    await check()
    assert.deepEqual(states.splice(0), [{ state: 'looking' }, { state: 'ready', version: '0.2.0' }])
  })

  it('again fetches what is newer than what is ready', async () => {
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

describe('Following updates', () => {
  it('looks a minute after the start, then every 24 hours', async () => {
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

  it('looks soon after the machine has slept over the time', async () => {
    const { follow, clock, updater } = open()
    follow()
    clock.advance(minute)
    await settled()
    clock.setTime(clock.now() + 3 * day)
    clock.advance(hour)
    await settled()
    assert.equal(updater.looks, 2)
  })

  it('says nothing of what fails, and looks again the next day', async () => {
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

  it('says why it failed where somebody asked while it was looking', async () => {
    const { follow, check, clock, offer, states } = open()
    const way = offer('0.2.0')
    follow()
    clock.advance(minute)
    const asked = check()
    way.reject(new Error('offline'))
    await asked
    assert.deepEqual(states.at(-1), { state: 'failed', message: 'offline' })
  })

  it('leaves what is ready in sight while it looks again, and where that fails', async () => {
    const { follow, clock, updater, states, fetched } = open()
    await fetched('0.2.0')
    follow()
    updater.answer = updater.failing('offline')
    clock.advance(minute)
    await settled()
    assert.equal(updater.looks, 2)
    assert.deepEqual(states, [])
  })

  it('has nothing ready any more where a newer version was lost on its way', async () => {
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

  it('ends with stop, and nothing is told any more', async () => {
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

  it('begins once, however often it is asked for', async () => {
    const { follow, clock, updater } = open()
    follow()
    follow()
    clock.advance(hour)
    await settled()
    assert.equal(updater.looks, 1)
  })
})

describe('Installing an update', () => {
  it('is not done in passing where somebody would be asked for a password', () => {
    assert.equal(open(false).updater.autoInstallOnAppQuit, false)
  })

  it('is not tried once more when the app quits, where it was refused', () => {
    const { abandon, updater } = open()
    assert.equal(updater.autoInstallOnAppQuit, true)
    abandon()
    assert.equal(updater.autoInstallOnAppQuit, false)
  })

  it('is done where one is ready', async () => {
    const { install, updater, fetched } = open()
    await fetched('0.2.0')
    install()
    assert.equal(updater.installs, 1)
  })

  it('is nothing before one is', async () => {
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
    it(`that ${how} is told as failed`, async () => {
      const { install, updater, fetched, states } = open()
      await fetched('0.2.0')
      updater.install = () => void fail(updater)
      install()
      assert.deepEqual(states, [{ state: 'failed', message: 'no room' }])
    })
  }

  it('that the system refuses after all leaves none, without a word where nobody asked', async () => {
    const { updater, fetched, states } = open()
    await fetched('0.2.0')
    updater.emit('error', new Error('the code signature is not valid'))
    assert.deepEqual(states, [{ state: 'none' }])
  })
})
