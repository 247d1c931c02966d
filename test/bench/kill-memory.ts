// Kills a daemon with SIGKILL while memories are written, again and again, and says what was lost.
// node test/bench/kill-memory.ts [kills] [--smoke]
import { runKills } from './kill-command.ts'
import { killMemoryRepeatedly, type MemoryKillReport } from './kill-memory-repeatedly.ts'

const summary = ({ kills, acknowledged, remembered, lost, damage, refused }: MemoryKillReport) =>
  `kills ${kills}, acknowledged writes ${acknowledged}, memories ${remembered}, lost ${lost.length}, ` +
  `disagreements ${damage.length}, refused ${refused.length}`

await runKills(killMemoryRepeatedly, 50, summary)
