import { readFileSync } from 'node:fs'
import { childrenOf } from '../support/processes.ts'

/** A process and all that it has started, by pid, itself first. Linux alone tells. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

/** The processor time of a process and of its children that have ended, in milliseconds, as exact as the kernel counts: 10. */
export function processorMs(pid: number): number {
  // Behind the name, which may hold anything: utime, stime, cutime and cstime are fields 14 to 17 of proc(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

/** The resident memory of a process, in megabytes (2^20 bytes). */
export function residentMb(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
