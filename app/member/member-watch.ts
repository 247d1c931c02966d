import type { Client } from '../../daemon/client/client.ts'
import { type ConnectionState, EventSocket, type OpenWebSocket } from '../../daemon/client/event-socket.ts'
import type { ServiceEvent } from '../../daemon/client/event-messages.ts'
import type { Interaction } from '../../daemon/client/interaction.ts'
import { pauseOf } from '../../daemon/client/pause.ts'
import type { TokenSource } from '../../daemon/client/tokens.ts'
import type { Clock } from '../clock.ts'
import { type MemberView, notificationOf, unknown } from './member-view.ts'

interface MemberWatchDependencies {
  /** The WebSocket address, and what connects to it. */
  readonly url: () => string
  readonly open: OpenWebSocket
  readonly client: Client
  readonly tokens: TokenSource
  readonly clock: Clock
  readonly onView: (view: MemberView) => void
  /** An interaction waits, now or again. */
  readonly onArrived: (interaction: Interaction) => void
  readonly onOver: (interaction: Interaction) => void
}

/** How many of the interactions that wait are known by what they ask. */
const shown = 5
/** How often anything without an event is read again, in milliseconds. */
const again = 60_000

type Part = 'waiting' | 'mood' | 'companion' | 'pause'
const parts: readonly Part[] = ['waiting', 'mood', 'companion', 'pause']
const partOf: Readonly<Record<string, Part>> = {
  'interaction.notifications': 'waiting',
  'emotion.state': 'mood',
  'personality.expression': 'companion',
}

/** Follows what happens to one member, for as long as they are signed in. */
export class MemberWatch {
  readonly #dependencies: MemberWatchDependencies
  readonly #socket: EventSocket
  /** What is being read, and whether it has to be read once more after that. */
  readonly #reading = new Map<Part, boolean>()
  #view = unknown
  #cancel = () => {}
  #stopped = false

  constructor(dependencies: MemberWatchDependencies) {
    this.#dependencies = dependencies
    this.#socket = new EventSocket([...Object.keys(partOf), 'conversation.events'], {
      url: dependencies.url,
      open: dependencies.open,
      tokens: dependencies.tokens,
      onEvent: (event) => this.#happened(event),
      onState: (state) => this.#connected(state),
    })
    this.#follow()
  }

  get view(): MemberView {
    return this.#view
  }

  /** Reads again what may have changed; once more after a read in progress. */
  refresh(part: Part): void {
    const reading = this.#reading.has(part)
    this.#reading.set(part, reading)
    if (!reading) void this.#readUntilSettled(part)
  }

  /** Tries at once where the connection is lost. */
  wake(): void {
    this.#socket.reconnect()
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
    this.#socket.close()
  }

  #follow(): void {
    this.#cancel = this.#dependencies.clock.after(again, () => {
      for (const part of parts) this.refresh(part)
      this.#follow()
    })
  }

  #connected({ state }: ConnectionState): void {
    this.#show({ connected: state === 'connected', talking: false })
    if (state === 'connected') for (const part of parts) this.refresh(part)
  }

  #happened({ data }: ServiceEvent): void {
    if (data.topic === 'conversation.events') {
      if (data['event'] === 'typing_started') this.#show({ talking: true })
      if (data['event'] === 'typing_stopped') this.#show({ talking: false })
      return
    }
    const part = partOf[data.topic]
    if (part) this.refresh(part)
    const news = data.topic === 'interaction.notifications' ? notificationOf(data) : null
    if (news?.is === 'arrived') this.#dependencies.onArrived(news.interaction)
    if (news?.is === 'over') this.#dependencies.onOver(news.interaction)
  }

  async #readUntilSettled(part: Part): Promise<void> {
    do {
      this.#reading.set(part, false)
      // What cannot be read now stays as it was; the connection, or the next look, brings it.
      await this.#read(part).catch(() => {})
    } while (this.#reading.get(part) === true && !this.#stopped)
    this.#reading.delete(part)
  }

  async #read(part: Part): Promise<void> {
    const { client, clock } = this.#dependencies
    if (part === 'mood') this.#show({ emotion: (await client.call('emotion.current')).emotion })
    if (part === 'companion')
      this.#show({ companion: (await client.call('personality.current')).companion_name })
    if (part === 'pause') {
      const { preferences } = await client.call('auth.profile')
      this.#show({ paused_until: pauseOf(preferences, clock.now()) })
    }
    if (part === 'waiting') {
      const wanted = { status: ['pending' as const], sort: 'severity' as const, limit: shown }
      const { total, items } = await client.call('interactions.list', wanted)
      const read = items.map(({ interaction_id }) => client.call('interactions.get', { interaction_id }))
      const foremost = (await Promise.all(read)).map(({ interaction }) => interaction)
      this.#show({ waiting: total, foremost })
    }
  }

  #show(change: Partial<MemberView>): void {
    if (this.#stopped) return
    this.#view = { ...this.#view, ...change }
    this.#dependencies.onView(this.#view)
  }
}
