import { DateTime } from 'luxon'
import { type Clock, systemClock } from '../../../daemon/kernel/clock.ts'
import type { OutputOf } from '../../../daemon/client/types.ts'
import { password, signIn, startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { clientOf } from '../../support/imported.ts'
import { rest } from '../../support/wire/rest.ts'
import type { Tally } from './tally.ts'

/** Where all dialogues take place. */
export const zone = 'Europe/London'

/** The moment of a wall clock, such as `2026-03-02T19:04`, in milliseconds since the epoch. */
export const momentOf = (wall: string): number => DateTime.fromISO(wall, { zone }).toMillis()

/** What a wall clock shows at a moment, such as `2026-03-02T19:04`. */
export const wallClock = (moment: string): string =>
  DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm")

/** The clock of a household that lived at another time: it goes on as the system's does, and is set from dialogue to dialogue. */
class PastClock implements Clock {
  #shift = 0
  now = () => systemClock.now() + this.#shift
  monotonic = () => systemClock.monotonic()
  after = (delay: number, call: () => void) => systemClock.after(delay, call)
  set(moment: number) {
    this.#shift = moment - systemClock.now()
  }
}

export type Reply = OutputOf<'conversation.message'>['response']
type Memory = OutputOf<'memory.recent'>['items'][number]
type Goal = OutputOf<'agency.goals'>['items'][number]

/** Somebody who talks with the companion. */
export interface Person {
  readonly say: (content: string) => Promise<Reply>
  /** All that is kept of theirs, history too. */
  readonly memories: () => Promise<readonly Memory[]>
  readonly goals: () => Promise<readonly Goal[]>
  /** All that was said, the newest first. */
  readonly transcript: () => Promise<readonly string[]>
  /** Says yes to whatever the companion has asked by now; answers whether it had asked for anything. */
  readonly approve: () => Promise<boolean>
}

export interface Stage extends AsyncDisposable {
  /** A member of their own. */
  readonly person: (name: string) => Promise<Person>
  /** Sets the time, as in `2026-03-02T19:04`. */
  readonly at: (wall: string) => void
}

let names = 0

/** Who wrote the replies so far, whether that was who should, and how long each took, in milliseconds. */
export const replies: { readonly engine: string; readonly degraded: boolean; readonly ms: number }[] = []

/**
 * A daemon of its own, with members who talk; a language model writes where COMPANION_TRY_MODEL is the path of its file.
 */
export async function openStage(): Promise<Stage> {
  const clock = new PastClock()
  const model = process.env['COMPANION_TRY_MODEL']
  const daemon = await startTestDaemon({
    clock,
    environment: {
      COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000',
      ...(model === undefined ? {} : { COMPANION_ENGINE_LOCAL_MODEL: model }),
    },
  })
  await daemon.owner()
  return {
    at: (wall) => clock.set(momentOf(wall)),
    person: async (name) => {
      // Who registers needs a session that has not run out.
      clock.set(Date.now())
      const member = await daemon.member(await signIn(daemon, 'olga'), `${name.toLowerCase()}${(names += 1)}`)
      return personOf(daemon, member, name)
    },
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  }
}

/** Plays something on a stage of its own, and tallies how it went. */
export async function onStage<Played>(
  play: (played: Played, tally: Tally, stage: Stage) => Promise<void>,
  played: Played,
  tally: Tally,
): Promise<void> {
  await using stage = await openStage()
  await play(played, tally, stage)
}

/** Gives the member their own name, the time zone and a key, which outlasts the weeks. */
async function personOf(daemon: TestDaemon, member: TestMember, full_name: string): Promise<Person> {
  const { access_token: token } = member
  const profile = { full_name, preferences: { time_zone: zone } }
  await rest(daemon, 'PUT /auth/profile', { token, payload: profile })
  const scopes = ['read', 'talk', 'remember', 'act']
  const { status, body } = await rest(daemon, 'POST /auth/keys', {
    token,
    payload: { name: 'dialogues', scopes, password },
  })
  if (status !== 201) throw new Error(`keys: ${status} ${JSON.stringify(body)}`)
  const client = clientOf(daemon, { access_token: body.data.key })
  return {
    say: async (content) => {
      const began = performance.now()
      const { response } = await client.call('conversation.message', { content })
      replies.push({ engine: response.engine, degraded: response.degraded, ms: performance.now() - began })
      return response
    },
    memories: () => allOf((offset) => client.call('memory.recent', { limit: 200, offset, history: true })),
    goals: () => allOf((offset) => client.call('agency.goals', { limit: 200, offset })),
    transcript: async () => {
      const messages = await allOf((offset) => client.call('conversation.history', { limit: 200, offset }))
      return messages.map(({ content }) => content)
    },
    approve: async () => {
      const { items } = await client.call('interactions.list', { status: ['pending'] })
      for (const { interaction_id, interaction_type } of items)
        if (interaction_type === 'approval') await client.call('interactions.approve', { interaction_id })
      return items.some(({ interaction_type }) => interaction_type === 'approval')
    },
  }
}

async function allOf<T>(page: (offset: number) => Promise<{ items: readonly T[]; total: number }>) {
  const all: T[] = []
  for (;;) {
    const { items, total } = await page(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
