// Damages databases at random, and says what became of each. node test/bench/faults/faults.ts [damages] [seed] [--smoke]
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { amount, givenNumbers } from '../smoke.ts'
import { faultNames, randomFrom } from './damages.ts'
import { freezeHomes } from './homes.ts'
import { type Outcome, outcomeOf, wholeContent } from './outcomes.ts'

const [count, seed] = givenNumbers(amount(faultNames.length, 500), amount(1, Date.now() % 2 ** 31))
const sizes = amount({ middle: 300 }, { small: 20, middle: 1_500, large: 6_000 })
/** So many homes in a row at most that a kind of damage finds nothing in. */
const maxMisses = 100

const random = randomFrom(seed)
const table = new Map<string, Map<Outcome, number>>()
const bad: string[] = []
const homes = []
for (const [size, memories] of Object.entries(sizes)) homes.push(...(await freezeHomes(size, memories)))
try {
  const whole = new Map(homes.map((home) => [home, wholeContent(home)]))
  let [done, misses] = [0, 0]
  while (done < count) {
    const home = homes[Math.floor(random() * homes.length)]
    const kind = faultNames[done % faultNames.length]
    if (!home || !kind) throw new Error('there is nothing to damage')
    const own = Math.floor(random() * 2 ** 31)
    const outcome = outcomeOf({ home, kind, seed: own }, whole.get(home) ?? new Map())
    if (outcome === null) {
      // Another home has it: files that are next to empty are not damaged.
      misses += 1
      if (misses > maxMisses) throw new Error(`no home has anything for ${kind}`)
      continue
    }
    misses = 0
    const row = table.get(kind) ?? new Map<Outcome, number>()
    table.set(kind, row.set(outcome, (row.get(outcome) ?? 0) + 1))
    if (outcome === 'silent' || outcome === 'refused' || outcome === 'told')
      bad.push(`${outcome}: ${kind}, ${home.size}, ${home.moment}, seed ${own}`)
    done += 1
  }
} finally {
  for (const folder of new Set(homes.map(({ folder }) => dirname(folder))))
    rmSync(folder, { recursive: true })
}

const outcomes: readonly Outcome[] = ['mended', 'harmless', 'named', 'told', 'refused', 'silent']
const total = (outcome: Outcome) => [...table.values()].reduce((sum, row) => sum + (row.get(outcome) ?? 0), 0)
console.log(`seed ${seed}`)
console.log(['damage'.padEnd(38), ...outcomes.map((one) => one.padStart(9))].join(''))
for (const [kind, row] of table)
  console.log([kind.padEnd(38), ...outcomes.map((one) => String(row.get(one) ?? 0).padStart(9))].join(''))
console.log(['all'.padEnd(38), ...outcomes.map((one) => String(total(one)).padStart(9))].join(''))
for (const line of bad) console.log(line)
const whole = total('mended') + total('harmless')
console.log(`without a loss ${((100 * whole) / count).toFixed(1)} %, silent ${total('silent')} of ${count}`)
if (total('silent') > 0) process.exitCode = 1
