import type { ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { type ReadTime, readTimes, settled } from '../calendar.ts'
import { isEarly } from '../clock.ts'
import { repeatIn } from '../repeats.ts'
import { stemsOf } from '../stems.ts'
import { placeOf } from './asked.ts'
import { askingIn, titleOf } from './asking.ts'
import { ended, moved, withoutTimes } from './changing.ts'
import { isOfAll, matching, placeIn } from './naming.ts'

const maxWords = 10

/** What comes of an answer to what the companion has asked; null for what is none of its kind, which is read as any other. */
export function answerIn(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  const { asked: question, wanted: before, last, now, time_zone, open } = context
  if (question === null || text.split(/\s+/).length > maxWords || /\?\s*$/.test(text) || askingIn(text))
    return null
  const times = readTimes(text, { now, time_zone })
  const bare = stemsOf(withoutTimes(text, context)).length === 0
  const title = before?.title ?? ''
  switch (question) {
    case 'when': {
      const repeated = repeatIn(text, { now, time_zone })
      if (repeated && before !== null)
        return [{ kind: 'remind', title, due_at: repeated.first, repeats: repeated.rule }]
      if (repeated && last !== null)
        return [{ kind: 'move reminder', goal_uuids: [last], due_at: repeated.first, repeats: repeated.rule }]
      const [time] = times
      if (!time || !bare) return null
      const at = settled(wholeOf(times), isEarly(title) ? `${text} wecken` : text, { now, time_zone })
      if (at <= now) return null
      if (before !== null) return [{ kind: 'remind', title, due_at: at, repeats: before.repeats }]
      return last === null ? null : [{ kind: 'move reminder', goal_uuids: [last], due_at: at }]
    }
    case 'which': {
      const shown = context.listed.filter((uuid) => open.some(({ goal_uuid }) => goal_uuid === uuid))
      const some = open.filter(({ goal_uuid }) => shown.includes(goal_uuid))
      const place = placeIn(text, shown.length)
      const named = matching(text, some)
      const all = isOfAll(text) ? shown : []
      const targets = place === null ? (named.length > 0 ? named : all) : [shown[place] ?? '']
      if (targets.length === 0) return null
      return targets.flatMap((uuid) => {
        const one = open.filter(({ goal_uuid }) => goal_uuid === uuid)
        const again = { ...context, open: one, last: uuid, asked: null }
        const sentence = before?.sentence ?? ''
        const move = moved(sentence, again, true)
        const end = move.length > 0 ? null : ended(sentence, again, 'cancel_reminder')
        return move.length > 0 ? move : end ? [end] : []
      })
    }
    case 'what': {
      const what = titleOf(text, times.map(placeOf))
      if (what === '' || before === null || /^(?:nein|nichts|egal|vergiss|lass)/iu.test(text)) return null
      const [time] = times
      return [
        {
          kind: 'remind',
          title: what,
          due_at: before.due_at ?? (time ? settled(time, text, { now, time_zone }) : null),
          repeats: before.repeats,
        },
      ]
    }
    default: {
      const repeated = repeatIn(text, { now, time_zone })
      return repeated && before !== null
        ? [{ kind: 'remind', title, due_at: repeated.first, repeats: repeated.rule }]
        : null
    }
  }
}

const wholeOf = ([first, ...others]: readonly ReadTime[]): ReadTime => {
  if (!first) throw new Error('there is no time')
  return others.reduce<ReadTime>(
    (one, other) => ({
      ...one,
      day: one.day ?? other.day,
      clock: one.clock ?? other.clock,
      part: one.part ?? other.part,
    }),
    first,
  )
}
