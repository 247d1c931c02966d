import type { FileUsage } from './queue.ts'
import { usedThings } from './usage.ts'

const groupOf = (file: string) => file.split('/')[1] ?? file

/** What the groups of tests have used, a line each: files, seconds of a processor, and whatever costs time. */
export function figures(usage: ReadonlyMap<string, FileUsage>): string[] {
  const groups = Map.groupBy(usage, ([file]) => groupOf(file))
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, files]) => {
      const sum = (value: (one: FileUsage) => number) =>
        files.reduce((total, [, one]) => total + value(one), 0)
      const things = usedThings
        .map((thing) => [thing, sum((one) => one[thing])] as const)
        .filter(([, count]) => count > 0)
        .map(([thing, count]) => `${count} ${thing}`)
      const seconds = Math.round(sum(({ processorMs }) => processorMs) / 1_000)
      return `${group}: ${[`${files.length} files`, `${seconds} s of a processor`, ...things].join(', ')}`
    })
}
