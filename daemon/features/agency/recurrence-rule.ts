import { invalidRequest } from '../../kernel/errors.ts'

const number = (pattern: string) => `(${pattern})(,(${pattern}))*`
const weekday = '(MO|TU|WE|TH|FR|SA|SU)'

/** What each part of a rule may say. */
const grammar: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    FREQ: '(DAILY|WEEKLY|MONTHLY|YEARLY)',
    INTERVAL: '[1-9]\\d{0,2}',
    COUNT: '[1-9]\\d{0,2}',
    UNTIL: '\\d{8}(T\\d{6}Z?)?',
    WKST: weekday,
    BYHOUR: number('1?\\d|2[0-3]'),
    BYMINUTE: number('[1-5]?\\d'),
    BYDAY: number(`([+-]?[1-5])?${weekday}`),
    BYMONTHDAY: number('-?([1-9]|[12]\\d|3[01])'),
    BYMONTH: number('[1-9]|1[0-2]'),
    BYSETPOS: number('-?[1-9]\\d?'),
  }).map(([name, pattern]) => [name, new RegExp(`^${pattern}$`)]),
)
const always = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYHOUR', 'BYMINUTE', 'BYDAY', 'BYMONTH']
const further: Readonly<Record<string, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ['WKST'],
  MONTHLY: ['BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYMONTHDAY', 'BYSETPOS'],
}
/** The most that a goal may come up on one day. */
const maxTimesADay = 24

const refused = (reason: string) => invalidRequest('repeats', reason)

export type RuleParts = ReadonlyMap<string, string>

/**
 * Reads an RRULE of RFC 5545 that repeats daily or less often, several times a day by BYHOUR and BYMINUTE. Throws
 * `INVALID_REQUEST` for anything else.
 */
export function readRule(text: string): RuleParts {
  const parts = new Map<string, string>()
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.*)$/.exec(part) ?? []
    if (!grammar[name]?.test(value)) throw refused(`is not a rule that the companion can follow: ${part}`)
    if (parts.has(name)) throw refused(`says ${name} twice`)
    parts.set(name, value)
  }
  assertCoherent(parts)
  return parts
}

function assertCoherent(parts: RuleParts): void {
  const frequency = parts.get('FREQ')
  if (frequency === undefined) throw refused('must say FREQ')
  const odd = [...parts.keys()].find((name) => ![...always, ...(further[frequency] ?? [])].includes(name))
  if (odd) throw refused(`cannot say ${odd} with FREQ=${frequency}`)
  if (parts.has('COUNT') && parts.has('UNTIL')) throw refused('may say one of COUNT and UNTIL')
  if (parts.has('BYSETPOS') && !parts.has('BYDAY')) throw refused('must say BYDAY with BYSETPOS')
  const numbered = /\d/.test(parts.get('BYDAY') ?? '')
  if (numbered && !further[frequency]?.includes('BYSETPOS'))
    throw refused(`cannot number the days of BYDAY with FREQ=${frequency}`)
  const counted = (name: string) => new Set(parts.get(name)?.split(',') ?? ['']).size
  if (counted('BYHOUR') * counted('BYMINUTE') > maxTimesADay)
    throw refused(`may come up ${maxTimesADay} times a day at most`)
}

/** The rule as RFC 5545 writes it. */
export function writeRule(parts: RuleParts): string {
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';')
}
