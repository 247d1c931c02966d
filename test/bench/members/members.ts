// What many members cost who have told little: the size of the database, what the first search and 1,000 messages of members
// at random take after a start, and the memory that is held then. On Linux.
// node test/bench/members/members.ts [members] [memories of each] [messages] [--smoke]
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPrograms } from '../../../build/scripts/built.mjs'
import { leanEnvironment, leanOptions } from '../../../daemon/client/local/daemon-program.ts'
import type { DaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'
import { end, startDaemonProcess } from '../daemon-process.ts'
import { timed } from '../duration.ts'
import { everydayLine } from '../everyday-lines.ts'
import { type MeasuredDaemon, startMeasuredDaemon } from '../measured-daemon.ts'
import { createMembersHome, type MembersHome } from './home.ts'
import { median, percentile } from '../percentile.ts'
import { processorMs, residentMb } from '../process-tree.ts'
import type { Size } from '../search-home.ts'
import { questionTexts, seeded } from '../search-texts.ts'
import { amount, given, givenNumbers, isSmoke } from '../smoke.ts'

const [members, each, messages] = givenNumbers(amount(4, 1_000), amount(3, 100), amount(8, 1_000))
const sizes: readonly Size[] =
  isSmoke || given.length > 0
    ? [{ members, each }]
    : [
        { members, each },
        { members: 10_000, each: 10 },
      ]
/** Messages a second, whether or not those before have been answered. */
const rate = amount(100, 20)
/** Starts of a daemon for the first search after each, so many milliseconds after it; the messages follow the last. */
const firsts = amount([0], [0, 0, 3_000, 0])

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const ms = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`

/** Starts the daemon as `npm start` does. */
async function start(home: string): Promise<MeasuredDaemon> {
  const settings = { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' }
  if (isSmoke) return startMeasuredDaemon(home, settings)
  const script = `${buildPrograms()}/daemon/daemon.mjs`
  const { child, file } = await startDaemonProcess(
    home,
    { ...settings, ...leanEnvironment },
    leanOptions,
    script,
  )
  return { file, pid: file.pid, stop: () => end(child) }
}

async function search(file: DaemonFile, token: string, question: string): Promise<void> {
  const { status } = await rest({ file }, `GET /memory/search?q=${encodeURIComponent(question)}`, { token })
  if (status !== 200) throw new Error(`search: ${status}`)
}

/** Sends messages of members at random, one after another at the rate; answers the milliseconds of each, and what failed. */
async function converse(file: DaemonFile, { tokenOf }: MembersHome, size: Size) {
  const random = seeded(3)
  const took: number[] = []
  const failures: string[] = []
  const say = async (at: number, token: string) => {
    const payload = { content: everydayLine(at) }
    const began = performance.now()
    const { status, body } = await rest({ file }, 'POST /conversation/message', { token, payload })
    took.push(performance.now() - began)
    if (status !== 200) failures.push(`${status} ${JSON.stringify(body)}`)
  }
  const who = Array.from({ length: messages }, () => Math.floor(random() * size.members))
  const tokens = await Promise.all(who.map(tokenOf))
  const began = performance.now()
  const sent: Promise<void>[] = []
  for (const [at, token] of tokens.entries()) {
    await sleep(Math.max(0, began + (at * 1_000) / rate - performance.now()))
    sent.push(say(at, token))
  }
  await Promise.all(sent)
  return { took, failures, seconds: (performance.now() - began) / 1_000 }
}

async function measure(size: Size): Promise<void> {
  const path = temporaryFolder()
  try {
    const filled = await createMembersHome(path, size)
    console.log(`${size.members} members, ${size.each} memories each: database ${megabytes(filled.bytes)}`)
    for (const [at, wait] of firsts.entries()) {
      const token = await filled.tokenOf(Math.floor(seeded(at + 1)() * size.members))
      const [question = ''] = questionTexts(1, at)
      const daemon = await start(path)
      try {
        await sleep(wait)
        const took = await timed(() => search(daemon.file, token, question))
        console.log(`  first search ${wait === 0 ? 'at once' : `after ${wait} ms`}  ${ms(took)}`)
        if (at === firsts.length - 1) await measureMessages(daemon, filled, size)
      } finally {
        await daemon.stop()
      }
    }
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

async function measureMessages({ file, pid }: MeasuredDaemon, filled: MembersHome, size: Size) {
  const { took, failures, seconds } = await converse(file, filled, size)
  console.log(
    `  ${messages} messages of members at random, ${rate} a second, in ${seconds.toFixed(1)} s: ` +
      `p50 ${ms(median(took))}, p95 ${ms(percentile(took, 0.95))}, p99 ${ms(percentile(took, 0.99))}, ` +
      `failed ${failures.length}`,
  )
  for (const failure of new Set(failures)) console.log(`    ${failure.slice(0, 300)}`)
  if (failures.length > 0) process.exitCode = 1
  console.log(
    `  resident ${residentMb(pid).toFixed(0)} MB, processor ${(processorMs(pid) / 1_000).toFixed(1)} s`,
  )
}

for (const size of sizes) await measure(size)
