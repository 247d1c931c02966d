import { fill, type SaidAt } from '../../lines.ts'
import { spokenAgo, spokenMoment } from '../spoken.ts'
import texts from './texts.json' with { type: 'json' }

/** Later than this, it is said how late something is. */
const late = 5 * 60_000

interface Told {
  readonly title: string
  readonly description: string | null
  readonly origin: 'user' | 'companion'
}

/** What is said when a goal comes up that was planned for `planned`, and whether it is due. */
export function reminder(goal: Told, planned: number, isDue: boolean, timeContext: SaidAt): string {
  const { title, description, origin } = goal
  const delayed = timeContext.now - planned > late
  const times = { when: spokenMoment(planned, timeContext), ago: spokenAgo(planned, timeContext.now) }
  const due = fill(delayed ? texts.reminder.overdue : texts.reminder.due, { title, ...times })
  const opening = origin === 'user' ? texts.reminder['asked for'] : texts.reminder.own
  const usual = fill(opening, { title: sentence(title) })
  const said = isDue ? due : delayed ? `${usual} ${fill(texts.reminder.late, times)}` : usual
  return description === null || description.trim() === '' ? said : `${said}\n${description}`
}

/** What an approval asks about a goal that has come up; `next` is when it comes up again, null where it does not. */
export function tickOffQuestion(
  title: string,
  next: number | null,
  isDue: boolean,
  timeContext: SaidAt,
): string {
  const question = texts['tick off']
  if (isDue) return fill(question.due, { title })
  if (next === null) return fill(question.once, { title })
  return fill(question.again, { when: spokenMoment(next, timeContext) })
}

export const tickedOff = (title: string) => fill(texts.answered.done, { title })
export const onHold = (title: string) => fill(texts.answered.hold, { title })
export const notedUntil = (title: string, next: number, timeContext: SaidAt) =>
  fill(texts.answered.again, { title, when: spokenMoment(next, timeContext) })

/** A text that ends like a sentence. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
