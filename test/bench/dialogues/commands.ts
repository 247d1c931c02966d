import { type Stage, wallClock } from './player.ts'
import { holdsAny, plain, type Tally } from './tally.ts'

export interface ReminderCommand {
  readonly now: string
  readonly before: readonly string[]
  readonly text: string
  readonly after: readonly { readonly about: readonly string[]; readonly at: string | null }[]
  readonly reply?: readonly string[]
}

export interface ForgettingCommand {
  readonly told: readonly string[]
  readonly text: string
  readonly asks: boolean
  readonly gone: readonly string[]
  readonly kept: readonly string[]
  readonly next?: readonly string[]
  readonly never?: readonly string[]
}

export interface Change {
  readonly messages: readonly { readonly at: string; readonly text: string }[]
  readonly question: { readonly at: string; readonly text: string }
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

/** When forgetting is asked for. */
const someDay = '2026-05-12T09:30'

export async function playReminders(
  commands: readonly ReminderCommand[],
  tally: Tally,
  stage: Stage,
): Promise<void> {
  for (const command of commands) {
    const person = await stage.person('Robin')
    stage.at(command.now)
    for (const text of command.before) await person.say(text)
    const reply = await person.say(command.text)
    const open = (await person.goals()).filter(({ status }) => status === 'active')
    const left = [...open]
    const allThere = command.after.every(({ about, at }) => {
      const which = left.findIndex(({ title, next_run_at, due_at }) => {
        const due = next_run_at ?? due_at
        const moment = due === null ? null : wallClock(due)
        const onTime = at === null ? moment === null : moment?.startsWith(at) === true
        return onTime && about.every((word) => plain(title).includes(word))
      })
      if (which >= 0) left.splice(which, 1)
      return which >= 0
    })
    const isAnswered = command.reply === undefined || holdsAny(reply.content, command.reply)
    tally.count('reminders', 'as they should be', allThere && left.length === 0 && isAnswered)
    if (!(allThere && left.length === 0 && isAnswered))
      tally.example(
        'reminder',
        command.before.join(' / '),
        command.text,
        reply.content,
        open.map(({ title, next_run_at, due_at }) => `${title} @ ${next_run_at ?? due_at}`).join('; '),
      )
  }
}

export async function playForgetting(
  commands: readonly ForgettingCommand[],
  tally: Tally,
  stage: Stage,
): Promise<void> {
  for (const command of commands) {
    const fault = await forgetting(stage, command)
    tally.count('forgetting', 'as it should be', fault === null)
    if (fault !== null) tally.example('forgetting', command.told.join(' / '), command.text, fault)
  }
}

/** What is not as it should be; null where all is. */
async function forgetting(stage: Stage, command: ForgettingCommand): Promise<string | null> {
  const person = await stage.person('Robin')
  stage.at(someDay)
  for (const text of command.told) await person.say(text)
  const { content: answer } = await person.say(command.text)
  const asked = await person.approve()
  if (asked !== command.asks) return asked ? `asked: ${answer}` : `did not ask: ${answer}`
  for (const text of command.next ?? []) await person.say(text)
  const memories = (await person.memories()).map(({ content }) => plain(content))
  const transcript = (await person.transcript()).map(plain).filter((text) => text !== plain(command.text))
  const told = new Set(command.told.map(plain))
  const spoken = transcript.filter((text) => told.has(text))
  const has = (texts: readonly string[], piece: string) => texts.some((text) => text.includes(plain(piece)))
  for (const piece of command.gone) {
    if (has(memories, piece)) return `still in memory: ${piece} (${answer})`
    if (has(spoken, piece)) return `still in the transcript: ${piece} (${answer})`
  }
  for (const piece of command.kept)
    if (!has(memories, piece) && !has(spoken, piece)) return `gone as well: ${piece} (${answer})`
  for (const piece of command.never ?? []) if (has(memories, piece)) return `kept: ${piece}`
  return null
}

export async function playChanges(changes: readonly Change[], tally: Tally, stage: Stage): Promise<void> {
  for (const { messages, question, right, wrong } of changes) {
    const person = await stage.person('Robin')
    for (const { at, text } of messages) {
      stage.at(at)
      await person.say(text)
    }
    stage.at(question.at)
    const { content } = await person.say(question.text)
    const holds = holdsAny(content, right)
    const before = /\b(?:before|until|earlier|used to|was)\b/i.test(content)
    const is = holds && (!holdsAny(content, wrong) || before)
    tally.count('changed facts', 'right', is)
    if (!is) tally.example('changed', ...messages.map(({ text }) => text), question.text, content)
  }
}
