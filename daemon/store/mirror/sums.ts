import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeAll } from '../write-all.ts'
import { type LogEnd, readAt, type Salts } from './wal.ts'

/** Where a database, its second copy, the checksums of both and the copy of its log lie. */
export interface MirrorFiles {
  readonly database: string
  readonly mirror: string
  readonly sums: string
  readonly log: string
}

/** The files of the mirror of a database: they lie beside it. */
export const mirrorFilesOf = (database: string): MirrorFiles => ({
  database,
  mirror: `${database}.mirror`,
  sums: `${database}.sums`,
  // Not by the name that SQLite would take for the log of the second copy.
  log: `${database}.mirror-log`,
})

/** What is written down of a database besides the checksums of its pages. */
export interface SumsHeader {
  /** In bytes. */
  readonly pageSize: number
  readonly pages: number
  readonly closed: boolean
  /** Of the write-ahead log that was last read; null where there was none yet. */
  readonly salts: Salts | null
  readonly frames: number
}

/** The checksums of the pages of a database, in a file. */
export interface Sums {
  /** How far the log was written at least, as far as that was noted; null where it was not. */
  readonly logEnd: () => LogEnd | null
  /** Notes how far the log is written, null for nowhere. It waits for no disk: after a power loss it may say less. */
  readonly noteLogEnd: (end: LogEnd | null) => void
  /** Null where what it says of itself is damaged. */
  readonly header: () => SumsHeader | null
  /** Of a page, from 1; 0 where there is none. */
  readonly of: (page: number) => number
  readonly set: (page: number, sum: number) => void
  /** Writes what was set, and then what the header says; on the disk when it returns. */
  readonly save: (header: SumsHeader) => void
  readonly close: () => void
}

const magic = Buffer.from('CMPSUMS2', 'latin1')
const headerBytes = 72
const signedBytes = 40
/** Where the end of the log is noted, and how long that is without its checksum, with room to spare. */
const [logEndAt, logEndBytes] = [44, 24]

/** Where SQLite locks a database, which never writes the page that lies there: https://sqlite.org/fileformat.html#the_lock_byte_page */
const lockByte = 0x40000000

/** Whether a page is the one that SQLite never writes, so that no checksum of it says anything. */
export const isLockPage = (page: number, pageSize: number): boolean =>
  page === Math.floor(lockByte / pageSize) + 1

/** The checksum of a page: CRC-32 (ISO 3309). */
export const sumOfPage = (content: Buffer): number => crc32(content)

/** Opens the sums of a database, which may not be there yet. */
export function openSums(file: string): Sums {
  // Not truncated, made where it is not there, for its owner alone.
  const descriptor = openSync(file, 'a+', 0o600)
  closeSync(descriptor)
  const open = openSync(file, 'r+')
  const start = readAt(open, 0, headerBytes)
  const stored = readAt(open, headerBytes, Math.max(0, fstatSync(open).size - headerBytes))
  let sums = new Uint32Array(Math.floor(stored.length / 4))
  for (let at = 0; at < sums.length; at += 1) sums[at] = stored.readUInt32LE(at * 4)
  const changed = new Set<number>()
  let header = headerIn(start)
  const write = () => {
    for (const [first, last] of runsOf(changed)) {
      const content = Buffer.alloc((last - first + 1) * 4)
      for (let page = first; page <= last; page += 1)
        content.writeUInt32LE(sums[page - 1] ?? 0, (page - first) * 4)
      writeAll(open, content, headerBytes + (first - 1) * 4)
    }
    changed.clear()
  }
  return {
    header: () => header,
    logEnd: () => logEndIn(start),
    noteLogEnd: (end) => {
      const content = Buffer.alloc(logEndBytes + 4)
      if (end !== null) {
        for (const [place, field] of [...end.salts, end.frames].entries())
          content.writeUInt32LE(field, place * 4)
        content.writeUInt32LE(crc32(content.subarray(0, logEndBytes)), logEndBytes)
      }
      writeAll(open, content, logEndAt)
    },
    of: (page) => sums[page - 1] ?? 0,
    set: (page, sum) => {
      if (page > sums.length) {
        const more = new Uint32Array(Math.max(page, sums.length * 2))
        more.set(sums)
        sums = more
      }
      sums[page - 1] = sum
      changed.add(page)
    },
    save: (next) => {
      write()
      fdatasyncSync(open)
      ftruncateSync(open, headerBytes + next.pages * 4)
      sums.fill(0, next.pages)
      writeAll(open, bytesOf(next).subarray(0, logEndAt), 0)
      fdatasyncSync(open)
      header = next
    },
    close: () => closeSync(open),
  }
}

/** Numbers as runs of those that follow each other. */
export function runsOf(numbers: Iterable<number>): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const number of Uint32Array.from(numbers).toSorted()) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}

function bytesOf({ pageSize, pages, closed, salts, frames }: SumsHeader): Buffer {
  const content = Buffer.alloc(logEndAt)
  magic.copy(content)
  const fields = [pageSize, pages, closed ? 1 : 0, salts ? 1 : 0, salts?.[0] ?? 0, salts?.[1] ?? 0, frames]
  for (const [place, field] of fields.entries()) content.writeUInt32LE(field, 8 + place * 4)
  content.writeUInt32LE(crc32(content.subarray(0, signedBytes)), signedBytes)
  return content
}

function logEndIn(content: Buffer): LogEnd | null {
  if (content.length < headerBytes) return null
  const noted = content.subarray(logEndAt, logEndAt + logEndBytes)
  if (crc32(noted) !== content.readUInt32LE(logEndAt + logEndBytes)) return null
  const field = (place: number) => noted.readUInt32LE(place * 4)
  return { salts: [field(0), field(1)], frames: field(2) }
}

function headerIn(content: Buffer): SumsHeader | null {
  if (content.length < headerBytes || !content.subarray(0, 8).equals(magic)) return null
  if (crc32(content.subarray(0, signedBytes)) !== content.readUInt32LE(signedBytes)) return null
  const field = (place: number) => content.readUInt32LE(8 + place * 4)
  return {
    pageSize: field(0),
    pages: field(1),
    closed: field(2) === 1,
    salts: field(3) === 1 ? [field(4), field(5)] : null,
    frames: field(6),
  }
}
