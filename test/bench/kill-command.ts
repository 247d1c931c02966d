import { amount, givenNumbers } from './smoke.ts'

/** What any report of daemons that were killed again and again says. */
interface Report {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly damage: readonly string[]
  readonly refused: readonly string[]
}

/**
 * Kills as often as the first argument of the program says, `usual` times where it has none, and prints how it goes;
 * the program fails where anything was lost, damaged or refused, or less was acknowledged than was killed. Throws where the
 * argument is no count.
 */
export async function runKills<R extends Report>(
  kill: (kills: number, seen: (soFar: R) => void) => Promise<R>,
  usual: number,
  summary: (report: R) => string,
): Promise<void> {
  const [kills] = givenNumbers(amount(1, usual))
  if (!Number.isInteger(kills) || kills < 1) throw new Error('kills must be a whole number of at least 1')
  const report = await kill(kills, (soFar) => {
    if (soFar.kills % 10 === 0) console.log(summary(soFar))
  })
  console.log(summary(report))
  const problems = [...report.lost, ...report.damage, ...report.refused]
  if (report.acknowledged < report.kills) problems.push('less was acknowledged than was killed')
  for (const problem of problems.slice(0, 20)) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
