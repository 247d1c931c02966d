import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { ConfigError } from '../../../kernel/config.ts'
import type { Log } from '../../../kernel/log.ts'
import type { BreachedSet } from './breached-set.ts'

/** In bytes: 40 of the hash, the colon, a count, the end of the line. */
const maxLineBytes = 64
/** A stretch of the file that is read as a whole, in bytes. */
const block = 4_096
const samples = 32
const listed = /^[0-9A-F]{40}:\d+(\r?\n|$)/

/**
 * A Have-I-Been-Pwned file of SHA-1 hashes ordered by hash, lines of `HASH:COUNT`. It may be of any size: a question
 * reads some 25 small pieces of it. Throws `ConfigError` where there is no such file; where it cannot be read later,
 * the log is warned and no password is in it.
 */
export function openBreachedFile(path: string, log: Log): BreachedSet {
  assertSortedByHash(path)
  return {
    has: async (password) => {
      try {
        return await holds(path, hash('sha1', password).toUpperCase())
      } catch (error) {
        const { code, name } = error as NodeJS.ErrnoException
        log.warn({ error: code ?? name }, 'the breached-password file cannot be read')
        return false
      }
    },
  }
}

async function holds(path: string, wanted: string): Promise<boolean> {
  const file = await open(path)
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return text(buffer.subarray(0, bytesRead))
    }
    // Both are the start of a line; the wanted line starts at one between them, if any.
    let [low, high] = [0, (await file.stat()).size]
    while (high - low > block) {
      const middle = Math.floor((low + high) / 2)
      const piece = await read(middle, 2 * maxLineBytes)
      const start = piece.indexOf('\n') + 1
      if (!listed.test(piece.slice(start))) throw new Error('no longer a file of hashes')
      const entry = piece.slice(start, start + 40)
      if (entry === wanted) return true
      if (entry < wanted) low = middle + start
      else high = middle + start
    }
    return `\n${await read(low, high - low)}`.includes(`\n${wanted}:`)
  } finally {
    await file.close()
  }
}

/** Looks at the first line and at some all over the file. */
function assertSortedByHash(path: string): void {
  const refuse = (what: string) => new ConfigError(`password.breached_file: ${path} ${what}`)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw refuse(`cannot be opened (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw refuse('is no file')
    let before = ''
    for (let sample = 0; sample < samples; sample += 1) {
      const position = Math.floor((sample / samples) * Math.max(0, stat.size - maxLineBytes))
      const buffer = Buffer.alloc(2 * maxLineBytes)
      const piece = text(buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position)))
      const line = sample === 0 ? piece : piece.slice(piece.indexOf('\n') + 1)
      if (line === '' && sample > 0) continue
      if (!listed.test(line)) throw refuse('is no file of SHA-1 hashes and counts, HASH:COUNT a line')
      if (line.slice(0, 40) < before) throw refuse('is not ordered by hash')
      before = line.slice(0, 40)
    }
  } finally {
    closeSync(file)
  }
}

const text = (bytes: Buffer) => bytes.toString('latin1').toUpperCase()
