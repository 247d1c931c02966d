// Kills the daemon again and again while it writes: node test/bench/kill.ts [kills] [--smoke]
import { runKills } from './kill-command.ts'
import { type KillReport, killRepeatedly } from './kill-repeatedly.ts'

const summary = ({ kills, acknowledged, lost, damage, refused }: KillReport) =>
  `kills ${kills}, acknowledged writes ${acknowledged}, lost ${lost.length}, ` +
  `integrity ${damage.length === 0 ? 'ok' : `${damage.length} complaints`}, refused ${refused.length}`

await runKills(killRepeatedly, 200, summary)
