import { setTimeout as wait } from 'node:timers/promises'
import { password } from '../../support/daemon.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'
import type { DaemonProcess } from '../daemon-process.ts'
import type { Random } from '../faults/damages.ts'
import type { Promised, Promises } from './promises.ts'

/** How long a daemon has for an answer before it is asked again, in milliseconds: it may be stopped for a while. */
const patienceMs = 40_000

/** What all who live there share. */
export interface Day {
  readonly promises: Promises
  /** The daemon that runs; waits for one while none does. */
  readonly daemon: () => Promise<DaemonProcess>
  /** Counts an event of a kind; `refused` is the code where it was. */
  readonly count: (kind: EventKind, refused: string | null) => void
  readonly members: () => readonly string[]
  /** Told of what should never be. */
  readonly broken: (what: string) => void
}

export const eventKinds = [
  'memory stored',
  'memory forgotten',
  'memory deleted',
  'search',
  'look for another’s',
  'said over REST',
  'said over WebSocket',
  'said over gRPC',
  'goal made',
  'goal ended',
  'interaction made',
  'interaction answered',
  'sign-in',
  'key made',
  'key revoked',
  'backup',
  'admin work',
] as const
export type EventKind = (typeof eventKinds)[number]

/** How often each kind is chosen. */
const weights: Readonly<Record<EventKind, number>> = {
  'memory stored': 22,
  'memory forgotten': 6,
  'memory deleted': 3,
  search: 22,
  'look for another’s': 8,
  'said over REST': 8,
  'said over WebSocket': 4,
  'said over gRPC': 4,
  'goal made': 6,
  'goal ended': 4,
  'interaction made': 5,
  'interaction answered': 4,
  'sign-in': 1,
  'key made': 1,
  'key revoked': 1,
  backup: 0.1,
  'admin work': 2,
}
/** What only an admin may do. */
const forAdmins: ReadonlySet<EventKind> = new Set(['interaction made', 'backup', 'admin work'])
const allWeights = Object.values(weights).reduce((sum, one) => sum + one, 0)

/** Somebody who lives there, and does one thing after the other; everything is asked again under its key until it is answered. */
export class Resident {
  readonly username: string
  readonly uuid: string
  readonly #day: Day
  readonly #random: Random
  readonly #isAdmin: boolean
  /** Which of the things that they do at once this is. */
  readonly #hand: number
  #token: string
  #count = 0

  constructor(
    day: Day,
    who: { readonly username: string; readonly family_member_uuid: string; readonly access_token: string },
    random: Random,
    isAdmin: boolean,
    hand: number,
  ) {
    this.#day = day
    this.username = who.username
    this.uuid = who.family_member_uuid
    this.#token = who.access_token
    this.#random = random
    this.#isAdmin = isAdmin
    this.#hand = hand
  }

  /** Does the next thing. */
  async act(): Promise<void> {
    let at = this.#random() * allWeights
    const chosen = eventKinds.find((one) => (at -= weights[one]) < 0) ?? 'search'
    const kind = this.#isAdmin || !forAdmins.has(chosen) ? chosen : 'search'
    const outcome = await this.#acts[kind]()
    if (outcome !== undefined) this.#day.count(kind, outcome)
    else this.#day.count('memory stored', await this.#store())
  }

