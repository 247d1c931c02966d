import { safeLink } from '../../daemon/client/safe-link.ts'
import type { Contents, Electron } from '../electron.ts'

interface HardeningDependencies {
  readonly electron: Pick<Electron, 'app' | 'session' | 'shell'>
  /** The origin of the daemon, the only one whose pages are shown; null while none runs. */
  readonly origin: () => string | null
  /** Opens a page of the daemon in its own window, given from its `/` on. */
  readonly openPage: (path: string) => void
}

/** What a page of the daemon may do: write to the clipboard on request. */
const permitted = new Set(['clipboard-sanitized-write'])

/**
 * Holds all pages to what they are for, as https://www.electronjs.org/docs/latest/tutorial/security advises: they are the
 * daemon's, load nothing from elsewhere, stay where they are, get no device and no other permission; what leads elsewhere is
 * opened by the desktop.
 */
export function harden({ electron, origin, openPage }: HardeningDependencies): void {
  const { app, session, shell } = electron
  const isOwn = (address: string) => {
    const own = origin()
    return own !== null && originOf(address) === own
  }

  app.on('web-contents-created', (_event, contents: Contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      if (isOwn(url) && new URL(url).pathname === '/') openPage(new URL(url).hash.slice(1))
      else if (safeLink(url) !== '') void shell.openExternal(url)
      return { action: 'deny' }
    })
  })

  const { defaultSession: pages } = session
  pages.setPermissionRequestHandler((contents, permission, callback) =>
    callback(permitted.has(permission) && isOwn(contents.getURL())),
  )
  pages.setPermissionCheckHandler(
    (_contents, permission, requesting) => permitted.has(permission) && isOwn(requesting),
  )
  pages.setDevicePermissionHandler(() => false)
  pages.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !mayLoad(url, isOwn) }))
}

/** Blob and data URLs of a page load nothing from elsewhere. */
const ofItself = new Set(['blob:', 'data:', 'devtools:'])

function mayLoad(address: string, isOwn: (address: string) => boolean): boolean {
  const { protocol } = new URL(address)
  return ofItself.has(protocol) || isOwn(address.replace(/^ws/, 'http'))
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
