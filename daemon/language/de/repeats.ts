import { firstOf, type RuleParts, writeRule } from '../recurrence.ts'
import { hourOf, morning, readTimes, type TimeContext, timesIn } from './calendar.ts'
import { type Place, whole } from './clock.ts'
import { monthOf, weekdayOf } from './days.ts'
import { numberOf, numberWord, ordinalOf, ordinalWord } from './numbers.ts'
import { DateTime } from 'luxon'

/** How often something comes up again, as somebody said it. */
export interface Repeated {
  /** An RRULE of RFC 5545. */
  readonly rule: string
  /** The first moment, in milliseconds since the epoch. */
  readonly first: number
  /** Where the words stand that said so. */
  readonly places: readonly Place[]
}

const days =
  'montag|mändig|dienstag|zischtig|mittwoch|donnerstag|donnschtig|freitag|fritig|samstag|samschtig|sonnabend|sonntag|sunntig'
const manyDays = String.raw`(?<days>(?:${days})(?:\s*(?:,|und|u\.|&|\+|sowie)\s*(?:(?:jeden|am)\s+)?(?:${days}))*)`
const bySide = String.raw`(?<days>(?:${days})s(?:\s*(?:,|und|u\.|&|\+|sowie)\s*(?:${days})s)*)`
const other = String.raw`(?<nth>zweiten?|zweite[ns]?|dritten?|dritte[ns]?|vierten?|2\.|3\.|4\.|anderen|andern)`
const months =
  'januar|jänner|februar|feber|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const each = '(?:jede[nrsm]?|jed’n|jedn|jede|immer|an jedem|immer am|all(?:e|i))'
const date = String.raw`(?<date>\d{1,2}\.|${ordinalWord}|letzten)`

type Groups = Readonly<Record<string, string | undefined>>

const frequencies: readonly (readonly [RegExp, string])[] = [
  [/^ta?g|^täg/i, 'DAILY'],
  [/^w(?:o|ö)ch/i, 'WEEKLY'],
  [/^monat/i, 'MONTHLY'],
  [/^j(?:a|ä)hr/i, 'YEARLY'],
]
const frequencyOf = (unit: string) => frequencies.find(([pattern]) => pattern.test(unit))?.[1] ?? 'DAILY'
const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const codesOf = (text: string) =>
  [...new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).map(weekdayOf).filter((day) => day > 0))]
    .toSorted((a, b) => a - b)
    .map((day) => codes[day - 1])
    .join(',')
const interval = (count: number): RuleParts => (count > 1 ? { INTERVAL: String(count) } : {})
const nthOf = (text = '') => (/ander/i.test(text) ? 2 : ordinalOf(text))
const weekly = (names = '', count = 1): RuleParts => ({
  FREQ: 'WEEKLY',
  ...interval(count),
  BYDAY: codesOf(names),
})
/** The 31st is the last day of a month, so that none is left out. */
const dateOf = (text = '') => {
  const day = /^letzt/i.test(text) ? -1 : ordinalOf(text)
  return String(day > 30 ? -1 : day)
}

