// A process that keeps a daemon alive, and tells each state in a line.
import { join } from 'node:path'
import { Supervisor } from '../../app/supervisor/supervisor.ts'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { version } from '../../daemon/kernel/version.ts'

const script = [join(import.meta.dirname, '..', '..', 'daemon', 'main.ts')]
const supervisor = new Supervisor({
  command: { runtime: process.execPath, script, environment: process.env },
  version,
  clock: systemClock,
  onState: ({ state }) => process.stdout.write(`${state}\n`),
})
await supervisor.start()
// It lives until it is killed.
setInterval(() => {}, 60_000)
