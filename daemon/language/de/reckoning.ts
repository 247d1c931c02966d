import { DateTime } from 'luxon'
import type { SaidAt } from '../lines.ts'
import { readTimes } from './calendar.ts'
import { whole } from './clock.ts'
import { numberOf, numberWord } from './numbers.ts'
import { daysUntil } from './spoken.ts'

const until = whole(
  String.raw`wie (?:lange|lang|viele tage|viele wochen|oft) (?:ist es |dauert es |muss ich |sind es |hab ich |habe ich |geht es |is |sind )*(?:noch )?(?:schlafen |warten )?(?:bis|zu|zum)|wie (?:viele tage|lange|oft|lang)[^?]* (?:noch )?bis|in wie ?viel(?:en)? (?:tagen|wochen)|wie weit ist`,
  'iu',
)
const ago = whole(
  String.raw`wie lange? ist (?:es |das |der |die )?[^?]*\bher\b|vor wie ?viel(?:en)? (?:tagen|wochen|jahren|monaten)|seit wie ?viel(?:en)? (?:tagen|wochen)`,
  'iu',
)

/** Whether a question asks how long it is until something, or since; null for any other. */
export const spanAsked = (question: string): 'until' | 'ago' | null =>
  until.test(question) ? 'until' : ago.test(question) ? 'ago' : null

/** The one day that a text names which was told at `told_at`: to come or over, as it is asked for; null for none, and for several. */
export function dayNamed(text: string, told_at: number, when: SaidAt, span: 'until' | 'ago'): number | null {
  const timeContext = { now: told_at, time_zone: when.time_zone, forward: span === 'until' }
  const days = new Set(
    readTimes(text, timeContext).flatMap(({ day }) => (day && !day.exact ? [day.on.toMillis()] : [])),
  )
  const [day, ...others] = days
  if (day === undefined || others.length > 0) return null
  const away = daysUntil(day, when)
  return (span === 'until' ? away >= 0 : away <= 0) ? day : null
}

/** How far away a day is: "morgen", "in 12 Tagen", "vor 3 Tagen". */
export function daysAway(day: number, when: SaidAt): string {
  const days = daysUntil(day, when)
  const named = { '-2': 'vorgestern', '-1': 'gestern', '0': 'heute', '1': 'morgen', '2': 'übermorgen' }[
    String(days)
  ]
  return named ?? (days > 0 ? `in ${days} Tagen` : `vor ${-days} Tagen`)
}

interface AgeTold {
  readonly age: { readonly value: string; readonly at: number } | null
  readonly birthday: string | null
}

/** How many years old somebody is, from and to, by what was told of it; null where it cannot be reckoned. */
export function ageFrom(
  { age, birthday }: AgeTold,
  { now, time_zone }: SaidAt,
): readonly [number, number] | null {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const born = Number(/(?:19|20)\d\d/.exec(birthday ?? '')?.[0])
  if (born) {
    const [read] = readTimes(birthday ?? '', { now, time_zone })
    if (!read?.day) return [here.year - born - 1, here.year - born]
    const { month, day } = read.day.on
    const had = here.month > month || (here.month === month && here.day >= day)
    const years = here.year - born - (had ? 0 : 1)
    return [years, years]
  }
  const told = numberOf(new RegExp(`\\d+|${numberWord}`, 'iu').exec(age?.value ?? '')?.[0] ?? '')
  if (!age || Number.isNaN(told)) return null
  const passed = Math.floor(here.diff(DateTime.fromMillis(age.at, { zone: time_zone }), 'years').years)
  return [told + passed, told + passed + 1]
}
