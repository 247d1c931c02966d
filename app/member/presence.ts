import { createClient } from '../../daemon/client/client.ts'
import { type Connection, connectionTo } from '../../daemon/client/local/connection.ts'
import { systemTokens } from '../../daemon/client/local/system-tokens.ts'
import { webSocketOver } from '../../daemon/client/local/web-socket.ts'
import { type PauseChoice, pausedUntil, withPause } from '../../daemon/client/pause.ts'
import type { Interaction } from '../../daemon/client/interaction.ts'
import type { Clock } from '../clock.ts'
import type { DaemonFile, Home } from '../../daemon/client/local/daemon.ts'
import type { Log } from '../app-log.ts'
import type { SettingsFile } from '../settings.ts'
import { MemberSession } from './member-session.ts'
import type { MemberView } from './member-view.ts'
import { MemberWatch } from './member-watch.ts'
import type { Session } from '../../daemon/client/tokens.ts'
import type { Vault } from '../keychain.ts'

interface PresenceDependencies {
  readonly home: Home
  readonly settings: SettingsFile
  readonly vault: Vault<Session>
  readonly clock: Clock
  readonly log: Log
  /** The daemon as it was seen last; null before there was one. */
  readonly daemon: () => DaemonFile | null
  /** The member's state has changed; null while nobody is signed in. */
  readonly onView: (view: MemberView | null) => void
  readonly onArrived: (interaction: Interaction, view: MemberView) => void
  readonly onOver: (interaction_id: string) => void
}

/** How long until a sign-in that could not be gone on with is tried again, in milliseconds. */
const again = 10_000
/** How long the sessions of pages may take to end when the app does. */
const endTimeoutMs = 2_000

/** Whoever is signed in on this machine, and what happens to them. */
export class Presence {
  readonly session: MemberSession
  readonly #dependencies: PresenceDependencies
  readonly #connection: Connection
  #watch: MemberWatch | null = null
  #cancel = () => {}
  #stopped = false

  constructor(dependencies: PresenceDependencies) {
    this.#dependencies = dependencies
    const { home, settings, vault } = dependencies
    this.#connection = connectionTo(() => ({ home, file: this.#file() }), 'Companion app')
    const connection = this.#connection
    this.session = new MemberSession({
      connect: (tokens) => createClient(tokens ? { ...connection, tokens } : connection),
      local: systemTokens(home, 'app'),
      settings,
      vault,
      onMember: (member) => this.#changed(member !== null),
    })
  }

  /** Null while nobody is signed in. */
  get view(): MemberView | null {
    return this.#watch?.view ?? null
  }

  /** A daemon runs: resumes the previous sign-in, if there was one. */
  begin(): void {
    this.#cancel()
    this.wake()
    this.session.begin().catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error }, 'the previous sign-in could not be resumed yet')
      if (!this.#stopped) this.#cancel = this.#dependencies.clock.after(again, () => this.begin())
    })
  }

  /** Tries at once where the connection is lost. */
  wake(): void {
    this.#watch?.wake()
  }

  /** Pauses what the companion begins by itself; null ends the pause. */
  async pause(choice: PauseChoice | null): Promise<void> {
    const { client } = this.session
    const until = choice === null ? null : pausedUntil(choice, new Date(this.#dependencies.clock.now()))
    const { preferences } = await client.call('auth.profile')
    await client.call('auth.update_profile', { preferences: withPause(preferences, until) })
    this.#watch?.refresh('pause')
  }

  /** Ends what was given to pages, and follows nothing any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    this.#watch?.stop()
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#dependencies.clock.after(endTimeoutMs, resolve)
    await Promise.race([this.session.end(), promise])
    cancel()
  }

  #changed(signedIn: boolean): void {
    if (this.#stopped) return
    this.#watch?.stop()
    const { clock, onArrived, onOver, onView } = this.#dependencies
    this.#watch = signedIn
      ? new MemberWatch({
          url: this.#connection.ws_url,
          open: webSocketOver(this.#connection),
          client: this.session.client,
          tokens: this.session.tokens,
          clock,
          onView,
          onArrived: (interaction) => {
            if (this.view) onArrived(interaction, this.view)
          },
          onOver: ({ interaction_id }) => onOver(interaction_id),
        })
      : null
    onView(this.view)
  }

  #file(): DaemonFile {
    const file = this.#dependencies.daemon()
    if (!file) throw new Error('no daemon has been reached yet')
    return file
  }
}
