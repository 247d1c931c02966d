// How a language model of one's own does: what it needs and how fast it writes, then the dialogues with it as the writer of the
// replies. node test/bench/dialogues/try-model.ts FILE.gguf [--count 20] [--only singles,reminders,forgetting,changed]
// With --smoke instead of a file, a tiny model of random weights is tried.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { inspectModel, openLocalHost } from '../../../daemon/features/engines/local/local-host.ts'
import { maxBytesOf, mebibyte } from '../../../daemon/features/engines/local/local-engine.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { amount, given, isSmoke } from '../smoke.ts'
import {
  type Change,
  type ForgettingCommand,
  playChanges,
  playForgetting,
  playReminders,
  type ReminderCommand,
} from './commands.ts'
import { onStage, replies } from './player.ts'
import { playSingles, type Single } from './singles.ts'
import { Tally } from './tally.ts'

const { values, positionals } = parseArgs({
  args: [...given],
  allowPositionals: true,
  options: {
    count: { type: 'string', default: amount('1', '20') },
    only: { type: 'string', default: amount('singles', 'singles,reminders,forgetting,changed') },
  },
})
const named = isSmoke ? writeTinyModel() : positionals[0]
if (named === undefined) {
  console.error('Say which model: npm run try:model -- FILE.gguf')
  process.exit(2)
}
const file = resolve(named)
const contextTokens = amount(4_096, 8_192)
const count = Number(values.count)

await writesAlone()
process.env['COMPANION_TRY_MODEL'] = file
const folder = join(import.meta.dirname, '..', '..', 'dialogues')
/** The first of what a file holds; the tests hold each to its shape. */
const some = <One>(name: string): One[] =>
  (JSON.parse(readFileSync(join(folder, `tune-${name}.json`), 'utf8')) as One[]).slice(0, count)
const parts: Readonly<Record<string, (tally: Tally) => Promise<void>>> = {
  singles: (tally) => onStage(playSingles, some<Single>('singles'), tally),
  reminders: (tally) => onStage(playReminders, some<ReminderCommand>('reminders'), tally),
  forgetting: (tally) => onStage(playForgetting, some<ForgettingCommand>('forgetting'), tally),
  changed: (tally) => onStage(playChanges, some<Change>('changed'), tally),
}
for (const name of values.only.split(',')) {
  const from = replies.length
  const tally = new Tally(false)
  await parts[name]?.(tally)
  tally.print(`${name}, the first ${count}`)
  printWriters(from)
}
if (isSmoke) rmSync(file)
process.exit(0)

function writeTinyModel(): string {
  const path = join(tmpdir(), `companion-tiny-${process.pid}.gguf`)
  writeFileSync(path, tinyGguf({ context: 4_096, says: 'I am small but here.' }))
  return path
}

/** Has it write by itself, and says what it needs and how fast it is. */
async function writesAlone(): Promise<void> {
  const { requiredBytes } = await inspectModel(file, contextTokens)
  const maxBytes = maxBytesOf({})
  console.info(
    `${file}: needs ${Math.ceil(requiredBytes / mebibyte)} MiB of ${Math.floor(maxBytes / mebibyte)}`,
  )
  const log = pino({ level: 'silent' })
  const host = openLocalHost({ file: () => file, contextTokens, maxBytes, idleMs: 60_000, log })
  const messages = [
    { role: 'user', content: 'Tell me something nice about the sea, in three sentences.' },
  ] as const
  const task = { messages, maxTokens: 120, temperature: 0, schema: null }
  let [parts, first, text] = [0, 0, '']
  const began = performance.now()
  const ended = await host.write(
    task,
    (part) => {
      if (parts === 0) first = performance.now() - began
      parts += 1
      text += part
    },
    new AbortController().signal,
  )
  const rate = parts / ((performance.now() - began - first) / 1_000)
  console.info(
    `loaded and at its first word after ${(first / 1_000).toFixed(1)} s, then ${rate.toFixed(1)} parts/s (${ended})`,
  )
  console.info(text.trim())
  await host.stop()
}

/** Who wrote the replies of a part. */
function printWriters(from: number): void {
  const own = replies.slice(from)
  const written = own.filter(({ degraded, engine }) => !degraded && engine !== 'builtin')
  const times = own.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const median = (times[Math.floor(times.length / 2)] ?? 0) / 1_000
  console.info(
    `${written.length} of ${own.length} replies are the model's; a reply took ${median.toFixed(1)} s (median)`,
  )
}
