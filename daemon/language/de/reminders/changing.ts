import { DateTime, type DurationLikeObject } from 'luxon'
import { ruleAt } from '../../recurrence.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { hourOf, readTimes, settled } from '../calendar.ts'
import { hoursOf, type Place, whole } from '../clock.ts'
import { lengthOf } from '../days.ts'
import { numberOf, numberWord } from '../numbers.ts'
import { repeatIn } from '../repeats.ts'
import { stemsOf } from '../stems.ts'
import { dueThen, isOfAll, isOfThat, matching, tellingStems } from './naming.ts'

const cancels = whole(
  String.raw`(?:lösch|streich|stornier|cancel|entfern|kill|annullier|verwirf|kipp|kippe)(?:e|st|en|t|s|n)?|(?:lösch|streich|stornier|cancel|entfern)\p{L}*|(?:nimm|tu|hol|schmeiß|schmeiss|hau|wirf|mach|kann|können|muss)(?:e)? [^.?!]*\b(?:raus|weg|von der liste|runter|vom zettel|aus der liste)|(?:kann|können|darf) [^.?!]*\b(?:weg|raus|gelöscht werden|gestrichen werden)|(?:brauch|brauche|brauchst|braucht|muss|musst|sollst|soll|bruuch|brauchn|will|möchte)[^.?!]*\b(?:nicht mehr|nicht|nimmer|keine|keinen|kein|nüme|net mehr|nid mehr|doch nicht|nix mehr)\b[^.?!]*|(?:hat|haben|hätte) sich (?:\p{L}+ )?erledigt|(?:fällt|fallen|fiel|is|ist|sind) [^.?!]*\b(?:aus|flach|abgesagt|hinfällig|gestrichen|ausgefallen|abgeblasen|ins wasser gefallen|geplatzt|vom tisch|storniert)|(?:stell|stelle|mach|schalt|schalte)(?:e)? [^.?!]*\b(?:aus|ab)|(?:sag|sage|blas|blase) [^.?!]*\bab\b|(?:wecker|timer|alarm|erinnerung) (?:aus|weg|abstellen|löschen|streichen|raus|stoppen|ausschalten)|(?:stopp|stoppe|stop)(?:e)? (?:den |die |das )?(?:\p{L}*wecker|timer|alarm|erinnerung\p{L}*)|vergiss (?:die|den|das mit (?:der|dem)) (?:\p{L}+)?(?:erinnerung|wecker|timer|termin)|(?:erinner|erinnere|erinner mich|weck mich) [^.?!]*\b(?:nicht mehr|doch nicht|nimmer|net mehr|nicht)\b|(?:doch (?:nicht|keine?n?))(?: mehr)?(?: nötig)?|(?:nicht|nimmer) (?:mehr )?(?:nötig|notwendig|erinnern|gebraucht)|lass (?:das |es |mal )?(?:mit )?(?:dem |der |den )?[^.?!]*\b(?:sein|bleiben|weg)`,
  'iu',
)
const done = whole(
  String.raw`(?:ist|is|sind|hab|habe|haben|hätt|schon|hät|ha|wurde|wär|hast|war|bin|hamma|hob|han) (?:[^.?!]*\b)?(?:erledigt|gemacht|fertig|geschafft|getan|durch|abgehakt|gemocht|gmacht|erledigd|im kasten|vom tisch|gegessen|ausgeführt|abgeschlossen|bezahlt|gekauft|angerufen|abgeholt|weggebracht|rausgebracht|rausgestellt|gegossen|genommen|gebucht|abgegeben|überwiesen|gefüttert|geputzt|eingeworfen|abgeschickt|gewaschen|aufgehängt|geholt|besorgt|vorbeigebracht|unterschrieben|gebacken|gepackt|entkalkt|gewechselt|zurückgegeben|zurückgebracht|eingepackt|bestellt|verschickt|eingekauft|geimpft|gesaugt|gemäht|gestaubsaugt|telefoniert|gesprochen|geschrieben|eingereicht|getankt|gelüftet|gewesen|ausgeräumt|weg|draußen|aufgeräumt|gebügelt|gekocht|ausgefüllt|losgeschickt|mitgenommen|dabei)|(?:hak|hake|harke)(?:e|st)? [^.?!]*\bab\b|(?:abhaken|abgehakt)|(?:erledigt|fertig|geschafft|done|check|gemacht)\s*[!.✓✔✅]*\s*$|^(?:erledigt|fertig|geschafft|done|check|abgehakt)(?:\s*[:,!.]|\s+(?:ist|mit))|(?:bin (?:mit )?[^.?!]*\bfertig)`,
  'iu',
)
const undone = whole(
  String.raw`noch nicht|immer noch nicht|(?:nicht|net|nix|nid) (?:erledigt|gemacht|fertig|geschafft|dazu gekommen)|wenn (?:ich|das|es|wir)|sobald|muss (?:ich )?noch|hast du|habe ich|hab ich (?:schon|das|den|die|eigentlich)[^.!]*\?`,
  'iu',
)
const skips = whole(
  String.raw`(?:diese woche|dieses mal|diesmal|heute|morgen|nächste[nrs]? (?:mal|woche)|am \p{L}+) (?:\p{L}+ )*(?:nicht|ausnahmsweise nicht|aussetzen|auslassen|ausfallen)|(?:setz|lass) [^.?!]*\b(?:aus|ausfallen)`,
  'iu',
)

