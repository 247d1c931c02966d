import { DateTime } from 'luxon'

const weekdays: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const units: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const ordinals: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
}

/** A rule of RFC 5545 as people say it: "every other Tuesday at 09:00". */
export function spokenRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  return [daysOf(parts), timesOf(parts), endOf(parts)].filter((words) => words !== '').join(' ')
}

function daysOf(parts: ReadonlyMap<string, string>): string {
  const days = parts.get('BYDAY')
  const date = parts.get('BYMONTHDAY')
  const each = every(parts.get('INTERVAL') ?? '1')
  const month = parts.get('BYMONTH')
  if (date !== undefined && month !== undefined)
    return `every year on ${date === '-1' ? 'the last day of' : date} ${months[Number(month) - 1] ?? ''}`
  if (date !== undefined)
    return `on the ${date === '-1' ? 'last day' : nth(Number(date))} of ${each('month')}`
  if (days === 'MO,TU,WE,TH,FR') return each('weekday')
  if (days === 'SA,SU') return each('weekend')
  const [, which, day = ''] = /^(-?\d)([A-Z]{2})$/.exec(days ?? '') ?? []
  if (which !== undefined)
    return `on the ${ordinals[which] ?? which} ${weekdays[day] ?? ''} of ${each('month')}`
  if (days !== undefined) return each(listOf(days.split(',').map((code) => weekdays[code] ?? code)))
  return each(units[parts.get('FREQ') ?? ''] ?? 'day')
}

const every = (interval: string) => (unit: string) => {
  if (interval === '1') return `every ${unit}`
  return interval === '2' ? `every other ${unit}` : `every ${interval} ${unit}s`
}

function timesOf(parts: ReadonlyMap<string, string>): string {
  const hours = parts.get('BYHOUR')?.split(',') ?? []
  if (hours.length === 0) return ''
  const minute = (parts.get('BYMINUTE') ?? '0').padStart(2, '0')
  if (hours.length > 3) return hours.length === 24 ? 'on the hour' : `every ${24 / hours.length} hours`
  return `at ${listOf(hours.map((hour) => `${hour.padStart(2, '0')}:${minute}`))}`
}

function endOf(parts: ReadonlyMap<string, string>): string {
  const until = parts.get('UNTIL')
  if (until !== undefined)
    return `until ${DateTime.fromFormat(until.slice(0, 8), 'yyyyLLdd').setLocale('en-GB').toFormat('d LLLL yyyy')}`
  const count = parts.get('COUNT')
  return count === undefined ? '' : `${count} times`
}

const listOf = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

function nth(date: number): string {
  const teen = date % 100 > 10 && date % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th')
  return `${date}${ending}`
}
