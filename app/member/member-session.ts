import type { AppInput, AppOutput } from '../../daemon/client/app-bridge.ts'
import type { Client } from '../../daemon/client/client.ts'
import { ApiError, SessionEndedError } from '../../daemon/client/errors.ts'
import {
  type Session,
  type SignedIn,
  sessionOf,
  sessionTokens,
  type TokenSource,
} from '../../daemon/client/tokens.ts'
import type { SettingsFile } from '../settings.ts'
import type { Vault } from '../keychain.ts'

type Member = SignedIn['family_member']

interface MemberSessionDependencies {
  readonly connect: (tokens?: TokenSource) => Client
  /** Tokens of this machine, by its local key. */
  readonly local: TokenSource
  readonly settings: SettingsFile
  readonly vault: Vault<Session>
  /** Another member is signed in; null for nobody. */
  readonly onMember: (member: Member | null) => void
}

/** A sign-in of the app's own, and the client that calls with it. */
interface HeldSession {
  session: Session
  /** Whether it goes on at the next start of the app. */
  readonly stay: boolean
  readonly tokens: TokenSource
  readonly client: Client
}

/**
 * Whose machine this is, as the app knows it: the member who signed in last in one of its windows, until they sign out. The
 * app has a session of its own beside that of the page, and gives each later page one beside its own, so that nobody signs
 * in twice.
 */
export class MemberSession {
  readonly #dependencies: MemberSessionDependencies
  readonly #anonymous: Client
  #held: HeldSession | null = null
  /** A page that comes meanwhile waits until it is known whose machine this is. */
  #beginning: Promise<void> = Promise.resolve()
  readonly #pages = new Map<number, string>()

  constructor(dependencies: MemberSessionDependencies) {
    this.#dependencies = dependencies
    this.#anonymous = dependencies.connect()
  }

  /** Null while nobody is signed in. */
  get member(): Member | null {
    return this.#held?.session.family_member ?? null
  }

  /** Calls the daemon as the signed-in member; throws `SessionEndedError` if there is none. */
  get client(): Client {
    return this.#going().client
  }

  /** The tokens of the signed-in member; throws `SessionEndedError` if there is none. */
  get tokens(): TokenSource {
    return this.#going().tokens
  }

  /**
   * Resumes the stored session, or signs in with the home's local key as the machine's member; does nothing if somebody
   * is signed in or nobody was. Throws if the daemon does not respond.
   */
  begin(): Promise<void> {
    this.#beginning = this.#begin()
    return this.#beginning
  }

  async #begin(): Promise<void> {
    const { settings, vault } = this.#dependencies
    const { family_member_uuid } = settings.read()
    if (this.#held || family_member_uuid === null) return
    const stored = await vault.load()
    if (stored?.family_member.family_member_uuid === family_member_uuid) this.#hold(stored, true)
    else await this.#handOver(family_member_uuid)
  }

  /** A session of its own for a page of a window. Null while nobody is signed in. */
  async forPage(window: number): Promise<AppOutput<'arrive'>> {
    await this.#beginning.catch(() => {})
    const held = this.#held
    if (!held) return null
    try {
      const { tab_key } = await held.client.call('auth.keep_tab', {
        refresh_token: held.session.refresh_token,
      })
      const answer = await this.#anonymous.call('auth.resume', { tab_key, beside: true })
      await this.pageGone(window)
      this.#pages.set(window, answer.session_uuid)
      return { tab_key: answer.tab_key, session_uuid: answer.session_uuid }
    } catch (error) {
      if (error instanceof SessionEndedError) return null
      throw error
    }
  }

  /** Ends the session of a window that is gone, where the app had given it one. */
  async pageGone(window: number): Promise<void> {
    const id = this.#pages.get(window)
    this.#pages.delete(window)
    // One that has ended, or cannot be ended now, runs out by itself.
    if (id !== undefined) await this.#held?.client.call('profile.end_session', { id }).catch(() => {})
  }

