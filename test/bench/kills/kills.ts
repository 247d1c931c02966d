// Kills daemons while they work, again and again, and says what was lost. node test/bench/kills/kills.ts [kills] [seed] [--smoke]
import { makePrograms } from '../../runner/programs.ts'
import { amount, givenNumbers } from '../smoke.ts'

// With 52, the first one is killed in a backup.
const [count, seed] = givenNumbers(amount(1, 1_000), amount(52, Date.now() % 2 ** 31))
if (!Number.isInteger(count) || count < 1) throw new Error('kills must be a whole number of at least 1')

// Bundled, a daemon is there in a third of the time.
process.env['COMPANION_TEST_PROGRAMS'] ??= makePrograms()
const { killEverything, tableOf } = await import('./kill-everything.ts')

const report = await killEverything(count, seed, (soFar) => {
  if (soFar.kills % 50 === 0) console.log(tableOf(soFar, seed))
})
console.log(tableOf(report, seed))
const problems = [...report.lost, ...report.damage, ...report.refused]
if (report.acknowledged < report.kills) problems.push('less was acknowledged than was killed')
for (const problem of problems.slice(0, 40)) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