const moves = whole(
  String.raw`(?:verschieb|verleg|verschieben|verlegen|schieb|schiebe|verschiab|schiab|vertag|verlager|setz|setze|zieh|ziehe|leg|lege|stell|stelle|änder|ändere|ändern|änderst|mach|mache|machs|mach’s|pack|packe|nimm|tu|rück|rücke|leit|verzieh)(?:e|st|en|t|s|n|’s|'s)?(?![\p{L}])`,
  'iu',
)
const strong = whole(
  String.raw`(?:verschieb|verleg|verschiab|vertag|verlager)\p{L}*|(?:schieb|zieh|rück)\p{L}* [^.?!]*|(?:änder|ändere|ändern)\p{L}* [^.?!]*\b(?:auf|in|zu|um)\b|(?:stell|setz|leg|mach|pack|tu|nimm)\p{L}* [^.?!]*\b(?:auf|um|draus|daraus|zu|lieber|stattdessen|doch|erst|schon|vor|nach hinten|nach vorne|später|früher|vom|von)\b`,
  'iu',
)
/** What says that a time holds instead of another. */
const instead = whole(
  String.raw`(?:nein|nee|ne|nö|nä|naa|quatsch|moment|halt|stopp|sorry|entschuldigung|ach|oh|äh|ähm|warte|doch|lieber|besser|eher|stattdessen|sondern|korrektur|ich mein(?:e|te)?|mein(?:e|te) ich|ups|statt|anstatt|erst|schon|doch erst|doch lieber|doch schon|ist jetzt|ist doch|is jetzt|jetzt erst|findet|verschoben|geht auch|wurde|reicht|passt besser|wär besser|wäre besser|nicht um|nicht am|doch besser)`,
  'iu',
)
const count = String.raw`(?:(?:um|noch|noch mal|nochmal|eine gute|gute|mal|doch|lieber|bitte)\s+)*(?<count>\d+(?:[.,]5)?|anderthalb|eineinhalb|halbe|viertel|dreiviertel|${numberWord})`
const shift = whole(
  String.raw`${count}\s*(?<half>halbe\s+|viertel\s*|dreiviertel\s*)?(?<unit>stunden?|stund|std|min(?:uten?)?|tage?|wochen?|monate?)\s+(?:nach\s+)?(?<side>später|früher|vor|vorher|nach hinten|hinten|nach vorne|nach vorn|vorne|vorn|eher|zurück|vorverlegen|vorziehen|weiter|spöter|friara|drauf)|um\s+(?<count2>\d+|anderthalb|${numberWord})\s+(?<half2>halbe\s+|viertel\s*)?(?<unit2>stunden?|min(?:uten?)?|tage?|wochen?|monate?)(?:\s+(?<side2>\p{L}+(?: \p{L}+)?))?`,
  'iu',
)

interface Shift extends Place {
  readonly length: DurationLikeObject
  readonly back: boolean
}

