import { setTimeout as wait } from 'node:timers/promises'
import { password } from '../../support/daemon.ts'
import type { Answer } from '../../support/wire/rest.ts'
import type { Random } from '../faults/damages.ts'
import { type Day, type EventKind, nextKind, type Running } from './events.ts'
import { ConnectionLost, detailed, Talk, TokenEnded } from './lines.ts'
import type { Kept, Promised } from './promises.ts'

/** How long what was stored may be missing in searches, in milliseconds; each time is told. */
const lateMs = 10_000
/** How many backups there are at once. */
const maxBackups = 3

/** Somebody who lives there, and does one thing after the other; everything is asked again under its key until it is answered. */
export class Resident {
  readonly username: string
  readonly uuid: string
  readonly #day: Day
  readonly #random: Random
  readonly #isAdmin: boolean
  /** Which of the things that they do at once this is. */
  readonly #hand: number
  readonly #talk = new Talk()
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

  async act(): Promise<void> {
    const kind = nextKind(this.#random(), this.#isAdmin)
    const before = this.#day.running()
    const outcome = await this.#acts[kind]()
    if (outcome === undefined) return this.#day.count('memory stored', await this.#store())
    this.#day.count(kind, outcome)
    // One that is being ended may have no better answer; any other has.
    if (outcome === 'INTERNAL_ERROR' && this.#day.running() === before)
      this.#day.broken(`${this.username}: ${kind} failed within the daemon`)
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
    'file imported': () => this.#import(),
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
      const answer = await this.#once(({ lines }) =>
        lines.ask(route, { token: this.#token, ...sent, ...(method === 'POST' ? { headers } : {}) }),
      )
      if (answer === null) continue
      const { code, details } = answer.body?.error ?? {}
      if (answer.status === 401 && code !== 'INVALID_CREDENTIALS') await this.#signIn()
      // One of the two that were asked under the same key may be at it still.
      else if (details?.reason !== 'in_progress') return answer
    }
  }

  /** Asks the daemon that runs; null where the connection was lost. */
  async #once<Answered>(ask: (running: Running) => Promise<Answered>): Promise<Answered | null> {
    const running = await this.#day.running()
    try {
      return await ask(running)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      await wait(20)
      return null
    }
  }

  #keyed(route: string) {
    return { method: route.split(' ')[0], headers: { 'idempotency-key': this.#word() } }
  }

  /** The code of what was refused; null where it was done. */
  #refusal({ status, body }: Answer): string | null {
    if (status < 300) return null
    const { code = String(status), details } = body?.error ?? { code: detailed[body?.detail] ?? body?.detail }
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
  #own<T extends Promised>(all: Kept<T>, state: string): [string, T] | undefined {
    for (let tried = 0; tried < 20; tried += 1) {
      const entry = all.latest(this.uuid, this.#random())
      if (!entry) return undefined
      if (entry[1].state === state && entry[1].attempted === null) return entry
    }
    return undefined
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
    const until = performance.now() + lateMs
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#ask(`GET /memory/search?q=${word}&limit=5`)
      const refused = this.#refusal(answer)
      if (refused !== null) return refused
      const isFound = answer.body.data.items.some(
        (item: { memory: { content: string } }) => item.memory.content === content,
      )
      if (isFound || memory.state !== 'stored' || memory.attempted !== null) {
        if (tries > 0) this.#day.foundLate(`${this.username} finds ${content} at try ${tries + 1}`)
        return null
      }
      if (performance.now() > until) {
        this.#day.broken(`${this.username} does not find ${content}: ${JSON.stringify(answer.body)}`)
        return null
      }
      await wait(100)
    }
  }

  async #lookForAnothers(): Promise<string | null | undefined> {
    const { promises, members } = this.#day
    const other = this.#one(members().filter((uuid) => uuid !== this.uuid)) ?? ''
    const [content, memory] = promises.memories.latest(other, this.#random()) ?? []
    if (!content || !memory) return undefined
    const answer = await this.#ask(`GET /memory/${memory.memory_uuid}`)
    const own = await this.#ask(`DELETE /memory/${memory.memory_uuid}`)
    if (own.status < 300) this.#day.broken(`${this.username} has deleted what is another’s: ${content}`)
    return answer.status === 404 ? null : this.#refusal(answer)
  }

  #said(content: string, isKept: boolean): null {
    if (isKept) this.#day.promises.messages.set(content, { owner: this.uuid, state: 'said', attempted: null })
    return null
  }

  async #say(): Promise<string | null> {
    const content = `I have painted the ${this.#word()} this morning.`
    const answer = await this.#ask('POST /conversation/message', { payload: { content } })
    return this.#refusal(answer) ?? this.#said(content, answer.body.data.response.kept === true)
  }

  /** Says something over a protocol that has no keys: what has no answer is not said again. */
  async #sayOnce(
    say: (running: Running, content: string) => Promise<boolean | string>,
  ): Promise<string | null> {
    const content = `I have mended the ${this.#word()} this evening.`
    try {
      const outcome = await this.#once((running) => say(running, content))
      if (outcome === null) return 'connection lost'
      if (outcome === 'UNAUTHENTICATED' || outcome === 'AUTHENTICATION_REQUIRED') await this.#signIn()
      return typeof outcome === 'string' ? outcome : this.#said(content, outcome)
    } catch (error) {
      if (!(error instanceof TokenEnded)) throw error
      await this.#signIn()
      return 'token ended'
    }
  }

  #sayOverWebSocket(): Promise<string | null> {
    return this.#sayOnce(({ daemon }, content) => this.#talk.say(daemon, this.#token, content))
  }

  #sayOverGrpc(): Promise<string | null> {
    return this.#sayOnce(({ lines }, content) => lines.say(this.#token, content))
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
      const payload = { username: this.username, password }
      const answer = await this.#once(({ lines }) => lines.ask('POST /auth/login', { payload }))
      if (answer === null) continue
      if (answer.status === 200) this.#token = answer.body.data.access_token
      return this.#refusal(answer)
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

  /** Makes a backup, and deletes the oldest where there are enough. */
  async #backUp(): Promise<string | null> {
    const { backups, memories } = this.#day.promises
    const there = [...memories].filter(([, { state }]) => state === 'stored').map(([content]) => content)
    const answer = await this.#ask('POST /backups', { payload: {} })
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const { id } = answer.body.data
    backups.set(id, { owner: this.uuid, state: 'made', attempted: null, memories: there })
    const made = [...backups].filter(([, { state, attempted }]) => state === 'made' && attempted === null)
    const [old, oldest] = made.length > maxBackups ? (made[0] ?? []) : []
    return oldest ? this.#become(oldest, 'deleted', () => this.#ask(`DELETE /backups/${old}`)) : null
  }

  async #import(): Promise<string | null> {
    const count = 3 + Math.floor(this.#random() * 50)
    const contents = Array.from({ length: count }, () => `the ${this.#word()} hangs on the old fence`)
    const text = contents.map((content) => `${JSON.stringify({ content })}\n`).join('')
    const answer = await this.#ask('POST /memory/imports', { payload: { text, format: 'companion' } })
    const refused = this.#refusal(answer)
    if (refused !== null) return refused
    const { import_uuid } = answer.body.data.import
    const promised = { owner: this.uuid, state: 'running', attempted: null, contents }
    this.#day.promises.imports.set(import_uuid, promised)
    return null
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

  close(): void {
    this.#talk.close()
  }
}
