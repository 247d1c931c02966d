import { rmSync } from 'node:fs'
import { temporaryFolder } from '../support/daemon.ts'
import { type DaemonProcess, end, startDaemonProcess } from './daemon-process.ts'
import { examine } from './killed-home.ts'
import { carryOn, type Owner, registerOwner } from './owner.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { systemToken } from './system-token.ts'
import { type Acknowledged, WriteLoad } from './write-load.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Acknowledged writes that were not there afterwards. */
  readonly lost: string[]
  /** Complaints of SQLite, and interactions whose events contradict them. */
  readonly damage: string[]
  /** Answers other than 200 of a living daemon. */
  readonly refused: string[]
  /** Interactions whose time came, which the next start had to see. */
  readonly expired: number
}

/**
 * Starts a daemon, loads it with writes, kills it with SIGKILL at a random moment and examines what it left; as often
 * as `kills` says, on one home, then once more to see that everything of every life is there. `seen` is told after
 * each kill. Throws where a start fails, or where the session of before is gone.
 */
export async function killRepeatedly(
  kills: number,
  seen: (report: KillReport) => void = () => {},
): Promise<KillReport> {
  const home = temporaryFolder()
  const all: Acknowledged[] = []
  const report = { kills: 0, acknowledged: 0, lost: [], damage: [], refused: [], expired: 0 } as {
    -readonly [K in keyof KillReport]: KillReport[K]
  }
  let owner: Owner | undefined
  try {
    for (; report.kills < kills; report.kills += 1) {
      const daemon = await startDaemonProcess(home)
      const [written, started_at] = await live(daemon, async () => {
        owner = owner ? await carryOn(daemon.file, owner) : await registerOwner(home, daemon.file)
        return { owner, system: await systemToken(home) }
      })
      all.push(...written.acknowledged)
      const { lost, damage } = examine(home, written.acknowledged, started_at)
      report.acknowledged = all.length
      report.lost.push(...lost)
      report.damage.push(...damage)
      report.refused.push(...written.refused)
      seen({ ...report, kills: report.kills + 1 })
    }
    const last = await startDaemonProcess(home)
    await end(last.child)
    const { lost, damage, expired } = examine(home, all, Date.parse(last.file.started_at))
    // What a life before has shown already is the same loss.
    report.lost = [...new Set([...report.lost, ...lost])]
    report.damage = [...new Set([...report.damage, ...damage])]
    report.expired = expired
    return report
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** One life under load, from ready to SIGKILL: what was written, and when it began. */
async function live(
  { child, file }: DaemonProcess,
  prepare: () => Promise<{ owner: Owner; system: string }>,
): Promise<[WriteLoad, number]> {
  try {
    const { owner, system } = await prepare()
    const user_id = owner.family_member_uuid
    const load = new WriteLoad({ file, system, member: owner.access_token, user_id })
    await killUnderLoad(load, child)
    return [load, Date.parse(file.started_at)]
  } finally {
    await end(child, 'SIGKILL')
  }
}
