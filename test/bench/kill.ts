// Kills the daemon again and again while it writes: node test/bench/kill.ts [kills]
import { type KillReport, killRepeatedly } from './kill-repeatedly.ts'

const summary = ({ kills, acknowledged, lost, damage, refused }: KillReport) =>
  `kills ${kills}, acknowledged writes ${acknowledged}, lost ${lost.length}, ` +
  `integrity ${damage.length === 0 ? 'ok' : `${damage.length} complaints`}, refused ${refused.length}`

const kills = Number(process.argv[2] ?? 200)
if (!Number.isInteger(kills) || kills < 1) throw new Error('kills must be a whole number of at least 1')
const report = await killRepeatedly(kills, (soFar) => {
  if (soFar.kills % 10 === 0) console.log(summary(soFar))
})
console.log(summary(report))
const problems = [...report.lost, ...report.damage, ...report.refused]
for (const problem of problems.slice(0, 20)) console.error(problem)
if (problems.length > 0) process.exitCode = 1
