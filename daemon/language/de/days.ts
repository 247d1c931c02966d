import { parse } from 'chrono-node/de'
import { DateTime, type DurationLikeObject } from 'luxon'
import { isWritable } from '../../kernel/moment.ts'
import { type Place, whole } from './clock.ts'
import { numberOf, numberWord, ordinalOf, ordinalWord } from './numbers.ts'

/** A day in a text, and where; with `exact` the very moment. */
export interface Day extends Place {
  readonly on: DateTime
  readonly exact: boolean
  /** Whether it depends on the day that it was said on. */
  readonly relative: boolean
}

const dayName = String.raw`(?:(?<day>montag|mändig|dienstag|zischtig|mittwoch|donnerstag|donnschtig|freitag|fritig|samstag|samschtig|sonnabend|sonntag|sunntig)s?|(?<short>mo|di|mi|do|fr|sa|so)(?=\.|\s+(?:um|früh|abend|mittag|\d)|,)\.?)`
const daysOfWeek: readonly (readonly string[])[] = [
  ['montag', 'mändig', 'mo'],
  ['dienstag', 'zischtig', 'di'],
  ['mittwoch', 'mi'],
  ['donnerstag', 'donnschtig', 'do'],
  ['freitag', 'fritig', 'fr'],
  ['samstag', 'samschtig', 'sonnabend', 'sa'],
  ['sonntag', 'sunntig', 'so'],
]
/** The number of a day of the week, 1 for Monday to 7; 0 for what names none. */
export const weekdayOf = (name: string): number =>
  daysOfWeek.findIndex((names) =>
    names.includes(
      name
        .toLowerCase()
        .replace(/(?<=.{4})s$/, '')
        .replace(/\.$/, ''),
    ),
  ) + 1

const count = String.raw`(?<count>\d+(?:[.,]5)?|anderthalb|\p{L}+einhalb|halben?|${numberWord})`
const unit = String.raw`(?<unit>sekunden?|min(?:uten?)?|stunden?|stündchen|std|h|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?)`
const part = String.raw`(?:\s*(?<of>früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?`
const next = String.raw`(?<which>(?:n(?:ä|ae)chste[nrms]?|kommende[nrms]?|diese[nrms]?|übern(?:ä|ae)chste[nrms]?|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?)\s+(?:woche\s+)?)?`
const monthNames =
  'januar|jänner|februar|feber|märz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember'

