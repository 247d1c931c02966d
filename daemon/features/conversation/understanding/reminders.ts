import { titleOf, speaking } from '../../../language/en/reminders.ts'
import { insteadOf, momentIn, sameDay, shiftIn } from '../../../language/en/moments.ts'
import { tooOftenIn } from '../../../language/en/rules.ts'
import { repeatIn } from '../../../language/en/repeats.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { Reminder } from '../exchange/engine.ts'

type OpenReminder = Pick<Reminder, 'goal_uuid' | 'title' | 'due_at'>

/** What a sentence does with reminders. Times are in milliseconds since the epoch. */
export type ReminderAct =
  | {
      readonly kind: 'remind'
      readonly title: string
      readonly due_at: number | null
      readonly repeats: string | null
    }
  | { readonly kind: 'move reminder'; readonly goal_uuid: string; readonly due_at: number }
  | { readonly kind: 'end reminder'; readonly goal_uuids: readonly string[]; readonly done: boolean }
  | { readonly kind: 'list reminders'; readonly goal_uuids: readonly string[] }
  /** It is not clear which one is meant, or when. */
  | { readonly kind: 'which reminder'; readonly goal_uuids: readonly string[] }
  /** What is asked for cannot be: it has passed, or comes too often. */
  | { readonly kind: 'no reminder'; readonly reason: 'passed' | 'too often' | 'of what' }

export interface ReminderSetting {
  readonly now: number
  readonly time_zone: string
  readonly open: readonly OpenReminder[]
  /** The one that was made or spoken of last. */
  readonly last: string | null
  /** Whether the member was asked when that one is to come. */
  readonly asked_when: boolean
}

/** What a sentence most likely is, of the acts that a sentence may be. */
export interface Likely {
  readonly act: string
  readonly likely: number
  readonly asks: boolean
}

/** From which likelihood a sentence that may be of a reminder is one. */
const maybe = 0.4

/** What a sentence does with reminders; null for nothing. `others` are the sentences around it, which may say of what, or when. */
export function readReminder(
  sentence: string,
  others: readonly string[],
  judged: Likely,
  setting: ReminderSetting,
): ReminderAct | null {
  const { act, likely } = judged
  const asked = speaking.asks.exec(sentence)
  const told = speaking.never.exec(sentence)
  // "This song reminds me of you" and "I told them to set a reminder" ask for nothing.
  if (told && (asked === null || told.index <= asked.index)) return null
  if (speaking.lists.test(sentence)) return listed(sentence, setting)
  const known = setting.open.length > 0 ? changed(sentence, asked !== null, judged, setting) : null
  if (known) return known
  return asked !== null || (act === 'remind' && likely >= 0.6) ? made(sentence, others, setting) : null
}

/** What a sentence does with reminders that are open; null for nothing. */
function changed(
  sentence: string,
  asks: boolean,
  { act, likely, asks: isQuestion }: Likely,
  setting: ReminderSetting,
): ReminderAct | null {
  const meant = meantBy(sentence, setting)
  const changes = act === 'change_reminder' && likely >= maybe
  const ends = act === 'cancel_reminder' && likely >= maybe
  if (speaking.ends.test(sentence) && (ends || meant.length > 0))
    return ended(sentence, meant, false, setting)
  if (!asks && !isQuestion && speaking.does.test(sentence) && meant.length > 0)
    return { kind: 'end reminder', goal_uuids: meant.slice(0, 1), done: true }
  const moves =
    changes || (speaking.moves.test(sentence) && (!asks || (meant.length > 0 && shiftIn(sentence) !== null)))
  const moved = moves ? movedTo(sentence, meant, setting) : null
  if (moved && (changes || meant.length > 0)) return moved
  return ends && !asks ? ended(sentence, meant, !speaking.ends.test(sentence), setting) : null
}

/** A new reminder: of what, and when, may stand in the sentences around. */
function made(sentence: string, others: readonly string[], { now, time_zone }: ReminderSetting): ReminderAct {
  const read = (text: string, whole: boolean) => {
    const repeated = repeatIn(text, { now, time_zone })
    const when = repeated ? null : momentIn(text, now, time_zone)
    const title = titleOf(when?.whole ?? text, repeated?.words ?? when?.words ?? [], whole)
    return { title, due_at: repeated?.first ?? when?.at ?? null, repeats: repeated?.rule ?? null }
  }
  const texts = [sentence, ...others]
  if (texts.some((text) => tooOftenIn(text) !== null)) return { kind: 'no reminder', reason: 'too often' }
  const alone = read(sentence, false)
  const together = others.map((other) => read(`${other} ${sentence}`, false))
  const titled = [alone, ...together, read(sentence, true)].find(({ title }) => title !== '')
  if (!titled) return { kind: 'no reminder', reason: 'of what' }
  const timed = [alone, ...together].find(({ due_at }) => due_at !== null)
  const { due_at, repeats } = timed ?? alone
  if (due_at !== null && due_at <= now) return { kind: 'no reminder', reason: 'passed' }
  return { kind: 'remind', title: titled.title, due_at, repeats }
}

