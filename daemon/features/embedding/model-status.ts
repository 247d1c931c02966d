import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { openTransferSpeed, secondsLeft, type TransferSpeed } from '../../kernel/transfer-speed.ts'
import type { FetchedModel } from './download.ts'
import { totalOf } from './model-files.ts'
import type { ModelState } from './schemas.ts'

export interface Status {
  readonly state: ModelState
  /** What of it is on this machine. */
  readonly bytes: number
  readonly error: string | null
}

/** How fast a model comes; both are null while that is not known. */
export interface Pace {
  readonly bytes_per_second: number | null
  readonly seconds_left: number | null
}

/** Milliseconds between two messages of progress. */
const pause = 250

/** How far each model is, and who is told of it. */
export function openStatuses(bus: Bus, clock: Clock) {
  const statuses = new Map<string, Status>()
  const speeds = new Map<string, TransferSpeed>()
  let published = -Infinity
  let cancelNext: (() => void) | null = null

  const statusOf = ({ id }: Pick<FetchedModel, 'id'>): Status =>
    statuses.get(id) ?? { state: 'missing', bytes: 0, error: null }

  const publish = (model: FetchedModel) => {
    cancelNext?.()
    cancelNext = null
    published = clock.monotonic()
    const { state, bytes } = statusOf(model)
    bus.publish('embedding.progress', { model: model.id, bytes, total: totalOf(model), state })
  }
  const set = ({ id }: Pick<FetchedModel, 'id'>, status: Status) => {
    statuses.set(id, status)
    if (status.state !== 'downloading') speeds.delete(id)
  }
  const change = (model: FetchedModel, status: Status) => {
    const before = statusOf(model).state
    set(model, status)
    const rest = published + pause - clock.monotonic()
    if (before !== status.state || rest <= 0) publish(model)
    // Where nothing comes for a while, what came last is told all the same.
    else cancelNext ??= clock.after(rest, () => publish(model))
  }
  const speedOf = (id: string) => {
    const speed = speeds.get(id) ?? openTransferSpeed(clock)
    speeds.set(id, speed)
    return speed
  }

  return {
    statusOf,
    set,
    change,
    came: (model: FetchedModel, bytes: number, received: number) => {
      speedOf(model.id).add(received)
      change(model, { state: 'downloading', bytes, error: null })
    },
    paceOf: (model: FetchedModel): Pace => {
      const bytes_per_second = speeds.get(model.id)?.perSecond() ?? null
      const seconds_left = secondsLeft(statusOf(model).bytes, totalOf(model) || null, bytes_per_second)
      return { bytes_per_second, seconds_left }
    },
    stop: () => cancelNext?.(),
  }
}