const patterns = {
  quarters: whole(
    String.raw`(?:in|nach)\s+(?:(?:einer|ner|’ner|'ner|a|der)\s+)?(?<quarter>dreiviertel|viertel|halben|halbe|halb(?:a)?)\s*(?:stunde|stund|std)|(?:in|nach)\s+(?:(?:einer|ner)\s+)?(?<viertel>viertelstunde|halbstunde|dreiviertelstunde)`,
  ),
  span: whole(
    String.raw`(?:in|nach|über)\s+(?:(?:etwa|circa|ca\.?|ungefähr|so|genau|den nächsten)\s+)?(?:(?:’|')?${count})\s+(?:guten\s+)?${unit}(?:\s+(?:und\s+)?(?<more>\d+|${numberWord})\s+(?<moreUnit>min(?:uten?)?|stunden?))?`,
  ),
  later: whole(String.raw`${count}\s+${unit}\s+(?:später|nachher)`),
  ago: whole(String.raw`vor\s+${count}\s+${unit}`),
  weekday: whole(
    String.raw`(?:(?:am|an|den|bis|ab|vom|zum|auf)\s+)?(?:(?:am|den)\s+)?${next}${dayName.replace('s?|', String.raw`s?${part}|`)}(?:\s+(?<after>(?:nächste|kommende|übernächste|diese|letzte)\s+woche|in\s+(?:einer|zwei|drei|vier|2|3|4)\s+wochen?|in acht tagen|in 8 tagen))?`,
  ),
  weekWeekday: whole(
    String.raw`(?:(?:in\s+der\s+)?(?<week>nächste[rn]?|kommende[rn]?|übernächste[rn]?|diese[rn]?)\s+woche\s+(?:am\s+)?)(?<named>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)s?${part}`,
  ),
  near: whole(
    String.raw`(?<near>überübermorgen|übermorgen|uebermorgen|ibermorgn|vorgestern|gestern|heute|heut|heit|hüt|hüüt|morgen|moagn|morgn|morn)${part}(?:\s+(?<weeks>in\s+(?:einer|zwei|drei|vier|2|3)\s+wochen?|in acht tagen))?`,
  ),
  span2: whole(
    String.raw`(?:in\s+der\s+|(?:ende|anfang|mitte)\s+(?:der\s+)?)?(?<which>n(?:ä|ae)chste[rn]?|kommende[rn]?|übern(?:ä|ae)chste[rn]?|diese[rn]?|letzte[rn]?|vorige[rn]?)\s+(?<what>woche|monats?|jahr)`,
  ),
  weekend: whole(
    String.raw`(?:am|übers|fürs|ums|dieses|nächstes|kommendes|am nächsten|am kommenden)\s+wochenende`,
  ),
  monthEnd: whole(
    String.raw`(?:am\s+|zum\s+)?(?<edge>ende|anfang|mitte)\s+(?:des|vom|dieses|nächsten|diesen)?\s*(?:monats?|monat)|(?:am\s+|zum\s+)?(?<last>monatsende|monatsletzten|ultimo|monatsanfang)`,
  ),
  edge: whole(String.raw`(?<edge>ende|anfang|mitte)\s+(?<month>${monthNames})`),
  date: whole(
    String.raw`(?:(?:am|an|den|bis|ab|vom|zum|der)\s+)?(?:(?:zum|den|am|dem)\s+)?(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag),?\s+(?:den\s+|dem\s+)?)?(?<date>\d{1,2}\.?|${ordinalWord})\s*(?<month>${monthNames}|jan|feb|mär|apr|jun|jul|aug|sept?|okt|nov|dez)\.?(?:\s+(?<year>\d{4}))?`,
  ),
  numeric: whole(
    String.raw`(?:(?:am|an|den|bis|ab|vom|zum)\s+)?(?:(?:den|zum)\s+)?(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag),?\s+(?:den\s+|dem\s+)?)?(?<date>[0-3]?\d)\.\s?(?<number>[01]?\d)\.(?:\s?(?<year>(?:20)?\d{2})(?![\d:]|\.\d|\s*uhr))?`,
  ),
  ofMonth: whole(
    String.raw`(?:am|den|bis zum|zum|ab dem|dem|vom)\s+(?<date>\d{1,2}\.(?!\d)|${ordinalWord})(?!\s*(?:\d|mal\b|weihnacht|advent|stock|klasse|januar|jänner|feber|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\p{Lu}))(?:\s+(?<of>(?:des\s+)?(?:nächsten|kommenden|diesen|dieses)\s+monats?))?`,
  ),
  monthDay: whole(
    String.raw`(?<of>nächsten|kommenden|diesen|dieses)\s+monats?\s+(?:am\s+|den\s+)?(?<date>\d{1,2}\.?|${ordinalWord})(?!\s*(?:uhr|\d))`,
  ),
  feast: whole(
    String.raw`(?:an|zu|am|bis|vor)?\s*(?<feast>heiligabend|heilig abend|heiligen abend|silvester|neujahr|weihnachten|nikolaus|valentinstag|ersten weihnachtstag|ersten weihnachtsfeiertag|zweiten weihnachtstag|halloween|allerheiligen)(?:abend)?`,
  ),
} as const

const feasts: Readonly<Record<string, string>> = {
  heiligabend: '12-24',
  'heilig abend': '12-24',
  'heiligen abend': '12-24',
  silvester: '12-31',
  neujahr: '01-01',
  weihnachten: '12-25',
  'ersten weihnachtstag': '12-25',
  'ersten weihnachtsfeiertag': '12-25',
  'zweiten weihnachtstag': '12-26',
  nikolaus: '12-06',
  valentinstag: '02-14',
  halloween: '10-31',
  allerheiligen: '11-01',
}
const months = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ')

