// How well the built-in engine keeps, answers, reminds and forgets: it talks with the households of test/dialogues, over
// REST. node test/bench/dialogues/dialogues.ts [--held] [--show] [--language de]
// [--only talks,singles,reminders,forgetting,changed,answers]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AnsweredQuestion, playAnswers } from './answers.ts'
import {
  type Change,
  type ForgettingCommand,
  playChanges,
  playForgetting,
  playReminders,
} from './commands.ts'
import type { ReminderCommand } from './commands.ts'
import { playSingles, type Single } from './singles.ts'
import { Tally } from './tally.ts'
import { playTalk, type Talk } from './talks.ts'

const { values } = parseArgs({
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
const usual = isEnglish ? 'talks,singles,reminders,forgetting,changed' : 'reminders,forgetting,answers'
const part = values.held ? 'held' : 'tune'
/** What a file holds; the tests hold each to its shape. */
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

const parts: Readonly<Record<string, (tally: Tally) => Promise<void>>> = {
  talks: async (tally) => {
    for (const name of readdirSync(join(folder, 'talks')).toSorted())
      if (name.startsWith(part)) await playTalk(read('talks', name) as Talk, tally)
  },
  singles: (tally) => playSingles(read(`${part}-singles.json`) as Single[], tally),
  reminders: (tally) => playReminders(read(`${part}-reminders.json`) as ReminderCommand[], tally),
  forgetting: (tally) => playForgetting(read(`${part}-forgetting.json`) as ForgettingCommand[], tally),
  answers: (tally) => playAnswers(read(`${part}-answers.json`) as AnsweredQuestion[], tally),
  changed: (tally) => playChanges(read(`${part}-changed.json`) as Change[], tally),
}

for (const name of (values.only ?? usual).split(',')) {
  const tally = new Tally(values.show)
  await parts[name]?.(tally)
  tally.print(`${name}, ${part}`)
}
