import { DateTime } from 'luxon'
import type { ReplyTexts } from '../intents.ts'
import { fill, lineOf, type Quoted, quotedIn, type SaidAt, type Voice } from '../lines.ts'
import { datesResolved } from './dates.ts'
import { spokenTime } from './spoken.ts'
import { spokenRule } from './spoken-rule.ts'
import texts from './replies.json' with { type: 'json' }

const { quotes, days, greetings, people, ...said } = texts
export type ReplyName = keyof typeof said
const replies: Readonly<Record<ReplyName, ReplyTexts>> = said

/** What the companion says, in its voice; `before` is what it has said, the newest last. */
export const reply = (name: ReplyName, voice: Voice, before: readonly string[] = []): string =>
  lineOf(replies[name], voice, before)

/** A day as it stands in a sentence: "earlier today", "yesterday", "on 2 March", with the year where it is another. */
export function dayOf(at: number, { now, time_zone }: SaidAt): string {
  const [then, here] = [at, now].map((moment) =>
    DateTime.fromMillis(moment, { zone: time_zone, locale: 'en-GB' }),
  ) as [DateTime, DateTime]
  const ago = Math.round(here.startOf('day').diff(then.startOf('day'), 'days').days)
  if (ago === 0) return days.today
  if (ago === 1) return days.yesterday
  return fill(days.on, { date: then.toFormat(then.year === here.year ? 'd LLLL' : 'd LLLL yyyy') })
}

/** When a reminder comes, and how often. */
export function whenOf(due_at: number | null, repeats: string | null, at: SaidAt): string {
  const when = due_at === null ? '' : spokenTime(due_at, at)
  const rule = repeats === null ? '' : spokenRule(repeats)
  return rule === '' || when === '' ? rule || when : fill(days.first, { rule, when })
}

/** Somebody, by their name or by what they are to the member. */
export const personOf = ({ name, relation }: { name: string | null; relation: string | null }): string =>
  name ?? fill(people.relation, { relation: relation ?? '' })

/** A text word for word, with the date in brackets after each day that it names by when it was said: "last Friday [8 May]". */
function dated(content: string, told_at: number, { now, time_zone }: SaidAt): string {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  return datesResolved(content, { told_at, time_zone }).reduceRight((text, { text: phrase, index, date }) => {
    const day = DateTime.fromISO(date, { zone: time_zone, locale: 'en-GB' })
    const shown = day.toFormat(day.year === here.year ? 'd LLLL' : 'd LLLL yyyy')
    const end = index + phrase.length
    return `${text.slice(0, end)} [${shown}]${text.slice(end)}`
  }, content)
}

/** Quotes word for word, with who said them and when. */
export const quotedText = (all: readonly Quoted[], when: SaidAt): string =>
  quotedIn(
    quotes,
    (at) => dayOf(at, when),
    (content, told_at) => dated(content, told_at, when),
    all,
  )

/** What the clock says, in the words that replies have places for. */
export function clockWords({ now, time_zone }: SaidAt): Readonly<Record<string, string>> {
  const here = DateTime.fromMillis(now, { zone: time_zone, locale: 'en-GB' })
  const { hour } = here
  const part = hour < 5 || hour >= 23 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return { Greeting: greetings[part], time: here.toFormat('HH:mm'), date: here.toFormat('cccc, d LLLL yyyy') }
}
