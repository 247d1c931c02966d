import { DateTime } from 'luxon'
import type { SaidAt } from '../lines.ts'

/** When something is, as people say it: "heute um 17:00 Uhr", "am Dienstag, 12. Mai um 17:00 Uhr". */
export function spokenTime(moment: number, when: SaidAt): string {
  const named = dayName(moment, when)
  return `${named ?? `am ${spokenDate(moment, when)}`} um ${clockOf(moment, when)}`
}

/** A day and a time: "heute um 14:00 Uhr", "Samstag, 8. Mai um 10:00 Uhr". */
export const spokenMoment = (moment: number, when: SaidAt): string =>
  `${spokenDay(moment, when)} um ${clockOf(moment, when)}`

/** A day: "heute", "Samstag, 8. Mai", with the year where it is another. */
export const spokenDay = (moment: number, when: SaidAt): string =>
  dayName(moment, when) ?? spokenDate(moment, when)

/** A day by its date: "Samstag, 8. Mai", with the year where it is another. */
export function spokenDate(moment: number, { now, time_zone }: SaidAt): string {
  const then = DateTime.fromMillis(moment, { zone: time_zone, locale: 'de' })
  const here = DateTime.fromMillis(now, { zone: time_zone })
  return then.toFormat(then.year === here.year ? 'cccc, d. LLLL' : 'cccc, d. LLLL yyyy')
}

const clockOf = (moment: number, { time_zone }: SaidAt) =>
  `${DateTime.fromMillis(moment, { zone: time_zone }).toFormat('HH:mm')} Uhr`

/** How many days a moment is away from now. */
export function daysUntil(moment: number, { now, time_zone }: SaidAt): number {
  const [then, here] = [moment, now].map((at) =>
    DateTime.fromMillis(at, { zone: time_zone }).startOf('day'),
  ) as [DateTime, DateTime]
  return Math.round(then.diff(here, 'days').days)
}

const dayName = (moment: number, when: SaidAt): string | undefined =>
  ({ '-2': 'vorgestern', '-1': 'gestern', '0': 'heute', '1': 'morgen', '2': 'übermorgen' })[
    String(daysUntil(moment, when))
  ]

/** How long ago something was: "vor 3 Stunden". */
export function spokenAgo(moment: number, now: number): string {
  const base = DateTime.fromMillis(now, { locale: 'de' })
  return DateTime.fromMillis(moment, { locale: 'de' }).toRelative({ base }) ?? ''
}

const weekdays: Readonly<Record<string, string>> = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
}
const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const units: Readonly<Record<string, readonly [string, string, string]>> = {
  DAILY: ['jeden Tag', 'jeden zweiten Tag', 'Tage'],
  WEEKLY: ['jede Woche', 'alle zwei Wochen', 'Wochen'],
  MONTHLY: ['jeden Monat', 'alle zwei Monate', 'Monate'],
  YEARLY: ['jedes Jahr', 'alle zwei Jahre', 'Jahre'],
}
const ordinals: Readonly<Record<string, string>> = {
  '1': 'ersten',
  '2': 'zweiten',
  '3': 'dritten',
  '4': 'vierten',
  '-1': 'letzten',
}
const listOf = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} und ${words.at(-1) ?? ''}`

/** A rule of RFC 5545 as people say it: "jeden zweiten Dienstag um 09:00 Uhr". */
export function spokenRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  return [daysOf(parts), timesOf(parts), endOf(parts)].filter((words) => words !== '').join(' ')
}

function daysOf(parts: ReadonlyMap<string, string>): string {
  const [days, date, month] = ['BYDAY', 'BYMONTHDAY', 'BYMONTH'].map((name) => parts.get(name))
  const interval = Number(parts.get('INTERVAL') ?? '1')
  if (date !== undefined && month !== undefined)
    return `jedes Jahr am ${date === '-1' ? 'letzten Tag im' : `${date}.`} ${months[Number(month) - 1] ?? ''}`
  if (date !== undefined)
    return `${date === '-1' ? 'am letzten Tag' : `am ${date}.`} ${interval === 1 ? 'jedes Monats' : `alle ${interval} Monate`}`
  if (days === 'MO,TU,WE,TH,FR') return 'an jedem Werktag'
  if (days === 'SA,SU') return 'jedes Wochenende'
  const [, which, day = ''] = /^(-?\d)([A-Z]{2})$/.exec(days ?? '') ?? []
  if (which !== undefined) return `am ${ordinals[which] ?? which} ${weekdays[day] ?? ''} im Monat`
  if (days !== undefined) {
    const named = listOf(days.split(',').map((code) => weekdays[code] ?? code))
    if (interval === 1) return `jeden ${named}`
    return interval === 2 ? `jeden zweiten ${named}` : `alle ${interval} Wochen am ${named}`
  }
  const [one, two, many] = units[parts.get('FREQ') ?? ''] ?? ['jeden Tag', 'jeden zweiten Tag', 'Tage']
  return interval === 1 ? one : interval === 2 ? two : `alle ${interval} ${many}`
}

function timesOf(parts: ReadonlyMap<string, string>): string {
  const hours = parts.get('BYHOUR')?.split(',') ?? []
  if (hours.length === 0) return ''
  const minute = (parts.get('BYMINUTE') ?? '0').padStart(2, '0')
  if (hours.length > 3) return hours.length === 24 ? 'zu jeder Stunde' : `alle ${24 / hours.length} Stunden`
  return `um ${listOf(hours.map((hour) => `${hour.padStart(2, '0')}:${minute}`))} Uhr`
}

function endOf(parts: ReadonlyMap<string, string>): string {
  const until = parts.get('UNTIL')
  if (until !== undefined)
    return `bis zum ${DateTime.fromFormat(until.slice(0, 8), 'yyyyLLdd').setLocale('de').toFormat('d. LLLL yyyy')}`
  const count = parts.get('COUNT')
  return count === undefined ? '' : `${count}-mal`
}
