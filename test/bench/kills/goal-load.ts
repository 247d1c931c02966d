import { EventEmitter, once } from 'node:events'
import type { DaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { rest } from '../../support/wire/rest.ts'
import { uniqueWord } from '../memory-load.ts'

/** What became of a goal, as far as a kill may change it. */
interface GoalState {
  readonly progress: number
  readonly status: 'active' | 'completed' | 'cancelled'
}

/** A goal whose daemon has promised something. */
export interface PromisedGoal {
  readonly goal_uuid: string
  /** What the last answer said. */
  acknowledged: GoalState
  /** What a request that had no answer would have made of it. */
  attempted: GoalState | null
}

interface Who {
  readonly file: DaemonFile
  /** Of an admin. */
  readonly token: string
}

/** Sets goals, changes and ends them; and gives topics names, which the audit log notes: until the daemon is gone. */
export class GoalLoad {
  readonly goals: PromisedGoal[] = []
  /** External names of topics, each of which the audit log must have a row of. */
  readonly names: string[] = []
  /** What a living daemon should never have answered. */
  readonly refused: string[] = []
  acknowledged = 0
  readonly #who: Who
  readonly #events = new EventEmitter<{ news: [] }>()
  readonly #connections: Promise<void>[]
  #over = false

  constructor(who: Who) {
    this.#who = who
    this.#connections = [this.#repeat(() => this.#goal()), this.#repeat(() => this.#name())]
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

  async #repeat(write: () => Promise<void>): Promise<void> {
    try {
      while (!this.#over) await write()
    } catch (error) {
      // The connection broke: whatever was under way has no answer, and nothing was promised.
      if (!(error instanceof TypeError)) throw error
    }
  }

  /** One goal from its beginning to its end. */
  async #goal(): Promise<void> {
    const made = await this.#send('POST /agency/goals', { title: `Find the ${uniqueWord()}` })
    if (!made) return
    const { goal_uuid } = made.goal
    const goal: PromisedGoal = { goal_uuid, acknowledged: { progress: 0, status: 'active' }, attempted: null }
    this.goals.push(goal)
    const change = async (next: GoalState, route: string, payload?: object) => {
      goal.attempted = next
      if (await this.#send(route, payload)) goal.acknowledged = next
      goal.attempted = null
    }
    const path = `/agency/goals/${goal_uuid}`
    await change({ progress: 0.5, status: 'active' }, `PUT ${path}`, { progress: 0.5 })
    if (this.goals.length % 2 === 0)
      await change({ progress: 1, status: 'completed' }, `PUT ${path}`, { status: 'completed' })
    else await change({ ...goal.acknowledged, status: 'cancelled' }, `DELETE ${path}`)
  }

  async #name(): Promise<void> {
    const external_topic = `home.${uniqueWord()}`
    const mapping = { external_topic, internal_topic: 'agency.goals' }
    if (await this.#send('POST /routing/mapping', mapping)) this.names.push(external_topic)
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
