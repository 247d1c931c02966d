import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { entryOf, renew, startAtLogin } from '../../../app/start-at-login.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { StandInApp } from '../../support/app/electron/app.ts'

const program = '/opt/Companion/companion-app'
let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const app = () => new StandInApp({ version: '1.0.0', appPath: '/nowhere' })
const onLinux = (environment: NodeJS.ProcessEnv) =>
  startAtLogin({ app: app(), platform: 'linux', environment, program })

describe('Starting with the computer', () => {
  it('is an autostart entry of the desktop on Linux', () => {
    const login = onLinux({ XDG_CONFIG_HOME: folder, HOME: '/nowhere' })
    const file = join(folder, 'autostart', 'companion.desktop')
    assert.equal(login.wanted(), false)
    login.want(true)
    assert.equal(login.wanted(), true)
    assert.match(readFileSync(file, 'utf8'), /^Exec="\/opt\/Companion\/companion-app" --hidden$/m)
    login.want(false)
    assert.deepEqual([login.wanted(), existsSync(file)], [false, false])
    login.want(false)
  })

  it('is in the default folder of the desktop unless another is set', () => {
    onLinux({ HOME: folder }).want(true)
    assert.equal(existsSync(join(folder, '.config', 'autostart', 'companion.desktop')), true)
  })

  it('names the AppImage file, and not the folder it is mounted in', () => {
    onLinux({ XDG_CONFIG_HOME: folder, APPIMAGE: '/home/mia/Companion.AppImage' }).want(true)
    const entry = readFileSync(join(folder, 'autostart', 'companion.desktop'), 'utf8')
    assert.match(entry, /^Exec="\/home\/mia\/Companion\.AppImage" --hidden$/m)
  })

  it('follows an AppImage that an update has renamed, but only if it is turned on', () => {
    const at = (APPIMAGE: string) => onLinux({ XDG_CONFIG_HOME: folder, APPIMAGE })
    renew(at('/home/mia/Companion-1.AppImage'))
    assert.equal(at('/home/mia/Companion-1.AppImage').wanted(), false)
    at('/home/mia/Companion-1.AppImage').want(true)
    renew(at('/home/mia/Companion-2.AppImage'))
    const entry = readFileSync(join(folder, 'autostart', 'companion.desktop'), 'utf8')
    assert.match(entry, /Companion-2/)
  })

  for (const [platform, settings] of [
    ['win32', { openAtLogin: true, args: ['--hidden'] }],
    ['darwin', { openAtLogin: true }],
  ] as const)
    it(`is set by the system on ${platform}`, () => {
      const electron = app()
      const login = startAtLogin({ app: electron, platform, environment: {}, program })
      assert.equal(login.wanted(), false)
      login.want(true)
      assert.deepEqual([electron.loginItem, login.wanted()], [settings, true])
      login.want(false)
      assert.equal(login.wanted(), false)
    })
})

describe('An entry of the desktop', () => {
  for (const [path, exec] of [
    ['/a b/app', '"/a b/app"'],
    ['/100%/app', '"/100%%/app"'],
    ['/"$x`/app', String.raw`"/\\"\\$x\\${'`'}/app"`],
    [String.raw`/a\b/app`, String.raw`"/a\\\\b/app"`],
  ] as const)
    it(`quotes ${path} as one word`, () => {
      assert.equal(/^Exec=(.*) --hidden$/m.exec(entryOf(path))?.[1], exec)
    })
})