const forms: readonly (readonly [string, (groups: Groups) => RuleParts])[] = [
  [
    String.raw`(?:${each}|am)\s+(?<nth>${ordinalWord}|[1-4]\.|letzten?)\s+${manyDays}\s+(?:im|des|eines jeden|jeden|jedes|vom)\s+monats?`,
    ({ nth = '', days: names = '' }) => ({
      FREQ: 'MONTHLY',
      BYDAY: `${/^letzt/i.test(nth) ? -1 : ordinalOf(nth)}${codesOf(names)}`,
    }),
  ],
  [String.raw`${each}\s+${other}\s+(?<days>${days})`, ({ nth, days: names }) => weekly(names, nthOf(nth))],
  [
    String.raw`alle\s+(?<count>\d+|${numberWord}|paar)\s+wochen(?:\s+(?:am\s+|immer\s+)?(?:${manyDays.replace('<days>', '<on>')}|(?<sides>(?:${days})s)))?`,
    ({ count = '', on, sides }) => ({
      FREQ: 'WEEKLY',
      ...interval(numberOf(count)),
      ...(on || sides ? { BYDAY: codesOf(on ?? sides ?? '') } : {}),
    }),
  ],
  [
    String.raw`(?:${days})s?\s+alle\s+(?<count>\d+|${numberWord})\s+wochen`,
    ({ count = '' }) => ({ FREQ: 'WEEKLY', ...interval(numberOf(count)) }),
  ],
  [
    String.raw`(?:von\s+)?(?:montags?|mo\.?)\s*(?:bis|-|–)\s*(?:freitags?|fr\.?)(?=$|[\s,.!])|(?:unter der woche|werktags|an werktagen|wochentags|${each}\s+werktag|an (?:allen )?wochentagen)`,
    () => ({ FREQ: 'WEEKLY', BYDAY: 'MO,TU,WE,TH,FR' }),
  ],
  [
    String.raw`${each}\s+wochenende|an den wochenenden|am wochenende immer`,
    () => ({ FREQ: 'WEEKLY', BYDAY: 'SA,SU' }),
  ],
  [
    String.raw`(?:${each}|alle|jährlich|alljährlich)\s+jahre?\s+(?:am|zum|immer am)\s+${date}\s*(?<month>${months})|(?:jährlich|alljährlich)\s+(?:am\s+)?(?<date2>\d{1,2}\.|${ordinalWord})\s*(?<month2>${months})|am\s+(?<date3>\d{1,2}\.|${ordinalWord})\s*(?<month3>${months})\s+(?:jedes jahr|jährlich|jeden jahres)`,
    ({ date: one, date2, date3, month, month2, month3 }) => {
      const BYMONTH = String(monthOf(month ?? month2 ?? month3 ?? ''))
      const BYMONTHDAY = dateOf(one ?? date2 ?? date3)
      return {
        FREQ: 'YEARLY',
        BYMONTH,
        BYMONTHDAY: BYMONTH === '2' && Number(BYMONTHDAY) > 28 ? '-1' : BYMONTHDAY,
      }
    },
  ],
  [
    String.raw`(?:${each}\s+monat|monatlich)\s+(?:immer\s+)?(?:am\s+|zum\s+)?${date}|(?:${each}|immer am|immer zum|am)\s+(?<date2>\d{1,2}\.|${ordinalWord}|letzten)(?:\s+tag)?\s+(?:jeden monats|eines monats|jedes monats|des monats|im monat|vom monat|eines jeden monats)|${each}\s+(?<date3>ersten|letzten|fünfzehnten|monatsersten|monatsletzten|1\.|15\.)(?!\s*(?:\p{L}+tag|mittwoch|montag|tag|woche|abend|morgen|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))(?:\s+(?:im monat|des monats))?`,
    ({ date: one, date2, date3 }) => ({
      FREQ: 'MONTHLY',
      BYMONTHDAY: /monatserst/i.test(date3 ?? '')
        ? '1'
        : /monatsletzt/i.test(date3 ?? '')
          ? '-1'
          : dateOf(one ?? date2 ?? date3),
    }),
  ],
  [
    String.raw`(?:immer\s+)?(?:zum|am)\s+(?<edge>monatsende|monatsanfang|ende (?:jeden|jedes) monats|anfang (?:jeden|jedes) monats)(?:\s+immer)?(?<=immer.*|jede.*)|${each}\s+monatsende`,
    ({ edge = '' }) => ({ FREQ: 'MONTHLY', BYMONTHDAY: /anfang/i.test(edge) ? '1' : '-1' }),
  ],
  [
    String.raw`${each}\s+(?:frühen\s+)?${manyDays}(?:s|\s*(?:abend|morgen|früh|nachmittag|vormittag|mittag)s?)?`,
    ({ days: names }) => weekly(names),
  ],
  [
    String.raw`(?:immer\s+)?${bySide}(?:\s+immer)?|immer\s+(?:am\s+)?(?<on>(?:${days})(?:\s*(?:,|und)\s*(?:am\s+)?(?:${days}))*)`,
    ({ days: names, on }) => weekly(names ?? on),
  ],
  [
    String.raw`(?:einmal|1x|1 ?mal)\s+(?:die|pro|in der)\s+woche|${each}\s+woche(?:\s+(?:am\s+|immer\s+am\s+)?${manyDays.replace('<days>', '<on>')})?|wöchentlich(?:\s+(?:am\s+)?${manyDays.replace('<days>', '<on2>')})?`,
    ({ on, on2 }) => ({ FREQ: 'WEEKLY', ...(on || on2 ? { BYDAY: codesOf(on ?? on2 ?? '') } : {}) }),
  ],
  [
    String.raw`(?:${each})\s+${other}\s+(?<unit>tag|woche|monat)|alle\s+(?<count>\d+|${numberWord})\s+(?<unit2>tage|monate|jahre)`,
    ({ nth, unit, count, unit2 }) => ({
      FREQ: frequencyOf(unit ?? unit2 ?? ''),
      ...interval(nth === undefined ? numberOf(count ?? '1') : nthOf(nth)),
    }),
  ],
  [
    String.raw`alle\s+(?<count>\d+|${numberWord})\s+stunden`,
    ({ count = '1' }) => {
      const step = numberOf(count)
      return {
        FREQ: 'DAILY',
        BYHOUR: Array.from({ length: Math.max(1, Math.floor(24 / step)) }, (_, at) => at * step).join(','),
        BYMINUTE: '0',
      }
    },
  ],
  [
    String.raw`jede\s+(?:volle\s+)?stunde|stündlich`,
    () => ({ FREQ: 'DAILY', BYHOUR: Array.from({ length: 24 }, (_, at) => at).join(','), BYMINUTE: '0' }),
  ],
  [
    String.raw`${each}\s+(?<unit>tag|monat|jahr)|(?<unit2>täglich|monatlich|jährlich|alljährlich)|(?:einmal|1x)\s+(?:am|im|pro)\s+(?<unit3>tag|monat|jahr)`,
    ({ unit, unit2, unit3 }) => ({ FREQ: frequencyOf((unit ?? unit2 ?? unit3 ?? '').replace(/^all/i, '')) }),
  ],
  [
    String.raw`(?:${each})\s+(?:einzelnen\s+)?(?:abend|morgen|früh|mittag|nachmittag|vormittag|nacht)s?|immer\s+(?:morgens|abends|mittags|nachts|vormittags|nachmittags|früh|um)|(?:morgens|abends|mittags|nachts|nachmittags)\s+immer|morgens\s+und\s+abends|(?:morgens|mittags|abends)(?:,\s+(?:morgens|mittags|abends))+\s+und\s+abends`,
    () => ({ FREQ: 'DAILY' }),
  ],
]
const readers = forms.map(([source, partsOf]) => ({ pattern: whole(source, 'iu'), partsOf }))
const tooOften = whole(
  String.raw`alle\s+(?:\d+|${numberWord}|paar)\s+(?:minuten|min|sekunden)|jede\s+(?:halbe stunde|viertelstunde|minute|sekunde)|(?:jede|alle)\s+(?:halben?|viertel)\s*stunden?|minütlich|halbstündlich|viertelstündlich|alle (?:halbe|viertel) stund`,
  'iu',
)
const until = whole(
  String.raw`bis\s+(?:einschließlich\s+|zum\s+|ende\s+|inklusive\s+)?(?<when>[^,.;!?]+)`,
  'iu',
)
const from = whole(
  String.raw`(?:ab|von|beginnend|beginnend am)\s+(?<when>(?:morgen|übermorgen|heute|nächste[rn]?|kommende[rn]?|dem|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|\d)[^,;!?]*)`,
  'iu',
)

