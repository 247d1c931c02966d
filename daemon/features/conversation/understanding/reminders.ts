import {
  type Asking,
  askingIn,
  isReported,
  subjectAfter,
  subjectBefore,
  usualTitle,
} from '../../../language/en/reminders/asking.ts'
import { isInstead, isLook, isNoCancel, isSameTime } from '../../../language/en/reminders/naming.ts'
import { repeatIn } from '../../../language/en/repeats.ts'
import { tooOftenIn } from '../../../language/en/rules.ts'
import { isDuty, isTimeAlone, whenAsked } from '../../../language/en/reminders/when-asked.ts'
import { timesIn } from '../../../language/en/calendar.ts'
import { ended, looked, meantBy, movedTo } from './named-reminders.ts'
import type { ReminderAct, ReminderContext } from './reminder-acts.ts'

/** A sentence, and what it most likely is of the acts that a sentence may be. */
export interface Judged {
  readonly text: string
  readonly act: string
  /** 0 to 1. */
  readonly likely: number
}

/** From how likely on an act is believed of a sentence whose words are not known to ask for it. */
const believed = 0.6

/** An act, and whether it needed the sentence beside it. */
interface Heard {
  readonly act: ReminderAct
  readonly besideUsed: boolean
}

/**
 * What a message wants of reminders, and which of its sentences said so: "On the 3rd I have to pay the rent. Remind me,
 * will you?" is one reminder.
 */
export function readReminders(
  sentences: readonly Judged[],
  context: ReminderContext,
): { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> } {
  const answer = answerOf(sentences, context)
  if (answer) return { acts: [answer], used: new Set(sentences.keys()) }
  const alone = sentences.map((sentence) => heard(sentence, [], context) !== null)
  const taken = new Set<number>()
  const acts: ReminderAct[] = []
  for (const [at, sentence] of sentences.entries()) {
    if (taken.has(at)) continue
    const besides = [at - 1, at + 1].filter(
      (other) => sentences[other] !== undefined && !alone[other] && !taken.has(other),
    )
    for (const beside of [...besides, null]) {
      const said = beside === null ? [] : [sentences[beside]?.text ?? '']
      const one = heard(sentence, said, context)
      if (!one || (beside !== null && !one.besideUsed)) continue
      const used = beside === null ? [at] : [at, beside]
      const same =
        one.act.kind === 'move reminder' && isSameTime(sentences[at + 1]?.text ?? '') ? [at + 1] : []
      for (const each of [...used, ...same]) taken.add(each)
      acts.push(one.act)
      break
    }
  }
  return { acts, used: taken }
}

/** An answer to when has few words more than its time. */
const maxAnswer = 8

/** When a reminder is to come whose time was asked for, if a message says nothing else. */
function answerOf(sentences: readonly Judged[], context: ReminderContext): ReminderAct | null {
  const { asked_when, last, now } = context
  const [first] = sentences
  if (!asked_when || last === null || !first || sentences.length > 1) return null
  if (first.text.split(/\s+/).length > maxAnswer || askingIn(first.text, context)) return null
  const [when] = timesIn(first.text, context)
  return when && when.at > now ? { kind: 'move reminder', goal_uuids: [last], due_at: when.at } : null
}

const heard = (judged: Judged, beside: readonly string[], context: ReminderContext): Heard | null =>
  said(judged.text, beside, context) ?? likelyMeant(judged, beside, context)

/** What a sentence wants whose words do not say it outright, by what it most likely is. */
function likelyMeant({ text, act, likely }: Judged, beside: readonly string[], context: ReminderContext) {
  if (likely < believed || isReported(text)) return null
  if (act === 'remind' && timesIn(text, context).length > 0) {
    const asking = { text, index: text.length, end: text.length, follows: true }
    return asked(asking, beside[0] ?? '', context)
  }
  const ends = act === 'cancel_reminder' ? meantBy(text, context) : null
  return ends && { act: ends, besideUsed: false }
}

function said(sentence: string, beside: readonly string[], context: ReminderContext): Heard | null {
  if (isNoCancel(sentence)) return null
  if (isLook(sentence)) return { act: looked(sentence, context), besideUsed: false }
  const over = ended(sentence, context)
  if (over) return { act: over, besideUsed: false }
  const asking = askingIn(sentence, context)
  const move = asking === null || isInstead(sentence) ? movedTo(sentence, context) : null
  if (move) return { act: move, besideUsed: false }
  return asking && asked(asking, beside[0] ?? '', context)
}

/** What is to be reminded of; `beside` is what was said just before or after. */
function asked(asking: Asking, beside: string, context: ReminderContext): Heard {
  const { text } = asking
  const often = tooOftenIn(text)
  const repeated = often === null ? repeatIn(text, context) : null
  const when = often === null && repeated === null ? whenAsked(asking, beside, context) : null
  const said = [...(often === null ? [] : [often]), ...(repeated?.words ?? [])]
  const places = [...said.map((words) => placeIn(text, words)), ...(when?.used ?? [])]
  const after = subjectAfter(asking, places)
  const before = subjectBefore(text, places, asking.index)
  const own = asking.follows ? before || after.title : (after.linked && after.title) || before
  const untitled = own === '' && beside !== '' && (after.title === '' || isDuty(beside, context))
  const other = untitled ? subjectBefore(beside, when?.besideUsed ?? []) : ''
  const title = own || other || after.title || usualTitle(asking)
  const besideTime =
    when !== null &&
    when.besideUsed.length > 0 &&
    (other !== '' || when.shifted || isTimeAlone(beside, context))
  const besideUsed = other !== '' || besideTime
  if (often !== null)
    return { act: { kind: 'remind', title, due_at: null, repeats: null, too_often: true }, besideUsed }
  const due_at =
    repeated?.first ?? (when === null || (when.besideUsed.length > 0 && !besideTime) ? null : when.at)
  return { act: { kind: 'remind', title, due_at, repeats: repeated?.rule ?? null }, besideUsed }
}

const placeIn = (text: string, words: string) => {
  const index = Math.max(0, text.indexOf(words))
  return { index, end: index + words.length }
}
