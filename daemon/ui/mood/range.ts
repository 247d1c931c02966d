import { clock } from '../../client/clock.ts'
import type { InputOf, OutputOf } from '../../client/types.ts'

export type Felt = OutputOf<'emotion.history'>['items'][number]
export type Emotion = Felt['emotion']

/** How far back the mood is shown. */
export const ranges = ['today', 'week', 'month'] as const
export type Range = (typeof ranges)[number]

const shapes = {
  today: { days: 1, interval: 'raw' },
  week: { days: 7, interval: 'hour' },
  month: { days: 30, interval: 'day' },
} as const

/** The beginning of a range of whole local days that ends today; `now` in milliseconds since the epoch. */
export function beginOf(range: Range, now: number): Date {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - shapes[range].days + 1)
  return day
}

/** A range as the operation takes it. */
export function wantedOf(range: Range, now: number): InputOf<'emotion.history'> {
  return { from: beginOf(range, now).toISOString(), interval: shapes[range].interval, limit: 200 }
}

const hour = 3_600_000

/** From when to when a chart reaches whose first moment is `first`, in milliseconds since the epoch: of today what matters. */
export function spanOf(range: Range, first: number, now: number): [number, number] {
  const begin = beginOf(range, now).getTime()
  return [range === 'today' ? Math.max(begin, Math.min(first - hour / 6, now - hour)) : begin, now]
}

/** The moments that are named below a chart, in milliseconds since the epoch. */
export function ticksOf(range: Range, [begin, end]: readonly [number, number]): number[] {
  if (range === 'today') return [0, 1, 2, 3, 4].map((step) => Math.round(begin + ((end - begin) * step) / 4))
  const steps = range === 'week' ? [0, 1, 2, 3, 4, 5, 6] : [0, 7, 14, 21, 28]
  return steps.map((step) => {
    const tick = new Date(begin)
    tick.setDate(tick.getDate() + step)
    return tick.getTime()
  })
}

/** A moment as it stands below a chart. */
export function tickText(range: Range, at: number, language: string): string {
  const format: Intl.DateTimeFormatOptions = {
    today: { ...clock, hour: '2-digit', minute: '2-digit' } as const,
    week: { weekday: 'short' } as const,
    month: { day: 'numeric', month: 'short' } as const,
  }[range]
  return new Intl.DateTimeFormat(language, format).format(at)
}
