import { app } from '../api/app.ts'

const place = 'companion.notices'

/** Whether this browser can tell something while the page is in the background; the app does so by itself. */
export const canNotify = app === null && 'Notification' in globalThis

/** Whether the browser has been told never to let this page do so. */
export const isBlocked = (): boolean => canNotify && Notification.permission === 'denied'

/** Whether it is wanted in this browser, and allowed. */
export const notifies = (): boolean =>
  canNotify && Notification.permission === 'granted' && localStorage.getItem(place) === 'on'

/** Asks the browser to allow it, and keeps that it is wanted; false where it is not allowed. */
export async function startNotifying(): Promise<boolean> {
  if (!canNotify || (await Notification.requestPermission()) !== 'granted') return false
  localStorage.setItem(place, 'on')
  return true
}

/** Keeps that it is not wanted any more. */
export function stopNotifying(): void {
  localStorage.removeItem(place)
}

interface Notice {
  readonly title: string
  readonly body?: string | undefined
  /** A later notice of the same tag takes the place of an earlier one, also where another tab shows it. */
  readonly tag: string
}

/** Tells something where it is wanted and nobody sees the page; a click on it brings the page back. */
export function notify({ title, body, tag }: Notice): void {
  if (!document.hidden || !notifies()) return
  try {
    const notice = new Notification(title, { tag, ...(body === undefined ? {} : { body }) })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
    })
  } catch {
    // Browsers of phones have the class and refuse to make one.
  }
}
