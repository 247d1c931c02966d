// How well the built-in engine keeps, answers, reminds and forgets: it talks with the households of test/dialogues, over
// REST. node test/bench/dialogues/dialogues.ts [--held] [--show] [--only talks,singles,reminders,forgetting,changed]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
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
    only: { type: 'string', default: 'talks,singles,reminders,forgetting,changed' },
  },
})
const folder = join(import.meta.dirname, '..', '..', 'dialogues')
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
  changed: (tally) => playChanges(read(`${part}-changed.json`) as Change[], tally),
}

for (const name of values.only.split(',')) {
  const tally = new Tally(values.show)
  await parts[name]?.(tally)
  tally.print(`${name}, ${part}`)
}
