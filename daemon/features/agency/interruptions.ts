import { and, count, eq, gte, lt, sql } from 'drizzle-orm'
import { iso } from '../../kernel/clock.ts'
import { parameter } from '../../store/columns.ts'
import { interruptions } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { dayOf } from './local-time.ts'
import type { AgencyPreferences } from './preferences.ts'
import { quietUntil } from './quiet-hours.ts'

/** How far the companion may begin by itself now. */
export interface Allowance {
  /** How many more, today. None in quiet hours and during a pause. */
  readonly left: number
  /** When this may be more, in milliseconds since the epoch. */
  readonly until: number
}

/** What the companion began by itself, counted by the member's local day. */
export function openInterruptions({ database }: Store) {
  const mine = eq(interruptions.family_member_uuid, parameter('family_member_uuid'))
  const within = database
    .select({ total: count() })
    .from(interruptions)
    .where(
      and(
        mine,
        gte(interruptions.created_at, parameter('from')),
        lt(interruptions.created_at, parameter('to')),
      ),
    )
    .prepare()
  const insert = database
    .insert(interruptions)
    .values({
      family_member_uuid: sql.placeholder('family_member_uuid'),
      goal_uuid: sql.placeholder('goal_uuid'),
      created_at: sql.placeholder('created_at'),
    })
    .prepare()
  const erase = database.delete(interruptions).where(mine).prepare()

  return {
    /** What a pause, quiet hours and the budget of the day leave. */
    allowance: (family_member_uuid: string, now: number, wanted: AgencyPreferences): Allowance => {
      const { paused_until } = wanted
      if (paused_until !== null && now < paused_until) return { left: 0, until: paused_until }
      const quiet = quietUntil(now, wanted.quiet_hours, wanted.time_zone)
      if (quiet !== null) return { left: 0, until: quiet }
      const { from, to } = dayOf(now, wanted.time_zone)
      const spent = within.get({ family_member_uuid, from, to })?.total ?? 0
      return { left: Math.max(0, wanted.daily_budget - spent), until: to }
    },

    note: (_: Transaction, family_member_uuid: string, goal_uuid: string, now: number): void => {
      insert.run({ family_member_uuid, goal_uuid, created_at: iso(now) })
    },

    erase: (_: Transaction, family_member_uuid: string): number => erase.run({ family_member_uuid }).changes,
  }
}

export type Interruptions = ReturnType<typeof openInterruptions>
