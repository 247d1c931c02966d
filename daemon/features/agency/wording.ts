import { spokenAgo, spokenMoment, type TimeContext } from '../../language/en/spoken.ts'

/** Later than this, it is said how late something is. */
const late = 5 * 60_000

interface Told {
  readonly title: string
  readonly description: string | null
  readonly origin: 'user' | 'companion'
}

/** What is said when a goal comes up that was planned for `planned`, and whether it is due. */
export function reminder(goal: Told, planned: number, isDue: boolean, timeContext: TimeContext): string {
  const delayed = timeContext.now - planned > late
  const when = `${spokenMoment(planned, timeContext)}, ${spokenAgo(planned, timeContext.now)}`
  const due = `${quoted(goal.title)} ${delayed ? `was due ${when}` : 'is due now'}.`
  const opening = goal.origin === 'user' ? 'A reminder, as you asked' : 'A reminder'
  const usual = `${opening}: ${sentence(goal.title)}${delayed ? ` It was for ${when}.` : ''}`
  const said = isDue ? due : usual
  return goal.description === null || goal.description.trim() === '' ? said : `${said}\n${goal.description}`
}

/** What an approval asks about a goal that has come up; `next` is when it comes up again, null where it does not. */
export function tickOffQuestion(
  title: string,
  next: number | null,
  isDue: boolean,
  timeContext: TimeContext,
): string {
  if (isDue) return `Shall I mark ${quoted(title)} as completed?`
  if (next === null) return `Shall I tick ${quoted(title)} off?`
  return `Shall I note it as done, and come back to it ${spokenMoment(next, timeContext)}?`
}

export const tickedOff = (title: string) => `Done: I have ticked off ${quoted(title)}.`
export const onHold = (title: string) => `All right, ${quoted(title)} is on hold until you resume it.`
export const notedUntil = (title: string, next: number, timeContext: TimeContext) =>
  `Noted. I'll come back to ${quoted(title)} ${spokenMoment(next, timeContext)}.`

export const quoted = (text: string) => `“${text}”`

/** A text that ends like a sentence. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
