import type { RuleParts } from '../recurrence.ts'
import { compile, compileAny } from '../templates.ts'
import { numberOf } from './numbers.ts'
import words from './repeats.json' with { type: 'json' }

/** What was said of how often, and the rule that it makes. */
export interface RepeatingWords {
  readonly text: string
  readonly index: number
  readonly parts: RuleParts
}

type RuleGroups = Readonly<Record<string, string | undefined>>

const weekdays = words.slots.day.split('|')
const months = words.slots.month.replace(/^\(\?<month>|\)$/g, '').split('|')
const frequencies: Readonly<Record<string, string>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

const weekly = ({ days = '', count }: RuleGroups): RuleParts => ({
  FREQ: 'WEEKLY',
  ...interval(count),
  BYDAY: codesOf(days),
})

/** What rule some words make, by the name of their form. */
const makers: Readonly<Record<string, (groups: RuleGroups) => RuleParts>> = {
  'nth weekday': ({ nth = '', days = '' }) => ({
    FREQ: 'MONTHLY',
    BYDAY: `${/^last/i.test(nth) ? -1 : numberOf(nth)}${codesOf(days)}`,
  }),
  date: ({ date = '' }) => ({ FREQ: 'MONTHLY', BYMONTHDAY: dayOfMonth(date) }),
  'yearly date': ({ date = '', month = '' }) => {
    const BYMONTH = String(months.indexOf(month.toLowerCase()) + 1)
    const onDay = dayOfMonth(date)
    // Who says the 29th of February, or even the 30th, means every year.
    return { FREQ: 'YEARLY', BYMONTH, BYMONTHDAY: BYMONTH === '2' && Number(onDay) > 28 ? '-1' : onDay }
  },
  weekly,
  fortnightly: (groups) => weekly({ ...groups, count: 'other' }),
  every: ({ unit = 'day', count }) => ({
    FREQ: frequencies[unit.toLowerCase()] ?? 'DAILY',
    ...interval(count),
  }),
  hourly: ({ hours = '1' }) => {
    const step = numberOf(hours)
    const all = Array.from({ length: 24 / step }, (_, at) => at * step)
    return { FREQ: 'DAILY', BYHOUR: all.join(','), BYMINUTE: '0' }
  },
}

const readers = words.forms.flatMap(({ as, makes, rule }) =>
  as.map((template) => ({
    // "The weekly call" is a call.
    pattern: compile(`[fresh](?:${template})[end]`, words.slots),
    partsOf: (groups: RuleGroups): RuleParts => ruleOf(rule) ?? makers[makes]?.(groups) ?? {},
  })),
)
const ruleOf = (rule: Readonly<Record<string, string | undefined>> | undefined): RuleParts | undefined =>
  rule &&
  Object.fromEntries(
    Object.entries(rule).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
const tooOften = compileAny(words['too often'], words.slots)

/** How often something comes up again by a text; null where it says nothing of it. */
export function repeatingIn(text: string): RepeatingWords | null {
  for (const { pattern, partsOf } of readers) {
    const match = pattern.exec(text)
    if (!match) continue
    const parts = partsOf(match.groups ?? {})
    // "Every 0 days" is no rule: it would be looked for through eight thousand years.
    return isNever(parts) ? null : { text: match[0], index: match.index, parts }
  }
  return null
}

const isNever = ({ INTERVAL, BYMONTHDAY }: RuleParts) => INTERVAL === '0' || BYMONTHDAY === '0'

/** All that a text says of how often, in its order. */
export function allRepeatingIn(text: string): RepeatingWords[] {
  const repeats: RepeatingWords[] = []
  let rest = text
  for (let one = repeatingIn(rest); one !== null; one = repeatingIn(rest)) {
    repeats.push(one)
    rest = blanked(rest, one)
  }
  return repeats.toSorted((a, b) => a.index - b.index)
}

/** A text with blanks in the place of some of its words. */
export const blanked = (text: string, { index, text: phrase }: { index: number; text: string }): string =>
  text.slice(0, index) + ' '.repeat(phrase.length) + text.slice(index + phrase.length)

/** The words for what comes up more often than a goal may, "every ten minutes"; null where a text has none. */
export const tooOftenIn = (text: string): string | null => tooOften.exec(text)?.[0] ?? null

const interval = (count: string | undefined): RuleParts =>
  count === undefined ? {} : { INTERVAL: String(numberOf(count)) }

/** The 31st is the last day of a month, so that none is left out. */
function dayOfMonth(word: string): string {
  const day = /^last/i.test(word) ? -1 : numberOf(word)
  return String(day > 30 ? -1 : day)
}

const codesOf = (days: string) =>
  weekdays
    .filter((name) => days.toLowerCase().includes(name.slice(0, 3)))
    .map((name) => name.slice(0, 2).toUpperCase())
    .join(',')
