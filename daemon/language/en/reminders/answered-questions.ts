import { timesIn } from '../calendar.ts'
import { askingIn, duty, subjectBefore } from './asking.ts'
import { itemsIn } from './listing.ts'
import {
  isCancel,
  isLook,
  isOfAll,
  isPhrase,
  placesAnswered,
  tellsNothingElse,
  withoutLead,
} from './naming.ts'
import { movingIn } from './shifting.ts'
import { asWhen } from './when-asked.ts'
import { repeatIn } from '../repeats.ts'
import { tooOftenIn } from '../rules.ts'
import { matching } from './named-reminders.ts'
import type { ReminderAct, ReminderContext } from '../../reminder-acts.ts'

const maxWords = 10

type Acts = readonly ReminderAct[] | null
type ReadAlone = (sentence: string, context: ReminderContext) => readonly ReminderAct[]

/**
 * What comes of an answer to what the companion has asked; null for what is none of its kind, which is read as any other
 * message. `readAlone` reads the sentence again that may have been of several reminders.
 */
export function answerIn(text: string, context: ReminderContext, readAlone: ReadAlone): Acts {
  if (context.asked === null || text.split(/\s+/).length > maxWords) return null
  if (/\?["'”’)\s]*$/.test(text) || askingIn(text, context) || isLook(text)) return null
  if (itemsIn(text).length > 0) return null
  switch (context.asked) {
    case 'when':
      return whenOf(text, context)
    case 'which':
      return whichOf(text, context, readAlone)
    case 'what':
      return whatOf(text, context)
    default:
      return howOftenOf(text, context)
  }
}

/** A time, and nothing else: the next one, of what was asked about or of a new one whose time had passed. */
function whenOf(answer: string, { last, wanted, now, time_zone }: ReminderContext): Acts {
  const text = asWhen(answer, { now, time_zone })
  const times = timesIn(text, { now, time_zone })
  const moving = movingIn(text, { now, time_zone })
  const bare = without(text, times)
  const [when] = times
  if (!when || when.at <= now || isCancel(text)) return null
  if (!tellsNothingElse(bare) && !moving?.short && !moving?.strong) return null
  if (wanted !== null)
    return [{ kind: 'remind', title: wanted.title, due_at: when.at, repeats: wanted.repeats }]
  return last === null ? null : [{ kind: 'move reminder', goal_uuids: [last], due_at: when.at }]
}

/** An ordinal, or words that name one of those that were listed. */
function whichOf(text: string, context: ReminderContext, readAlone: ReadAlone): Acts {
  const { listed, open, wanted } = context
  const shown = listed.filter((uuid) => open.some(({ goal_uuid }) => goal_uuid === uuid))
  const some = open.filter(({ goal_uuid }) => shown.includes(goal_uuid))
  const places = placesAnswered(text, shown.length).flatMap((place) => shown[place] ?? [])
  const all = isOfAll(text) && tellsNothingElse(text) ? shown : []
  const chosen = places.length > 0 ? places : all.length > 0 ? all : matching(text, some)
  if (wanted === null || chosen.length === 0) return null
  if (chosen.length > 1 && places.length === 0 && all.length === 0)
    return [{ kind: 'which reminder', goal_uuids: chosen, sentence: wanted.sentence }]
  const acts = chosen.flatMap((uuid) =>
    readAlone(wanted.sentence, {
      ...context,
      open: some.filter(({ goal_uuid }) => goal_uuid === uuid),
      last: uuid,
      asked: null,
      listed: [],
    }),
  )
  return acts.length > 0 ? acts : null
}

/** A short phrase for something to do. */
function whatOf(text: string, { wanted, now, time_zone }: ReminderContext): Acts {
  const times = timesIn(text, { now, time_zone })
  const places = times.map(({ index, text: phrase }) => ({ index, end: index + phrase.length }))
  const title = withoutLead(subjectBefore(text, places))
  if (wanted === null || title === '' || isCancel(text) || (!isPhrase(text) && !duty.test(text))) return null
  return [{ kind: 'remind', title, due_at: times[0]?.at ?? wanted.due_at, repeats: wanted.repeats }]
}

/** A repetition, and nothing else. */
function howOftenOf(text: string, { wanted, now, time_zone }: ReminderContext): Acts {
  if (wanted === null) return null
  const { title } = wanted
  if (tooOftenIn(text) !== null)
    return [{ kind: 'remind', title, due_at: null, repeats: null, too_often: true }]
  const often = repeatIn(text, { now, time_zone })
  if (often === null) return null
  const bare = often.words.reduce((left, words) => left.replace(words, ' '), text)
  return tellsNothingElse(bare) ? [{ kind: 'remind', title, due_at: often.first, repeats: often.rule }] : null
}

const without = (text: string, places: readonly { readonly index: number; readonly text: string }[]) =>
  places.reduceRight(
    (left, { index, text: phrase }) => `${left.slice(0, index)} ${left.slice(index + phrase.length)}`,
    text,
  )
