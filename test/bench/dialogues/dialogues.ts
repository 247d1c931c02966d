// How well the built-in engine keeps, answers, reminds and forgets: it talks with the households of test/dialogues, over
// REST. node test/bench/dialogues/dialogues.ts [--held] [--show] [--language de]
// [--only talks,singles,reminders,forgetting,changed,answers] [--smoke]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { amount, given } from '../smoke.ts'
import { type AnsweredQuestion, playAnswers } from './answers.ts'
import {
  type Change,
  type ForgettingCommand,
  playChanges,
  playForgetting,
  playReminders,
} from './commands.ts'
import type { ReminderCommand } from './commands.ts'
import { onStage } from './player.ts'
import { playSingles, type Single } from './singles.ts'
import { Tally } from './tally.ts'
import { playTalk, type Talk } from './talks.ts'

const { values } = parseArgs({
  args: [...given],
  options: {
    held: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
    only: { type: 'string' },
  },
})
const dialogues = join(import.meta.dirname, '..', '..', 'dialogues')
const isEnglish = values.language === 'en'
const folder = isEnglish ? dialogues : join(dialogues, values.language)
const english = amount('talks', 'talks,singles,reminders,forgetting,changed')
const usual = isEnglish ? english : 'reminders,forgetting,answers'
const part = values.held ? 'held' : 'tune'
/** What a file holds; the tests hold each to its shape. */
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
const readAll = <One>(name: string) => (read(`${part}-${name}.json`) as One[]).slice(0, amount(1, Infinity))

const parts: Readonly<Record<string, (tally: Tally) => Promise<void>>> = {
  talks: async (tally) => {
    const names = readdirSync(join(folder, 'talks')).toSorted()
    for (const name of names.filter((one) => one.startsWith(part)).slice(0, amount(1, Infinity)))
      await onStage(playTalk, beginningOf(read('talks', name) as Talk), tally)
  },
  singles: (tally) => onStage(playSingles, readAll<Single>('singles'), tally),
  reminders: (tally) => onStage(playReminders, readAll<ReminderCommand>('reminders'), tally),
  forgetting: (tally) => onStage(playForgetting, readAll<ForgettingCommand>('forgetting'), tally),
  answers: (tally) => onStage(playAnswers, readAll<AnsweredQuestion>('answers'), tally),
  changed: (tally) => onStage(playChanges, readAll<Change>('changed'), tally),
}

/** A talk whole, or two messages of it with a question. */
const beginningOf = (talk: Talk): Talk => ({
  ...talk,
  sessions: talk.sessions
    .slice(0, amount(1, Infinity))
    .map((one) => ({ ...one, messages: one.messages.slice(0, amount(2, Infinity)) })),
  questions: talk.questions.slice(0, amount(1, Infinity)),
})

for (const name of (values.only ?? usual).split(',')) {
  const tally = new Tally(values.show)
  await parts[name]?.(tally)
  tally.print(`${name}, ${part}`)
}
