import { type AppBridge, appBridge } from '../../client/app-bridge.ts'

/** The desktop app in whose window the page is shown, put there before anything of the page runs; null in a browser. */
export const app = (Reflect.get(globalThis, appBridge) as AppBridge | undefined) ?? null

/** Asks the app to close the window; in a browser nothing happens. */
export function closeWindow(): void {
  app?.call('close', null).catch(() => {})
}
