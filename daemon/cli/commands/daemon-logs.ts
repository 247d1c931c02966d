import { setTimeout as wait } from 'node:timers/promises'
import { localHome } from '../../client/local/daemon.ts'
import { logFiles, type LogFile, readLines } from '../../client/local/log-files.ts'
import { formatLogLine, type LogLevel, logLevels, readLogLine } from '../format/log-line.ts'
import type { Invocation } from '../invocation.ts'
import { remark } from '../output.ts'
import { environmentOf } from './service.ts'

export interface LogOptions {
  readonly follow?: boolean
  readonly level: LogLevel
  /** How many of the newest lines are shown at first. */
  readonly lines: number
  readonly system?: boolean
}

/** How often it is looked for new lines, in milliseconds. */
const pollMs = 250

/** Shows the newest lines of the daemon's log, and with `follow` those to come until Ctrl-C. No daemon has to run. */
export async function showLogs(invocation: Invocation, options: LogOptions): Promise<void> {
  const { logs } = localHome(environmentOf(invocation, options))
  const shown = (line: string) => {
    const fields = readLogLine(line)
    if (fields === null || fields.level < logLevels[options.level]) return null
    return invocation.json ? line : formatLogLine(fields)
  }
  const { texts, place } = await newest(logs, options.lines, shown)
  if (texts.length > 0) process.stdout.write(`${texts.join('\n')}\n`)
  if (options.follow) await follow(logs, place, shown)
  else if (texts.length === 0) remark(`There are no such lines in ${logs}.`)
}

type LineFormat = (line: string) => string | null

/** Where the log has been read to. */
interface Place {
  readonly number: number
  readonly position: number
}

async function newest(logs: string, count: number, shown: LineFormat) {
  let texts: string[] = []
  let place: Place = { number: 0, position: 0 }
  for (const { path, number } of logFiles(logs)) {
    const lines: string[] = []
    const position = await readLines(path, 0, (line) => {
      const text = shown(line)
      if (text === null) return
      lines.push(text)
      if (lines.length > count) lines.shift()
    })
    if (number > place.number) place = { number, position }
    texts = [...lines, ...texts].slice(-count)
    if (texts.length >= count) break
  }
  return { texts, place }
}

/** Shows what is added, also to the files that take over, until this program is told to end. */
async function follow(logs: string, from: Place, shown: LineFormat): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  let place = from
  while (!ending.signal.aborted) {
    // A file that has been taken over from is read to its end first.
    for (const file of logFiles(logs).toReversed()) place = await readOn(file, place, shown)
    await wait(pollMs, undefined, { signal: ending.signal }).catch(() => {})
  }
}

async function readOn({ path, number }: LogFile, place: Place, shown: LineFormat): Promise<Place> {
  if (number < place.number) return place
  const start = number === place.number ? place.position : 0
  const position = await readLines(path, start, (line) => {
    const text = shown(line)
    if (text !== null) process.stdout.write(`${text}\n`)
  })
  return { number, position }
}
