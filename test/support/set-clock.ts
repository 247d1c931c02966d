import { globSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What stands between a program of Linux and its clock; of Debian's package `libfaketime`. */
const [library] = process.platform === 'linux' ? globSync('/usr/lib/*/faketime/libfaketimeMT.so.1') : []

/** Why the clock of a process cannot be set on this machine; false where it can. */
export const noSetClock = library === undefined ? 'only faketime sets the clock of a process' : false

/** How long a process goes by the time that it has read, in milliseconds, and a little more. */
const readAnewMs = 1_500

/** The wall clock of other processes, which can be set; their timers run on as they did. */
export interface SetClock {
  /** What a process is started with to go by it; nothing where no clock can be set. */
  readonly environment: Readonly<Record<string, string>>
  /** By how much it is ahead of the system's, in milliseconds. */
  readonly ahead: () => number
  /** Sets it, and resolves once every process has seen that. */
  readonly set: (ahead: number) => Promise<void>
  /** Removes what processes leave behind that went by it and were killed. */
  readonly clear: (pids: Iterable<number>) => void
}

/** Opens a clock that is right, and that a file in `folder` says the time of. */
export function openSetClock(folder: string): SetClock {
  const file = join(folder, 'clock')
  let now = 0
  const write = (ahead: number) => {
    now = ahead
    const sign = ahead < 0 ? '' : '+'
    // Whoever reads it meanwhile finds one of the two.
    writeFileSync(`${file}.new`, `${sign}${(ahead / 1_000).toFixed(3)}\n`)
    renameSync(`${file}.new`, file)
  }
  write(0)
  return {
    environment:
      library === undefined
        ? {}
        : {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: file,
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            FAKETIME_DONT_RESET: '1',
            NO_FAKE_STAT: '1',
          },
    ahead: () => now,
    set: async (ahead) => {
      write(ahead)
      await wait(readAnewMs)
    },
    clear: (pids) => {
      for (const pid of pids)
        for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
          rmSync(join('/dev/shm', name), { force: true })
    },
  }
}
