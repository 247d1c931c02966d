/** The parts of an RRULE of RFC 5545 by their names, without a time of day where none follows from the words. */
export type RuleParts = Readonly<Record<string, string>>

/** What was said of how often, and the rule that it makes. */
export interface RepeatingWords {
  readonly text: string
  readonly index: number
  readonly parts: RuleParts
}

type Said = Readonly<Record<string, string | undefined>>

const list = (words: string) => words.split(' ')
const weekdays = list('monday tuesday wednesday thursday friday saturday sunday')
const months = list('january february march april may june july august september october november december')
const cardinals = list('one two three four five six seven eight nine ten eleven twelve')
const ordinals = list(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
)

const anyOf = (words: readonly string[]) => words.join('|')
const weekday = `(?:${anyOf(weekdays)})`
const part = '(?:mornings?|afternoons?|evenings?|nights?)'
/** What stands for `[…]` in the phrases below; what ends in a blank may be left out. */
const slots: Readonly<Record<string, string>> = {
  each: '(?:every|each)(?: single)?',
  'other ': String.raw`(?:(?<count>other|second|third|fourth|\d{1,2}|${anyOf(cardinals)}) )?`,
  nth: '(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)',
  weekday: `(?<days>${weekday})`,
  weekdays: `(?<days>${weekday}s?(?:(?:, and|,| and| &|/) ?(?:on )?${weekday}s?)*)`,
  mondays: `(?<days>(?:${weekday}s?(?:, and|,| and| &|/) ?)*${weekday}s)`,
  date: String.raw`(?<date>\d{1,2}(?:st|nd|rd|th)?|${anyOf(ordinals)}|last day|last)`,
  month: `(?<month>${anyOf(months)})`,
  yearly: '(?:(?:every|each) year|yearly|annually|once a year)',
  monthly: '(?:(?:every|each) month|monthly|once a month)',
  'working day': '(?:week ?day|working day|work ?day|school day)',
  part: part,
  'part ': `(?: ${part})?`,
  unit: '(?<unit>day|week|month|year)',
}

const weekly = ({ days = '', count }: Said): RuleParts => ({
  FREQ: 'WEEKLY',
  ...interval(count),
  BYDAY: codesOf(days),
})
const monthlyOn = ({ date = '' }: Said): RuleParts => ({ FREQ: 'MONTHLY', BYMONTHDAY: dayOfMonth(date) })
const yearlyOn = ({ date = '', month = '' }: Said): RuleParts => {
  const BYMONTH = String(months.indexOf(month.toLowerCase()) + 1)
  const onDay = dayOfMonth(date)
  // Who says the 29th of February, or even the 30th, means every year.
  return { FREQ: 'YEARLY', BYMONTH, BYMONTHDAY: BYMONTH === '2' && Number(onDay) > 28 ? '-1' : onDay }
}
const every = ({ unit = 'day', count }: Said): RuleParts => ({
  FREQ: frequencies[unit.toLowerCase()] ?? 'DAILY',
  ...interval(count),
})
const hourly = ({ hours = '1' }: Said): RuleParts => {
  const step = numberOf(hours)
  const all = Array.from({ length: 24 / step }, (_, at) => at * step)
  return { FREQ: 'DAILY', BYHOUR: all.join(','), BYMINUTE: '0' }
}
const fixed = (parts: RuleParts) => () => parts
const frequencies: Readonly<Record<string, string>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

