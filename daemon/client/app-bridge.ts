import type { Static, TSchema } from 'typebox'
import type { appCalls } from './app-calls.ts'

/** Where a page finds the desktop app in whose window it is shown, among its globals. */
export const appBridge = 'companionApp'

type Calls = typeof appCalls
type Value<S> = S extends TSchema ? Static<S> : never

/** The desktop app as a page sees it. */
export type AppBridge = {
  readonly [N in keyof Calls]: (input: Value<Calls[N]['input']>) => Promise<Value<Calls[N]['output']>>
}
