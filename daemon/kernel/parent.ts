import type { DaemonFile } from './daemon-file.ts'

/** The exit code of a daemon that finds another one on its home: try again (`EX_TEMPFAIL` of sysexits.h). */
export const homeInUse = 75

/** That of one whose port another program has (`EX_UNAVAILABLE`): start it with others. */
export const portInUse = 69

/** What a daemon sends to the process that started it, over the channel between the two. */
export type FromDaemon =
  /** It accepts requests; sent again after each restart. */
  | { readonly type: 'ready'; readonly file: DaemonFile }
  /** Its home is encrypted: it waits for the key, with a page that asks for it. */
  | { readonly type: 'locked'; readonly file: DaemonFile }
  /** Somebody has unlocked it; the key is for the keychain, so that nobody has to the next time. */
  | { readonly type: 'unlocked'; readonly key: string }

/** What it receives. */
export type ToDaemon =
  /** To stop cleanly, also where the platform has no signal for that. */
  | { readonly type: 'stop' }
  /** The key of its home, in hexadecimal. */
  | { readonly type: 'key'; readonly key: string }

/** Notifies the process that started this one; does nothing without a channel. */
export function notifyParent(message: FromDaemon): void {
  // Where the parent is gone by now, the end of the channel says so.
  process.send?.(message, undefined, undefined, () => {})
}

/** Calls `stop` once when the process that started this one requests it, or has ended. */
export function onStopRequested(stop: () => void): void {
  if (!process.send) return
  let requested = false
  const requestStop = () => {
    if (!requested) stop()
    requested = true
  }
  process.on('message', (message: unknown) => {
    if (typeOf(message) === ('stop' satisfies ToDaemon['type'])) requestStop()
  })
  process.once('disconnect', requestStop)
  // The parent may have ended before this was reached.
  if (!process.connected) requestStop()
  // A start that fails must end, and not wait for a word of the parent.
  process.channel?.unref()
}

/**
 * Asks the process that started this one for the key of the home, in hexadecimal, and tells it where a page asks for it, too;
 * never resolves where it has none.
 */
export function askParentForKey(file: DaemonFile): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const take = (message: unknown) => {
    if (typeOf(message) !== ('key' satisfies ToDaemon['type'])) return
    process.off('message', take)
    resolve((message as { key: string }).key)
  }
  process.on('message', take)
  process.channel?.unref()
  notifyParent({ type: 'locked', file })
  return promise
}

const fromDaemon: ReadonlySet<unknown> = new Set<FromDaemon['type']>(['ready', 'locked', 'unlocked'])

/** Whether a message comes from a daemon. */
export const isFromDaemon = (message: unknown): message is FromDaemon => fromDaemon.has(typeOf(message))

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
