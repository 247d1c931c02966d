import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { appChannel } from '../../../daemon/client/app-bridge.ts'
import { startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { startTestApp, type TestApp } from '../../support/app/desktop-app.ts'
import type { StandInWindow } from '../../support/app/electron/window.ts'
import { household } from '../../support/household.ts'

const { daemon } = await household({ clock: systemClock })
const { origin } = new URL(daemon.file.base_url)
const start = (options = {}) => startTestApp({ home: daemon.home.path, ...options })
const hashOf = ({ webContents }: StandInWindow) => new URL(webContents.url).hash

const another = (app: TestApp, ...others: StandInWindow[]) =>
  app.soon(() => app.electron.visible.find((window) => !others.includes(window)))

describe('A window', () => {
  it('isolates its page from the app and exposes only the bridge', async () => {
    await using app = await start()
    const { options } = await app.window()
    const { preload, ...preferences } = options.webPreferences ?? {}
    assert.deepEqual(preferences, {
      partition: 'persist:companion',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    })
    assert.match(preload ?? '', /preload.bridge\.cjs$/)
    assert.equal(app.electron.app.sandboxed, true)
  })

  for (const platform of ['linux', 'darwin', 'win32'] as const)
    it(`has a menu with the usual shortcuts and no developer tools on ${platform}`, async () => {
      await using app = await start({ platform })
      await app.window()
      const roles = new Set(app.electron.Menu.application.map(({ role }) => role))
      for (const role of ['reload', 'zoomIn', 'zoomOut', 'resetZoom'] as const)
        assert.ok(roles.has(role), role)
      assert.equal(roles.has('toggleDevTools') || roles.has('viewMenu'), false)
      assert.equal(roles.has('editMenu'), platform === 'darwin')
    })

  it('shows only pages of the daemon', async () => {
    await using app = await start()
    const { webContents } = await app.window()
    for (const event of ['will-frame-navigate', 'will-redirect']) {
      assert.equal(webContents.happen(event, { url: `${origin}/#/inbox` }), false)
      for (const url of [
        'https://example.com/',
        'http://127.0.0.1:1/',
        'file:///etc/passwd',
        'about:blank',
        '',
      ])
        assert.equal(webContents.happen(event, { url }), true, `${event} ${url}`)
    }
    assert.equal(webContents.happen('will-attach-webview'), true)
  })

  it('opens no other window: pages open in the main window, web addresses in the browser, anything else nowhere', async () => {
    await using app = await start()
    const window = await app.window()
    for (const url of [
      'https://example.com/a',
      'mailto:mia@example.com',
      'file:///etc/passwd',
      'javascript:1',
    ])
      assert.equal(window.webContents.open(url), 'deny')
    assert.deepEqual(app.electron.shell.opened, ['https://example.com/a', 'mailto:mia@example.com'])
    assert.equal(window.webContents.open(`${origin}/#/memories`), 'deny')
    assert.deepEqual([hashOf(window), app.electron.windows.length], ['#/memories', 1])
  })

  it("opens the daemon's other addresses in the browser", async () => {
    await using app = await start()
    const { webContents } = await app.window()
    assert.equal(webContents.open(`${origin}/docs/`), 'deny')
    assert.deepEqual(app.electron.shell.opened, [`${origin}/docs/`])
  })

  it('may write to the clipboard, listen to the microphone, and gets no other permission', async () => {
    await using app = await start()
    const window = await app.window()
    const { pages } = app.electron
    assert.equal(pages.permits(window, 'clipboard-sanitized-write'), true)
    assert.equal(pages.permits(window, 'media', 'audio'), true)
    assert.equal(pages.permits(window, 'media', 'video'), false)
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
    ] as const)
      assert.equal(pages.permits(window, permission), false, permission)
    assert.equal(pages.permitsDevice('usb', origin), false)
    window.webContents.url = 'https://example.com/'
    assert.equal(pages.permits(window, 'clipboard-sanitized-write'), false)
    assert.equal(pages.permits(window, 'media', 'audio'), false)
  })

  it('loads nothing from other sites', async () => {
    await using app = await start()
    await app.window()
    const { pages } = app.electron
    const own = [
      `${origin}/api/v1/auth/start`,
      `${origin.replace('http', 'ws')}/ws`,
      `blob:${origin}/1`,
      'data:,1',
    ]
    for (const url of own) assert.equal(await pages.loads(url), true, url)
    const foreign = ['https://example.com/', 'http://127.0.0.1:1/', 'ws://example.com/', 'file:///etc/passwd']
    for (const url of foreign) assert.equal(await pages.loads(url), false, url)
  })

  it('hides when it is closed, and comes back as it was', async () => {
    await using app = await start()
    const window = await app.window()
    window.webContents.url = `${origin}/#/goals`
    window.close()
    assert.deepEqual([window.visible, window.destroyed], [false, false])
    app.electron.tray.happen('click')
    assert.deepEqual([window.visible, window.focused, hashOf(window)], [true, true, '#/goals'])
  })

  it('is restored when it was minimised', async () => {
    await using app = await start()
    const window = await app.window()
    window.minimized = true
    app.electron.app.happen('second-instance', {}, ['companion-app'])
    assert.equal(window.minimized, false)
  })

  it('is reloaded when its page could not be loaded, unless another page was opened meanwhile', async () => {
    await using app = await start()
    const window = await app.window()
    const loads = () => window.webContents.loads
    const again = async (failure: Error | null) => {
      window.failure = failure
      app.electron.app.happen('open-url', {}, 'companion://goals')
      app.electron.app.happen('open-url', {}, 'companion://mood')
      await Promise.resolve()
      window.failure = null
      const before = loads()
      app.electron.app.happen('open-url', {}, 'companion://mood')
      return loads() - before
    }
    assert.equal(await again(Object.assign(new Error('gone'), { code: 'ERR_CONNECTION_REFUSED' })), 1)
    assert.equal(await again(Object.assign(new Error('overtaken'), { code: 'ERR_ABORTED' })), 0)
  })

  it('is reloaded once when its page crashes, and closed when it crashes again', async () => {
    await using app = await start()
    const window = await app.window()
    window.webContents.happen('render-process-gone', {}, { reason: 'crashed' })
    assert.deepEqual([window.webContents.reloads, window.destroyed], [1, false])
    window.webContents.happen('render-process-gone', {}, { reason: 'crashed' })
    assert.equal(window.destroyed, true)
    app.electron.tray.happen('click')
    assert.equal(app.electron.visible.length, 1)
  })

  it('shows the same page when a daemon comes back at another address', async () => {
    const lived = await startTestDaemon({ home: temporaryFolder(), clock: systemClock })
    await lived.owner()
    await lived.stop()
    await using app = await startTestApp({ home: lived.home.path })
    const window = await app.window()
    const elsewhere = 'http://127.0.0.1:9'
    window.webContents.url = `${elsewhere}/#/mood`
    app.electron.tray.click('Restart')
    await app.told(/is starting/)
    const now = await app.soon(() => !window.webContents.url.startsWith(elsewhere) && window.webContents.url)
    assert.equal(new URL(now).hash, '#/mood')
  })
})