/** The open reminders that a sentence names, the likeliest first. */
function meantBy(sentence: string, { open }: ReminderSetting): string[] {
  const said = new Set(stemsOf(sentence))
  const like = new Set([...said].flatMap(relatedWords))
  const having = (stem: string) => open.filter(({ title }) => stemsOf(title).includes(stem)).length
  return open
    .map(({ goal_uuid, title }) => ({
      goal_uuid,
      fit: [...new Set(stemsOf(title))].reduce(
        (sum, stem) => sum + (said.has(stem) ? 1 : like.has(stem) ? 0.4 : 0) / having(stem),
        0,
      ),
    }))
    .filter(({ fit }) => fit >= 0.5)
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ goal_uuid }) => goal_uuid)
}

const newest = ({ open, last }: ReminderSetting) =>
  open.find(({ goal_uuid }) => goal_uuid === last)?.goal_uuid ??
  (open.length === 1 ? open[0]?.goal_uuid : undefined)

function ended(
  sentence: string,
  meant: readonly string[],
  done: boolean,
  setting: ReminderSetting,
): ReminderAct {
  if (speaking.all.test(sentence))
    return { kind: 'end reminder', goal_uuids: setting.open.map(({ goal_uuid }) => goal_uuid), done }
  const [one = newest(setting)] = meant
  if (one === undefined)
    return { kind: 'which reminder', goal_uuids: setting.open.map(({ goal_uuid }) => goal_uuid) }
  return { kind: 'end reminder', goal_uuids: [one], done }
}

/** When a reminder is to come instead; the day, or the time of day, stays where only the other is said. */
function movedTo(sentence: string, meant: readonly string[], setting: ReminderSetting): ReminderAct | null {
  const { now, time_zone, open } = setting
  const goal_uuid = meant[0] ?? newest(setting)
  const target = open.find((one) => one.goal_uuid === goal_uuid)
  if (!target) return null
  const due = target.due_at ?? now
  const by = shiftIn(sentence)
  if (by !== null) return { kind: 'move reminder', goal_uuid: target.goal_uuid, due_at: due + by }
  const due_at = insteadOf(due, sentence, now, time_zone)
  return due_at === null ? null : { kind: 'move reminder', goal_uuid: target.goal_uuid, due_at }
}

/** The open reminders that somebody asks for: those of a day, or that they name, or all. */
function listed(sentence: string, setting: ReminderSetting): ReminderAct {
  const { now, time_zone, open } = setting
  const meant = meantBy(sentence, setting)
  if (meant.length > 0) return { kind: 'list reminders', goal_uuids: meant }
  const when = momentIn(sentence, now, time_zone)
  const ofDay = when?.dated
    ? open.filter(({ due_at }) => due_at !== null && sameDay(due_at, when.at, time_zone))
    : open
  return { kind: 'list reminders', goal_uuids: ofDay.map(({ goal_uuid }) => goal_uuid) }
}

/** What the sentences of a message do with reminders, and which of them that takes up. */
export function readReminders(
  sentences: readonly (Likely & { readonly text: string })[],
  setting: ReminderSetting,
): { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> } {
  const acts: ReminderAct[] = []
  const used = new Set<number>()
  const answer = answerOf(sentences, setting)
  if (answer) return { acts: [answer], used: new Set(sentences.keys()) }
  for (const [at, sentence] of sentences.entries()) {
    const around = [sentences[at - 1], sentences[at + 1]].flatMap((other) => (other ? [other.text] : []))
    const act = used.has(at) ? null : readReminder(sentence.text, around, sentence, setting)
    if (!act) continue
    acts.push(act)
    used.add(at)
  }
  return { acts, used }
}

/** An answer to when has few words more than its time. */
const maxAnswer = 8

/** When a reminder is to come whose time was asked for, if a message says nothing else. */
function answerOf(
  sentences: readonly { readonly text: string }[],
  setting: ReminderSetting,
): ReminderAct | null {
  const { asked_when, last, now, time_zone } = setting
  const [first] = sentences
  if (
    !asked_when ||
    last === null ||
    !first ||
    sentences.length > 1 ||
    first.text.split(/\s+/).length > maxAnswer
  )
    return null
  const when = momentIn(first.text, now, time_zone)
  return when && when.at > now ? { kind: 'move reminder', goal_uuid: last, due_at: when.at } : null
}
