import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'
import { type Usage, usedThings } from './usage.ts'

/** What may be used of each thing; none of what is left out. */
type Allowance = Partial<Usage>

export interface Budget {
  /** By all files of a run together. */
  readonly run: Allowance
  /** By a file of a folder of `test`. */
  readonly groups: Readonly<Record<string, Allowance>>
  /** By a file that needs more than its group gives, in place of that. */
  readonly files: Readonly<Record<string, Allowance>>
}

export const budgetFile = 'test/house/suite-budget.json'

export const readBudget = () => JSON.parse(readFileSync(join(root, budgetFile), 'utf8')) as Budget

/**
 * What goes over the budget, a sentence each: files by name, and the run as a whole where it was a whole one. Nothing is
 * timed: a suite stays cheap by what it starts.
 */
export function overBudget(usage: ReadonlyMap<string, Usage>, budget: Budget, isWhole: boolean): string[] {
  const allowance = (file: string) => budget.files[file] ?? budget.groups[file.split('/')[1] ?? ''] ?? {}
  const over = (name: string, used: Usage, allowed: Allowance) =>
    usedThings
      .filter((thing) => used[thing] > (allowed[thing] ?? 0))
      .map((thing) => `${name} uses ${used[thing]} ${thing}, and may use ${allowed[thing] ?? 0}`)
  const files = [...usage].flatMap(([file, used]) => over(file, used, allowance(file)))
  if (!isWhole) return files
  const total = Object.fromEntries(
    usedThings.map((thing) => [thing, [...usage.values()].reduce((sum, used) => sum + used[thing], 0)]),
  ) as Usage
  return [...files, ...over('the whole run', total, budget.run)]
}
