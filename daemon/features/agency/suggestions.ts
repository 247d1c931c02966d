import { type Clock, iso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import { type AgencyPorts, secondsUntil } from './ports.ts'
import { upcomingDate } from './dates.ts'
import { newGoal } from './goals.ts'
import type { Interruptions } from './interruptions.ts'
import { dayOf } from './local-time.ts'
import type { Notice, Noticeable } from './notice.ts'
import type { AgencyPreferences } from './preferences.ts'
import type { Recorder } from './recorder.ts'
import type { Goals } from './store.ts'
import { Wishes } from './wishes.ts'

const minute = 60_000
const everySoOften = 60 * minute
/** Memories are read in small batches, with a pause after each and after so many milliseconds, so that nothing else is delayed. */
const portion = 100
const pause = 10
const maxReadingMs = 8

interface SuggestionsDependencies extends Pick<AgencyPorts, 'ask' | 'quote'> {
  readonly store: Store
  readonly goals: Goals
  readonly interruptions: Interruptions
  readonly recorder: Recorder
  /** The members of the household. */
  readonly everyone: () => readonly string[]
  readonly preferences: (family_member_uuid: string) => AgencyPreferences
  /** A member's own memories that still hold, in the order of their ids: at most `limit` after the id `after`. */
  readonly memories: (family_member_uuid: string, after: number, limit: number) => readonly Noticeable[]
  readonly clock: Clock
  readonly log: Log
}

type Sourced = Notice & { readonly from: readonly string[] }

const soonestFirst = (one: Notice, other: Notice) => one.next_run_at - other.next_run_at

/**
 * Looks once an hour, first a minute after the start, for what is worth a suggestion: a date that comes up, a wish said
 * twice. Each is suggested once, at most one a day to a member, within the budget and never in a pause or quiet hours.
 */
export function openSuggestions(dependencies: SuggestionsDependencies): { readonly stop: () => void } {
  const { store, goals, interruptions, recorder, everyone, preferences, memories, ask, quote, clock, log } =
    dependencies
  let cancel = () => {}

  const isWelcome = (member: string, wanted: AgencyPreferences): boolean => {
    const now = clock.now()
    const today = dayOf(now, wanted.time_zone)
    return (
      wanted.suggestions &&
      interruptions.allowance(member, now, wanted).left > 0 &&
      goals.suggestedSince(member, today.from - 1) === 0
    )
  }

  const suggest = (member: string, notice: Sourced): void => {
    const { from, key, title, prompt, next_run_at, repeats, until } = notice
    const [wanted, now] = [preferences(member), clock.now()]
    if (!isWelcome(member, wanted) || next_run_at <= now) return
    const at = { family_member_uuid: member, now, time_zone: wanted.time_zone }
    const goal = newGoal({ title, origin: 'companion', next_run_at: iso(next_run_at), repeats }, at)
    store.write((tx) => {
      const interaction_id = ask(tx, {
        user_id: member,
        interaction_type: 'approval',
        title,
        prompt,
        category: 'agency',
        requirement: 'optional',
        severity: 'low',
        allowed_options: [],
        expires_in_seconds: secondsUntil(until, now),
      })
      recorder.create(tx, { ...goal, status: 'suggested', interaction_id, noticed: key }, 'suggested')
      interruptions.note(tx, member, goal.goal_uuid, now)
      quote(from, { place: 'interaction', id: interaction_id })
      quote(from, { place: 'goal', id: goal.goal_uuid })
    })
  }

  /** Looks through the memories of one member, then calls `done`. */
  const lookThrough = (member: string, done: () => void): void => {
    const timeContext = { now: clock.now(), time_zone: preferences(member).time_zone }
    const dates: Sourced[] = []
    const wishes = new Wishes()
    const step = (after: number) => {
      const batch = memories(member, after, portion)
      const until = clock.monotonic() + maxReadingMs
      let read = 0
      for (const memory of batch) {
        if (read > 0 && clock.monotonic() > until) break
        const date = upcomingDate(memory, timeContext)
        if (date) dates.push({ ...date, from: [memory.memory_uuid] })
        wishes.add(memory)
        read += 1
      }
      const last = batch[read - 1]
      if (last && (read < batch.length || read === portion)) {
        cancel = clock.after(pause, () => attempt(() => step(last.memory_id), done))
        return
      }
      const noticed = [...dates.toSorted(soonestFirst), ...wishes.notices(timeContext)]
      const fresh = noticed.find(({ key }) => !goals.isNoticed(member, key))
      if (fresh) suggest(member, fresh)
      done()
    }
    step(0)
  }

  const attempt = (call: () => void, otherwise: () => void): void => {
    try {
      call()
    } catch (error) {
      log.error({ err: error }, 'suggestions could not be searched for')
      otherwise()
    }
  }

  const lookFor = (members: readonly string[]): void => {
    const [member, ...others] = members
    if (member === undefined) {
      cancel = clock.after(everySoOften, check)
      return
    }
    const next = () => {
      cancel = clock.after(pause, () => lookFor(others))
    }
    attempt(() => (isWelcome(member, preferences(member)) ? lookThrough(member, next) : next()), next)
  }

  const check = (): void =>
    attempt(
      () => lookFor(everyone()),
      () => lookFor([]),
    )

  cancel = clock.after(minute, check)
  return { stop: () => cancel() }
}
