import { join } from 'node:path'
import { assertAnswersOverTcp } from '../daemon/client/local/connection.ts'
import type { DaemonFile, Home } from '../daemon/client/local/daemon.ts'
import type { Log } from './app-log.ts'
import { openAppLog } from './app-log.ts'
import type { Electron } from './electron.ts'
import type { LinkTarget } from './links.ts'
import { Presence } from './member/presence.ts'
import type { Session } from '../daemon/client/tokens.ts'
import { openVault, type Vault } from './keychain.ts'
import { locateParts } from './parts.ts'
import { appFolder, openSettings, type SettingsFile } from './settings.ts'
import { shortcutFor } from './shortcut.ts'
import { renew, type StartAtLogin, startAtLogin } from './start-at-login.ts'
import type { DaemonState } from './supervisor/state.ts'
import { Supervisor } from './supervisor/supervisor.ts'
import type { AppEnvironment } from './environment.ts'
import { type Speech, speechOf } from './texts/texts.ts'
import type { MenuActions } from './tray/menu.ts'
import { Notices } from './tray/notices.ts'
import { AppTray } from './tray/tray.ts'
import { AppUpdates } from './updates/app-updates.ts'
import { applicationMenu } from './windows/application-menu.ts'
import { harden } from './windows/hardening.ts'
import { pageAnswers } from './windows/page-answers.ts'
import { answerPages } from './windows/page-calls.ts'
import { PageOpener } from './windows/page-opener.ts'
import { FailureDialog } from './windows/failure-dialog.ts'
import { Windows } from './windows/windows.ts'

/** The app once Electron is ready: the daemon it supervises, the tray, the windows, and the signed-in member. */
export class CompanionApp {
  readonly #electron: Electron
  readonly #home: Home
  readonly #platform: NodeJS.Platform
  readonly #log: Log
  readonly #settings: SettingsFile
  readonly #vault: Vault<Session>
  /** The key of an encrypted home, so that nobody has to unlock it at each start. */
  readonly #homeKey: Vault<string>
  readonly #speech: Speech
  readonly #supervisor: Supervisor
  readonly #presence: Presence
  readonly #windows: Windows
  readonly #pageOpener: PageOpener
  readonly #failureDialog: FailureDialog
  readonly #notices: Notices
  readonly #tray: AppTray
  readonly #updates: AppUpdates
  readonly #startAtLogin: StartAtLogin | null
  #shortcut: string | null = null
  #file: DaemonFile | null = null
  #stopped: Promise<void> | null = null
  #mayQuit = false