describe('A page', () => {
  it('has one way to call the app, and nothing else', async () => {
    await using app = await start()
    await app.window()
    assert.deepEqual(app.electron.ipcMain.channels, [appChannel])
  })

  it('is refused when a call does not match its declaration', async () => {
    await using app = await start()
    const window = await app.window()
    for (const [name, input] of [
      ['arrive', {}],
      ['signed_in', null],
      ['signed_in', { tab_key: 1, session_uuid: 'a' }],
      ['signed_in', { tab_key: 'a', session_uuid: 'b', more: true }],
      ['close', 'now'],
      ['quit', null],
      ['constructor', null],
      ['', null],
    ] as const)
      await assert.rejects(app.call(window, name, input), /is not asked like that/)
  })

  it("is refused when it is not a window's own top-level page", async () => {
    await using app = await start()
    const window = await app.window()
    const { ipcMain } = app.electron
    const senders = [null, { origin: 'https://example.com' }, { origin: 'null' }, { parent: {} as never }]
    for (const sender of senders)
      await assert.rejects(ipcMain.invoke(window, appChannel, ['arrive', null], sender), /not of this page/)
    assert.equal(await ipcMain.invoke(window, appChannel, ['arrive', null]), null)
  })

  it('can close its window: the ask window is hidden', async () => {
    await using app = await start()
    const main = await app.window()
    app.electron.tray.click('Ask something …')
    const ask = await another(app, main)
    await app.call(ask, 'close')
    assert.deepEqual([ask.visible, ask.destroyed, main.visible], [false, false, true])
  })
})

