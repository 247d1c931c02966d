import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { spokenTime } from '../../../daemon/language/en/spoken.ts'
import { reminderState } from '../../../daemon/features/conversation/acting/acts.ts'
import type { ActionResult, Reminder } from '../../../daemon/language/turn.ts'
import { noState } from '../../../daemon/features/conversation/store.ts'
import type { ReminderAct } from '../../../daemon/language/reminder-acts.ts'
import { readReminders } from '../../../daemon/language/en/reminders/reminders.ts'

interface Command {
  readonly now: string
  readonly before: readonly string[]
  readonly text: string
  readonly after: readonly { readonly about: readonly string[]; readonly at: string | null }[]
  readonly reply?: readonly string[]
}

const time_zone = 'Europe/London'
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const sentencesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment.trim())
const wall = (at: number | null) =>
  at === null ? null : DateTime.fromMillis(at, { zone: time_zone }).toFormat("yyyy-MM-dd'T'HH:mm")
const plain = (text: string) => text.toLowerCase().replaceAll('’', "'")

/** Plays messages over a list of reminders; answers what is open after them, and what was listed. */
function played({ now: at, before, text }: Command) {
  const now = DateTime.fromISO(at, { zone: time_zone }).toMillis()
  let open: Reminder[] = []
  let last: string | null = null
  let state: ReturnType<typeof reminderState> = noState
  let acts: ReminderAct[] = []
  const carriedOut = (act: ReminderAct): ActionResult => {
    if (act.kind === 'remind') {
      const { due_at, repeats, title } = act
      const wanted = { title, due_at, repeats, sentence: '' }
      if (act.too_often) return { kind: 'no reminder', reason: 'too often', wanted }
      if (title === '') return { kind: 'no reminder', reason: 'of what', wanted }
      const made = { goal_uuid: `goal ${open.length + 1} of ${title}`, title, due_at, repeats }
      open = [...open, made]
      return { kind: 'reminder made', ...made }
    }
    const reminders = open.filter(({ goal_uuid }) => act.goal_uuids.includes(goal_uuid))
    const [one] = reminders
    const replaced = (fresh: Reminder) => {
      open = open.map((other) => (other === one ? fresh : other))
      return fresh
    }
    if (act.kind === 'move reminder' && one)
      return {
        kind: 'reminder moved',
        before: one.due_at,
        repeats_before: one.repeats,
        ...replaced({ ...one, due_at: act.due_at, repeats: act.repeats ?? one.repeats }),
      }
    if (act.kind === 'rename reminder' && one)
      return { kind: 'reminder renamed', before: one.title, ...replaced({ ...one, title: act.title }) }
    if (act.kind === 'end reminder') open = open.filter((other) => !reminders.includes(other))
    if (act.kind === 'which reminder') return { kind: act.kind, reminders, sentence: act.sentence }
    return { kind: 'reminders listed', reminders }
  }
  for (const message of [...before, text]) {
    const judged = sentencesOf(message).map((sentence) => ({ text: sentence, act: 'tell', likely: 1 }))
    acts = [...readReminders(judged, { ...state, now, time_zone, open, last }).acts]
    state = reminderState(acts.map(carriedOut))
    last = state.goal_uuid
  }
  const listed = new Set(acts.flatMap((act) => (act.kind === 'list reminders' ? act.goal_uuids : [])))
  const lines = open
    .filter(({ goal_uuid }) => listed.has(goal_uuid))
    .map(({ title, due_at }) => `${title} ${due_at === null ? '' : spokenTime(due_at, { now, time_zone })}`)
  const nothing = acts.some(({ kind }) => kind === 'list reminders') && lines.length === 0
  return { open, acts, reply: nothing ? "there's nothing to remind you of" : plain(lines.join('; ')) }
}

/** What is not as it should be; null where all is. */
function faultOf(command: Command): string | null {
  const { open, acts, reply } = played(command)
  const left = [...open]
  for (const { about, at } of command.after) {
    const which = left.findIndex(({ title, due_at }) => {
      const moment = wall(due_at)
      const onTime = at === null ? moment === null : moment?.startsWith(at) === true
      return onTime && about.every((word) => plain(title).includes(word))
    })
    if (which >= 0) left.splice(which, 1)
    else return `no ${about.join(' ')} at ${at} in ${shown(open)} by ${JSON.stringify(acts)}`
  }
  if (left.length > 0) return `more than there should be: ${shown(left)} by ${JSON.stringify(acts)}`
  if (command.reply && !command.reply.some((word) => reply.includes(word))) return `listed: ${reply}`
  return null
}

const shown = (open: readonly Reminder[]) =>
  open.map(({ title, due_at }) => `“${title}” at ${wall(due_at)}`).join('; ') || 'nothing'

/** Plays commands of a file, of which so many at least must end as they should. */
function playAll(file: string, least: number): void {
  const commands = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Command[]
  const faults = commands.flatMap((command) => {
    const fault = faultOf(command)
    return fault === null ? [] : [`${command.before.join(' / ')} / ${command.text}: ${fault}`]
  })
  assert.ok(commands.length - faults.length >= least, faults.join('\n'))
}

describe('Commands about reminders', () => {
  it('of the dialogues do what was meant', () => {
    playAll('../../dialogues/tune-reminders.json', 120)
  })

  it('in the words of other people do so, too', () => {
    playAll('reminder-commands.json', 140)
  })
})
