import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { pino } from 'pino'
import { openAppLog } from '../../../app/app-log.ts'
import { openVault } from '../../../app/keychain.ts'
import { locateParts } from '../../../app/parts.ts'
import { openSettings } from '../../../app/settings.ts'
import { shortcutFor } from '../../../app/shortcut.ts'
import type { Session } from '../../../daemon/client/tokens.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { StandInApp } from '../../support/app/electron/app.ts'
import { StandInKeychain, StandInShortcuts } from '../../support/app/electron/desktop.ts'

const noFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full on this machine'
let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('The settings of the app', () => {
  const usual = { family_member_uuid: null, shortcut: 'CommandOrControl+Shift+Space', warned: false }

  it('have defaults before anything was chosen', () => {
    assert.deepEqual(openSettings(folder).read(), usual)
  })

  it('store changes, readable by their owner only', () => {
    const settings = openSettings(folder)
    settings.change({ shortcut: null })
    settings.change({ warned: true })
    assert.deepEqual(openSettings(folder).read(), { ...usual, shortcut: null, warned: true })
    assert.equal(statSync(join(folder, 'settings.json')).mode & 0o777, 0o600)
  })

  for (const damaged of ['', '{', '[]', '{"warned":"yes"}', '{"unknown":1}', 'null'])
    it(`have defaults when the file says ${damaged || 'nothing'}`, () => {
      writeFileSync(join(folder, 'settings.json'), damaged)
      assert.deepEqual(openSettings(folder).read(), usual)
    })
})

describe('The vault of the sign-in', () => {
  const session = { refresh_token: 'secret', session_uuid: 's' } as Session
  const log = pino({ enabled: false })
  const open = (safeStorage: StandInKeychain, platform: NodeJS.Platform = 'linux') =>
    openVault<Session>({ safeStorage, platform, file: join(folder, 'session'), log })

  it('returns what was locked, and nothing after it was cleared', async () => {
    const vault = open(new StandInKeychain())
    assert.equal(await vault.load(), null)
    await vault.save(session)
    assert.deepEqual(await vault.load(), session)
    await vault.save(null)
    assert.equal(await vault.load(), null)
  })

  it('stores nothing when the keychain locks with a well-known key, which only Linux has', async () => {
    const keychain = new StandInKeychain()
    keychain.backend = 'basic_text'
    await open(keychain).save(session)
    assert.deepEqual([await open(keychain).locks(), existsSync(join(folder, 'session'))], [false, false])
    await open(keychain, 'darwin').save(session)
    assert.deepEqual(await open(keychain, 'darwin').load(), session)
  })

  it('stores nothing, and clears what was stored, without a keychain', async () => {
    const keychain = new StandInKeychain()
    await open(keychain).save(session)
    keychain.available = false
    assert.equal(await open(keychain).load(), null)
    await open(keychain).save(session)
    assert.equal(existsSync(join(folder, 'session')), false)
  })

  it('locks it again when the key has changed', async () => {
    const keychain = new StandInKeychain()
    await open(keychain).save(session)
    const before = readFileSync(join(folder, 'session'), 'utf8')
    const encrypt = keychain.encryptStringAsync.bind(keychain)
    keychain.encryptStringAsync = async (text) => Buffer.from(String(await encrypt(` ${text}`)))
    keychain.rotated = true
    assert.deepEqual(await open(keychain).load(), session)
    assert.notEqual(readFileSync(join(folder, 'session'), 'utf8'), before)
  })

  it('stores nothing, and continues, when the keychain refuses', async () => {
    const keychain = new StandInKeychain()
    await open(keychain).save(session)
    keychain.encryptStringAsync = () => Promise.reject(new Error('denied'))
    await open(keychain).save(session)
    assert.equal(existsSync(join(folder, 'session')), false)
  })

  it('writes nothing after it was cleared, however long the locking takes', async () => {
    const keychain = new StandInKeychain()
    const encrypt = keychain.encryptStringAsync.bind(keychain)
    const { promise, resolve } = Promise.withResolvers<void>()
    keychain.encryptStringAsync = (text) => promise.then(() => encrypt(text))
    const vault = open(keychain)
    const both = [vault.save(session), vault.save(null)]
    resolve()
    await Promise.all(both)
    assert.equal(existsSync(join(folder, 'session')), false)
  })

  it('is empty when the file is damaged', async () => {
    writeFileSync(join(folder, 'session'), 'not what was written')
    assert.equal(await open(new StandInKeychain()).load(), null)
  })
})

describe('The parts of the program', () => {
  const locate = (packaged: boolean, platform: NodeJS.Platform, environment = {}) => {
    const app = new StandInApp({ version: '1.0.0', appPath: '/p/dist/bundle/app', packaged })
    return locateParts({ app, resources: '/opt/Companion/resources', platform, environment })
  }

  it('lie beside the app in a package, with their own Node', () => {
    const { daemon, preload } = locate(true, 'linux')
    assert.equal(daemon.runtime, '/opt/Companion/resources/bin/node')
    assert.deepEqual(daemon.script, ['/opt/Companion/resources/daemon/daemon.mjs'])
    assert.equal(preload, '/p/dist/bundle/app/preload/bridge.cjs')
    assert.match(locate(true, 'win32').daemon.runtime, /node\.exe$/)
  })

  it('are the sources in a checkout, with the configured Node', () => {
    const { daemon } = locate(false, 'linux', { COMPANION_NODE: '/n/node' })
    assert.deepEqual([daemon.runtime, daemon.script], ['/n/node', ['/p/daemon/start.ts']])
    assert.equal(locate(false, 'linux').daemon.runtime, 'node')
  })
})

describe('The log of the app', () => {
  it("lies beside the daemon's logs, readable by its owner only", () => {
    openAppLog(folder).info('hello')
    assert.match(readFileSync(join(folder, 'app.log'), 'utf8'), /"msg":"hello"/)
    assert.equal(statSync(join(folder, 'app.log')).mode & 0o777, 0o600)
  })

  it('stops when the disk is full, and the app keeps running', { skip: noFullDevice }, () => {
    symlinkSync('/dev/full', join(folder, 'app.log'))
    const log = openAppLog(folder)
    log.info('nobody reads this')
    log.info('nor this')
  })

  it('is replaced by a new file when it is full', () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'app.log'), 'x'.repeat(2_000_001))
    openAppLog(folder).info('anew')
    assert.equal(statSync(join(folder, 'app.1.log')).size, 2_000_001)
    assert.doesNotMatch(readFileSync(join(folder, 'app.log'), 'utf8'), /x{9}/)
  })
})

describe('A global shortcut', () => {
  it('works if it can be registered', () => {
    const shortcuts = new StandInShortcuts()
    let calls = 0
    assert.equal(
      shortcutFor(shortcuts, 'Alt+A', () => (calls += 1)),
      'Alt+A',
    )
    shortcuts.press('Alt+A')
    assert.equal(calls, 1)
  })

  it('is not registered if it is turned off, taken by another program, or no shortcut', () => {
    const shortcuts = new StandInShortcuts()
    shortcuts.taken.add('Alt+A')
    const refusing = {
      register: () => {
        throw new TypeError('Error processing argument')
      },
    }
    assert.equal(
      shortcutFor(shortcuts, null, () => {}),
      null,
    )
    assert.equal(
      shortcutFor(shortcuts, 'Alt+A', () => {}),
      null,
    )
    assert.equal(
      shortcutFor(refusing, 'no key', () => {}),
      null,
    )
  })
})