/** The number of a month, 1 to 12, by its name or the beginning of it; 0 for none. */
export const monthOf = (name: string): number =>
  /^(?:jän|jan)/i.test(name)
    ? 1
    : /^fe/i.test(name)
      ? 2
      : /^m(?:är|ae)/i.test(name)
        ? 3
        : months.indexOf(name.toLowerCase().slice(0, 3)) + 1

const units: readonly (readonly [RegExp, keyof DurationLikeObject])[] = [
  [/^sek/i, 'seconds'],
  [/^min/i, 'minutes'],
  [/^(?:st|h)/i, 'hours'],
  [/^tag/i, 'days'],
  [/^woch/i, 'weeks'],
  [/^monat/i, 'months'],
  [/^jahr/i, 'years'],
]
/** The name that luxon has for a unit of time. */
export const unitOf = (name: string): keyof DurationLikeObject =>
  units.find(([pattern]) => pattern.test(name))?.[1] ?? 'minutes'
const isShort = (name: keyof DurationLikeObject) =>
  name === 'hours' || name === 'minutes' || name === 'seconds'

/** A length of time by its number and its unit; half of a week is no whole number of days. */
export function lengthOf(text: string, unitSaid: string): DurationLikeObject | null {
  const number = numberOf(text)
  if (Number.isNaN(number)) return null
  const name = unitOf(unitSaid)
  if (Number.isInteger(number)) return { [name]: number }
  if (name === 'hours') return { minutes: number * 60 }
  if (name === 'weeks') return { days: Math.round(number * 7) }
  if (name === 'months') return { days: Math.round(number * 30) }
  if (name === 'years') return { months: Math.round(number * 12) }
  return { [name]: Math.round(number) }
}

type Groups = Readonly<Record<string, string | undefined>>
type Reader = (
  groups: Groups,
  here: DateTime,
  forward: boolean,
  phrase: string,
) => Omit<Day, keyof Place> | null

const ofDay = (on: DateTime, relative = true) => ({ on: on.startOf('day'), exact: false, relative })

/** The next day of a date, or the last one where what is over is meant. */
function dated(
  here: DateTime,
  month: number,
  date: number,
  year: string | undefined,
  forward: boolean,
): Omit<Day, keyof Place> | null {
  const full = year === undefined ? here.year : Number(year.length === 2 ? `20${year}` : year)
  const on = DateTime.fromObject({ year: full, month, day: date }, { zone: here.zone })
  if (!on.isValid) return null
  if (year !== undefined) return ofDay(on, false)
  const today = here.startOf('day')
  if (forward && on < today) return ofDay(on.plus({ years: 1 }), false)
  return ofDay(!forward && on > today ? on.minus({ years: 1 }) : on, false)
}

const weeksOf = (text: string | undefined): number => {
  if (text === undefined) return 0
  if (/acht|8/.test(text)) return 1
  const [, number = 'einer'] = /in\s+(\p{L}+|\d)\s+woche/iu.exec(text) ?? []
  return numberOf(number)
}

/** A day of the week: the next one, that of next week, or the one that is over. */
function onWeekday(here: DateTime, number: number, which: string, forward: boolean): DateTime {
  const today = here.startOf('day')
  const away = (number - today.weekday + 7) % 7
  if (/letzt|vorig|vergang/i.test(which)) return today.minus({ days: 7 - away || 7 })
  if (!forward && which === '') return away === 0 ? today : today.minus({ days: 7 - away })
  const monday = today.minus({ days: today.weekday - 1 })
  if (/woche/i.test(which)) {
    const weeks = /über/i.test(which) ? 2 : /diese/i.test(which) ? 0 : 1
    return monday.plus({ weeks, days: number - 1 })
  }
  const coming = today.plus({ days: away })
  if (/übern/i.test(which)) return coming.plus({ days: away === 0 ? 14 : 7 })
  if (/n(?:ä|ae)chst|kommend/i.test(which)) return away === 0 ? coming.plus({ days: 7 }) : coming
  return coming
}

