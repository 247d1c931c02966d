import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Updater } from '../../../app/updates/updates.ts'
import { startApp } from '../../../app/start.ts'
import { root } from '../../../build/packaging/layout.ts'
import { type Clock, systemClock } from '../../../daemon/kernel/clock.ts'
import { version } from '../../../daemon/kernel/version.ts'
import type { Daemon } from '../../../daemon/main.ts'
import { appChannel } from '../../../daemon/client/app-bridge.ts'
import { signIn, temporaryFolder, testEnvironment, type TestMember } from '../daemon.ts'
import type { Desktop } from './electron/app.ts'
import { StandIn } from './electron/stand-in.ts'
import type { StandInWindow } from './electron/window.ts'
import { soon } from '../processes.ts'
import { appRuntime } from '../programs.ts'
import { rest } from '../wire/rest.ts'

export interface TestAppOptions extends Partial<Desktop> {
  /** A home that stays when the app has quit; a temporary one otherwise. */
  readonly home?: string
  readonly platform?: NodeJS.Platform
  readonly clock?: Clock
  /** Further environment variables. */
  readonly environment?: Record<string, string>
  readonly updater?: () => Promise<Updater>
  /** Changes the desktop before the app starts. */
  readonly prepare?: (electron: StandIn) => void
}

export interface TestApp extends AsyncDisposable {
  readonly electron: StandIn
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  /** What `look` finds, as soon as that is something; throws after 60 s. */
  soon<T>(look: () => T | null | undefined | false): Promise<T>
  /** Resolves once a label of the tray's menu fits. */
  told(label: RegExp): Promise<string>
  /** The first window, once it is shown. */
  window(): Promise<StandInWindow>
  /** Calls the app as the page of a window does. */
  call(window: StandInWindow, name: string, input?: unknown): Promise<unknown>
  /** Signs a member in on the page of a window; the answer is the session of that page. */
  signIn(
    window: StandInWindow,
    daemon: Pick<Daemon, 'file'>,
    username: string,
    stay?: boolean,
  ): Promise<TestMember>
  /** Quits as somebody would by the menu, and resolves once it has. */
  quit(): Promise<void>
}

/** Starts the app in this process, on a desktop that nobody sees; `await using` quits it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { clock = systemClock, prepare, updater, words = [] } = options
  const home = options.home ?? temporaryFolder()
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const electron = new StandIn({
    version,
    appPath: join(root, 'dist', 'bundle', 'app'),
    ...options,
    onQuit: resolve,
  })
  prepare?.(electron)
  const environment = {
    ...process.env,
    ...testEnvironment(home),
    COMPANION_NODE: appRuntime,
    XDG_CONFIG_HOME: join(home, 'config'),
    ...options.environment,
  }
  await startApp(electron, {
    environment,
    platform: options.platform ?? 'linux',
    resources: join(root, 'dist'),
    program: '/opt/Companion/companion-app',
    words,
    clock,
    updater: updater ?? (() => Promise.reject(new Error('nothing updates here'))),
  })
  const quit = async () => {
    electron.app.quit()
    await gone
  }
  const call = (window: StandInWindow, name: string, input: unknown = null) =>
    electron.ipcMain.invoke(window, appChannel, [name, input])
  return {
    electron,
    home,
    environment,
    soon,
    told: (label) => soon(() => electron.tray.labels.find((one) => label.test(one))),
    window: () => soon(() => electron.visible[0]),
    call,
    signIn: async (window, daemon, username, stay = true) => {
      const member = await signIn(daemon, username)
      const { access_token: token, refresh_token, session_uuid } = member
      const { body } = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
      await call(window, 'signed_in', { tab_key: body.data.tab_key, session_uuid, stay })
      return member
    },
    quit,
    [Symbol.asyncDispose]: async () => {
      await quit()
      if (!options.home) rmSync(home, { recursive: true, force: true })
    },
  }
}