  /** Somebody has signed in on a page of a window: it is their machine from now on. */
  async signedIn(window: number, { tab_key, session_uuid, stay }: AppInput<'signed_in'>): Promise<void> {
    const { family_member_uuid } = await this.#memberOf(tab_key)
    const before = this.#held
    if (before?.session.family_member.family_member_uuid !== family_member_uuid) await this.#endPages()
    else if (this.#pages.get(window) !== session_uuid) await this.pageGone(window)
    await this.#take(await this.#sessionFor(family_member_uuid), stay)
    this.#pages.set(window, session_uuid)
    if (before) await leave(before)
  }

  /** Whoever was signed in has signed out on a page of a window, which ends its own session: nothing of them is kept. */
  async signedOut(window: number): Promise<void> {
    const held = this.#held
    this.#pages.delete(window)
    await this.#endPages()
    await this.#forget()
    if (held) await leave(held)
  }

  /** The app ends: so do the sessions of its pages, and its own where it cannot be gone on with at the next start. */
  async end(): Promise<void> {
    await this.#endPages()
    if (this.#held && !(this.#held.stay && (await this.#dependencies.vault.locks()))) await leave(this.#held)
  }

  /** Whose key that is: what comes of a page's session shows it, and is let go. */
  async #memberOf(tab_key: string): Promise<Member> {
    const { access_token: token, family_member } = await this.#anonymous.call('auth.resume', {
      tab_key,
      beside: true,
    })
    const tokens = () => Promise.resolve({ token, expires_at: Infinity })
    await this.#dependencies
      .connect(tokens)
      .call('auth.logout', {})
      .catch(() => {})
    return family_member
  }

  /** A session of the app's own, which no page ends. */
  #sessionFor(family_member_uuid: string): Promise<SignedIn> {
    return this.#dependencies.connect(this.#dependencies.local).call('auth.hand_over', { family_member_uuid })
  }

  #going(): HeldSession {
    if (!this.#held) throw new SessionEndedError()
    return this.#held
  }

  async #endPages(): Promise<void> {
    await Promise.all([...this.#pages.keys()].map((window) => this.pageGone(window)))
  }

  async #handOver(family_member_uuid: string): Promise<void> {
    try {
      await this.#take(await this.#sessionFor(family_member_uuid), true)
    } catch (error) {
      // There is no such member any more.
      if (!(error instanceof ApiError && error.status === 404)) throw error
      await this.#forget()
    }
  }

  /** Goes on as whoever a session is of, and where they stay also at the next start of the app. */
  async #take(answer: SignedIn, stay: boolean): Promise<void> {
    const session = sessionOf(answer, Date.now())
    const { family_member_uuid } = session.family_member
    this.#dependencies.settings.change({ family_member_uuid: stay ? family_member_uuid : null })
    await this.#dependencies.vault.save(stay ? session : null)
    this.#hold(session, stay)
  }

  #hold(session: Session, stay: boolean): void {
    const tokens = sessionTokens(
      {
        load: () => held.session,
        save: async (session) => {
          held.session = session
          if (stay && held === this.#held) await this.#dependencies.vault.save(session)
        },
      },
      (refresh_token) => this.#anonymous.call('auth.refresh', { refresh_token }),
    )
    const going: TokenSource = async (refused) => {
      try {
        return await tokens(refused)
      } catch (error) {
        // Ended from elsewhere, and meant so: nobody is signed in again behind their back.
        if (error instanceof SessionEndedError && held === this.#held) await this.#forget()
        throw error
      }
    }
    const held: HeldSession = { session, stay, tokens: going, client: this.#dependencies.connect(going) }
    this.#held = held
    this.#dependencies.onMember(session.family_member)
  }

  async #forget(): Promise<void> {
    this.#held = null
    this.#pages.clear()
    this.#dependencies.settings.change({ family_member_uuid: null })
    await this.#dependencies.vault.save(null)
    this.#dependencies.onMember(null)
  }
}

async function leave({ client }: HeldSession): Promise<void> {
  await client.call('auth.logout', {}).catch(() => {})
}
