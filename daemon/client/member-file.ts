import type { Client } from './client.ts'
import { ApiError } from './errors.ts'
import type { OutputOf } from './types.ts'

type Items<N extends ListName> = OutputOf<N> extends { items: infer I extends unknown[] } ? I : never
type ListName =
  | 'profile.sessions'
  | 'devices.list'
  | 'conversation.history'
  | 'memory.recent'
  | 'memory.forgotten'
  | 'agency.goals'
  | 'interactions.list'
  | 'emotion.history'
  | 'personality.snapshots'

/** Everything that the companion holds of a member, each list newest first. */
export interface MemberFile {
  readonly format: 'companion.member-file'
  readonly version: 1
  readonly made_at: string
  readonly profile: OutputOf<'auth.profile'>
  readonly sessions: Items<'profile.sessions'>
  readonly devices: Items<'devices.list'>
  readonly messages: Items<'conversation.history'>
  /** The member's own, with those that newer ones took the place of. */
  readonly memories: Items<'memory.recent'>
  readonly forgotten_memories: Items<'memory.forgotten'>
  readonly goals: Items<'agency.goals'>
  /** With their timelines; of an expired one the daemon shows no more than the line of the list. */
  readonly interactions: readonly InteractionWithTimeline[]
  readonly emotions: Items<'emotion.history'>
  readonly personality: OutputOf<'personality.current'>
  readonly snapshots: Items<'personality.snapshots'>
}

type Summary = Items<'interactions.list'>[number]
type Timeline = OutputOf<'interactions.get'>
export type InteractionWithTimeline =
  | Timeline
  | { readonly interaction: Summary; readonly events: Timeline['events'] }

/** The parts of the file that are walked, in their order. */
export const memberFileParts = [
  'sessions',
  'devices',
  'messages',
  'memories',
  'forgotten_memories',
  'goals',
  'interactions',
  'timelines',
  'emotions',
  'snapshots',
] as const

/** How far the walk is within one part; `total` may grow meanwhile. */
export interface Progress {
  readonly part: (typeof memberFileParts)[number]
  readonly done: number
  readonly total: number
}

interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}

type Walk<T> = AsyncGenerator<Progress, T[]>

/** Those of all goals, also of those that are over. */
const goalStatuses = ['suggested', 'active', 'paused', 'completed', 'cancelled'] as const

/** The longest page that lists give. */
const limit = 200
/** How often a list is walked that changes while it is walked. */
const passes = 3
/** How many timelines are asked for at the same time. */
const together = 8

/**
 * Reads all data of the member that `client` calls as, yields its progress, and returns the file. Concurrent changes
 * leave no gap and no duplicate. Throws what the client throws.
 */
export async function* walkMember(client: Client, now: Date): AsyncGenerator<Progress, MemberFile> {
  const { call } = client
  const profile = await call('auth.profile')
  const isOwn = ({ family_member_uuid }: { family_member_uuid: string }) =>
    family_member_uuid === profile.family_member_uuid
  const sessions = yield* byOffset(
    'sessions',
    (page) => call('profile.sessions', page),
    ({ session_uuid }) => session_uuid,
  )
  const devices = yield* byOffset(
    'devices',
    (page) => call('devices.list', page),
    ({ device_uuid }) => device_uuid,
  )
  const messages = yield* messagesOf(client)
  const memories = yield* byOffset(
    'memories',
    (page) => call('memory.recent', { ...page, history: true, order: 'newest' }),
    ({ memory_uuid }) => memory_uuid,
  )
  const forgotten_memories = yield* byOffset(
    'forgotten_memories',
    (page) => call('memory.forgotten', page),
    ({ memory_uuid }) => memory_uuid,
  )
  const goals = yield* byOffset(
    'goals',
    (page) => call('agency.goals', { ...page, status: [...goalStatuses] }),
    ({ goal_uuid }) => goal_uuid,
  )
  const interactions = yield* timelinesOf(client)
  const { updated_at: to } = await call('emotion.current')
  const emotions = yield* byOffset(
    'emotions',
    (page) => call('emotion.history', { ...page, to, interval: 'raw' }),
    (_, position) => String(position),
  )
  const personality = await call('personality.current')
  const snapshots = yield* byOffset(
    'snapshots',
    (page) => call('personality.snapshots', page),
    ({ snapshot_uuid }) => snapshot_uuid,
  )
  return {
    format: 'companion.member-file',
    version: 1,
    made_at: now.toISOString(),
    profile,
    sessions,
    devices,
    messages,
    memories: memories.filter(isOwn),
    forgotten_memories,
    goals,
    interactions,
    emotions,
    personality,
    snapshots,
  }
}

/** Walks a list by the number of what came before; once more where its length changed meanwhile. */
async function* byOffset<T>(
  part: Progress['part'],
  read: (page: { limit: number; offset: number }) => Promise<Page<T>>,
  idOf: (item: T, position: number) => string,
): Walk<T> {
  const found = new Map<string, T>()
  for (let pass = 1; pass <= passes; pass += 1) {
    const totals = new Set<number>()
    let offset = 0
    for (;;) {
      const { items, total } = await read({ limit, offset })
      for (const [index, item] of items.entries()) found.set(idOf(item, offset + index), item)
      totals.add(total)
      offset += items.length
      yield { part, done: Math.min(offset, total), total }
      if (items.length === 0 || offset >= total) break
    }
    if (totals.size === 1) break
  }
  return [...found.values()]
}

/** Pages through the messages by the last one read, so that new messages move nothing. */
async function* messagesOf({ call }: Client): Walk<Items<'conversation.history'>[number]> {
  const found: Items<'conversation.history'> = []
  for (;;) {
    const before = found.at(-1)?.message_uuid
    const { items, total } = await call('conversation.history', {
      limit,
      ...(before === undefined ? {} : { before }),
    })
    found.push(...items)
    yield { part: 'messages', done: found.length, total: Math.max(total, found.length) }
    if (items.length < limit) return found
  }
}

async function* timelinesOf(client: Client): Walk<InteractionWithTimeline> {
  const listed = yield* byOffset(
    'interactions',
    (page) => client.call('interactions.list', { ...page, order: 'newest' }),
    ({ interaction_id }) => interaction_id,
  )
  const found: InteractionWithTimeline[] = []
  for (let begin = 0; begin < listed.length; begin += together) {
    const some = listed.slice(begin, begin + together)
    found.push(...(await Promise.all(some.map((summary) => timelineOf(client, summary)))))
    yield { part: 'timelines', done: found.length, total: listed.length }
  }
  return found
}

async function timelineOf({ call }: Client, interaction: Summary): Promise<InteractionWithTimeline> {
  try {
    return await call('interactions.get', { interaction_id: interaction.interaction_id })
  } catch (error) {
    // Expired, or gone since it was listed.
    if (error instanceof ApiError && (error.status === 404 || error.status === 410))
      return { interaction, events: [] }
    throw error
  }
}