  constructor(electron: Electron, around: AppEnvironment, home: Home) {
    const { app, BrowserWindow, Notification, safeStorage } = electron
    const { clock, environment, platform, program, resources, updater } = around
    const parts = locateParts({ app, resources, platform, environment })
    const folder = appFolder(home)
    const runs = () => this.#supervisor.state.state === 'running'
    /** Also while it is locked, when it has one page. */
    const isThere = () => ['running', 'locked'].includes(this.#supervisor.state.state)
    /** That of the daemon as it was seen last. */
    const seen = () => (this.#file ? new URL(this.#file.base_url).origin : null)
    const origin = () => (isThere() ? seen() : null)

    this.#electron = electron
    this.#home = home
    this.#platform = platform
    this.#log = openAppLog(home.logs)
    this.#settings = openSettings(folder)
    const keychain = { safeStorage, platform, log: this.#log }
    this.#vault = openVault({ ...keychain, file: join(folder, 'session') })
    this.#homeKey = openVault({ ...keychain, file: join(folder, 'home-key') })
    this.#speech = speechOf(app.getPreferredSystemLanguages())
    const { texts } = this.#speech
    // A checkout has no program of its own that could be started.
    this.#startAtLogin = app.isPackaged ? startAtLogin({ app, platform, environment, program }) : null
    this.#windows = new Windows({
      BrowserWindow,
      icon: parts.icon,
      preload: parts.preload,
      platform,
      origin,
      onGone: (window) => void this.#presence.session.pageGone(window),
    })
    this.#pageOpener = new PageOpener({ home, windows: this.#windows, runs })
    this.#notices = new Notices({
      Notification,
      platform,
      texts,
      icon: parts.icon,
      client: () => this.#presence.session.client,
      open: (interaction_id, focus) => this.want({ show: 'interaction', interaction_id, focus }),
      looking: () => this.#windows.looking(),
    })
    this.#presence = new Presence({
      home,
      settings: this.#settings,
      vault: this.#vault,
      clock,
      log: this.#log,
      daemon: () => this.#file,
      onView: (view) => {
        if (view === null) this.#notices.clear()
        this.#show()
      },
      onArrived: (interaction, { companion }) => this.#notices.tell(interaction, companion),
      onOver: (interaction_id) => this.#notices.over(interaction_id),
    })
    this.#supervisor = new Supervisor({
      command: parts.daemon,
      version: app.getVersion(),
      clock,
      homeKey: this.#homeKey,
      onState: (state) => this.#daemonIs(state),
    })
    const acts = this.#acts()
    const { quit, showLogs } = acts
    const tryAgain = () => void this.#supervisor.start()
    this.#failureDialog = new FailureDialog({ dialog: electron.dialog, texts, tryAgain, showLogs, quit })
    this.#tray = new AppTray({ electron, platform, icons: parts.tray, speech: this.#speech, acts })
    this.#updates = new AppUpdates({
      app,
      updater,
      // A package of the system is installed by its owner, and never in passing.
      installsQuietly: platform !== 'linux' || environment['APPIMAGE'] !== undefined,
      clock,
      dialog: electron.dialog,
      texts,
      stop: () => this.stop(),
      onState: () => this.#show(),
    })
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(applicationMenu(platform, texts)))
    harden({
      electron,
      origin,
      prove: async () => {
        if (this.#file) await assertAnswersOverTcp({ home, file: this.#file })
      },
      openPage: (path) => this.want({ show: 'page', path }),
    })
    const { session } = this.#presence
    const onSignedIn = () => void this.#warnWithoutKeychain()
    const answers = pageAnswers({ session, windows: this.#windows, onSignedIn })
    // Also while the daemon is away: somebody may sign out just then.
    answerPages({ ipcMain: electron.ipcMain, origin: seen, answers })
    this.#listen()
  }

  /** Finds or starts the daemon, and opens the requested page, if any, once it runs. */
  start(wanted: LinkTarget | null): void {
    this.#shortcut = shortcutFor(this.#electron.globalShortcut, this.#settings.read().shortcut, () => {
      if (!this.#windows.hide('ask')) this.want({ show: 'ask', text: '' })
    })
    if (wanted) this.#pageOpener.want(wanted)
    if (this.#startAtLogin) renew(this.#startAtLogin)
    void this.#supervisor.start()
    this.#updates
      .follow()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'updates cannot be checked for'))
  }

  /** Opens a requested page, or explains why it cannot. */
  want(wanted: LinkTarget): void {
    const { state } = this.#supervisor
    if (state.state === 'failed') void this.#failureDialog.ask(state)
    if (state.state === 'locked') this.#windows.front()
    this.#pageOpener.want(wanted)
  }

  /** Ends everything that the app has begun; a daemon that it has found stays. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop().finally(() => {
      this.#mayQuit = true
    })
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#electron.globalShortcut.unregisterAll()
    this.#updates.stop()
    this.#notices.clear()
    this.#windows.hideAll()
    await this.#presence.stop()
    this.#windows.quit()
    await this.#supervisor.stop()
    this.#tray.destroy()
  }

  #listen(): void {
    const { app, powerMonitor } = this.#electron
    app.on('before-quit', (event) => {
      if (this.#mayQuit) return
      event.preventDefault()
      this.stop()
        .catch((error: unknown) => this.#log.error({ err: error }, 'not everything could be stopped'))
        .finally(() => app.quit())
    })
    // It lives in the tray.
    app.on('window-all-closed', () => {})
    app.on('activate', () => this.want({ show: 'front' }))
    powerMonitor.on('suspend', () => this.#supervisor.suspended())
    powerMonitor.on('resume', () => {
      this.#supervisor.resumed()
      this.#presence.wake()
    })
    powerMonitor.on('shutdown', () => app.quit())
  }

  #daemonIs(state: DaemonState): void {
    const { state: name } = state
    this.#log.info({ daemon: name, ...(name === 'failed' ? { reason: state.reason } : {}) }, 'the daemon')
    if (state.state === 'running' || state.state === 'locked') this.#file = state.file
    if (state.state === 'running') {
      this.#presence.begin()
      this.#pageOpener.arrived()
    }
    this.#show()
    if (state.state === 'failed') void this.#failureDialog.ask(state)
    if (state.state === 'locked') this.#windows.front()
  }

  #show(): void {
    if (this.#stopped) return
    this.#tray.show({
      daemon: this.#supervisor.state.state,
      view: this.#presence.view,
      startAtLogin: this.#startAtLogin?.wanted() ?? null,
      shortcut: this.#shortcut,
      update: this.#updates.state,
    })
  }

  #acts(): MenuActions {
    const { app, shell } = this.#electron
    return {
      open: (path) => this.want(path === null ? { show: 'front' } : { show: 'page', path }),
      ask: () => this.want({ show: 'ask', text: '' }),
      answer: (interaction_id) => this.want({ show: 'interaction', interaction_id, focus: true }),
      pause: (choice) =>
        void this.#presence
          .pause(choice)
          .catch((error: unknown) => this.#log.warn({ err: error }, 'the companion could not be paused')),
      setStartAtLogin: (wanted) => {
        this.#startAtLogin?.want(wanted)
        this.#tray.forget()
        this.#show()
      },
      restart: () => void this.#supervisor.restart(),
      showLogs: () => void shell.openPath(this.#home.logs),
      checkForUpdates: () => void this.#updates.check(),
      installUpdate: () => void this.#updates.install(),
      quit: () => app.quit(),
    }
  }

  /** Says once where a sign-in cannot be locked away. */
  async #warnWithoutKeychain(): Promise<void> {
    if (this.#settings.read().warned || (await this.#vault.locks())) return
    this.#settings.change({ warned: true })
    const { title, body, linux } = this.#speech.texts.no_keychain
    const detail = this.#platform === 'linux' ? `${body} ${linux}` : body
    await this.#electron.dialog.showMessageBox({ type: 'warning', message: title, detail })
  }
}
