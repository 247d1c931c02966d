import type { MemberPlace } from '../api/member-place.ts'
import type { Outgoing } from './outgoing.ts'

interface OutboxDependencies extends MemberPlace {
  /**
   * Says it and answers its `message_uuid`, or what was replied where nothing of it could be kept; throws where that failed.
   * Ends when the answer can be seen.
   */
  readonly send: (
    message: Pick<Outgoing, 'content' | 'key' | 'replaces'>,
  ) => Promise<string | { readonly reply: string }>
  /** The newest message that is known; null for none. */
  readonly newest: () => string | null
}

/** What was said and is not in the history yet, one after the other. One that failed, or is not kept, is set aside until it is tried again. */
export class Outbox {
  readonly #dependencies: OutboxDependencies
  readonly #watchers = new Set<() => void>()
  #all: readonly Outgoing[]
  #said: readonly string[] = []
  #busy = false

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
    this.#all = readOutgoing(dependencies.load())
    void this.#run()
  }

  readonly all = (): readonly Outgoing[] => this.#all

  /** What was said and answered since the page is there, by `message_uuid`, the first one first. */
  readonly said = (): readonly string[] => this.#said

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Says something; instead of the newest message of the member's, where that is given. */
  say(content: string, replaces?: string): void {
    const key = crypto.randomUUID()
    const message = { key, content: content.trim(), ...(replaces === undefined ? {} : { replaces }) }
    this.#become([...this.#all, { ...message, state: 'waiting', after: null, sent: false }])
    void this.#run()
  }

  /** Sends one that failed or is not kept again, as the same message. */
  retry(key: string): void {
    this.#change(key, { state: 'waiting' })
    void this.#run()
  }

  /** Gives up one that failed or is not kept. */
  drop(key: string): void {
    this.#become(this.#all.filter((one) => one.key !== key))
  }

  /** Gives up everything; what is being said cannot be taken back. */
  clear(): void {
    this.#said = []
    this.#become([])
  }

  async #run(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#next(); next; next = this.#next())
      // One after the other is the order in which they were said.
      await this.#send(next)
    this.#busy = false
  }

  #next(): Outgoing | undefined {
    return this.#all.find(({ state }) => state === 'waiting')
  }

  async #send(message: Outgoing): Promise<void> {
    const { key, sent } = message
    this.#change(key, {
      state: 'sending',
      ...(sent ? {} : { sent: true, after: this.#dependencies.newest() }),
    })
    try {
      const answer = await this.#dependencies.send(message)
      if (typeof answer !== 'string')
        return this.#change(key, { state: 'unkept', sent: false, reply: answer.reply })
      this.#said = [...this.#said, answer]
      this.drop(key)
    } catch (error) {
      this.#change(key, { state: 'failed', error })
    }
  }

  #change(key: string, change: Partial<Outgoing>): void {
    this.#become(this.#all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }

  #become(all: readonly Outgoing[]): void {
    this.#all = all
    this.#dependencies.save(all.length === 0 ? null : JSON.stringify(all.map(({ error: _, ...one }) => one)))
    for (const watcher of this.#watchers) watcher()
  }
}

/** What was kept, to be sent again but for what was answered: what has failed may have failed because the page went. */
function readOutgoing(text: string | null): Outgoing[] {
  try {
    const all = JSON.parse(text ?? '[]') as Outgoing[]
    return all.map((one) => (one.state === 'unkept' ? one : { ...one, state: 'waiting' }))
  } catch {
    return []
  }
}
