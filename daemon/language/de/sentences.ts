import { whole } from './clock.ts'

const segmenter = new Intl.Segmenter('de', { granularity: 'sentence' })

/** A text cut where sentences may end, with the white space after each. */
export function cutIntoSentences(text: string): string[] {
  const parts: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = parts.at(-1)
    if (last !== undefined && ordinal.test(last) && ofOrdinal.test(segment))
      parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}
const ordinal = /(?<!\d)\d{1,2}\.\s*$/u
/** What a number with a full stop may stand before. */
const ofOrdinal =
  /^(?:\d|\p{Ll}|(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jän)\p{L}*|Stock|Klasse|Geburtstag|Hochzeitstag|Mal|Etage|Juni|Advent|Weihnacht\p{L}*|Woche|Monat|Semester|Schuljahr|Liga|Platz|Jahrestag|Lebensjahr|SSW|Schwangerschaftswoche|Todestag|Runde)(?![\p{L}])/u

/** What ends in a full stop and ends no sentence: "z. B.", "Dr.", "am 3.". */
export const abbreviation =
  /(?<![\p{L}])(?:z\. ?B|d\. ?h|u\. ?a|o\. ?ä|bzw|usw|ca|Dr|Prof|Hr|Fr|Nr|St|Str|Tel|evtl|ggf|inkl|geb|verh|min|max|Mo|Di|Mi|Do|Sa|So|Jan|Feb|Apr|Aug|Sept|Okt|Nov|Dez|[A-ZÄÖÜ])\.\s*$/u

export const goesOn = new RegExp(
  String.raw`^(?:${whole('und|aber|oder|also|denn|weil|dann|da|dort|deshalb|darum|deswegen|außerdem|er|sie|es|der|die|das|ihr|ihre|sein|seine|ihn|ihm|beide|wir|dazu|davon|damit|dabei').source})`,
  'iu',
)
/** The beginning of a sentence that is of somebody or something in the one before. */
export const pointsBack = new RegExp(
  String.raw`^(?:(?:und|aber|also|da|ja)\s+)?(?:${whole('er|sie|es|ihm|ihn|ihr|ihre|ihren|ihrem|sein|seine|seinen|seinem|beide|der|die|das|dem|den|dort|da|dazu|davon|damit|deren|dessen').source})(?!\s+\p{Lu})`,
  'u',
)
