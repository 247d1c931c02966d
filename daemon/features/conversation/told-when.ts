import { DateTime } from 'luxon'
import type { Recalled, Turn } from './exchange/engine.ts'

/** What of the memories was told on a day that a question is about. */
export interface ToldWhen {
  /** As it was asked: "yesterday". */
  readonly day: string
  readonly memories: readonly Recalled[]
}

const asked =
  /^(?:(?:so|and|ok|hey|hi|please)[, ]+)*(?:(?:do you (?:remember|know) )?what (?:did i (?:say|tell you|talk about|mention)|(?:did we|have we) (?:talk(?:ed)?|speak|spoken|chat(?:ted)?) about|was i (?:saying|talking about)|have i (?:told you|said))(?: (?:to you|about))?) (?<day>yesterday|today|this (?:morning|afternoon|week)|last (?:night|week|time))\s*[?.! ]*$/i
/** How many days back each begins, and how many it takes. */
const spans: Readonly<Record<string, readonly [number, number]>> = {
  today: [0, 1],
  'this morning': [0, 1],
  'this afternoon': [0, 1],
  yesterday: [1, 1],
  'last night': [1, 1],
  'this week': [6, 7],
  'last week': [13, 14],
  'last time': [13, 14],
}
/** How many are told of. */
const maxMemories = 5

/** Whether a question asks what was told on a day. */
export const asksOfDay = (question: string): boolean => asked.test(question)

/** What was told on the day that a question is about, the newest last; null where it asks for no day. */
export function toldWhen(question: string, { memories, now, time_zone }: Turn): ToldWhen | null {
  const day = asked.exec(question)?.groups?.['day']?.toLowerCase()
  const span = day === undefined ? undefined : spans[day]
  if (day === undefined || span === undefined) return null
  const from = DateTime.fromMillis(now, { zone: time_zone }).startOf('day').minus({ days: span[0] })
  const to = from.plus({ days: span[1] })
  const told = memories
    .filter(({ created_at, superseded }) => {
      const at = Date.parse(created_at)
      return !superseded && at >= from.toMillis() && at < to.toMillis()
    })
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .slice(-maxMemories)
  return { day, memories: told }
}
