import type { Static, TSchema } from 'typebox'
import type { appCalls } from './app-calls.ts'

/** Where a page finds the desktop app in whose window it is shown, among its globals. */
export const appBridge = 'companionApp'
export const appChannel = 'companion.page'

type Calls = typeof appCalls
type Value<S> = S extends TSchema ? Static<S> : never

export type AppCall = keyof Calls
export type AppInput<N extends AppCall> = Value<Calls[N]['input']>
export type AppOutput<N extends AppCall> = Value<Calls[N]['output']>

/** The desktop app as a page sees it. */
export interface AppBridge {
  /** Rejects where the app refuses, or has failed. */
  readonly call: <N extends AppCall>(name: N, input: AppInput<N>) => Promise<AppOutput<N>>
}
