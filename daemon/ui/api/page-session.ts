import type { AppBridge } from '../../client/app-bridge.ts'
import { backoff } from '../../client/backoff.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import { ApiError, isPassing, SessionEndedError } from '../../client/errors.ts'
import type { OutputOf } from '../../client/types.ts'
import {
  type Session,
  sessionOf,
  sessionTokens,
  type SignedIn,
  type TokenSource,
} from '../../client/tokens.ts'
import type { InputOf } from '../../client/types.ts'
import type { BrowserSession, BrowserSessions } from './browser-sessions.ts'
import type { Tab } from './tab.ts'

type Member = SignedIn['family_member']
type Restriction = NonNullable<Session['restriction']>

export type Stay = boolean | 'device'

/** Whose page this is. */
export type Presence =
  | { readonly state: 'arriving' }
  /** `ended`: there was a session and it is over. `password`: it goes on with the password, even where a PIN would do. */
  | { readonly state: 'out'; readonly ended: boolean; readonly password?: true }
  | {
      readonly state: 'in'
      /** Without the roles that the session does not have. */
      readonly member: Member
      readonly session_uuid: string
      readonly restriction: Restriction | null
      /** How long a restricted session lasts that nobody uses, in seconds. */
      readonly lasts: number
    }

interface PageSessionDependencies {
  /** A client of the daemon; without tokens for the operations that need none. */
  readonly connect: (tokens?: TokenSource) => Client
  readonly tab: Tab
  readonly browser: BrowserSessions
  /** The desktop app in whose window the page is; null in a browser. */
  readonly app: AppBridge | null
  /** Loads the page anew. Nothing comes after it. */
  readonly loadAnew: () => Promise<void>
}

/** One sign-in. Its tokens remain its own when the page has let go of it. */
interface HeldSession {
  session: Session
  /** The key by which the browser stays signed in; null where the tab alone is. */
  readonly keys: BrowserSession['keys'] | null
  readonly lasts: number
  readonly tokens: TokenSource
  readonly client: Client
}

/**
 * Who is signed in on this page. It is one member's for as long as it lives: for another one it is loaded anew, so that
 * nothing that was begun as the one goes on as the other. Tokens are nowhere but here, and go with the page.
 */
export class PageSession {
  /** For the operations that need no token. */
  readonly anonymous: Client
  /** Calls the daemon as whoever is signed in. */
  readonly client: Client
  readonly #dependencies: PageSessionDependencies
  readonly #watchers = new Set<() => void>()
  readonly #signOutListeners = new Set<(family_member_uuid: string) => void>()
  #presence: Presence = { state: 'arriving' }
  #held: HeldSession | null = null
  /** The member of this page; null before the first one is signed in. */
  #member_uuid: string | null = null
  #release = () => {}
  #ending: Promise<unknown> = Promise.resolve()

  constructor(dependencies: PageSessionDependencies) {
    this.#dependencies = dependencies
    this.anonymous = dependencies.connect()
    this.client = dependencies.connect((refused) => this.tokens(refused))
  }

  readonly presence = (): Presence => this.#presence

  /** Calls `watcher` whenever that changes, until the answer is called. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Calls `listener` with each member who signs out, though not where a session merely ends. */
  readonly onSignOut = (listener: (family_member_uuid: string) => void): void => {
    this.#signOutListeners.add(listener)
  }

