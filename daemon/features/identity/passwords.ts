import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Config } from '../../kernel/config.ts'
import { TooManyHashes } from './failures.ts'

const maxQueueLength = 8
const hashBytes = 32

/** What one Argon2id hash takes: memory in KiB, passes over it, and how many threads share it. */
export type HashCost = Pick<Config['password'], 'memory_kib' | 'passes' | 'lanes'>

export interface Passwords {
  /** The Argon2id hash to store, with its parameters in it. */
  hash(password: string): Promise<string>
  /** Whether `password` fits; where there is no stored hash it takes just as long and is false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether a stored hash was made with other parameters than today's. */
  outdated(stored: string): boolean
}

/**
 * Argon2id (RFC 9106). A hash holds threads of the pool that token checks need too, so at most cores - 1 run at once
 * and 8 wait; one more is refused with `RATE_LIMITED`. The library is loaded with the first hash.
 */
export function openPasswords(cost: HashCost): Passwords {
  const limit = pLimit(Math.max(1, availableParallelism() - 1))
  const parameters = {
    memoryCost: cost.memory_kib,
    timeCost: cost.passes,
    parallelism: cost.lanes,
    hashLength: hashBytes,
  }
  const prefix = `$argon2id$v=19$m=${cost.memory_kib},p=${cost.lanes},t=${cost.passes}$`
  const base64 = (size: number) => randomBytes(size).toString('base64').replaceAll('=', '')
  // Of no password at all: what an unknown user is checked against.
  const dummy = `${prefix}${base64(16)}$${base64(hashBytes)}`

  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxQueueLength) throw TooManyHashes({ retry_after_seconds: 2 })
    return limit(work)
  }

  return {
    hash: (password) =>
      within(async () => {
        const { hash } = await import('argon2')
        return hash(password, parameters)
      }),
    verify: (stored, password) =>
      within(async () => {
        const { verify } = await import('argon2')
        const fits = await verify(stored ?? dummy, password)
        return fits && stored !== undefined
      }),
    outdated: (stored) => !stored.startsWith(prefix),
  }
}
