// How long a daemon takes until it is ready and how much memory it holds, at rest and after use: the packaged one and that
// of `npm start`, against a bare Fastify in the same run. On Linux. node test/bench/start.ts [rounds] [--smoke]
// With --smoke the bundle of the tests alone, which nothing has to be packaged for.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { leanEnvironment, leanOptions } from '../../daemon/client/local/daemon-program.ts'
import { ownTarget, root, runtimeOf } from '../../build/packaging/layout.ts'
import { readDaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { login, temporaryFolder, testEnvironment } from '../support/daemon.ts'
import { makePackaged } from '../support/app/packaged.ts'
import { daemonProgram } from '../support/programs.ts'
import { rest } from '../support/wire/rest.ts'
import { end } from './daemon-process.ts'
import { registerOwner } from './owner.ts'
import { median } from './percentile.ts'
import { processorMs, residentMb, treeOf } from './process-tree.ts'
import { amount, givenNumbers, isSmoke } from './smoke.ts'

const [rounds] = givenNumbers(amount(1, 10))
/** When the memory of a rest is read, in milliseconds: after a start, and after use. */
const rests = { started: amount(100, 2_000), used: amount(100, 60_000) }
/** How often somebody says something, and searches. */
const uses = { messages: amount(0, 20), searches: amount(1, 20) }

interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** What it says once it is ready. */
  readonly ready: RegExp
}

interface Started {
  readonly child: ChildProcess
  /** The daemon itself, where others have started it. */
  readonly pid: number
  readonly wall: number
  readonly processor: number
}

async function start({ command, args, ready }: Program, home: string): Promise<Started> {
  const begun = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...leanEnvironment, ...testEnvironment(home) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) if (ready.test(line)) break
  const wall = performance.now() - begun
  const tree = treeOf(child.pid ?? 0)
  const processor = tree.reduce((sum, pid) => sum + processorMs(pid), 0)
  return { child, pid: tree.at(-1) ?? 0, wall, processor }
}

async function stop({ child, pid }: Started): Promise<void> {
  if (pid === child.pid) return end(child)
  const gone = once(child, 'exit')
  process.kill(pid)
  await gone
}

/** A sign-in, messages and searches, then a rest: the megabytes that are left. */
async function use(program: Program): Promise<number> {
  const home = temporaryFolder()
  const started = await start(program, home)
  try {
    const file = readDaemonFile(locateHome({ COMPANION_HOME: home }))
    if (file === null) throw new Error('the daemon has said nowhere where it is')
    const { access_token: token } = await registerOwner(home, file)
    await login({ file }, 'olga')
    for (let n = 1; n <= uses.messages; n += 1) {
      const payload = { content: `My friend Tom number ${n} lives in Lisbon and likes tea.` }
      await rest({ file }, 'POST /conversation/message', { token, payload })
    }
    for (let n = 1; n <= uses.searches; n += 1)
      await rest({ file }, `GET /memory/search?q=${encodeURIComponent(`Where does Tom ${n} live?`)}`, {
        token,
      })
    await delay(rests.used)
    return residentMb(started.pid)
  } finally {
    await stop(started)
    rmSync(home, { recursive: true, force: true })
  }
}

const bare = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'bare-server.mjs')],
  ready: /^http/,
}
const ready = /is ready/
const nodeOn = (command: string, script: string) => ({ command, args: [...leanOptions, script], ready })
await using stack = new AsyncDisposableStack()

async function daemons(): Promise<Record<string, Program>> {
  if (isSmoke) return { bundle: nodeOn(process.execPath, daemonProgram) }
  const { resources } = stack.use(await makePackaged())
  return {
    package: nodeOn(join(resources, runtimeOf(ownTarget())), join(resources, 'daemon', 'daemon.mjs')),
    'npm start': { command: 'npm', args: ['start', '--silent'], ready },
  }
}

const programs = Object.entries({ bare, ...(await daemons()) })
const homes = Object.fromEntries(programs.map(([name]) => [name, temporaryFolder()]))
const figures = new Map(
  programs.map(([name]) => [
    name,
    { wall: [] as number[], processor: [] as number[], resident: [] as number[] },
  ]),
)
// The first start of each makes what the others find made.
for (let round = amount(1, 0); round <= rounds; round += 1) {
  for (const [name, program] of programs) {
    const started = await start(program, homes[name] ?? '')
    await delay(rests.started)
    const resident = residentMb(started.pid)
    await stop(started)
    if (round === 0) continue
    const series = figures.get(name)
    series?.wall.push(started.wall)
    series?.processor.push(started.processor)
    series?.resident.push(resident)
  }
}

const of = (name: string, kind: 'wall' | 'processor' | 'resident') => median(figures.get(name)?.[kind] ?? [])
const line = (name: string, kind: 'wall' | 'processor' | 'resident', unit: string) =>
  `${of(name, kind).toFixed(0)} ${unit} (${(of(name, kind) / of('bare', kind)).toFixed(2)} ×)`
for (const [name, program] of programs) {
  const started = `${line(name, 'wall', 'ms')}, processor ${line(name, 'processor', 'ms')}, at rest ${line(name, 'resident', 'MB')}`
  if (name === 'bare') console.log(`bare Fastify: ready after ${started}`)
  else {
    const used = await use(program)
    const ratio = (used / of('bare', 'resident')).toFixed(2)
    console.log(`${name}: ready after ${started}, after use and a rest ${used.toFixed(0)} MB (${ratio} ×)`)
  }
}
for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