  /** The tokens of whoever is signed in; the page shows the sign-in where the session is over. */
  readonly tokens: TokenSource = async (refused) => {
    const held = this.#going()
    try {
      const access = await held.tokens(refused)
      if (held !== this.#held) throw new SessionEndedError()
      return access
    } catch (error) {
      if (error instanceof SessionEndedError && held === this.#held) this.#leave(true)
      throw error
    }
  }

  /**
   * Goes on with the session of the page before, else with the one that the desktop app or the browser stays in, where there
   * is one; tries for as long as the daemon does not answer.
   */
  readonly arrive = async (): Promise<void> => {
    const { tab, app, browser } = this.#dependencies
    const tabKey = tab.keptKey()
    if (tabKey && tabKey.tab_key !== null && (await this.#resume(tabKey.tab_key, tabKey.session_uuid))) return
    const given = (await app?.call('arrive', null).catch(() => null)) ?? null
    if (given && (await this.#resume(given.tab_key, given.session_uuid))) return
    // A tab whose own session is over is nobody else's.
    const wanted = tabKey?.tab_key ? null : await browser.find(tabKey?.session_uuid ?? null)
    if (wanted && (await this.#stay(wanted))) return
    this.#leave(tabKey !== null || wanted !== null)
  }

  /** Goes on by the key of a tab; whether nothing else is to be tried. */
  async #resume(tab_key: string, session_uuid: string): Promise<boolean> {
    const { tab } = this.#dependencies
    const beside = await tab.heldElsewhere(session_uuid)
    return this.#goOn(async () => {
      const answer = await this.anonymous.call('auth.resume', { tab_key, beside })
      tab.keepKey({ tab_key: answer.tab_key, session_uuid: answer.session_uuid })
      this.#begin(this.#heldOf(answer, null))
    })
  }

  /** Goes on by a key of the browser; whether nothing else is to be tried. */
  async #stay({ session_uuid, keys }: BrowserSession): Promise<boolean> {
    const { tab, browser } = this.#dependencies
    const resumed = await this.#goOn(async () => {
      const answer = await this.#refreshed(session_uuid)
      tab.keepKey({ tab_key: null, session_uuid })
      this.#begin(this.#heldOf(answer, keys))
    })
    if (!resumed) await browser.forget(session_uuid)
    return resumed
  }

  /** Tries until the daemon answers; whether nothing else is to be tried, false where the session is over. */
  async #goOn(attempt: () => Promise<void>): Promise<boolean> {
    for (let failed = 1; ; failed += 1) {
      try {
        await attempt()
        return true
      } catch (error) {
        if (isOver(error)) return false
        // What was kept stays: what is refused today may be let in when the page is loaded again.
        if (!isPassing(error)) {
          this.#become({ state: 'out', ended: false })
          return true
        }
        await new Promise((resolve) => setTimeout(resolve, backoff(failed)))
      }
    }
  }

  /** New tokens for a session that the browser stays in, one tab after the other. */
  #refreshed(session_uuid: string): Promise<SignedIn> {
    const { browser } = this.#dependencies
    return browser.alone(session_uuid, async () => {
      const stored = await browser.find(session_uuid)
      if (!stored) throw new SessionEndedError()
      const { refresh_token, keys } = stored
      const prove = browser.proveWith(keys)
      const answer = await this.anonymous.call('auth.refresh', { refresh_token }, { prove })
      await browser.keep({ session_uuid, refresh_token: answer.refresh_token, keys })
      return answer
    })
  }

  /**
   * Signs somebody in by `call`, for this browser where they `stay`, else for this tab; for `device` the browser is paired by
   * that. Where the page was another member's, they go on on a page of their own.
   */
  readonly signIn = async (call: (options: CallOptions) => Promise<SignedIn>, stay: Stay): Promise<void> => {
    const { browser, tab, app } = this.#dependencies
    // In a window of the desktop app it is the app that stays.
    const keys = stay && !app ? ((await browser.deviceKeys()) ?? (await browser.makeKeys())) : null
    const answer = await call(keys ? { prove: browser.proveWith(keys) } : {})
    if (keys && stay === 'device') await browser.keepDeviceKeys(keys)
    const held = this.#heldOf(answer, keys)
    const { session_uuid, family_member, refresh_token } = held.session
    const own = this.#member_uuid === null || this.#member_uuid === family_member.family_member_uuid
    // Before the page shows that somebody is signed in: it may be loaded anew or closed from then on.
    if (keys) await browser.keep({ session_uuid, refresh_token, keys })
    const { tab_key } = keys ? { tab_key: null } : await held.client.call('auth.keep_tab', { refresh_token })
    tab.keepKey({ tab_key, session_uuid })
    if (own) this.#begin(held)
    if (tab_key !== null)
      await app?.call('signed_in', { tab_key, session_uuid, stay: stay !== false }).catch(() => {})
    if (own) return
    await this.#ending
    await this.#dependencies.loadAnew()
  }

  /** What PINs can be given here, by the keys that the browser has as a trusted device; null where it is none. */
  readonly pad = async (): Promise<OutputOf<'pins.pad'> | null> => {
    const { browser } = this.#dependencies
    const keys = await browser.deviceKeys()
    return keys && this.anonymous.call('pins.pad', {}, { prove: browser.proveWith(keys) })
  }

  /** Gives the desktop app a session again, where its own has ended with all others of the member. */
  readonly keepApp = async (): Promise<void> => {
    const { app } = this.#dependencies
    const { session_uuid, refresh_token } = this.#going().session
    if (!app) return
    const { tab_key } = await this.client.call('auth.keep_tab', { refresh_token })
    await app.call('signed_in', { tab_key, session_uuid, stay: true })
  }

