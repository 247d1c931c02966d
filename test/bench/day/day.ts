// A day of a household, whose daemon is killed, stopped, damaged and left without a disk. node test/bench/day/day.ts [seconds] [events] [seed] [--smoke]
import { makePrograms } from '../../runner/programs.ts'
import { amount, givenNumbers } from '../smoke.ts'

const [seconds, events, seed] = givenNumbers(
  amount(2, 600),
  amount(15, 50_000),
  // With 26 the daemon is stopped for a moment, which no other benchmark does, and not started anew, which others do.
  amount(26, Date.now() % 2 ** 31),
)

// Bundled, a daemon is there in a third of the time.
process.env['COMPANION_TEST_PROGRAMS'] ??= makePrograms()
const { liveThrough, tableOf } = await import('./live.ts')

console.log(`seed ${seed}`)
const report = await liveThrough(seed, { events, milliseconds: seconds * 1_000 }, (text) => console.log(text))
console.log(tableOf(report))
for (const one of report.broken.slice(0, 40)) console.error(one)
process.exitCode = report.broken.length > 0 ? 1 : 0
