import { setImmediate as turn } from 'node:timers/promises'

/** To be called now and then in work that takes long: resolves at once, or after others in the thread have had a turn. */
export type Pause = () => Promise<void>

/** A pause after every `sliceMs` milliseconds of work. */
export function openPause(sliceMs: number): Pause {
  let until = performance.now() + sliceMs
  return async () => {
    if (performance.now() < until) return
    await turn()
    until = performance.now() + sliceMs
  }
}