const readers: Readonly<Record<keyof typeof patterns, Reader>> = {
  quarters: ({ quarter = '', viertel = '' }, here) => {
    const phrase = `${quarter}${viertel}`.toLowerCase()
    const minutes = phrase.startsWith('drei') ? 45 : phrase.startsWith('viertel') ? 15 : 30
    return { on: here.plus({ minutes }), exact: true, relative: true }
  },
  span: ({ count = '', unit: name = '', more, moreUnit = '' }, here) => {
    const length = lengthOf(count, name)
    if (!length) return null
    const on = here.plus(length).plus(more === undefined ? {} : (lengthOf(more, moreUnit) ?? {}))
    return isShort(unitOf(name)) ? { on, exact: true, relative: true } : ofDay(on)
  },
  later: ({ count = '', unit: name = '' }, here) => {
    const length = lengthOf(count, name)
    return length && !isShort(unitOf(name)) ? ofDay(here.plus(length)) : null
  },
  ago: ({ count = '', unit: name = '' }, here) => {
    const length = lengthOf(count, name)
    return length && !isShort(unitOf(name)) ? ofDay(here.minus(length)) : null
  },
  weekday: ({ which = '', day, short, after }, here, forward) => {
    const number = weekdayOf(day ?? short ?? '')
    if (number === 0) return null
    const week = after !== undefined && /woche$/i.test(after) && !/^in/i.test(after) ? after : which
    return ofDay(
      onWeekday(here, number, week.trim(), forward).plus({
        weeks: /^in/i.test(after ?? '') ? weeksOf(after) : 0,
      }),
    )
  },
  weekWeekday: ({ week = '', named = '' }, here, forward) =>
    ofDay(onWeekday(here, weekdayOf(named), `${week} woche`, forward)),
  near: ({ near = '', weeks }, here, _, phrase) => {
    const name = near.toLowerCase().replace(/^ue/, 'ü')
    if (/^morgen$/i.test(near) && /^(?:am|jeden|guten)/i.test(phrase)) return null
    const days = name.startsWith('überüber')
      ? 3
      : /^[üi]b/.test(name)
        ? 2
        : name.startsWith('vorg')
          ? -2
          : name.startsWith('gest')
            ? -1
            : name.startsWith('h')
              ? 0
              : 1
    return ofDay(here.plus({ days, weeks: weeksOf(weeks) }))
  },
  span2: ({ which = '', what = '' }, here, _, phrase) => {
    const step = /letzt|vorig/i.test(which) ? -1 : /über/i.test(which) ? 2 : /diese/i.test(which) ? 0 : 1
    if (/^monat/i.test(what)) {
      const first = here.startOf('month').plus({ months: step })
      if (/^ende/i.test(phrase)) return ofDay(first.endOf('month'))
      return step === 0 ? null : ofDay(/^mitte/i.test(phrase) ? first.plus({ days: 14 }) : first)
    }
    if (/^jahr/i.test(what)) return step === 0 ? null : ofDay(here.startOf('year').plus({ years: step }))
    const monday = here.startOf('week').plus({ weeks: step })
    if (/^ende/i.test(phrase)) return ofDay(monday.plus({ days: 4 }))
    if (/^mitte/i.test(phrase)) return ofDay(monday.plus({ days: 2 }))
    return step === 0 ? null : ofDay(monday)
  },
  weekend: (_, here, _forward, phrase) => {
    const saturday = here.startOf('week').plus({ days: 5 })
    const isNow = here.weekday >= 6
    return ofDay(
      /n(?:ä|ae)chst/i.test(phrase) && (isNow || here.weekday <= 5)
        ? saturday.plus({ weeks: isNow ? 1 : 0 })
        : isNow
          ? here
          : saturday,
    )
  },
  monthEnd: ({ edge = '', last = '' }, here, _, phrase) => {
    const month = here.startOf('month').plus({ months: /nächst/i.test(phrase) ? 1 : 0 })
    if (/^(?:anfang|monatsanfang)/i.test(edge || last))
      return ofDay(month > here ? month : month.plus({ months: 1 }))
    if (/^mitte/i.test(edge)) {
      const middle = month.plus({ days: 14 })
      return ofDay(middle < here.startOf('day') ? middle.plus({ months: 1 }) : middle)
    }
    return ofDay(month.endOf('month'))
  },
  edge: ({ edge = '', month = '' }, here, forward) => {
    const first = dated(here, monthOf(month), 1, undefined, forward)
    if (!first) return null
    const on = /^ende/i.test(edge)
      ? first.on.endOf('month')
      : /^mitte/i.test(edge)
        ? first.on.plus({ days: 14 })
        : first.on
    return ofDay(on, false)
  },
  date: ({ date = '', month = '', year }, here, forward) =>
    dated(here, monthOf(month), ordinalOf(date), year, forward),
  numeric: ({ date = '', number = '', year }, here, forward) =>
    dated(here, Number(number), Number(date), year, forward),
  ofMonth: ({ date = '', of }, here, forward) => {
    const number = ordinalOf(date)
    if (!(number >= 1 && number <= 31)) return null
    const ahead = /nächst|kommend/i.test(of ?? '') ? 1 : 0
    for (const step of [0, 1, 2]) {
      const month = here.startOf('month').plus({ months: ahead + (forward ? step : -step) })
      if (month.daysInMonth === undefined || number > (month.daysInMonth ?? 31)) continue
      const on = month.set({ day: number })
      if (forward ? on >= here.startOf('day') : on <= here) return ofDay(on)
    }
    return null
  },
  monthDay: ({ of = '', date = '' }, here) => {
    const month = here.startOf('month').plus({ months: /dies/i.test(of) ? 0 : 1 })
    const number = ordinalOf(date)
    return number >= 1 && number <= (month.daysInMonth ?? 31) ? ofDay(month.set({ day: number })) : null
  },
  feast: ({ feast = '' }, here, forward) => {
    const [month = 1, day = 1] = (feasts[feast.toLowerCase()] ?? '').split('-').map(Number)
    return dated(here, month, day, undefined, forward)
  },
}

