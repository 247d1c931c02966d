import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { worst } from './rules.ts'
import type { Components, Status, SystemStatus } from './schemas.ts'

/** Milliseconds between two looks. */
const pause = 30_000

/** Looks at every part now and then, and publishes `system.status` when the whole is another than before. */
export function watchHealth(health: () => Promise<Components>, bus: Bus, clock: Clock): () => void {
  let known: Status = 'ok'
  let cancel = () => {}
  let over = false
  const check = async () => {
    const components = await health()
    if (over) return
    const status = worst(Object.values(components).map((part) => part.status))
    const changed: SystemStatus = { status, components }
    if (status !== known) bus.publish('system.status', changed)
    known = status
    arm()
  }
  const arm = () => {
    cancel = clock.after(pause, () => void check())
  }
  arm()
  return () => {
    over = true
    cancel()
  }
}
