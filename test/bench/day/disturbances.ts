import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../../support/disk.ts'
import { end, type DaemonProcess } from '../daemon-process.ts'
import { type FaultName, faults, type Random } from '../faults/damages.ts'

/** What happens to a daemon during its day. */
export const disturbances = [
  'killed',
  'stopped for a while',
  'ended and started',
  'disk full for a while',
  'damaged while down',
  'connections dropped',
] as const
export type Disturbance = (typeof disturbances)[number]

/** Damages after which everything that was acknowledged has to be there. */
const damages: readonly FaultName[] = [
  'a byte',
  'a page of zeros',
  'a page of noise',
  'the header',
  'a byte of the second copy',
  'a byte of the checksums',
]

interface Place {
  readonly home: string
  /** The disk of the home alone; null where none could be made. */
  readonly disk: string | null
  readonly random: Random
}

/** Whether the daemon is to be started again, and what exactly was done. */
interface Disturbed {
  readonly down: boolean
  readonly what: string
}

/** Disturbs a daemon; answers whether it is to be started again, and what exactly was done. */
export async function disturb(
  kind: Disturbance,
  { child, file }: DaemonProcess,
  { home, disk, random }: Place,
): Promise<Disturbed> {
  switch (kind) {
    case 'killed':
      await end(child, 'SIGKILL')
      return { down: true, what: 'SIGKILL' }
    case 'ended and started':
      await end(child)
      return { down: true, what: 'SIGTERM' }
    case 'stopped for a while': {
      const pause = 500 + Math.floor(random() * 3_500)
      child.kill('SIGSTOP')
      await wait(pause)
      child.kill('SIGCONT')
      return { down: false, what: `SIGSTOP for ${pause} ms` }
    }
    case 'disk full for a while': {
      if (disk === null) return { down: false, what: 'no disk of its own, so nothing' }
      const pause = 500 + Math.floor(random() * 2_500)
      const filler = join(disk, 'filler')
      fill(filler)
      await wait(pause)
      rmSync(filler)
      return { down: false, what: `full for ${pause} ms` }
    }
    case 'damaged while down': {
      const signal = random() < 0.5 ? 'SIGKILL' : 'SIGTERM'
      await end(child, signal)
      const damage = damages[Math.floor(random() * damages.length)] ?? 'a byte'
      faults[damage]({ folder: home, earlier: home, random })
      return { down: true, what: `${signal}, then ${damage}` }
    }
    // The connections are dropped.
    default:
      return dropConnections(file)
  }
}

/** As a network that goes away does: both ends hear of it in the middle of whatever they say. */
function dropConnections({ base_url }: DaemonProcess['file']): Disturbed {
  const { port } = new URL(base_url)
  try {
    execFileSync('ss', ['-K', 'dst', '127.0.0.1', 'dport', '=', port], { stdio: 'pipe' })
    return { down: false, what: 'all of HTTP' }
  } catch {
    return { down: false, what: 'the machine cannot drop them, so nothing' }
  }
}