/** The days that a text names, by the clock of `here`; those that chrono knows beside the own ones, such as 2026-05-12. */
export function daysOf(text: string, here: DateTime, forward: boolean): Day[] {
  const own = Object.entries(patterns).flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: phrase, groups = {} }) => {
      const day = readers[name as keyof typeof patterns](groups, here, forward, phrase)
      if (!day || isPartOfDay(text, index, phrase)) return []
      const lead = phrase.length - phrase.trimStart().length
      return [{ ...day, index: index + lead, end: index + endOf(phrase, groups) }]
    }),
  )
  const iso = /\d{4}-\d\d-\d\d/.test(text)
    ? parse(text, { instant: here.toJSDate(), timezone: here.offset }, { forwardDate: forward }).flatMap(
        (match): Day[] =>
          /^\d{4}-/.test(match.text)
            ? [
                {
                  index: match.index,
                  end: match.index + match.text.length,
                  ...ofDay(DateTime.fromISO(match.text.slice(0, 10), { zone: here.zone }), false),
                },
              ]
            : [],
      )
    : []
  return [...own, ...iso].filter(({ on }) => isWritable(on.toMillis()))
}

/** "Am Morgen" and "guten Morgen" are no days. */
const isPartOfDay = (text: string, index: number, phrase: string): boolean =>
  /^morge?n$/i.test(phrase.trim()) &&
  /(?:\b(?:am|jeden|guten|gute|in der|den|heute|gestern|frühen|ein|einen|der|vom|schönen)\s+)$/i.test(
    text.slice(0, index),
  )

/** Where the words for the day end: the part of the day after it is read by itself. */
function endOf(phrase: string, { of }: Groups): number {
  if (of === undefined || /monat|nächst|kommend|dies/i.test(of)) return phrase.length
  const at = phrase.toLowerCase().indexOf(of.toLowerCase(), 1)
  return /\s$/.test(phrase.slice(0, at)) ? phrase.slice(0, at).trimEnd().length : phrase.length
}

/** The part of the day that is written together with a day, "Montagabend". */
export const joinedPart = whole(
  String.raw`(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?<of>früh|morgen|vormittag|mittag|nachmittag|abend|nacht)s?`,
)
