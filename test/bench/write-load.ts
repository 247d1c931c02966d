import { EventEmitter, once } from 'node:events'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { rest } from '../support/wire/rest.ts'

/** A write whose answer arrived whole: what the daemon has promised to keep. */
export interface Acknowledged {
  readonly interaction_id: string
  readonly status: string
  readonly answer_text: string | null
  /** The events that the answers showed. */
  readonly events: readonly { readonly event_id: string; readonly event_type: string }[]
  /** Whether a member may have moved it on in a request that was cut off. */
  readonly pending: boolean
}

interface Who {
  readonly file: DaemonFile
  readonly system: string
  readonly member: string
  readonly user_id: string
}

/** Writes to a daemon over several connections at once, until it is gone. */
export class WriteLoad {
  readonly acknowledged: Acknowledged[] = []
  /** What a living daemon should never have answered. */
  readonly refused: string[] = []
  readonly #who: Who
  readonly #open: string[] = []
  /** Says `news` with every acknowledged write, and at the end. */
  readonly #events = new EventEmitter<{ news: [] }>()
  readonly #connections: Promise<void>[]
  #over = false

  constructor(who: Who) {
    this.#who = who
    const create = () => this.#simulate({ interaction_type: 'question', scenario: 'create_only' })
    const createAnswered = () =>
      this.#simulate({ interaction_type: 'dialogue', scenario: 'create_then_answer', answer_text: 'told' })
    const createShort = () => this.#simulate({ interaction_type: 'approval', expires_in_seconds: 1 })
    const answer = () => this.#answer()
    this.#connections = [createShort, create, create, createAnswered, createAnswered, answer, answer].map(
      (write) => this.#repeat(write),
    )
  }

  /** Resolves with the given number of acknowledged writes, or when the daemon is gone before. */
  async reached(count: number): Promise<void> {
    const written = async () => {
      while (this.acknowledged.length < count) await once(this.#events, 'news')
    }
    await Promise.race([written(), ...this.#connections])
  }

  /** To be called once the daemon is gone; resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    this.#over = true
    this.#events.emit('news')
    await Promise.all(this.#connections)
  }

  async #repeat(write: () => Promise<void>): Promise<void> {
    try {
      while (!this.#over) await write()
    } catch {
      // The connection broke: whatever was under way has no answer, and nothing was promised.
    }
  }

  async #simulate(what: object): Promise<void> {
    const { system, user_id } = this.#who
    const body = { user_id, prompt: 'Tea?', ...what }
    await this.#send('/admin/interactions/simulate', system, body)
  }

  async #answer(): Promise<void> {
    const interaction_id = this.#open.shift()
    if (interaction_id === undefined) await once(this.#events, 'news')
    else await this.#send(`/interactions/${interaction_id}/answer`, this.#who.member, { answer_text: 'yes' })
  }

  async #send(path: string, token: string, body: object): Promise<void> {
    const { status, body: answer } = await rest(this.#who, `POST ${path}`, { token, body })
    if (status !== 200) {
      this.refused.push(`${path}: ${status} ${JSON.stringify(answer)}`)
      return
    }
    const { interaction, event, additional_events = [] } = answer
    const pending = interaction.status === 'pending'
    this.acknowledged.push({
      interaction_id: interaction.interaction_id,
      status: interaction.status,
      answer_text: interaction.answer_text,
      events: [event, ...additional_events],
      pending,
    })
    if (pending && interaction.interaction_type === 'question') this.#open.push(interaction.interaction_id)
    this.#events.emit('news')
  }
}
