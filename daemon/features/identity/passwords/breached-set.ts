import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { programFile } from '../../../kernel/program.ts'

/** Passwords that are known from breaches. */
export interface BreachedSet {
  has(password: string): Promise<boolean>
}

const embedded = programFile('daemon/features/identity/breached.bin')
const buckets = 65_536
const restBytes = 3
const rests = 2 ** (8 * restBytes)

/** What stands for a password in a filter: the first 40 bits of the SHA-256 of its lower case. */
const fingerprint = (password: string) =>
  hash('sha256', password.toLowerCase(), 'buffer').readUIntBE(0, 2 + restBytes)

/**
 * Whether a password is in a filter: always where it was put in, and in any case of its letters; in one of a few
 * million otherwise. The first 16 bits of a fingerprint are its bucket. A filter has a byte for each bucket, how many
 * fingerprints are in it, and then the other 24 bits of each, bucket after bucket.
 */
export function readFilter(filter: Buffer): (password: string) => boolean {
  const ends = new Uint32Array(buckets)
  let end = buckets
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    end += restBytes * filter.readUInt8(bucket)
    ends[bucket] = end
  }
  return (password) => {
    const print = fingerprint(password)
    const [bucket, rest] = [Math.floor(print / rests), print % rests]
    const end = ends[bucket] ?? 0
    for (let at = end - restBytes * filter.readUInt8(bucket); at < end; at += restBytes) {
      if (filter.readUIntBE(at, restBytes) === rest) return true
    }
    return false
  }
}

/**
 * The set that comes with the daemon, of passwords of 8 characters and more; `breached.json` tells of it. It is read
 * with the first question.
 */
export function embeddedSet(): BreachedSet {
  let filter: Promise<(password: string) => boolean> | undefined
  return {
    has: async (password) => {
      filter ??= readFile(embedded).then(readFilter)
      const has = await filter
      return has(password)
    },
  }
}