/** How much later or earlier a text wants something; null where it does not say. */
export function shiftIn(text: string): Shift | null {
  const match = shift.exec(text)
  if (!match) return null
  const groups = match.groups ?? {}
  const amount = groups['count'] ?? groups['count2'] ?? '1'
  const half = (groups['half'] ?? groups['half2'] ?? '').trim().toLowerCase()
  const unit = groups['unit'] ?? groups['unit2'] ?? ''
  const side = groups['side'] ?? groups['side2'] ?? ''
  const back = /früher|vor|vorn|eher|vorziehen|friara/i.test(side) && !/hinten/i.test(side)
  const named: Readonly<Record<string, DurationLikeObject>> = {
    halbe: { minutes: 30 },
    viertel: { minutes: 15 },
    dreiviertel: { minutes: 45 },
  }
  const length = /^st/i.test(unit)
    ? (named[half] ?? named[amount.toLowerCase()] ?? lengthOf(amount, unit))
    : lengthOf(amount, unit)
  return length ? { index: match.index, end: match.index + match[0].length, length, back } : null
}

const old = whole(
  String.raw`(?:statt|anstatt|anstelle von|nicht(?! mehr)|vom|von|eigentlich)\s+(?:(?:erst|schon|am|um|auf)\s+)*(?<old>[^,;]*?)(?=\s+(?:auf|sondern|lieber|doch|zu|um|am|jetzt|erst|in|nach)\b|[,;]|$)`,
  'iu',
)

/** The times that a text wants something moved to: without what it was. */
function targetText(text: string, context: ReminderContext): string {
  const match = old.exec(text)
  const former = match?.groups?.['old'] ?? ''
  if (!match || former === '' || readTimes(former, context).length === 0) return text
  const at = match.index + match[0].indexOf(former)
  const rest =
    text.slice(0, match.index) + ' '.repeat(match[0].length) + text.slice(match.index + match[0].length)
  if (readTimes(rest, context).length > 0) return rest
  const own = readTimes(former, context)
  // "Statt um acht um neun": the first is what it was.
  if (own.length < 2) return text
  const [one] = own
  return (
    text.slice(0, at) +
    ' '.repeat(one?.end ?? 0) +
    former.slice(one?.end ?? 0) +
    text.slice(at + former.length)
  )
}

/** When something that was due at `had` is to come now, by a text that names a time; null where it names none. */
export function movedMoment(text: string, had: number | null, context: ReminderContext): number | null {
  const { now, time_zone } = context
  const by = shiftIn(text)
  if (by) {
    const from = DateTime.fromMillis(had ?? now, { zone: time_zone })
    return (by.back ? from.minus(by.length) : from.plus(by.length)).toMillis()
  }
  const target = targetText(text, context)
  const times = readTimes(target, { now, time_zone })
  const one = times.find((time) => time.day !== null && time.clock !== null) ?? times.at(-1)
  if (!one) return null
  const other = times.find(
    (time) =>
      time !== one && (one.day === null ? time.day !== null : time.clock !== null && one.clock === null),
  )
  const complete = other
    ? { ...one, day: one.day ?? other.day, clock: one.clock ?? other.clock, part: one.part ?? other.part }
    : one
  if (had === null || complete.day?.exact === true) return settled(complete, target, { now, time_zone })
  const before = DateTime.fromMillis(had, { zone: time_zone })
  if (complete.day && complete.clock === null && complete.part === null)
    return complete.day.on.set({ hour: before.hour, minute: before.minute }).toMillis()
  if (complete.day) return settled(complete, target, { now, time_zone })
  const { clock, part } = complete
  if (clock === null) return before.set({ hour: part?.hour ?? before.hour, minute: 0 }).toMillis()
  const hours = clock.open && part === null ? hoursOf(clock) : [hourOf(clock, part, target)]
  const on = hours
    .map((hour) => before.set({ hour, minute: clock.minute }))
    .filter((at) => at.toMillis() > now)
  const [nearest] = on.toSorted((a, b) => Math.abs(a.toMillis() - had) - Math.abs(b.toMillis() - had))
  return nearest ? nearest.toMillis() : settled(complete, target, { now, time_zone })
}

/** Which reminders a text is of: those that it names, all of them, those that are due when it says, or the one spoken of last. */
export function targetsOf(text: string, context: ReminderContext): readonly string[] {
  const { open, last } = context
  const named = matching(text, open)
  if (named.length === 1) return named
  if (named.length > 1) {
    const then = dueThen(
      text,
      open.filter(({ goal_uuid }) => named.includes(goal_uuid)),
      context,
    )
    return then.length === 1 ? then : named
  }
  if (tellingStems(text).length > 0 && !isOfThat(text)) return []
  if (last !== null && open.some(({ goal_uuid }) => goal_uuid === last)) return [last]
  return open.length === 1 ? open.map(({ goal_uuid }) => goal_uuid) : open.map(({ goal_uuid }) => goal_uuid)
}

