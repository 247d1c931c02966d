import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { spokenTime } from '../../../daemon/language/en/spoken.ts'
import type {
  OpenReminder,
  ReminderAct,
} from '../../../daemon/features/conversation/understanding/reminder-acts.ts'
import { readReminders } from '../../../daemon/features/conversation/understanding/reminders.ts'

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
  let open: OpenReminder[] = []
  let last: string | null = null
  let acts: ReminderAct[] = []
  const carryOut = (act: ReminderAct) => {
    if (act.kind === 'remind') {
      last = `goal ${open.length + 1} of ${act.title}`
      open = [...open, { goal_uuid: last, title: act.title, due_at: act.due_at }]
    } else if (act.kind === 'move reminder') {
      const { goal_uuids, due_at } = act
      open = open.map((one) => (goal_uuids.includes(one.goal_uuid) ? { ...one, due_at } : one))
      last = goal_uuids[0] ?? last
    } else if (act.kind === 'end reminder') {
      open = open.filter(({ goal_uuid }) => !act.goal_uuids.includes(goal_uuid))
    } else last = act.goal_uuids.length === 1 ? (act.goal_uuids[0] ?? null) : last
  }
  for (const message of [...before, text]) {
    const judged = sentencesOf(message).map((said) => ({ text: said, act: 'tell', likely: 1 }))
    acts = [...readReminders(judged, { now, time_zone, open, last, asked_when: false }).acts]
    for (const act of acts) carryOut(act)
  }
  const listed = new Set(acts.flatMap((act) => (act.kind === 'list reminders' ? act.goal_uuids : [])))
  const said = open
    .filter(({ goal_uuid }) => listed.has(goal_uuid))
    .map(({ title, due_at }) => `${title} ${due_at === null ? '' : spokenTime(due_at, { now, time_zone })}`)
  return { open, acts, said: plain(said.join('; ')) }
}

/** What is not as it should be; null where all is. */
function faultOf(command: Command): string | null {
  const { open, acts, said } = played(command)
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
  if (command.reply && !command.reply.some((word) => said.includes(word))) return `listed: ${said}`
  return null
}

const shown = (open: readonly OpenReminder[]) =>
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

describe('Of commands about reminders', () => {
  it('those of the dialogues do what was meant', () => {
    playAll('../../dialogues/tune-reminders.json', 40)
  })

  it('those in words of other people do too', () => {
    playAll('reminder-commands.json', 40)
  })
})
