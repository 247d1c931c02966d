import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { end } from './daemon-process.ts'

/** What a daemon is loaded with. */
export interface Load {
  /** Resolves with the given number of acknowledged writes, or when the daemon is gone before. */
  readonly reached: (count: number) => Promise<void>
  /** Resolves when nothing is under way any more, once the daemon is gone. */
  readonly ended: () => Promise<void>
}

/** How many writes a daemon acknowledges at first, at most; at least it is one. */
const firstWrites = 20
/** How long it works on until it is killed, in milliseconds. */
const life = { shortest: 30, longest: 300 }

/**
 * Kills a daemon with SIGKILL at a random moment of its load, and resolves once the load has ended too. `pick` gives a
 * whole number from the first one up to the second, which is left out.
 */
export async function killUnderLoad(
  load: Load,
  child: ChildProcess,
  pick: (from: number, to: number) => number = randomInt,
): Promise<void> {
  await load.reached(pick(1, firstWrites))
  await delay(pick(life.shortest, life.longest))
  await end(child, 'SIGKILL')
  await load.ended()
}
