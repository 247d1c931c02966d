import type { Page } from 'playwright'
import { appBridge } from '../../daemon/client/app-bridge.ts'
import type { TestApp } from './desktop-app.ts'
import type { StandInWindow } from './electron/window.ts'

/** Has a page of a browser be that of a window of the app, which it calls by its bridge from its next load on. */
export async function bridge(page: Page, app: TestApp, window: StandInWindow): Promise<void> {
  const name = 'callTheApp'
  await page.exposeFunction(name, (call: string, input: unknown) => app.call(window, call, input))
  await page.addInitScript(`globalThis.${appBridge} = { call: (...given) => ${name}(...given) }`)
}