/** What is said, and what rule it makes; the first that fits. */
const forms: readonly (readonly [readonly string[], (said: Said) => RuleParts])[] = [
  [
    [
      '[each] [nth] [weekday] (?:of|in) (?:the|[each]|a) month[part ]',
      '(?:on )?the [nth] [weekday] (?:of|in) (?:[each]|the) month[part ]',
      '[monthly],? on the [nth] [weekday][part ]',
    ],
    ({ nth = '', days = '' }) => ({ FREQ: 'MONTHLY', BYDAY: `${ordinalOf(nth)}${codesOf(days)}` }),
  ],
  [
    [
      '(?:on )?the [date](?: day)? (?:of )?[each] month',
      '[monthly],? on the [date](?: day of the month)?',
      '[each] [date] of (?:the|a) month',
    ],
    monthlyOn,
  ],
  [
    [
      '[yearly],? on (?:the )?[date] (?:of )?[month]',
      'on (?:the )?[date] (?:of )?[month],? (?:of )?[yearly]',
      '[each] [date] (?:of )?[month]',
      '[yearly],? on [month] (?:the )?[date]',
      'on [month] (?:the )?[date],? (?:of )?[yearly]',
      '[each] [month] (?:the )?[date]',
    ],
    yearlyOn,
  ],
  [
    [
      '[each] [working day][part ]',
      'on [working day]s[part ]',
      '(?:from )?monday (?:to|through|till|until) friday',
    ],
    fixed({ FREQ: 'WEEKLY', BYDAY: 'MO,TU,WE,TH,FR' }),
  ],
  [['[each] weekend', '(?:at|on) weekends'], fixed({ FREQ: 'WEEKLY', BYDAY: 'SA,SU' })],
  [
    [
      '[each] [other ]weeks?,? on (?:a )?[weekdays][part ]',
      '(?:weekly|once a week),? on (?:a )?[weekdays][part ]',
      '(?:on )?[each] [other ][weekdays][part ]',
      '(?:on )?[mondays][part ]',
      'on [weekday] (?:mornings|afternoons|evenings|nights)',
    ],
    weekly,
  ],
  [['fortnightly on (?:a )?[weekdays][part ]'], (said) => weekly({ ...said, count: 'other' })],
  [['[each] [other ][unit]s?[part ]', '(?:once|one time) (?:a|per|[each]) [unit]'], every],
  [['[each] [other ](?:[part]|lunch ?times?|bed ?times?)', 'in the (?:mornings|evenings)'], every],
  [['daily'], fixed({ FREQ: 'DAILY' })],
  [['weekly'], fixed({ FREQ: 'WEEKLY' })],
  [['fortnightly', 'bi-?weekly', '[each] fortnight'], fixed({ FREQ: 'WEEKLY', INTERVAL: '2' })],
  [['monthly'], fixed({ FREQ: 'MONTHLY' })],
  [['yearly', 'annually'], fixed({ FREQ: 'YEARLY' })],
  [['(?:twice|two times) (?:a|per|[each]) day'], fixed({ FREQ: 'DAILY', BYHOUR: '9,18' })],
  [['(?:three times|thrice) (?:a|per|[each]) day'], fixed({ FREQ: 'DAILY', BYHOUR: '8,13,19' })],
  [['[each] (?:(?<hours>other|2|3|4|6|8|12|two|three|four|six|eight|twelve) )?hours?', 'hourly'], hourly],
]
const readers = forms.flatMap(([sources, partsOf]) =>
  sources.map((source) => ({ pattern: compiled(source), partsOf })),
)

function compiled(source: string): RegExp {
  const whole = source.replaceAll(/\[([\p{L} ]+)\]/gu, (_, name: string) => slots[name] ?? name)
  // "The weekly call" is a call.
  return new RegExp(String.raw`(?<![\p{L}-])(?<!\b(?:the|an?|my|our|your) )(?:${whole})(?![\p{L}'’-])`, 'iu')
}

/** How often something comes up again by a text; null where it says nothing of it. */
export function repeatingIn(text: string): RepeatingWords | null {
  for (const { pattern, partsOf } of readers) {
    const found = pattern.exec(text)
    if (!found) continue
    const parts = partsOf(found.groups ?? {})
    // "Every 0 days" is no rule: it would be looked for through eight thousand years.
    return isNever(parts) ? null : { text: found[0], index: found.index, parts }
  }
  return null
}

const isNever = ({ INTERVAL, BYMONTHDAY }: RuleParts) => INTERVAL === '0' || BYMONTHDAY === '0'

/** The words for what comes up more often than a goal may, "every ten minutes"; null where a text has none. */
export const tooOftenIn = (text: string): string | null =>
  /\b(?:every|each)(?: other)? (?:(?:\d+|half an?|a|few|couple of|quarter of an|\p{L}+) )?(?:minutes?|mins?|seconds|half hour|quarter hour)\b|\bevery second[.!?]*$|\bevery half an hour\b/iu.exec(
    text,
  )?.[0] ?? null

function numberOf(word: string): number {
  const low = word.toLowerCase()
  return low === 'other' ? 2 : cardinals.indexOf(low) + 1 || ordinals.indexOf(low) + 1 || Number(low)
}

const interval = (count: string | undefined): RuleParts =>
  count === undefined ? {} : { INTERVAL: String(numberOf(count)) }

const ordinalOf = (word: string) =>
  /^last/i.test(word) ? -1 : ordinals.indexOf(word.toLowerCase()) + 1 || Number.parseInt(word, 10)

/** The 31st is the last day of a month, so that none is left out. */
function dayOfMonth(word: string): string {
  const ordinal = ordinalOf(word)
  return String(ordinal > 30 ? -1 : ordinal)
}

const codesOf = (days: string) =>
  weekdays
    .filter((name) => days.toLowerCase().includes(name))
    .map((name) => name.slice(0, 2).toUpperCase())
    .join(',')
