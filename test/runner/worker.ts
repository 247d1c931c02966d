// Runs test files one after the other in this process, for as long as the queue has any.
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../build/packaging/layout.ts'
import { shareProcess } from '../support/process-end.ts'
import { countUse, usageBetween, usageSoFar } from './usage.ts'
import { openQueue } from './queue.ts'

const [folder = '', timeoutMs] = process.argv.slice(2)
const queue = openQueue(folder)
const environment = { ...process.env }
// A file that waits for what does not keep a process alive must not end the files after it.
const alive = setInterval(() => {}, 60_000)
const closeShared = shareProcess()

subscribe('child_process', (message) => {
  // Which file starts the browser that they share is chance.
  if (!/chrom/.test((message as { process: ChildProcess }).process.spawnfile)) countUse('programs')
})
countHashes()

for (let file = queue.take(); file !== undefined; file = queue.take()) {
  const url = pathToFileURL(join(root, file)).href
  const [used, processor] = [usageSoFar(), processorMs()]
  // What a file registers while it is imported, hooks as well, becomes part of this test.
  await test(file, { timeout: Number(timeoutMs) }, async () => {
    await import(url)
  })
  mock.reset()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  queue.end(file, { ...usageBetween(used, usageSoFar()), processorMs: processorMs() - processor })
}

await closeShared()
clearInterval(alive)

/** Counts the hashes at a price that somebody would pay, not those that tests take at next to none. */
function countHashes(): void {
  const argon2 = createRequire(import.meta.url)('argon2') as Record<
    'hash' | 'verify',
    (first: unknown, ...others: unknown[]) => unknown
  >
  const { hash, verify } = argon2
  const leastKib = 1_024
  argon2.hash = (password, ...others) => {
    const [{ memoryCost = leastKib } = {}] = others as { memoryCost?: number }[]
    if (memoryCost >= leastKib) countUse('hashes')
    return hash(password, ...others)
  }
  argon2.verify = (stored, ...others) => {
    if (Number(/\$m=(\d+)/.exec(String(stored))?.[1]) >= leastKib) countUse('hashes')
    return verify(stored, ...others)
  }
}

/**
 * What this process, those below it and those that they have seen end have had of a processor, in milliseconds; without
 * /proc this one alone.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  if (process.platform !== 'linux') return Math.round((user + system) / 1_000)
  const running = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (readProcess(pid) ?? []) : []))
  const below = Map.groupBy(running, ({ parent }) => parent)
  const sum = (pid: number): number =>
    (below.get(pid) ?? []).reduce((total, child) => total + child.ownMs + child.endedMs + sum(child.pid), 0)
  const own = readProcess('self')
  return Math.round((user + system) / 1_000) + (own?.endedMs ?? 0) + sum(process.pid)
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5), whose second may hold blanks; undefined where the process has gone. */
function readProcess(pid: string) {
  try {
    const [, parent, ...fields] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // From the 13th on, in hundredths of a second.
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13).map(Number)
    return {
      pid: Number(pid),
      parent: Number(parent),
      ownMs: (user + system) * 10,
      endedMs: (endedUser + endedSystem) * 10,
    }
  } catch {
    return undefined
  }
}
