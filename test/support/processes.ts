import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** How long anything may take to come about, in milliseconds, and how often it is looked for. */
const timeoutMs = 60_000
const pace = 20

type Seen<T> = T | null | undefined | false

/** What `look` answers as soon as that is something; throws after 60 s. */
export async function soon<T>(look: () => Seen<T> | Promise<Seen<T>>): Promise<T> {
  for (let waited = 0; waited < timeoutMs; waited += pace) {
    const answer = await look()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    await wait(pace)
  }
  throw new Error('it did not come about within 60 s')
}

/** Why it cannot be told on this machine whose child a process is; false where it can. */
export const noProc = existsSync('/proc') ? false : 'there is no /proc on this machine'

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Whether a process runs: one that has ended may wait for its end to be taken note of. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