  /** Gives the password once more, or what else is asked for, for what wants a recent sign-in. */
  readonly stepUp = (given: InputOf<'auth.step_up'>): Promise<void> =>
    this.#renewBy(() => this.client.call('auth.step_up', given))

  /** Asks to set a new password without the old one, as a trusted device that stays signed in by a key. */
  readonly requestNewPassword = async (): Promise<void> => {
    await this.client.call('recovery.request', {}, this.#proof())
  }

  /** Sets the new password that this device has waited for. */
  readonly setWaitedPassword = (new_password: string): Promise<void> =>
    this.#renewBy(() => this.client.call('recovery.complete', { new_password }, this.#proof()))

  /** Proves that this browser has the key of the session, where that is bound to one. */
  #proof(): CallOptions {
    const { keys } = this.#going()
    return keys ? { prove: this.#dependencies.browser.proveWith(keys) } : {}
  }

  /** Goes on with new tokens of the same session. */
  async #renewBy(give: () => Promise<SignedIn>): Promise<void> {
    const held = this.#going()
    const { browser } = this.#dependencies
    const { session_uuid } = held.session
    const { keys } = held
    const answer = keys
      ? await browser.alone(session_uuid, async () => {
          const answer = await give()
          await browser.keep({ session_uuid, refresh_token: answer.refresh_token, keys })
          return answer
        })
      : await give()
    this.#renew(held, sessionOf(answer, Date.now()))
  }

  /** Gets new tokens, as where the session may do more than before. */
  readonly renew = async (): Promise<void> => {
    const { token } = await this.tokens()
    await this.tokens(token)
  }

  /** Ends the session, also where the daemon cannot be told; for a `password`, to sign in with that again. */
  readonly signOut = async (then?: 'password'): Promise<void> => {
    const held = this.#held
    this.#leave(false, then === 'password')
    if (this.#member_uuid !== null) for (const listener of this.#signOutListeners) listener(this.#member_uuid)
    // The app's session ends what came of it, this one too.
    if (held) await this.#end(held)
    await this.#dependencies.app?.call('signed_out', null).catch(() => {})
  }

  /** Takes over what has changed of the member. */
  readonly memberChanged = (family_member: Member): void => {
    const held = this.#held
    if (held) this.#renew(held, { ...held.session, family_member })
  }

  #going(): HeldSession {
    if (!this.#held) throw new SessionEndedError()
    return this.#held
  }

  #heldOf(answer: SignedIn, keys: HeldSession['keys']): HeldSession {
    const { session_uuid } = answer
    const tokens = sessionTokens(
      { load: () => held.session, save: (session) => this.#renew(held, session) },
      (refresh_token) =>
        keys ? this.#refreshed(session_uuid) : this.anonymous.call('auth.refresh', { refresh_token }),
    )
    const held: HeldSession = {
      session: sessionOf(answer, Date.now()),
      keys,
      lasts: answer.refresh_expires_in,
      tokens,
      client: this.#dependencies.connect(tokens),
    }
    return held
  }

  #begin(held: HeldSession): void {
    const { session_uuid, family_member } = held.session
    this.#release()
    this.#release = this.#dependencies.tab.holdSession(session_uuid)
    this.#member_uuid = family_member.family_member_uuid
    this.#held = held
    this.#renew(held, held.session)
  }

  #renew(held: HeldSession, session: Session): void {
    held.session = session
    if (held !== this.#held) return
    const { session_uuid, family_member, restriction = null } = session
    const member = restriction ? { ...family_member, roles: [] } : family_member
    this.#become({ state: 'in', member, session_uuid, restriction, lasts: held.lasts })
  }

  #leave(ended: boolean, password = false): void {
    const held = this.#held
    this.#held = null
    if (held?.keys) this.#dependencies.browser.forget(held.session.session_uuid).catch(() => {})
    this.#release()
    this.#dependencies.tab.keepKey(null)
    this.#become({ state: 'out', ended, ...(password ? { password } : {}) })
  }

  /** With new tokens where the last ones have run out. */
  async #end(held: HeldSession): Promise<void> {
    this.#ending = held.client.call('auth.logout', {}).catch(() => {})
    await this.#ending
  }

  #become(presence: Presence): void {
    this.#presence = presence
    for (const watcher of this.#watchers) watcher()
  }
}

const isOver = (error: unknown) =>
  error instanceof SessionEndedError || (error instanceof ApiError && error.status === 401)
