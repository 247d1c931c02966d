import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { end } from '../../bench/daemon-process.ts'
import { amount, itScaled } from '../../support/long.ts'

const kills = amount(2, 60)
const writer = join(import.meta.dirname, '../../bench/kills/writer.ts')

/** A process that writes to a home: what it has said, by the word that it says it with, the newest of each. */
function startWriter(home: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reports = new Map<string, unknown>()
  const began = Promise.withResolvers<void>()
  const lines = createInterface(child.stdout).on('line', (line) => {
    const [word = '', value = ''] = line.split(/ (.*)/)
    reports.set(word, JSON.parse(value))
    began.resolve()
  })
  child.once('exit', () => began.reject(new Error('the writer did not begin')))
  return { child, reports, began: began.promise, read: once(lines, 'close') }
}

function seenIn(home: string) {
  const client = new Database(locateHome({ COMPANION_HOME: home }).database)
  const problem = client.pragma('integrity_check', { simple: true })
  const newest = Number(client.prepare('SELECT max(id) FROM notes').pluck().get())
  client.close()
  return { problem, newest }
}

describe('A process that is killed while it writes', () => {
  for (const others of ['nobody', 'another program'] as const)
    itScaled(
      `leaves a database that has all it has committed, where ${others} opens it before the next one`,
      async (t) => {
        using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
        const home = join(folder.path, 'home')
        createHome(locateHome({ COMPANION_HOME: home }))
        let [child, committed]: [ChildProcess | null, number] = [null, 0]
        t.after(() => child && end(child, 'SIGKILL'))
        for (let kill = 1; kill <= kills; kill += 1) {
          const life = startWriter(home)
          child = life.child
          await life.began
          const { newest, repair } = life.reports.get('began') as {
            newest: number
            repair: { lost: number; lost_commits: number } | null
          }
          assert.ok(newest >= committed, `kill ${kill}: ${newest} of ${committed}`)
          if (others === 'nobody') assert.equal(repair, null)
          else assert.deepEqual(repair ?? { lost: 0, lost_commits: 0 }, { lost: 0, lost_commits: 0 })
          await delay(Math.random() * (kill % 4 === 0 ? 5 : 300))
          await end(life.child, 'SIGKILL')
          await life.read
          committed = Math.max(newest, Number(life.reports.get('committed') ?? 0))
          // A copy is opened where the next one is to find everything as it was left.
          const looked = others === 'nobody' ? join(folder.path, `copy-${kill}`) : home
          if (looked !== home) cpSync(home, looked, { recursive: true })
          const seen = seenIn(looked)
          assert.equal(seen.problem, 'ok', `kill ${kill}`)
          assert.ok(seen.newest >= committed, `kill ${kill}: ${seen.newest} of ${committed}`)
        }
        t.diagnostic(`${kills} kills, ${committed} notes`)
      },
    )
})
