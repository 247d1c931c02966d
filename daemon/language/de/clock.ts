import { numberOf, numberWord } from './numbers.ts'

export interface Place {
  readonly index: number
  readonly end: number
}

/** A time of day in a text; where it is open the morning and the evening have it. */
export interface Clock extends Place {
  readonly hour: number
  readonly minute: number
  readonly open: boolean
  /** Whether it was said with its full hour, "6 Uhr": it may be early then. */
  readonly whole: boolean
}

/** A part of the day in a text, and the hour that is usual for it. */
export interface DayPart extends Place {
  readonly hour: number
  readonly half: 'am' | 'pm'
}

export const overlap = (a: Place, b: Place): boolean => a.index < b.end && b.index < a.end

/** Those that do not overlap a longer one, in their order. */
export function longest<T extends Place>(places: readonly T[]): T[] {
  const disjoint: T[] = []
  for (const place of places.toSorted((a, b) => b.end - b.index - (a.end - a.index)))
    if (!disjoint.some((other) => overlap(place, other))) disjoint.push(place)
  return disjoint.toSorted((a, b) => a.index - b.index)
}

export const whole = (source: string, flags = 'giu') =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, flags)

const hour = String.raw`(?<hour>\d{1,2}|${numberWord})`
/** What may stand before a time of day. */
const lead = String.raw`(?:(?:so |pünktlich |genau |spätestens |circa |ca\. ?|etwa |ungefähr |schon )?(?:um|gegen|ab|bis|vor|nach|ums|umma|uma|auf|am|punkt|@|so)\s+(?:(?:circa|ca\.?|etwa|so|punkt|genau|ungefähr)\s+)?)`
const half = String.raw`(?<part>morgens|früh|vormittags?|mittags|nachmittags?|abends|nachts)`
const clocks: readonly RegExp[] = [
  // 18:30, 18.30 Uhr, 18h30, 8:05 Uhr
  String.raw`${lead}?(?<hour>[01]?\d|2[0-4])(?:[:h](?<minute>[0-5]\d)(?:\s*uhr|h)?|\.(?<dotted>[0-5]\d)\s*uhr)`,
  // um 18.30; never a date
  String.raw`(?:um|gegen|ab)\s+(?<hour>[01]?\d|2[0-4])\.(?<minute>[0-5]\d)(?!\.)`,
  // 18 Uhr 30, acht Uhr, 17h, um acht Uhr dreißig
  String.raw`${lead}?${hour}(?:\s*uhr|h)(?:\s+(?<minute>[0-5]?\d(?!\s*(?:minuten|uhr|\.))|(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|dreissig|vierzig|fünfzig)|zehn|fünfzehn|fünf))?`,
  // halb neun, viertel vor acht, fünf vor halb neun, dreiviertel neun, viertel neun
  String.raw`${lead}?(?:(?<minutes>\d{1,2}|${numberWord})\s+(?:minuten\s+)?)?(?:(?<side>vor|nach|ab)\s+)?(?:halb(?:e|er|a)?|hoiba?|hoibe)\s+${hour}(?:\s*uhr)?`,
  String.raw`${lead}?(?:um\s+)?(?<quarter>viertel|1\/4|fertl)\s+(?:(?<side>vor|nach|ab|über)\s+)?${hour}(?:\s*uhr)?`,
  String.raw`${lead}?(?<three>dreiviertel|drei\s+viertel|3\/4|dreiviertl)\s+${hour}(?:\s*uhr)?`,
  String.raw`${lead}?(?<minutes>\d{1,2}|${numberWord})\s+(?:minuten\s+)?(?<side>vor|nach)\s+${hour}(?:\s*uhr)?`,
  String.raw`${lead}?kurz\s+(?<short>vor|nach)\s+${hour}(?:\s*uhr)?`,
  // um acht, gegen 8
  String.raw`(?:(?:so|pünktlich|genau|spätestens|schon)\s+)?(?:um|gegen|ums|umma|uma|punkt|@|auf)\s+(?:(?:circa|ca\.?|etwa|so|punkt|genau)\s+)?${hour}(?:\s*uhr)?(?!\s*[.,]?\d|\s*(?:%|€|euro|prozent|minuten|min|stunden?|std|tage?|wochen?|monate?|kilo|kg|km|liter|leute|personen))`,
  String.raw`(?:am|am\s+halbi?)\s+(?<hour>zwei|drü|vieri|foifi|füfi|sächsi|sibni|achti|nüni|zähni|elfi|zwölfi)`,
  String.raw`${hour}(?=\s+(?:draus|daraus))`,
  // acht abends, 7 morgens
  String.raw`${hour}\s+${half}`,
  String.raw`(?:ab|bis|so)\s+(?<hour>\d{1,2})(?!\s*[.,:]?\d|\s*(?:%|€|euro|prozent|minuten|stunden|tage|wochen|uhr|kilo|kg|km|liter|leute|personen|jahre|mal|\.))`,
].map((source) =>
  whole(String.raw`${source}(?:\s+(?:in der\s+|am\s+)?${half.replace('<part>', '<after>')})?`),
)
const noon = whole(String.raw`(?:um\s+|gegen\s+)?(?:mitternacht)`)
/** What is a part of the day, the hour that is usual for it, and in which half it is. */
const parts: readonly (readonly [RegExp, number, 'am' | 'pm'])[] = (
  [
    [
      String.raw`(?:in aller\s+)?(?:früh|frühe|fruah|frua)|(?:(?:am|jeden|in der)\s+)?(?:früh)?morgens?(?<!\bmorgen)|(?:am|jeden|vom)\s+(?:frühen\s+)?morgen|in der früh|zum frühstück|beim frühstück|nach dem frühstück|vor der arbeit|z'?morge?`,
      9,
      'am',
    ],
    [String.raw`(?:am\s+|jeden\s+)?(?:späten\s+|frühen\s+)?vormittags?`, 10, 'am'],
    [
      String.raw`(?:am\s+|zu\s+|über\s+|jeden\s+)?mittags?|in der mittagspause|zum mittagessen|z'?mittag`,
      12,
      'pm',
    ],
    [String.raw`(?:am\s+|jeden\s+)?(?:späten\s+|frühen\s+)?nachmittags?|namittag`, 15, 'pm'],
    [String.raw`nach der arbeit|nach feierabend|zum feierabend|nach der schule`, 17, 'pm'],
    [
      String.raw`(?:am\s+|jeden\s+)?(?:späten\s+|frühen\s+)?abends?|zum abendessen|z'?nacht|auf'?d? ?nacht|zobig`,
      18,
      'pm',
    ],
    [
      String.raw`vor dem schlafen(?:gehen)?|vorm schlafen(?:gehen)?|vorm ins bett gehen|(?:spät|spätabends)`,
      22,
      'pm',
    ],
    [String.raw`(?:in der\s+|zur\s+|jede\s+)?nachts?`, 22, 'pm'],
  ] as const
).map(([source, at, side]) => [whole(source), at, side])

