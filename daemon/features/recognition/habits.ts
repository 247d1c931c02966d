import { eq, sql } from 'drizzle-orm'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { parameter } from '../../store/columns.ts'
import { signInHabits } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Weight } from './inference.ts'

/** Where and when somebody is: a trusted device, empty for none, and a part of the day. */
export interface Place {
  readonly device_uuid: string
  /** Night, morning, afternoon or evening of a workday (0 to 3), or of a weekend (4 to 7). */
  readonly daypart: number
}

/** The same, and whether the device says by itself whose it is: then the hour alone is looked at, as nothing counts twice. */
interface SeenPlace extends Place {
  readonly personal: boolean
}

export interface Habit extends Place {
  readonly family_member_uuid: string
  readonly count: number
}

const dayparts = 8
/** How much each sign-in makes those before it count less: about the last fifty are remembered. */
const retained = 0.98
/** How many sign-ins the household's habits stand for, where a member's own are few. */
const smoothing = 4
/** From how many sign-ins of the household on habits say anything. */
const minSignIns = 10

/** By the clock of this machine; `now` is milliseconds since the epoch. */
export function daypartOf(now: number): number {
  const at = new Date(now)
  const isWeekend = at.getDay() === 0 || at.getDay() === 6
  return Math.floor(at.getHours() / 6) + (isWeekend ? dayparts / 2 : 0)
}

/**
 * How much likelier each member is to be there than anybody of the household: the logarithm of the ratio of two
 * histograms of device and part of the day. That of a member is smoothed by that of all (Dirichlet), so that few sign-ins
 * say little; that of all by an equal share for every place.
 */
export function behaviourWeights(
  habits: readonly Habit[],
  members: readonly string[],
  place: SeenPlace,
): readonly Weight[] {
  const total = habits.reduce((sum, { count }) => sum + count, 0)
  if (total < minSignIns || members.length === 0) return []
  const isThere = ({ device_uuid, daypart }: Place) =>
    daypart === place.daypart && (place.personal || device_uuid === place.device_uuid)
  const countOf = (of: readonly Habit[]) => of.reduce((sum, { count }) => sum + count, 0)
  const devices = new Set([place.device_uuid, ...habits.map(({ device_uuid }) => device_uuid)])
  const equally = 1 / (dayparts * (place.personal ? 1 : devices.size))
  const usual = (countOf(habits.filter(isThere)) + equally) / (total + 1)
  const shares = members.map((person_uuid) => {
    const own = habits.filter((habit) => habit.family_member_uuid === person_uuid)
    return {
      person_uuid,
      share: (countOf(own.filter(isThere)) + smoothing * usual) / (countOf(own) + smoothing),
    }
  })
  const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length
  return shares.map(({ person_uuid, share }) => ({ person_uuid, log_odds: Math.log(share / mean) }))
}

interface HabitsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

/** Learns where and when members sign in, as counts alone; each member's go with the member. */
export function openHabits({ store, bus, clock, log }: HabitsDependencies) {
  const { database } = store
  const own = eq(signInHabits.family_member_uuid, parameter('family_member_uuid'))
  const all = database.select().from(signInHabits).prepare()
  const fade = database
    .update(signInHabits)
    .set({ count: sql`${signInHabits.count} * ${retained}` })
    .where(own)
    .prepare()
  const add = store.prepare<unknown>(
    `INSERT INTO sign_in_habits (family_member_uuid, device_uuid, daypart, count) VALUES (?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET count = count + 1`,
  )
  const forget = database.delete(signInHabits).where(own).prepare()

  const learn = (_: Transaction, family_member_uuid: string, { device_uuid, daypart }: Place) => {
    fade.run({ family_member_uuid })
    add.run(family_member_uuid, device_uuid, daypart)
  }

  const stop = bus.subscribe('session.opened', {
    receive: ({ payload: { family_member_uuid, device_uuid, proved } }) => {
      // What was only guessed would confirm itself.
      if (proved !== true || typeof family_member_uuid !== 'string') return
      const place = {
        device_uuid: typeof device_uuid === 'string' ? device_uuid : '',
        daypart: daypartOf(clock.now()),
      }
      try {
        store.write((tx) => learn(tx, family_member_uuid, place))
      } catch (error) {
        log.error({ err: error }, 'a habit could not be written')
      }
    },
  })

  return {
    learn,
    all: (): Habit[] => all.all(),
    erase: (_: Transaction, family_member_uuid: string) => ({
      habits: forget.run({ family_member_uuid }).changes,
    }),
    stop,
  }
}

export type Habits = ReturnType<typeof openHabits>
