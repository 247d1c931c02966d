import { randomFrom } from '../faults/damages.ts'
import { type Activity, activities, type Choose, KilledHousehold, type Life } from './household.ts'
import { killUpgrade } from './upgrades.ts'

/** How many daemons of one home are killed: with each there is more to look at. */
const killsOfHome = 25
/** What is under way, once in so many kills; the last one is no home of before. */
const rounds = [...activities, 'a migration'] as const
type UnderWay = Activity | 'a migration'

/** What came of the kills while something was under way. */
interface Row {
  kills: number
  acknowledged: number
  lost: number
  damage: number
  refused: number
}

/** What came of all of them. */
export interface KillsReport {
  readonly kills: number
  readonly acknowledged: number
  readonly table: ReadonlyMap<UnderWay, Row>
  /** Each loss, disagreement and refusal, with what was under way and the number of the kill. */
  readonly lost: readonly string[]
  readonly damage: readonly string[]
  readonly refused: readonly string[]
}

/**
 * Kills daemons with SIGKILL while their clients write and something else is under way, starts each again and looks whether
 * everything that was acknowledged is there. The same `seed` chooses the same activities and the same moments; what exactly
 * is being written then is up to the machine. `seen` is told after each kill.
 */
export async function killEverything(
  count: number,
  seed: number,
  seen: (report: KillsReport) => void = () => {},
): Promise<KillsReport> {
  const random = randomFrom(seed)
  const choose: Choose = (from, to) => from + Math.floor(random() * (to - from))
  const table = new Map<UnderWay, Row>()
  const report = { kills: 0, acknowledged: 0, table, lost: [], damage: [], refused: [] } as {
    -readonly [K in keyof KillsReport]: KillsReport[K] extends readonly string[] ? string[] : KillsReport[K]
  }
  const note = (under: UnderWay, { acknowledged, lost, damage, refused }: Life) => {
    const row = table.get(under) ?? { kills: 0, acknowledged: 0, lost: 0, damage: 0, refused: 0 }
    table.set(under, row)
    const named = (texts: readonly string[]) =>
      texts.map((text) => `kill ${report.kills + 1}, ${under}: ${text}`)
    row.kills += 1
    row.acknowledged += acknowledged
    for (const [name, texts] of Object.entries({ lost, damage, refused }) as ['lost', string[]][]) {
      row[name] += texts.length
      report[name].push(...named(texts))
    }
    report.kills += 1
    report.acknowledged += acknowledged
    seen(report)
  }
  while (report.kills < count) {
    const household = new KilledHousehold(choose)
    let last: UnderWay = 'nothing else'
    for (let kill = 0; kill < killsOfHome && report.kills < count; kill += 1) {
      const under = rounds[choose(0, rounds.length)] ?? 'nothing else'
      if (under !== 'a migration') last = under
      note(under, under === 'a migration' ? await killUpgrade(choose) : await household.kill(under))
    }
    const { lost, damage } = await household.stop()
    const row = table.get(last)
    if (row) [row.lost, row.damage] = [row.lost + lost.length, row.damage + damage.length]
    report.lost.push(...lost)
    report.damage.push(...damage)
  }
  return report
}

/** What came of all of them, as a table. */
export function tableOf({ table, kills, acknowledged }: KillsReport, seed: number): string {
  const line = (name: string, figures: readonly unknown[]) =>
    name.padEnd(16) + figures.map((figure) => String(figure).padStart(14)).join('')
  const rows = rounds.flatMap((under) => {
    const row = table.get(under)
    return row ? [line(under, [row.kills, row.acknowledged, row.lost, row.damage, row.refused])] : []
  })
  const sum = (name: keyof Row) => [...table.values()].reduce((all, row) => all + row[name], 0)
  return [
    `seed ${seed}`,
    line('under way', ['kills', 'acknowledged', 'lost', 'disagreements', 'refused']),
    ...rows,
    line('all', [kills, acknowledged, sum('lost'), sum('damage'), sum('refused')]),
  ].join('\n')
}
