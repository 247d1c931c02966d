import { sameDay } from '../../../kernel/time-zone.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { timesIn } from '../calendar.ts'
import { whole } from '../clock.ts'
import { stemsOf } from '../stems.ts'
import { withoutTimes } from './changing.ts'
import { inOrder, isOfAll, matching } from './naming.ts'

const list = (some: readonly OpenReminder[]): Extract<ReminderAct, { kind: 'list reminders' }> => ({
  kind: 'list reminders',
  goal_uuids: inOrder(some).map(({ goal_uuid }) => goal_uuid),
})

const looksAtReminders = whole(
  String.raw`(?:welche|was für|wie viele|wieviele|zeig(?:e|st)?|liste?|sag|nenn|lies|hab(?:e)? ich|gibt es|gibt’s|gibts|hast du|was sind|wo sind|steh(?:en|t)|sind|wie lauten|kann ich)[^.?!]*\b(?:erinnerung(?:en)?|reminder|wecker|timer|to-?dos?|aufgaben)|woran (?:\p{L}+ )*(?:erinner\p{L}*|denken|erinnert)|an was (?:\p{L}+ )*(?:erinner\p{L}*|denken)|meine (?:\p{L}+ )?(?:erinnerungen|to-?dos|reminder|aufgaben|wecker)(?: bitte| anzeigen| zeigen)?\s*[?.!]*$|^(?:erinnerungen|to-?dos|liste|meine liste)\s*[?!.]*$|was (?:steht|liegt|ist) (?:\p{L}+ )*(?:auf (?:meiner|der) liste|an|noch an|los)\b|(?:zeig|lies|sag)\p{L}* (?:mir )?(?:mal )?(?:meine|die) liste|an was wolltest`,
  'iu',
)
const looksAtDay = whole(
  String.raw`was (?:hab(?:e)?|muss|soll|steht|liegt|ist|hob|han|habe) (?:ich |i )?(?:\p{L}+ |\d+\.? )*(?:vor|zu tun|an|los|machen|tun|geplant|erledigen|noch)|was (?:geht|kommt|gibt’s|gibts|gibt es) (?:\p{L}+ )*|hab(?:e)? ich (?:\p{L}+ )*(?:was|etwas|irgendwas|irgendetwas|termine|pläne|einen termin) (?:\p{L}+ )*(?:vor|geplant|zu tun|an|stehen)?|(?:steht|liegt) (?:\p{L}+ )*(?:was|etwas|irgendwas) an|was hab(?:e)? ich (?:denn |so |alles |noch )*(?:heute|morgen|übermorgen|am \p{L}+|diese woche|nächste woche)(?: (?:denn|so|alles|noch|abend|nachmittag|früh))*\s*[?!.]*$|gib(?:t)?(?:’s|'s|s| es) (?:\p{L}+ )*(?:was|etwas|irgendwas|termine?)(?: \p{L}+)*|was hast du (?:dir |mir )?(?:für|am|heute|morgen) [^.?!]*(?:notiert|eingetragen|stehen|gemerkt|aufgeschrieben)|wie sieht (?:\p{L}+ )*(?:tag|woche|morgen|heute|wochenende)`,
  'iu',
)
const looksByName = whole(
  String.raw`wann (?:ist|war|muss|soll|sollte|hab(?:e)?|geh(?:e)?|kommt|erinnerst|steht|wollte|klingelt|weckst|wirst)|um wie ?viel uhr|wie ?viel uhr|hab(?:e)? ich [^.?!]*\berinnerung|erinnerst du mich|hast du [^.?!]*\b(?:notiert|eingetragen|gemerkt|gespeichert)|wirst du mich|an welchem tag|für wann`,
  'iu',
)
const next = whole(
  String.raw`(?:nächste[rns]?|als nächstes|als erstes|kommende[rn]?)(?:\s+(?:erinnerung|termin|wecker|reminder))?`,
  'iu',
)

/** Asks whether there is a reminder still. */
const stillReminds =
  /erinnerst du mich (?:eh |auch |dann )*(?:noch|trotzdem|eigentlich)(?![\p{L}])[^.]*\?\s*$/iu

/** What a sentence asks of reminders, where it asks only to hear of them. */
export function looked(text: string, context: ReminderContext): ReminderAct | null {
  const still = stillReminds.test(text) ? matching(text, context.open) : []
  if (still.length > 0) return list(context.open.filter(({ goal_uuid }) => still.includes(goal_uuid)))
  if (!looksAtReminders.test(text) || /(?:lösch|streich|verschieb|stell|setz|mach|leg)\p{L}*/iu.test(text))
    return null
  if (/(?:schon|bereits) erledigt|hast du (?:mich|mir) /iu.test(text)) return null
  const { open, now, time_zone } = context
  if (next.test(text) && /was|welche|wann/i.test(text))
    return list(
      inOrder(open)
        .filter(({ due_at }) => due_at !== null)
        .slice(0, 1),
    )
  const times = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  const named = matching(text, open)
  if (named.length > 0 && !isOfAll(text) && times.length === 0)
    return list(open.filter(({ goal_uuid }) => named.includes(goal_uuid)))
  return times.length > 0
    ? { ...list(ofDays(text, open, context)), ...(isPlain(text) ? { question: text } : {}) }
    : list(open)
}
const isPlain = (text: string) => !/erinner|reminder|wecker|timer/i.test(text)

const ofDays = (text: string, open: readonly OpenReminder[], { now, time_zone }: ReminderContext) => {
  const isWeek = /woche(?!n?tag|nende)/i.test(text)
  const isWeekend = /wochenende/i.test(text)
  const times = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  return open.filter(({ due_at }) => {
    if (due_at === null) return false
    if (isWeek && times.length <= 1) {
      const start = /diese/i.test(text) ? now : (times[0]?.at ?? now) - 9 * 3_600_000
      return due_at >= start && due_at < start + 7 * 86_400_000
    }
    return times.some(
      ({ at }) =>
        sameDay(at, due_at, time_zone) || (isWeekend && sameDay(at + 86_400_000, due_at, time_zone)),
    )
  })
}

/** The reminders that a question may be of which says nothing of reminders: "Wann muss ich zum Zahnarzt?" */
export function lookedFor(text: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  if (
    open.length > 0 &&
    looksByName.test(text) &&
    (/\?\s*$/.test(text) || /^(?:wann|um wie|wie ?viel|hab|erinnerst)/i.test(text))
  ) {
    const named = matching(withoutTimes(text, context), open)
    const some = open.filter(({ goal_uuid }) => named.includes(goal_uuid))
    const telling = stemsOf(withoutTimes(text, context)).length
    if (some.length > 0 && telling <= 4 && some.some(({ due_at }) => due_at !== null)) return list(some)
  }
  if (!looksAtDay.test(text)) return null
  const isWeek = /diese woche|nächste woche/i.test(text)
  const days = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  if (days.length === 0 && !isWeek) return null
  const then = ofDays(text, open, context)
  return then.length > 0 ? list(then) : { ...list([]), question: text }
}