const namedHalf = (text: string | undefined): 'am' | 'pm' | 'night' | null => {
  if (text === undefined) return null
  if (/^(?:morgens|früh|vormittags?)/i.test(text)) return 'am'
  return /^nachts/i.test(text) ? 'night' : 'pm'
}

/** The times of day that a text says: "halb neun", "18 Uhr 30", "um acht". */
export function clocksOf(text: string): Clock[] {
  const times = clocks.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => clockOf(match) ?? []),
  )
  const fixed = [...text.matchAll(noon)].map(({ index, 0: word }) => ({
    index,
    end: index + word.length,
    hour: 0,
    minute: 0,
    open: false,
    whole: true,
  }))
  return longest([...times, ...fixed])
}

function clockOf({ index, 0: word, groups = {} }: RegExpExecArray): Clock | null {
  const { hour: hourText = '', minute, dotted, minutes, side, quarter, three, short, part, after } = groups
  const full = numberOf(hourText)
  if (Number.isNaN(full) || full > 24 || !Number.isInteger(full)) return null
  const isHalf = /\b(?:halb|hoib)/i.test(word)
  let at = full * 60 + (numberOf(minute ?? dotted ?? '0') || 0)
  if (isHalf)
    at = full * 60 - 30 + (minutes === undefined ? 0 : (side === 'vor' ? -1 : 1) * numberOf(minutes))
  else if (quarter !== undefined)
    at = full * 60 + (side === undefined ? -45 : /vor|ab/i.test(side) ? -15 : 15)
  else if (three !== undefined) at = full * 60 - 15
  else if (short !== undefined) at = full * 60 + (/vor/i.test(short) ? -10 : 5)
  else if (minutes !== undefined && side !== undefined)
    at = full * 60 + (/vor/i.test(side) ? -1 : 1) * numberOf(minutes)
  if (Number.isNaN(at)) return null
  const half = namedHalf(part ?? after)
  const place = { index, end: index + word.length }
  const spoken = ((at % 1440) + 1440) % 1440
  const fixed = full > 12 || full === 0 || /(?<!\d)0\d/.test(word)
  const isWhole = /uhr|h\b|:/i.test(word)
  if (half === null)
    return { ...place, hour: Math.floor(spoken / 60), minute: spoken % 60, open: !fixed, whole: isWhole }
  const late = half === 'pm' ? spoken < 720 : half === 'night' && spoken >= 8 * 60 && spoken < 720
  const early = half !== 'pm' && spoken >= 720 && spoken < 780 && half === 'night'
  const moment = late ? spoken + 720 : early ? spoken - 720 : spoken
  return { ...place, hour: Math.floor(moment / 60), minute: moment % 60, open: false, whole: true }
}

/** The parts of the day that a text names. */
export const dayPartsOf = (text: string): DayPart[] =>
  longest(
    parts.flatMap(([pattern, at, half]) =>
      [...text.matchAll(pattern)].map(({ index, 0: word }) => ({
        index,
        end: index + word.length,
        hour: at,
        half,
      })),
    ),
  )

/** The hours of a day that a time may be at. */
export const hoursOf = ({ hour: at, open }: Pick<Clock, 'hour' | 'open'>): number[] =>
  open ? [at % 12, (at % 12) + 12] : [at % 24]

const early = whole(
  String.raw`weck\p{L}*|wecker|aufsteh\p{L}*|aufwach\p{L}*|frühschicht|raus aus dem bett`,
  'iu',
)
/** Whether a text is of getting up. */
export const isEarly = (text: string): boolean => early.test(text)

/** The hour that is meant on a day that is not today: up to half past six it is in the afternoon, but for "6 Uhr". */
export function usualHour(clock: Pick<Clock, 'hour' | 'minute' | 'open' | 'whole'>): number {
  const [first = 0, second = first] = hoursOf(clock)
  const minutes = first * 60 + clock.minute
  return minutes > 390 || (clock.whole && minutes >= 360) ? first : second
}