/** The words for what comes up more often than a goal may, "alle zehn Minuten"; null where a text has none. */
export const tooOftenIn = (text: string): Place | null => {
  const match = tooOften.exec(text)
  return match ? { index: match.index, end: match.index + match[0].length } : null
}

/** A text with blanks in the place of some of its words. */
export const blanked = (text: string, { index, end }: Place): string =>
  text.slice(0, index) + ' '.repeat(end - index) + text.slice(end)

/** What a text says of how often; null where it says nothing of it. */
function repeatingIn(text: string): (Place & { readonly parts: RuleParts }) | null {
  for (const { pattern, partsOf } of readers) {
    const match = pattern.exec(text)
    if (!match) continue
    const parts = partsOf(match.groups ?? {})
    const isNever =
      parts['INTERVAL'] === '0' ||
      parts['BYMONTHDAY'] === '0' ||
      Object.values(parts).some((value) => /NaN|^$/.test(value))
    if (!isNever) return { index: match.index, end: match.index + match[0].length, parts }
  }
  return null
}

/** How often something comes up again by a text; `had` is its time of day so far, which holds where no other is said. */
export function repeatIn(
  text: string,
  timeContext: TimeContext & { readonly had?: number | null },
): Repeated | null {
  const { now, time_zone, had = null } = timeContext
  const often = repeatingIn(text)
  if (often === null) return null
  const places: Place[] = [often]
  let rest = blanked(text, often)
  const limits: Record<string, string> = {}
  let start = now
  for (const [pattern, side] of [
    [until, 'until'],
    [from, 'from'],
  ] as const) {
    const match = pattern.exec(rest)
    const when = match?.groups?.['when'] ?? ''
    const [moment] = timesIn(when, { now, time_zone })
    if (!match || !moment?.dayGiven || moment.index > 12) continue
    const midnight = DateTime.fromMillis(moment.at, { zone: time_zone }).startOf('day')
    if (side === 'until') limits['UNTIL'] = midnight.toFormat('yyyyLLdd')
    else start = Math.max(now, midnight.toMillis() - 1)
    const at = match.index + match[0].indexOf(when)
    const place = { index: match.index, end: at + moment.end }
    const timed = readTimes(when, { now, time_zone })[0]
    const end = timed?.clock && timed.day ? at + timed.day.end : place.end
    places.push({ ...place, end })
    rest = blanked(rest, { ...place, end })
  }
  const clock =
    often.parts['BYHOUR'] === undefined ? timeOfDay(text, rest, often, { now, time_zone, had }) : null
  const parts = {
    ...often.parts,
    ...(clock ? { BYHOUR: clock.hours.join(','), BYMINUTE: String(clock.minute) } : {}),
    ...limits,
  }
  const first = firstOf(parts, start, time_zone)
  return first === null
    ? null
    : { rule: writeRule(parts), first, places: [...places, ...(clock?.places ?? [])] }
}