  /** Each answers the code of a refusal, null where it was done, and undefined where there is nothing to do it with. */
  readonly #acts: Readonly<Record<EventKind, () => Promise<string | null | undefined>>> = {
    'memory stored': () => this.#store(),
    'memory forgotten': () => this.#changeMemory('forgotten'),
    'memory deleted': () => this.#changeMemory('deleted'),
    search: () => this.#search(),
    'look for another’s': () => this.#lookForAnothers(),
    'said over REST': () => this.#say(),
    'said over WebSocket': () => this.#sayOverWebSocket(),
    'said over gRPC': () => this.#sayOverGrpc(),
    'goal made': () => this.#makeGoal(),
    'goal ended': () => this.#endGoal(),
    'interaction made': () => this.#makeInteraction(),
    'interaction answered': () => this.#answerInteraction(),
    'sign-in': () => this.#signIn(),
    'key made': () => this.#makeKey(),
    'key revoked': () => this.#revokeKey(),
    backup: () => this.#backUp(),
    'admin work': () => this.#addMapping(),
  }

  /** A word that nothing else has. */
  #word(): string {
    this.#count += 1
    return `${this.username}${this.#hand}n${this.#count.toString(36)}x${Math.floor(this.#random() * 2 ** 30).toString(36)}`
  }

  #one<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)]
  }

  /** Asks until there is an answer: a daemon may be killed, stopped and started again meanwhile. */
  async #ask(route: string, sent: { payload?: object; body?: object } = {}): Promise<Answer> {
    const { method, headers } = this.#keyed(route)
    for (;;) {
      const daemon = await this.#day.daemon()
      try {
        const asked = rest(daemon, route, {
          token: this.#token,
          ...sent,
          ...(method === 'POST' ? { headers } : {}),
        })
        const answer = await Promise.race([asked, wait(patienceMs, null, { ref: false })])
        if (answer === null) continue
        const { code, details } = answer.body?.error ?? {}
        if (answer.status === 401 && code !== 'INVALID_CREDENTIALS') await this.#signIn()
        // One of the two that were asked under the same key may be at it still.
        else if (details?.reason !== 'in_progress') return answer
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await wait(20)
      }
    }
  }

  #keyed(route: string) {
    return { method: route.split(' ')[0], headers: { 'idempotency-key': this.#word() } }
  }

  /** The code of what was refused; null where it was done. */
  #refusal({ status, body }: Answer): string | null {
    if (status < 300) return null
    const { code = String(status), details } = body?.error ?? { code: body?.detail }
    return details?.reason ? `${code} ${details.reason}` : code
  }

  async #store(): Promise<string | null> {
    const { promises } = this.#day
    const content = `the ${this.#word()} stands behind the old barn`
    const visibility = this.#random() < 0.3 ? 'household' : 'private'
    const answer = await this.#ask('POST /memory/store', { payload: { content, visibility } })
    const refused = this.#refusal(answer)
    if (refused?.includes('disk_')) promises.refused.add(content)
    if (refused !== null) return refused
    const { memory_uuid } = answer.body.data.memory
    promises.memories.set(content, { memory_uuid, owner: this.uuid, state: 'stored', attempted: null })
    return null
  }

  /** One of their own in this state of which nothing else is asked. */
  #own<T extends Promised>(all: Map<string, T>, state: string): [string, T] | undefined {
    const own = [...all].filter(
      ([, one]) => one.owner === this.uuid && one.state === state && one.attempted === null,
    )
    return this.#one(own.slice(-200))
  }

  async #changeMemory(state: 'forgotten' | 'deleted'): Promise<string | null | undefined> {
    const [, memory] = this.#own(this.#day.promises.memories, 'stored') ?? []
    if (!memory) return undefined
    const { memory_uuid } = memory
    return this.#become(memory, state, () =>
      state === 'forgotten'
        ? this.#ask('POST /memory/forget', { payload: { memory_uuids: [memory_uuid] } })
        : this.#ask(`DELETE /memory/${memory_uuid}`),
    )
  }

  async #become(
    promised: { state: string; attempted: string | null },
    state: string,
    ask: () => Promise<Answer>,
  ): Promise<string | null> {
    promised.attempted = state
    const answer = await ask()
    const refused = this.#refusal(answer)
    // What was asked for again after a crash may be done already: it has no key of its own where it deletes.
    if (refused === null || answer.status === 404) promised.state = state
    promised.attempted = null
    return answer.status === 404 ? null : refused
  }

  async #search(): Promise<string | null | undefined> {
    const [content, memory] = this.#own(this.#day.promises.memories, 'stored') ?? []
    if (!content || !memory) return undefined
    const [, word = ''] = content.split(' ')
    const answer = await this.#ask(`GET /memory/search?q=${word}&limit=5`)
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const found = answer.body.data.items.some(
      (item: { memory: { content: string } }) => item.memory.content === content,
    )
    if (!found && memory.state === 'stored' && memory.attempted === null)
      this.#day.broken(`${this.username} does not find ${content}`)
    return null
  }

  async #lookForAnothers(): Promise<string | null | undefined> {
    const others = [...this.#day.promises.memories].filter(([, { owner }]) => owner !== this.uuid).slice(-200)
    const [content, memory] = this.#one(others) ?? []
    if (!content || !memory) return undefined
    const answer = await this.#ask(`GET /memory/${memory.memory_uuid}`)
    const own = await this.#ask(`DELETE /memory/${memory.memory_uuid}`)
    if (own.status < 300) this.#day.broken(`${this.username} has deleted what is another’s: ${content}`)
    return answer.status === 404 ? null : this.#refusal(answer)
  }

  #said(content: string, kept: unknown): null {
    if (kept === true)
      this.#day.promises.messages.set(content, { owner: this.uuid, state: 'said', attempted: null })
    return null
  }

  async #say(): Promise<string | null> {
    const content = `I have painted the ${this.#word()} this morning.`
    const answer = await this.#ask('POST /conversation/message', { payload: { content } })
    return this.#refusal(answer) ?? this.#said(content, answer.body.data.response.kept)
  }

  /** Says something over a protocol that has no keys: what has no answer is not said again. */
  async #sayOnce(say: (daemon: DaemonProcess, content: string) => Promise<unknown>): Promise<string | null> {
    const content = `I have mended the ${this.#word()} this evening.`
    const daemon = await this.#day.daemon()
    try {
      const kept = await Promise.race([say(daemon, content), wait(patienceMs, 'no answer', { ref: false })])
      return typeof kept === 'string' ? kept : this.#said(content, kept)
    } catch {
      return 'connection lost'
    }
  }

  #sayOverWebSocket(): Promise<string | null> {
    return this.#sayOnce(async (daemon, content) => {
      await using socket = await TestSocket.open(daemon, this.#token)
      socket.socket.on('error', () => {})
      socket.socket.send(JSON.stringify({ type: 'message', id: 'one', data: { content } }))
      const { type, data } = await socket.next((one) => ['conversation_response', 'error'].includes(one.type))
      return type === 'error' ? String(data.code) : data.kept
    })
  }

  #sayOverGrpc(): Promise<string | null> {
    return this.#sayOnce(async (daemon, content) => {
      const client = grpcClient(daemon, 'CompanionService', { 'grpc.use_local_subchannel_pool': 1 })
      try {
        const answer = await call(client, 'SendMessage', { content }, bearer(this.#token))
        return !(answer as { not_kept: boolean }).not_kept
      } finally {
        client.close()
      }
    })
  }

  async #makeGoal(): Promise<string | null> {
    const title = `Find the ${this.#word()}`
    const answer = await this.#ask('POST /agency/goals', { payload: { title } })
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const { goal_uuid } = answer.body.data.goal
    this.#day.promises.goals.set(title, { goal_uuid, owner: this.uuid, state: 'active', attempted: null })
    return null
  }

  async #endGoal(): Promise<string | null | undefined> {
    const [, goal] = this.#own(this.#day.promises.goals, 'active') ?? []
    if (!goal) return undefined
    const route = `PUT /agency/goals/${goal.goal_uuid}`
    return this.#become(goal, 'completed', async () => {
      const answer = await this.#ask(route, { payload: { status: 'completed' } })
      // Done by the request before, which had no answer.
      return answer.status === 422 || answer.status === 409 ? { ...answer, status: 404 } : answer
    })
  }

  async #makeInteraction(): Promise<string | null> {
    const owner = this.#one(this.#day.members()) ?? this.uuid
    const answer = await this.#ask('POST /admin/interactions/simulate', {
      body: {
        user_id: owner,
        interaction_type: 'question',
        title: 'One',
        prompt: 'Which?',
        scenario: 'create_only',
      },
    })
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const { interaction_id } = answer.body.interaction
    this.#day.promises.interactions.set(interaction_id, { owner, state: 'pending', attempted: null })
    return null
  }

  async #answerInteraction(): Promise<string | null | undefined> {
    const [id, interaction] = this.#own(this.#day.promises.interactions, 'pending') ?? []
    if (!id || !interaction) return undefined
    return this.#become(interaction, 'answered', () =>
      this.#ask(`POST /interactions/${id}/answer`, { body: { answer_text: 'the left one' } }),
    )
  }

  async #signIn(): Promise<string | null> {
    for (;;) {
      const daemon = await this.#day.daemon()
      try {
        const payload = { username: this.username, password }
        const answer = await rest(daemon, 'POST /auth/login', { payload })
        if (answer.status === 200) this.#token = answer.body.data.access_token
        return this.#refusal(answer)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await wait(20)
      }
    }
  }

  async #makeKey(): Promise<string | null> {
    const name = `program ${this.#word()}`
    const answer = await this.#ask('POST /auth/keys', { payload: { name, scopes: ['read'] } })
    // The first answer was lost with the daemon; its secret is shown once.
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const { key_uuid } = answer.body.data.api_key
    this.#day.promises.keys.set(name, { key_uuid, owner: this.uuid, state: 'made', attempted: null })
    return null
  }

  async #revokeKey(): Promise<string | null | undefined> {
    const [, key] = this.#own(this.#day.promises.keys, 'made') ?? []
    if (!key) return undefined
    return this.#become(key, 'revoked', () => this.#ask(`DELETE /auth/keys/${key.key_uuid}`))
  }

  async #backUp(): Promise<string | null> {
    return this.#refusal(await this.#ask('POST /backups', { payload: {} }))
  }

  async #addMapping(): Promise<string | null> {
    const external_topic = `home.${this.#word()}`
    const answer = await this.#ask('POST /routing/mapping', {
      payload: { external_topic, internal_topic: 'agency.goals' },
    })
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    this.#day.promises.mappings.set(external_topic, { owner: '', state: 'added', attempted: null })
    return null
  }
}
