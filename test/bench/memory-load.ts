import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { rest } from '../support/wire/rest.ts'

/** What became of a memory, as far as a test looks at it. */
export interface MemoryState {
  readonly content: string
  readonly visibility: 'private' | 'household'
  readonly state: 'remembered' | 'forgotten' | 'deleted'
}

/** A memory whose daemon has promised something. */
export interface PromisedMemory {
  readonly memory_uuid: string
  /** What the last answer said. */
  acknowledged: MemoryState
  /** What a request that had no answer would have made of it. */
  attempted: MemoryState | null
}

interface Who {
  readonly file: DaemonFile
  readonly token: string
}

/** A word that no other text has. */
export const uniqueWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 16)}0`

const visibilities = ['private', 'household'] as const
const oneOf = <T>(all: readonly T[]): T | undefined => all[randomInt(Math.max(1, all.length))]

/** What becomes of a memory, and the request that asks for it. */
type Change = [next: MemoryState, route: string, payload?: object]

/** Stores, changes, forgets, restores and deletes memories over several connections at once, until the daemon is gone. */
export class MemoryLoad {
  readonly memories: PromisedMemory[] = []
  /** Contents that were to be stored, without an answer. */
  readonly attempted: string[] = []
  /** What a living daemon should never have answered. */
  readonly refused: string[] = []
  acknowledged = 0
  readonly #who: Who
  readonly #events = new EventEmitter<{ news: [] }>()
  readonly #connections: Promise<void>[]
  #over = false

  constructor(who: Who, connections = 6) {
    this.#who = who
    // Each has memories of its own, so that it knows what to expect of them.
    this.#connections = Array.from({ length: connections }, () => this.#repeat([]))
  }

  /** Resolves with the given number of acknowledged writes, or when the daemon is gone before. */
  async reached(count: number): Promise<void> {
    const written = async () => {
      while (this.acknowledged < count) await once(this.#events, 'news')
    }
    await Promise.race([written(), ...this.#connections])
  }

  /** To be called once the daemon is gone; resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    this.#over = true
    await Promise.all(this.#connections)
  }

  async #repeat(own: PromisedMemory[]): Promise<void> {
    try {
      while (!this.#over) {
        const memory = oneOf(own.filter(({ acknowledged }) => acknowledged.state !== 'deleted'))
        if (!memory || randomInt(3) === 0) await this.#store(own)
        else await this.#change(memory)
      }
    } catch (error) {
      // The connection broke: whatever was under way has no answer, and nothing was promised.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async #store(own: PromisedMemory[]): Promise<void> {
    const content = `the ${uniqueWord()} stands behind the old barn`
    const visibility = oneOf(visibilities) ?? 'private'
    this.attempted.push(content)
    const answer = await this.#send('POST /memory/store', { content, visibility })
    this.attempted.splice(this.attempted.indexOf(content), 1)
    if (!answer) return
    const { memory_uuid } = answer.memory
    const memory: PromisedMemory = {
      memory_uuid,
      acknowledged: { content, visibility, state: 'remembered' },
      attempted: null,
    }
    own.push(memory)
    this.memories.push(memory)
  }

  async #change(memory: PromisedMemory): Promise<void> {
    const { memory_uuid, acknowledged } = memory
    const path = `/memory/${memory_uuid}`
    if (acknowledged.state === 'forgotten') {
      await this.#become(memory, { ...acknowledged, state: 'remembered' }, `POST ${path}/restore`, {})
      return
    }
    const content = `nobody has seen the ${uniqueWord()} since spring`
    const visibility = oneOf(visibilities) ?? 'private'
    const changes: readonly Change[] = [
      [{ ...acknowledged, content, visibility }, `PUT ${path}`, { content, visibility }],
      [{ ...acknowledged, visibility }, `PUT ${path}`, { visibility }],
      [{ ...acknowledged, state: 'forgotten' }, 'POST /memory/forget', { memory_uuids: [memory_uuid] }],
      [{ ...acknowledged, state: 'deleted' }, `DELETE ${path}`],
    ]
    const change = oneOf(changes)
    if (change) await this.#become(memory, ...change)
  }

  async #become(memory: PromisedMemory, next: MemoryState, route: string, payload?: object): Promise<void> {
    memory.attempted = next
    if (await this.#send(route, payload)) memory.acknowledged = next
    memory.attempted = null
  }

  async #send(route: string, payload?: object) {
    const { file, token } = this.#who
    const { status, body } = await rest({ file }, route, { token, ...(payload ? { payload } : {}) })
    if (status >= 300) {
      this.refused.push(`${route}: ${status} ${JSON.stringify(body)}`)
      return null
    }
    this.acknowledged += 1
    this.#events.emit('news')
    return body.data
  }
}
