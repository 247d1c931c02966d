// Kills a daemon with SIGKILL while memories are written, again and again, and says what was lost.
// node test/bench/kill-memory.ts [kills]
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/rest.ts'
import { end, startDaemonProcess } from './daemon-process.ts'
import { MemoryLoad, type PromisedMemory } from './memory-load.ts'
import { examineMemories } from './memory-places.ts'
import { registerOwner } from './owner.ts'

export interface MemoryKillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Memories at the end. */
  readonly remembered: number
  readonly lost: string[]
  readonly damage: string[]
  readonly refused: string[]
}

const firstWrites = 20
/** How long a daemon works on until it is killed, in milliseconds. */
const life = { shortest: 30, longest: 300 }

/**
 * Starts a daemon, loads it with writes to the memory, kills it with SIGKILL at a random moment and examines what it
 * left; as often as `kills` says, on one home, then once more after a last start. `seen` is told after each kill.
 */
export async function killMemoryRepeatedly(
  kills: number,
  seen: (report: MemoryKillReport) => void = () => {},
): Promise<MemoryKillReport> {
  const home = temporaryFolder()
  const promised: PromisedMemory[] = []
  const attempted = new Set<string>()
  const report = { kills: 0, acknowledged: 0, remembered: 0, lost: [], damage: [], refused: [] } as {
    -readonly [K in keyof MemoryKillReport]: MemoryKillReport[K]
  }
  const examine = async () => {
    const { lost, damage, remembered } = await examineMemories(home, promised, attempted)
    report.lost = [...new Set([...report.lost, ...lost])]
    report.damage = [...new Set([...report.damage, ...damage])]
    report.remembered = remembered
  }
  let refresh_token: string | undefined
  try {
    for (; report.kills < kills; report.kills += 1) {
      const { child, file } = await startDaemonProcess(home)
      try {
        const session = refresh_token
          ? (await rest({ file }, 'POST /auth/refresh', { payload: { refresh_token } })).body.data
          : await registerOwner(home, file)
        refresh_token = session.refresh_token
        const load = new MemoryLoad({ file, token: session.access_token })
        await load.reached(randomInt(1, firstWrites))
        await delay(randomInt(life.shortest, life.longest))
        await end(child, 'SIGKILL')
        await load.ended()
        promised.push(...load.memories)
        for (const content of load.attempted) attempted.add(content)
        report.acknowledged += load.acknowledged
        report.refused.push(...load.refused)
      } finally {
        await end(child, 'SIGKILL')
      }
      await examine()
      seen({ ...report, kills: report.kills + 1 })
    }
    const last = await startDaemonProcess(home)
    await end(last.child)
    await examine()
    return report
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 50)
  if (!Number.isInteger(kills) || kills < 1) throw new Error('kills must be a whole number of at least 1')
  const summary = ({ kills, acknowledged, remembered, lost, damage, refused }: MemoryKillReport) =>
    `kills ${kills}, acknowledged writes ${acknowledged}, memories ${remembered}, lost ${lost.length}, ` +
    `disagreements ${damage.length}, refused ${refused.length}`
  const report = await killMemoryRepeatedly(kills, (soFar) => {
    if (soFar.kills % 10 === 0) console.log(summary(soFar))
  })
  console.log(summary(report))
  const problems = [...report.lost, ...report.damage, ...report.refused]
  for (const problem of problems.slice(0, 20)) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
