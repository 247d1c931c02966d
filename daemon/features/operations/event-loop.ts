import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In milliseconds. */
const times = {
  /** Between two samples: rare enough to let a processor sleep. */
  resolution: 50,
  /** After which a window is closed and the next begins. */
  window: 30_000,
}
/** Looks without which the slowest hundredth says nothing. */
const enough = 100

/** How late the daemon is in turning to what there is to do. */
export interface EventLoop {
  /** What the slowest hundredth of the last one to two windows was late, in milliseconds; null while it is too early. */
  readonly p99: () => number | null
  readonly stop: () => void
}

/** Begins to watch the event loop of this process, in real time, without keeping it alive. */
export function watchEventLoop({ resolution, window } = times): EventLoop {
  const monitor = monitorEventLoopDelay({ resolution })
  let before: number | null = null
  // What is measured is the time between two looks.
  const late = () => Math.max(0, monitor.percentile(99) / 1e6 - resolution)
  const turn = setInterval(() => {
    if (monitor.count > 0) before = late()
    monitor.reset()
  }, window)
  turn.unref()
  monitor.enable()

  return {
    p99: () => (monitor.count < enough ? before : Math.max(late(), before ?? 0)),
    stop: () => {
      clearInterval(turn)
      monitor.disable()
    },
  }
}