describe('The ask window', () => {
  const key = 'CommandOrControl+Shift+Space'

  it('is toggled by a global shortcut', async () => {
    await using app = await start({ words: ['--hidden'] })
    await app.told(/Nobody/)
    app.electron.globalShortcut.press(key)
    const window = await app.window()
    assert.deepEqual([hashOf(window), window.options.alwaysOnTop], ['#/ask', true])
    app.electron.globalShortcut.press(key)
    assert.equal(window.visible, false)
  })

  it('is reachable only from the menu when another program owns the shortcut', async () => {
    await using app = await start({
      prepare: ({ globalShortcut }: TestApp['electron']) => globalShortcut.taken.add(key),
    })
    await app.window()
    assert.deepEqual(app.electron.globalShortcut.keys, [])
    const item = app.electron.tray.items.find(({ label }) => label === 'Ask something …')
    assert.equal(item?.accelerator, undefined)
  })
})

describe('An address of the app', () => {
  for (const [address, hash] of [
    ['companion://inbox', '#/inbox'],
    ['companion://ask?text=Tea%20%26%20cake%3F', '#/ask?text=Tea+%26+cake%3F'],
    [
      'companion://inbox/0e2f9e2e-3f5f-4b43-8d7d-0f4a4f1f4b2a',
      '#/answer?interaction=0e2f9e2e-3f5f-4b43-8d7d-0f4a4f1f4b2a',
    ],
  ] as const)
    it(`${address} is opened, whether it starts the app or finds it running`, async () => {
      await using app = await start({ words: [address] })
      assert.equal(hashOf(await app.window()), hash)
      for (const window of app.electron.visible) window.hide()
      app.electron.app.happen('second-instance', {}, ['/opt/Companion/companion-app', address])
      assert.equal(hashOf(await app.window()), hash)
      for (const window of app.electron.visible) window.hide()
      app.electron.app.happen('open-url', {}, address)
      assert.equal(hashOf(await app.window()), hash)
    })

  it('only brings the app to the front when it makes no sense', async () => {
    await using app = await start({ words: ['companion://../../etc/passwd'] })
    assert.equal(hashOf(await app.window()), '#/talk')
  })

  it('is registered with the desktop only by a package', async () => {
    await using app = await start()
    await app.window()
    assert.deepEqual(app.electron.app.schemes, [])
  })
})

describe('Starting with the computer', () => {
  it('shows no window', async () => {
    await using app = await start({ words: ['--hidden'] })
    await app.told(/Nobody/)
    assert.equal(app.electron.windows.length, 0)
  })

  it('shows no window on a Mac, where this is detected differently', async () => {
    await using app = await start({ platform: 'darwin', openedAtLogin: true })
    await app.told(/Nobody/)
    assert.equal(app.electron.windows.length, 0)
  })

  it('is an autostart entry on Linux, removed when it is turned off', async () => {
    await using app = await start({ packaged: true })
    const file = join(app.environment['XDG_CONFIG_HOME'] ?? '', 'autostart', 'companion.desktop')
    app.electron.tray.click('Start at login')
    assert.equal(existsSync(file), true)
    app.electron.tray.click('Start at login')
    assert.equal(existsSync(file), false)
  })
})
