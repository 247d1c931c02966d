import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright'
import { appBridge } from '../../../daemon/client/app-bridge.ts'

/** Has a page, from its next load on, be in a window of a desktop app that answers its calls. */
export async function putBridge(
  page: Page,
  answer: (call: string, input: unknown) => unknown,
): Promise<void> {
  await page.exposeFunction('callTheApp', answer)
  await page.addInitScript(`globalThis.${appBridge} = { call: (...given) => callTheApp(...given) }`)
}

/** Plays the desktop app in whose window a page is shown, which must not have been loaded yet. */
export async function playApp(page: Page) {
  const calls = new EventEmitter()
  const closed: unknown[] = []
  await putBridge(page, (call, input) => {
    if (call === 'close') {
      closed.push(input)
      calls.emit('close')
    }
    return null
  })
  return {
    /** With what it was asked to close the window, each time. */
    closed: closed as readonly unknown[],
    /** Ends when it is asked the next time. */
    nextClose: async () => {
      await once(calls, 'close')
    },
  }
}