const which = (goal_uuids: readonly string[], sentence: string): ReminderAct => ({
  kind: 'which reminder',
  goal_uuids,
  sentence,
})

/** What a sentence cancels or ticks off; null where it does neither. */
export function ended(sentence: string, context: ReminderContext, likely: string | null): ReminderAct | null {
  const { open } = context
  if (open.length === 0 && !/erinnerung|wecker|timer|reminder/i.test(sentence)) return null
  const isThere =
    /(?<![\p{L}])(?:war|waren|bin)(?![\p{L}])[^.?!]*(?<![\p{L}])(?:schon|bereits|gerade|eben|vorhin|grad)(?![\p{L}])/iu.test(
      sentence,
    ) && matching(sentence, open).length > 0
  const isDone = (done.test(sentence) || isThere) && !undone.test(sentence) && !/\?\s*$/.test(sentence)
  const isCancel =
    cancels.test(sentence) && !/\?\s*$/.test(sentence.replace(/\b(?:bitte|ja|okay|ok)\?\s*$/i, ''))
  if (!isDone && !isCancel && likely === null) return null
  if (
    skips.test(sentence) &&
    isCancel &&
    /nächste|diesmal|diese woche/i.test(sentence) &&
    open.some(({ repeats }) => repeats)
  )
    return null
  const explicit = /erinner|wecker|timer|reminder|termin|alarm|liste|to-?do/i.test(sentence)
  const act = (goal_uuids: readonly string[]): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done: isDone && !(isCancel && explicit && !/schon|bereits|erledigt/i.test(sentence)),
  })
  if (isOfAll(sentence) && (explicit || isCancel || isDone) && matching(sentence, open).length === 0) {
    const but = exceptOf(sentence, open)
    const then = dueThen(sentence, open, context)
    const some =
      then.length > 0 && readTimes(sentence, context).length > 0
        ? then
        : open.map(({ goal_uuid }) => goal_uuid)
    return act(some.filter((uuid) => !but.includes(uuid)))
  }
  if (isOfAll(sentence) && /bis auf|außer|ausser|nur nicht/i.test(sentence)) {
    const but = exceptOf(sentence, open)
    return act(open.map(({ goal_uuid }) => goal_uuid).filter((uuid) => !but.includes(uuid)))
  }
  const several = namedEach(sentence, open)
  if (several.length > 1) return act(several)
  const named = matching(sentence, open)
  if (named.length === 1) return act(named)
  if (named.length > 1) {
    const then = dueThen(
      sentence,
      open.filter(({ goal_uuid }) => named.includes(goal_uuid)),
      context,
    )
    if (then.length === 1) return act(then)
    return isOfAll(sentence) ? act(named) : which(named, sentence)
  }
  const timed = readTimes(sentence, context)
  const then = dueThen(sentence, open, context)
  if (timed.length > 0 && then.length === 1 && (explicit || isOfThat(sentence))) return act(then)
  if (timed.length > 0 && then.length > 1 && explicit) return which(then, sentence)
  const others = tellingStems(sentence).filter((stem) => stem.length > 3)
  // "Lösch alles über Jonas" ends no reminder.
  if (
    others.length > 0 &&
    !explicit &&
    !(isDone && context.last !== null && isOfThat(sentence) && others.length < 2)
  )
    return null
  if (others.length > 1 && explicit && named.length === 0 && !isOfThat(sentence))
    return { kind: 'end reminder', goal_uuids: [], done: false }
  if (context.last !== null && open.some(({ goal_uuid }) => goal_uuid === context.last))
    return act([context.last])
  if (open.length === 1 && (explicit || others.length === 0))
    return act(open.map(({ goal_uuid }) => goal_uuid))
  if (open.length > 1 && explicit)
    return which(
      open.map(({ goal_uuid }) => goal_uuid),
      sentence,
    )
  return explicit ? { kind: 'end reminder', goal_uuids: [], done: false } : null
}

