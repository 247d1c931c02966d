import { noState } from '../../../daemon/features/conversation/store.ts'
import type { ReminderAct, ReminderContext } from '../../../daemon/language/reminder-acts.ts'
import { readReminders } from '../../../daemon/language/en/reminders/reminders.ts'

/** A Tuesday, 09:30 in London. */
export const now = Date.UTC(2026, 4, 12, 8, 30)
export const due = (day: number, hour: number, minute = 0) => Date.UTC(2026, 4, day, hour - 1, minute)
export const open = [
  { goal_uuid: 'dentist', title: 'call the dentist about the crown', due_at: due(12, 15) },
  { goal_uuid: 'car', title: 'take the car to the garage', due_at: due(14, 10) },
  { goal_uuid: 'present', title: "buy a present for Mum's birthday", due_at: null },
]
export const context: ReminderContext = {
  ...noState,
  now,
  time_zone: 'Europe/London',
  open,
  last: 'dentist',
}
/** What sentences want that are nothing else by themselves, and which of them say so. */
export const read = (sentences: readonly string[], rest: Partial<ReminderContext> = {}) => {
  const judged = sentences.map((text) => ({ text, act: 'tell', likely: 1 }))
  const { acts, used } = readReminders(judged, { ...context, ...rest })
  return { acts, used: [...used].toSorted((a, b) => a - b) }
}
export const move = (goal_uuid: string, due_at: number, repeats?: string): ReminderAct => ({
  kind: 'move reminder',
  goal_uuids: [goal_uuid],
  due_at,
  ...(repeats === undefined ? {} : { repeats }),
})
export const end = (goal_uuids: readonly string[], done = false): ReminderAct => ({
  kind: 'end reminder',
  goal_uuids,
  done,
})
export const lacking = (title: string, lacks: 'a time' | 'such a day'): ReminderAct => ({
  kind: 'remind',
  title,
  due_at: null,
  repeats: null,
  lacks,
})
export const rename = (goal_uuid: string, title: string): ReminderAct => ({
  kind: 'rename reminder',
  goal_uuids: [goal_uuid],
  title,
})
export const list = (...goal_uuids: string[]): ReminderAct => ({ kind: 'list reminders', goal_uuids })
export const remind = (title: string, due_at: number | null, repeats: string | null = null): ReminderAct => ({
  kind: 'remind',
  title,
  due_at,
  repeats,
})