/** When on the day: as said, else at the usual hour of the part of the day, else in the morning. */
function timeOfDay(
  text: string,
  rest: string,
  often: Place,
  { had, ...timeContext }: TimeContext & { readonly had: number | null },
) {
  const times = readTimes(rest, timeContext).filter(({ day }) => day === null)
  const parts = [...readTimes(text.slice(often.index, often.end), timeContext), ...times].flatMap(
    ({ part }) => part ?? [],
  )
  const clockTimes = times.filter(({ clock }) => clock !== null)
  const [part = null] = parts
  const [one] = clockTimes
  if (one?.clock) {
    const minute = one.clock.minute
    const same = clockTimes.filter(({ clock }) => clock?.minute === minute)
    return {
      hours: [
        ...new Set(same.flatMap(({ clock, part: own }) => (clock ? [hourOf(clock, own ?? part, text)] : []))),
      ].toSorted((a, b) => a - b),
      minute,
      places: same.map(({ index, end }) => ({ index, end })),
    }
  }
  const hours = [...new Set(parts.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  if (hours.length > 0)
    return {
      hours,
      minute: 0,
      places: times.filter((time) => time.part).map(({ index, end }) => ({ index, end })),
    }
  const before = had === null ? null : DateTime.fromMillis(had, { zone: timeContext.time_zone })
  return { hours: [before?.hour ?? morning], minute: before?.minute ?? 0, places: [] }
}
