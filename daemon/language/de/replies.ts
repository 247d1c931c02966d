import { DateTime } from 'luxon'
import type { ReplyName } from '../en/replies.ts'
import type { ReplyTexts } from '../intents.ts'
import { fill, lineOf, type Quoted, quotedIn, type SaidAt, type Voice } from '../lines.ts'
import { readTimes, settled } from './calendar.ts'
import texts from './replies.json' with { type: 'json' }
import { daysUntil, spokenRule, spokenTime } from './spoken.ts'

const { quotes, days, greetings, people, moods, ...said } = texts
const replies: Readonly<Record<ReplyName, ReplyTexts>> = said
const moodNames: Readonly<Record<string, string>> = moods

/** What the companion says, in its voice; `before` is what it has said, the newest last. */
export const reply = (name: ReplyName, voice: Voice, before: readonly string[] = []): string =>
  lineOf(replies[name], voice, before)

/** How the companion feels, by the name of an emotion. */
export const moodNamed = (emotion: string): string => moodNames[emotion] ?? moods.neutral

/** A day as it stands in a sentence: "vorhin", "gestern", "am 2. März", with the year where it is another. */
export function dayOf(at: number, when: SaidAt): string {
  const ago = -daysUntil(at, when)
  if (ago === 0) return days.today
  if (ago === 1) return days.yesterday
  return fill(days.on, { date: dateOf(DateTime.fromMillis(at, { zone: when.time_zone }), when) })
}

/** A day by its date, with the year where it is another. */
function dateOf(day: DateTime, { now, time_zone }: SaidAt): string {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  return day.setLocale('de').toFormat(day.year === here.year ? 'd. LLLL' : 'd. LLLL yyyy')
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

/** A text word for word, with the date in brackets after each day that it names by when it was said: "letzten Freitag [8. Mai]". */
function dated(content: string, told_at: number, when: SaidAt): string {
  const timeContext = { now: told_at, time_zone: when.time_zone, forward: !isPast(content) }
  return readTimes(content, timeContext)
    .filter(({ day }) => day?.relative === true && !day.exact)
    .reduceRight((text, { day, index, end, ...read }) => {
      const on =
        day?.on ??
        DateTime.fromMillis(settled({ day, index, end, ...read }, content, timeContext), {
          zone: when.time_zone,
        })
      const phrase = text.slice(day?.index ?? index, day?.end ?? end)
      if (/^heute?$/iu.test(phrase.trim()) && daysUntil(told_at, when) === 0) return text
      return `${text.slice(0, end)} [${dateOf(on, when)}]${text.slice(end)}`
    }, content)
}

const isPast = (content: string) =>
  /(?<![\p{L}])(?:war|waren|hatte|hatten|gestern|letzte[nrsm]?|vorgestern|vorige[nrsm]?|wurde|ge\p{L}{3,}(?:t|en)(?=[.!,\s]*$))(?![\p{L}])/iu.test(
    content,
  )

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
  const here = DateTime.fromMillis(now, { zone: time_zone, locale: 'de' })
  const { hour } = here
  const part = hour < 5 || hour >= 23 ? 'night' : hour < 11 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return {
    Greeting: greetings[part],
    time: here.toFormat('HH:mm'),
    date: here.toFormat('cccc, d. LLLL yyyy'),
  }
}