const exceptOf = (sentence: string, open: readonly OpenReminder[]): string[] => {
  const [, rest] = /(?:bis auf|außer|ausser|nur nicht|aber nicht)\s+(.+)$/iu.exec(sentence) ?? []
  return rest === undefined ? [] : namedEach(rest, open)
}

/** Those that the parts of a sentence name, each one of its own: "die Milch und den Zahnarzt". */
export function namedEach(sentence: string, open: readonly OpenReminder[]): string[] {
  const parts = sentence.split(/,|\bund\b|\bsowie\b|\baußerdem\b/iu)
  const each = parts.map((part) => matching(part, open))
  const single = each.filter((some) => some.length === 1).flat()
  return [...new Set(single)]
}

/** To when a sentence moves reminders; empty where it does not. */
export function moved(sentence: string, context: ReminderContext, likely: boolean): readonly ReminderAct[] {
  const { open, now, time_zone, last } = context
  if (open.length === 0) return []
  const repeated = /immer|jede|alle|täglich|wöchentlich|werktags/i.test(sentence)
    ? repeatIn(sentence, { now, time_zone })
    : null
  const by = shiftIn(sentence)
  const timed = readTimes(sentence, { now, time_zone }).length > 0
  if (!by && !timed && !repeated) return []
  const isMove =
    moves.test(sentence) &&
    (strong.test(sentence) || matching(sentence, open).length > 0 || isOfThat(sentence))
  const isInstead = instead.test(sentence)
  const named = matching(sentence, open)
  const unshifted = by ? sentence.slice(0, by.index) + sentence.slice(by.end) : sentence
  const telling = tellingStems(withoutTimes(unshifted, context))
  const bare = telling.length === 0
  // "Die Tropfen bitte um neun" is of the reminder that there is.
  const isNamedOnly =
    named.length === 1 &&
    /(?<![\p{L}])(?:bitte|lieber|doch|jetzt|erst|schon|immer|ist|beginnt|startet)(?![\p{L}])/iu.test(
      sentence,
    ) &&
    !/\?\s*$/.test(sentence) &&
    telling.every((stem) => matching(stem, open).length > 0)
  if (
    !isMove &&
    !isNamedOnly &&
    !(isInstead && (bare || named.length > 0)) &&
    !(by && (bare || named.length > 0)) &&
    !likely
  )
    return []
  if (/\?\s*$/.test(sentence) && !isMove && !/kannst|könntest|geht|schieb|verleg/i.test(sentence)) return []
  const other = openTarget(sentence, context)
  const targets = other.length > 0 ? other : bare && last !== null ? [last] : []
  const some = open.filter(({ goal_uuid }) => targets.includes(goal_uuid))
  if (some.length === 0)
    return isMove && /erinner|wecker|timer/i.test(sentence)
      ? [{ kind: 'end reminder', goal_uuids: [], done: false }]
      : []
  if (some.length > 1 && !isOfAll(sentence)) return [which(targets, sentence)]
  return some.flatMap((one): ReminderAct[] => {
    const { goal_uuid, due_at: had, repeats = null } = one
    if (repeated) {
      const again = repeatIn(sentence, { now, time_zone, had })
      return again
        ? [{ kind: 'move reminder', goal_uuids: [goal_uuid], due_at: again.first, repeats: again.rule }]
        : []
    }
    const due_at = movedMoment(sentence, had, context)
    if (due_at === null) return []
    const isSameDay =
      had !== null &&
      DateTime.fromMillis(had, { zone: time_zone }).hasSame(
        DateTime.fromMillis(due_at, { zone: time_zone }),
        'day',
      )
    const rule = repeats !== null && isSameDay && !by ? { repeats: ruleAt(repeats, due_at, time_zone) } : {}
    return [{ kind: 'move reminder', goal_uuids: [goal_uuid], due_at, ...rule }]
  })
}

/** Which one is to be moved: what is said of a day or an hour that is left may tell, "den um acht auf neun". */
function openTarget(sentence: string, context: ReminderContext): readonly string[] {
  const { open } = context
  const named = targetsOf(sentence, context)
  if (named.length === 1) return named
  const times = readTimes(sentence, context)
  const [first, second] = times
  if (first && second) {
    const then = dueThen(sentence.slice(0, first.end), open, context)
    const some = named.length > 0 ? then.filter((uuid) => named.includes(uuid)) : then
    if (some.length === 1) return some
  }
  return named
}

