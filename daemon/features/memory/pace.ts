import { setImmediate as turn } from 'node:timers/promises'

/** To be called now and then in work that takes long: resolves at once, or after others in the thread have had a turn. */
export type Pause = () => Promise<void>

/** A pause after every `patience` milliseconds of work. */
export function openPause(patience: number): Pause {
  let until = performance.now() + patience
  return async () => {
    if (performance.now() < until) return
    await turn()
    until = performance.now() + patience
  }
}
