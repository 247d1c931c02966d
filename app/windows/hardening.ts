import { callbackify } from 'node:util'
import { safeLink } from '../../daemon/client/safe-link.ts'
import type { Contents, Electron } from '../electron.ts'

/** Where the pages keep what they keep, apart from everything else that a window could show. */
export const partition = 'persist:companion'

interface HardeningDependencies {
  readonly electron: Pick<Electron, 'app' | 'session' | 'shell'>
  /** The origin of the daemon, the only one whose pages are shown; null while none runs. */
  readonly origin: () => string | null
  /** Rejects where something else than the daemon answers at its address. */
  readonly prove: () => Promise<void>
  /** Opens a page of the daemon in its own window, given from its `/` on. */
  readonly openPage: (path: string) => void
}

/** What a page of the daemon may do: write to the clipboard on request, and listen to the microphone, not see by the camera. */
function isPermitted(permission: string, media: readonly (string | undefined)[]): boolean {
  if (permission === 'media') return media.length > 0 && media.every((kind) => kind === 'audio')
  return permission === 'clipboard-sanitized-write'
}

/**
 * Holds all pages to what they are for, as https://www.electronjs.org/docs/latest/tutorial/security advises: they are the
 * daemon's, load nothing from elsewhere, stay where they are, get no device and no other permission than the microphone; what leads elsewhere is
 * opened by the desktop. Before each request the daemon proves itself: a program that takes its address is shown nothing.
 */
export function harden({ electron, origin, prove, openPage }: HardeningDependencies): void {
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

  let proving: Promise<boolean> | null = null
  /** Requests that begin together wait for the same proof, and none goes without. */
  const isProved = () => {
    proving ??= prove()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        proving = null
      })
    return proving
  }

  const pages = session.fromPartition(partition)
  pages.setPermissionRequestHandler((contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    callback(isPermitted(permission, media) && isOwn(contents.getURL()))
  })
  pages.setPermissionCheckHandler(
    (_contents, permission, requesting, { mediaType }) =>
      isPermitted(permission, [mediaType]) && isOwn(requesting),
  )
  pages.setDevicePermissionHandler(() => false)
  const mayLoad = callbackify(
    async (address: string) =>
      ofItself.has(new URL(address).protocol) ||
      (isOwn(address.replace(/^ws/, 'http')) && (await isProved())),
  )
  pages.webRequest.onBeforeRequest(({ url }, callback) => {
    mayLoad(url, (error, may) => callback({ cancel: error !== null || !may }))
  })
}

/** Blob and data URLs of a page load nothing from elsewhere. */
const ofItself = new Set(['blob:', 'data:', 'devtools:'])

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
