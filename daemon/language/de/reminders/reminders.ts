import type { JudgedSentence } from '../../language.ts'
import type { ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { readTimes, timesIn } from '../calendar.ts'
import { whole } from '../clock.ts'
import { repeatIn } from '../repeats.ts'
import { answerIn } from './answering.ts'
import { asked, eachAsked, type ReminderRequest } from './asked.ts'
import { askingIn, isTold } from './asking.ts'
import { ended, moved, renamed } from './changing.ts'
import { looked, lookedFor } from './looking.ts'
import { matching } from './naming.ts'

/** From how likely on an act is believed of a sentence whose words are not known to ask for it. */
const believed = 0.6

/** What a message wants of reminders, and which of its sentences said so. An answer to what was asked is all of a message. */
export function readReminders(
  sentences: readonly JudgedSentence[],
  context: ReminderContext,
): { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> } {
  const answer = answerIn(sentences.map(({ text }) => text).join(' '), context)
  if (answer) return { acts: answer, used: new Set(sentences.keys()) }
  const alone = sentences.map((sentence) => heard(sentence, [], context) !== null)
  const taken = new Set<number>()
  const acts: ReminderAct[] = []
  for (const [at, sentence] of sentences.entries()) {
    if (taken.has(at)) continue
    const besides = [at - 1, at + 1].filter(
      (other) => sentences[other] !== undefined && !alone[other] && !taken.has(other),
    )
    for (const beside of [...besides, null]) {
      const one = heard(sentence, beside === null ? [] : [sentences[beside]?.text ?? ''], context)
      if (!one || (beside !== null && !one.besideUsed)) continue
      for (const each of beside === null ? [at] : [at, beside]) taken.add(each)
      acts.push(...one.acts)
      break
    }
  }
  return { acts: corrected(acts, sentences, taken, context), used: taken }
}

/** A time that is put right in the next sentence: "Erinner mich um acht an den Müll. Nein, um neun." */
function corrected(
  acts: readonly ReminderAct[],
  sentences: readonly JudgedSentence[],
  taken: Set<number>,
  context: ReminderContext,
): readonly ReminderAct[] {
  const [only] = acts
  if (acts.length !== 1 || only?.kind !== 'remind') return acts
  for (const [at, { text }] of sentences.entries()) {
    if (at === 0 || !slip.test(text) || !taken.has(at - 1)) continue
    const goal_uuid = 'slip'
    const open = [{ goal_uuid, title: only.title, due_at: only.due_at, repeats: only.repeats }]
    const [move] = moved(text, { ...context, open, last: goal_uuid }, true)
    if (move?.kind !== 'move reminder') continue
    taken.add(at)
    return [{ ...only, due_at: move.due_at, repeats: move.repeats ?? only.repeats }]
  }
  return acts
}
const slip = whole(
  'nein|nee|ne|quatsch|moment|halt|stopp|sorry|ach|äh|ähm|warte|doch|lieber|besser|korrektur|ups|ich mein\\p{L}*',
  'iu',
)

function heard(
  { text, act, likely }: JudgedSentence,
  beside: readonly string[],
  context: ReminderContext,
): ReminderRequest | null {
  const request = wanted(text, beside, context)
  if (request) return request
  if (likely < believed || isTold(text)) return null
  if (
    act === 'remind' &&
    (timesIn(text, context).length > 0 || repeatIn(text, context)) &&
    !/\?\s*$/.test(text)
  )
    return asked({ text, index: text.length, end: text.length, usual: null }, beside[0] ?? '', context)
  if (act === 'change_reminder') {
    const move = moved(text, context, true)
    return move.length > 0 ? { acts: move, besideUsed: false } : null
  }
  const end = act === 'cancel_reminder' ? ended(text, context, act) : null
  const isKnown = end !== null && (end.kind !== 'end reminder' || end.goal_uuids.length > 0)
  return isKnown ? { acts: [end], besideUsed: false } : null
}

const only = (act: ReminderAct | null): ReminderRequest | null => act && { acts: [act], besideUsed: false }
const conjunction = /,?\s+(?:und|sowie|außerdem|dann|und dann|plus)\s+|;\s+/giu

function wanted(text: string, beside: readonly string[], context: ReminderContext): ReminderRequest | null {
  if (isUnreal(text)) return null
  const look = looked(text, context)
  if (look) return only(look)
  const several = commandsIn(text, context)
  if (several) return { acts: several, besideUsed: false }
  const asking = askingIn(text)
  if (
    asking &&
    /nicht mehr|nimmer|doch nicht|keine erinnerung/i.test(text) &&
    !/nicht mehr vergess/i.test(text)
  ) {
    const end = ended(text, context, 'cancel_reminder')
    if (end) return only(end)
  }
  const change = asking ? null : renamed(text, context)
  if (change) return only(change)
  const isOwnMove = asking !== null && isSetAnew(text) && matching(text, context.open).length > 0
  const move = asking && !isOwnMove ? [] : moved(text, context, false)
  if (asking && /doch (?:erst|lieber|schon)|statt|stattdessen|lieber erst/i.test(text)) {
    const again = moved(text, context, true)
    if (again.length > 0 && again.every(({ kind }) => kind === 'move reminder'))
      return { acts: again, besideUsed: false }
  }
  if (asking && move.length === 0) return eachAsked(asking, beside[0] ?? '', context)
  const end =
    move.length > 0 && move.every(({ kind }) => kind === 'move reminder') ? null : ended(text, context, null)
  if (end && !(end.kind === 'end reminder' && end.goal_uuids.length === 0 && move.length > 0))
    return only(end)
  return move.length > 0 ? { acts: move, besideUsed: false } : only(lookedFor(text, context))
}

const isSetAnew = (text: string) =>
  /(?:stell|setz|leg|mach|pack)\p{L}* (?:den |die |das |mir den )\p{L}+/iu.test(text)
const unreal = whole(
  'wenn ich .* würde|hätte ich|wär(?:e)? es|würdest du mich|könntest du mich eigentlich|falls ich|(?:er|sie|mama|papa|mein \\p{L}+) (?:hat|meinte|sagte|sagt|meint)[^.?!]*(?:erinner|ich soll)',
  'iu',
)
const isUnreal = (text: string) => unreal.test(text) && !/erinner(?:e)? mich|erinner mi\b/i.test(text)

/** What a sentence wants that says several commands, each of a reminder of its own; null where it is one. */
function commandsIn(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  if (context.open.length === 0) return null
  for (const match of text.matchAll(conjunction)) {
    const [left, right] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
    const first = alone(left, context)
    const second = alone(right, context)
    if (
      first === null || second === null || (askingIn(left) === null) !== (askingIn(right) === null)
        ? !first || !second
        : false
    )
      continue
    if (!first || !second) continue
    const targets = (acts: readonly ReminderAct[]) =>
      acts.flatMap((act) => ('goal_uuids' in act ? act.goal_uuids : []))
    const [one, other] = [targets(first), targets(second)]
    const isApart = !one.some((uuid) => other.includes(uuid))
    const kinds = [...first, ...second].every(
      ({ kind }) => kind !== 'which reminder' && kind !== 'list reminders',
    )
    const areEnds = [...first, ...second].every(({ kind }) => kind === 'end reminder')
    if (isApart && kinds && !areEnds && (one.length > 0 || other.length > 0)) return [...first, ...second]
  }
  return null
}

function alone(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  const asking = askingIn(text)
  if (asking) {
    const { acts } = asked(asking, '', context)
    return acts.every((act) => act.kind === 'remind' && act.title !== '') ? acts : null
  }
  if (matching(text, context.open).length === 0) return null
  const move = moved(text, context, false)
  if (move.length > 0) return move
  const end = ended(text, context, null)
  return end ? [end] : null
}

/** Whether a sentence is nothing but a time. */
export const isTimeAlone = (
  sentence: string,
  { now, time_zone }: Pick<ReminderContext, 'now' | 'time_zone'>,
): boolean => {
  const times = readTimes(sentence, { now, time_zone })
  if (times.length === 0) return false
  const rest = times.reduceRight(
    (left, { index, end }) => `${left.slice(0, index)} ${left.slice(end)}`,
    sentence,
  )
  return !/[\p{L}\p{N}]/u.test(
    rest.replaceAll(
      /(?<![\p{L}])(?:bitte|so|dann|am|um|ja|ok|okay|gegen|gern|gerne|lieber|einfach|passt|reicht)(?![\p{L}])/giu,
      ' ',
    ),
  )
}
