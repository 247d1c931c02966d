import { dueAt, type OpenReminder, type ReminderContext } from '../../reminder-acts.ts'
import { timesIn } from '../calendar.ts'
import { whole } from '../clock.ts'
import { numberOf, ordinalOf } from '../numbers.ts'
import { similarity, stemsOf } from '../stems.ts'

/** Words of commands, which name no reminder. */
const commands = new Set(
  stemsOf(
    'erinnerung erinnerungen erinner lösch lösche löschen streich streiche streichen verschieb verschiebe verschieben verleg verlege verlegen schieb schiebe schieben änder ändere ändern termin wecker timer liste später früher stunde stunden minuten minute tag tage woche statt anstatt lieber besser raus weg brauch brauche brauchen erledigt fertig abhaken hak hake abgehakt geändert umbenennen nenn nenne absagen abgesagt doch zeig zeige stell stelle setz setze uhr hinten vorne vorziehen zieh ziehe neu nächste nächsten cancel stornieren storniere erst heute morgen übermorgen aufgabe sache wurde hinfällig entfernen entferne mach',
  ),
)
/** The words of a text that tell which reminder is meant. */
export const tellingStems = (text: string): string[] =>
  stemsOf(text).filter((stem) => !commands.has(stem) && Number.isNaN(numberOf(stem)))

const uuidOf = ({ goal_uuid }: OpenReminder) => goal_uuid

/** The open reminders that a text names best, by words that few of them have; several where it is not clear which. */
export function matching(text: string, open: readonly OpenReminder[]): string[] {
  const words = tellingStems(text)
  const titles = open.map((one) => ({ uuid: uuidOf(one), stems: stemsOf(one.title) }))
  const scores = titles.map(() => 0)
  for (const stem of words) {
    const likes = titles.map(({ stems }) => Math.max(0, ...stems.map((other) => similarity(stem, other))))
    const having = likes.filter((like) => like > 0).length
    for (const [at, like] of likes.entries()) if (like > 0) scores[at] = (scores[at] ?? 0) + like / having
  }
  const scored = titles.map(({ uuid }, at) => ({ uuid, score: scores[at] ?? 0 }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return best < 0.19 ? [] : scored.filter(({ score }) => score > best - 0.001).map(({ uuid }) => uuid)
}

/** Those that are open in the order in which they come up, what has no time last. */
export const inOrder = (open: readonly OpenReminder[]): OpenReminder[] =>
  open.toSorted((a, b) => (a.due_at ?? Infinity) - (b.due_at ?? Infinity) || 0)

const first = whole(
  '(?:den|die|das|der|nur|bitte|dem)?\\s*(?<place>erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|fünfte[nrs]?|\\d\\.)',
  'iu',
)
const newest = whole('(?:die|den|das|der)\\s+letzte[nrs]?', 'iu')

/** The place that a text counts to among those that were listed, from 0; null for none. */
export function placeIn(text: string, count: number): number | null {
  if (newest.test(text)) return count - 1
  const place = first.exec(text)?.groups?.['place']
  const number = place === undefined ? NaN : ordinalOf(place)
  const digit = /^(?:nummer |nr\.? ?|die |den )?(\d)[.!]?$/iu.exec(text.trim())
  const at = Number.isNaN(number) ? Number(digit?.[1] ?? NaN) : number
  return at >= 1 && at <= count ? at - 1 : null
}

/** Those that are due when a text says. */
export const dueThen = (
  text: string,
  some: readonly OpenReminder[],
  { now, time_zone }: ReminderContext,
): string[] =>
  dueAt(
    timesIn(text, { now, time_zone }),
    some,
    time_zone,
    (phrase) => !/\d|um|uhr|halb|viertel/i.test(phrase),
  )

const all = whole(
  String.raw`(?:alle|sämtliche|all meine|alle meine|beide|die ganzen|jede)(?:n|r)?(?:\s+(?:meine|die|anderen|offenen|beiden|zwei|drei))*\s*(?:erinnerungen|termine|wecker|timer|reminder|aufgaben|to-?dos|sachen|davon)?|die ganze liste|alles|meine (?:ganzen )?erinnerungen|die liste`,
  'iu',
)
/** Whether a text is of all reminders. */
export const isOfAll = (text: string): boolean => all.test(text)

const that = whole(
  String.raw`das|des|den|die|dies|ihn|es|sie|diese[nrs]?|den termin|die erinnerung|den wecker|den timer|da|davon|daraus|draus|dafür|damit|daran|dran`,
  'iu',
)
/** Whether a text points at what was spoken of last. */
export const isOfThat = (text: string): boolean => that.test(text)