/** A text without the times that it names. */
export const withoutTimes = (text: string, context: ReminderContext): string =>
  readTimes(text, context).reduceRight(
    (left, { index, end }) => `${left.slice(0, index)} ${left.slice(end)}`,
    text,
  )

const renames = [
  whole(
    String.raw`(?:mach|schreib)(?:e)?\s+(?:(?:da|bitte|lieber|doch|jetzt)\s+)*(?<to>\p{L}[^.?!]*?)\s+(?:draus|daraus)(?:\s+bitte)?[.!]*$(?<from>)`,
    'iu',
  ),
  whole(
    String.raw`(?:nenn|nenne|benenn|benenne|tauf|taufe|ändere?|änder|mach|schreib)(?:e)?\s+(?<from>[^.?!]*?)\s+(?:um in|in|zu|um zu|lieber|doch)\s+[„"'“»]?(?<to>[^„"“”«»]+?)[“"'”«]?(?:\s+(?:um|draus|bitte|daraus))?[.!]*$`,
    'iu',
  ),
  whole(
    String.raw`(?:(?:statt|anstatt|nicht)\s+(?<from>[^,.?!]+?)(?:,?\s+sondern|,|\s+lieber|\s+doch|\s+bitte|\s+soll (?:da|es)|\s+schreib(?: (?:da|lieber))?)+\s+(?<to>[^.?!]+?)(?:\s+(?:heißen|stehen|lauten|hin|rein))?[.!]*$)`,
    'iu',
  ),
  whole(
    String.raw`(?<from>die erinnerung|der titel|das|es|sie|der eintrag|da)\s+(?:soll|sollte|muss)\s+(?:lieber |jetzt |eigentlich |doch )?[„"'“]?(?<to>[^„"“”]+?)[“"'”]?\s+(?:heißen|lauten|stehen)[.!]*`,
    'iu',
  ),
  whole(
    String.raw`(?:nenn|nenne)\s+(?<from>sie|es|das|die erinnerung|den termin|ihn)\s+(?:lieber |bitte |doch |jetzt )*[„"'“]?(?<to>[^„"“”]+?)[“"'”]?[.!]*$`,
    'iu',
  ),
  whole(
    String.raw`(?:nenn|nenne|benenn)(?:e)?\s+(?:den|die|das)\s+(?<from>\p{L}+)\s+(?:bitte\s+|lieber\s+|doch\s+|jetzt\s+)*(?<to>\p{Lu}[^.?!]+)`,
    'iu',
  ),
  whole(
    String.raw`(?:es |das )?(?:ist|war|sind|geht um|gemeint (?:ist|war))\s+(?:doch |aber )*(?:nicht|net|keine?)\s+(?<from>[^,.?!]+),\s*sondern\s+(?<to>[^.?!]+)`,
    'iu',
  ),
]

/** What a sentence calls a reminder anew; null where it does not. */
export function renamed(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  if (open.length === 0) return null
  for (const pattern of renames) {
    const { from = '', to = '' } = pattern.exec(sentence)?.groups ?? {}
    const title = to.replace(/^(?:(?:den|die|das|der|dem|an|bitte|lieber)\s+)+/iu, '').trim()
    if (
      title === '' ||
      stemsOf(title).length === 0 ||
      !Number.isNaN(numberOf(title)) ||
      readTimes(to, context).length > 0
    )
      continue
    if (readTimes(from, context).length > 0 && matching(from, open).length === 0) continue
    const named = matching(from, open)
    const [target = isOfThat(from) || named.length === 0 ? last : null] = named.length === 1 ? named : []
    if (target === null || !open.some(({ goal_uuid }) => goal_uuid === target)) continue
    const was = open.find(({ goal_uuid }) => goal_uuid === target)?.title ?? ''
    return { kind: 'rename reminder', goal_uuids: [target], title: retitled(was, from, title) }
  }
  return null
}

/** A title with another thing in the place of the one that was named; the new one where it is no part of it. */
function retitled(was: string, from: string, to: string): string {
  const plain = from.replace(/^(?:(?:den|die|das|der|dem|an)\s+)+/iu, '').trim()
  const at = plain === '' ? -1 : was.toLowerCase().indexOf(plain.toLowerCase())
  const isWhole = stemsOf(was).length <= stemsOf(plain).length
  return at >= 0 && !isWhole ? was.slice(0, at) + to + was.slice(at + plain.length) : to
}
