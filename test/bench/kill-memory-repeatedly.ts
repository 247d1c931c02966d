import { rmSync } from 'node:fs'
import { temporaryFolder } from '../support/daemon.ts'
import { end, startDaemonProcess } from './daemon-process.ts'
import { MemoryLoad, type PromisedMemory } from './memory-load.ts'
import { examineMemories } from './memory-places.ts'
import { carryOn, type Owner, registerOwner } from './owner.ts'
import { killUnderLoad } from './kill-under-load.ts'

export interface MemoryKillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Memories at the end. */
  readonly remembered: number
  readonly lost: string[]
  readonly damage: string[]
  readonly refused: string[]
}

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
  let owner: Owner | undefined
  try {
    for (; report.kills < kills; report.kills += 1) {
      const { child, file } = await startDaemonProcess(home)
      try {
        owner = owner ? await carryOn(file, owner) : await registerOwner(home, file)
        const load = new MemoryLoad({ file, token: owner.access_token })
        await killUnderLoad(load, child)
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
