/**
 * What tests use that costs time: daemons in this process, programs, windows of a browser, pages that it loads, and
 * password hashes at a price that somebody would pay.
 */
export const usedThings = ['daemons', 'programs', 'windows', 'loads', 'hashes'] as const
export type Usage = Record<(typeof usedThings)[number], number>

const used: Usage = { daemons: 0, programs: 0, windows: 0, loads: 0, hashes: 0 }

/** Counts one more of them; with -1 one less, as of what files share. */
export function countUse(what: keyof Usage, count: 1 | -1 = 1): void {
  used[what] += count
}

/** How much this process has used so far. */
export const usageSoFar = (): Usage => ({ ...used })

/** How much was used between two of these. */
export const usageBetween = (before: Usage, after: Usage): Usage => ({
  daemons: after.daemons - before.daemons,
  programs: after.programs - before.programs,
  windows: after.windows - before.windows,
  loads: after.loads - before.loads,
  hashes: after.hashes - before.hashes,
})
