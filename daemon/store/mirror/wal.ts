import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { writeAll } from '../write-all.ts'

/** One page that a write-ahead log holds. */
export interface Frame {
  /** Its place in the log, from 0. */
  readonly index: number
  /** The number of the page, from 1. */
  readonly page: number
  /** How many pages the database has with the commit that this frame ends; 0 where it ends none. */
  readonly pages: number
  /** Where the content of the page begins in the file. */
  readonly at: number
}

/** What tells one run of a log from another: the first counts up each time that the log begins anew. */
export type Salts = readonly [number, number]

/** Of salts whether they are of the same run, of checksums whether they are the same. */
export const isSamePair = (one: Salts | Sum, other: Salts | Sum | null): boolean =>
  one[0] === other?.[0] && one[1] === other[1]

/** What a write-ahead log holds (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
export interface Wal {
  /** `null` where its header is damaged. */
  readonly salts: Salts | null
  readonly frames: readonly Frame[]
  /** What came after that and is whole in itself; empty where nothing is damaged. */
  readonly beyond: readonly Frame[]
  /** The places of damaged frames that whole ones follow; a change that was never committed damages nothing. */
  readonly damaged: readonly number[]
}

const headerBytes = 32
const frameBytes = 24
const magic = 0x377f0682

type Sum = readonly [number, number]

/** Goes on with a checksum over whole words of 8 bytes. */
function sumOf(content: Buffer, [first, second]: Sum, bigEndian: boolean): Sum {
  let [a, b] = [first, second]
  for (let at = 0; at < content.length; at += 8) {
    const one = bigEndian ? content.readUInt32BE(at) : content.readUInt32LE(at)
    const other = bigEndian ? content.readUInt32BE(at + 4) : content.readUInt32LE(at + 4)
    a = (a + one + b) >>> 0
    b = (b + other + a) >>> 0
  }
  return [a, b]
}

const pairAt = (content: Buffer, at: number): Sum => [content.readUInt32BE(at), content.readUInt32BE(at + 4)]

/** How many frames fit into so many bytes. */
const framesIn = (bytes: number, pageSize: number) =>
  Math.max(0, Math.floor((bytes - headerBytes) / (frameBytes + pageSize)))

const frameAt = (index: number, pageSize: number) => headerBytes + index * (frameBytes + pageSize)

/**
 * What the content of a log holds, each frame checked; null for nothing. `expected` are the salts of one whose header is
 * damaged.
 */
export function walIn(content: Buffer, pageSize: number, expected: Salts | null): Wal | null {
  if (content.length <= headerBytes) return null
  const { salts, all } = framesOf(content, pageSize, expected)
  return { salts, ...partsOf(all, salts !== null) }
}

/**
 * The content of a log of which one is left in two places: each frame from where it is whole. Both are of the run of these
 * salts.
 */
export function joinLogs(one: Buffer, other: Buffer, pageSize: number, salts: Salts): Buffer {
  const [first, second] = [one, other].map((content) => framesOf(content, pageSize, salts))
  if (!first || !second) return one
  const frameSize = frameBytes + pageSize
  const count = Math.max(first.all.length, second.all.length)
  const content = Buffer.alloc(frameAt(count, pageSize))
  const header = first.salts === null ? other : one
  header.copy(content, 0, 0, headerBytes)
  for (let index = 0; index < count; index += 1) {
    const isOther = first.all[index]?.whole !== true && second.all[index]?.whole === true
    const start = frameAt(index, pageSize)
    const from = isOther ? other : one
    from.subarray(start, start + frameSize).copy(content, start)
  }
  return content
}

/** The salts of a log; null where its header is damaged, or not there. */
export const saltsIn = (content: Buffer, pageSize: number): Salts | null =>
  headerOf(content, pageSize)?.salts ?? null

/** The salts and the checksum that the header of a log has; null where it is damaged, or not there. */
function headerOf(content: Buffer, pageSize: number): { readonly salts: Salts; readonly sum: Sum } | null {
  if (content.length < headerBytes) return null
  const order = content.readUInt32BE(0) - magic
  if ((order !== 0 && order !== 1) || content.readUInt32BE(8) !== pageSize) return null
  const sum = sumOf(content.subarray(0, 24), [0, 0], order === 1)
  return isSamePair(sum, pairAt(content, 24)) ? { salts: pairAt(content, 16), sum } : null
}

/** Of a log the salts, null where its header is damaged, and its frames as they lie there, each with whether it is whole. */
function framesOf(content: Buffer, pageSize: number, expected: Salts | null) {
  const header = headerOf(content, pageSize)
  const salts = header?.salts ?? expected
  const bigEndian = content.readUInt32BE(0) === magic + 1
  const all: CheckedFrame[] = []
  if (salts === null) return { salts: null, all }
  let before = header?.sum ?? null
  for (let index = 0; index < framesIn(content.length, pageSize); index += 1) {
    const start = frameAt(index, pageSize)
    const at = start + frameBytes
    const ofThisRun = isSamePair(pairAt(content, start + 8), salts)
    const stored = pairAt(content, start + 16)
    // What follows damage goes on from the checksum that the damaged frame says it has.
    const begun: Sum = before === null ? [0, 0] : sumOf(content.subarray(start, start + 8), before, bigEndian)
    const sum = sumOf(content.subarray(at, at + pageSize), begun, bigEndian)
    const whole = ofThisRun && before !== null && isSamePair(sum, stored)
    const [page, pages] = pairAt(content, start)
    all.push({ frame: { index, page, pages, at }, whole })
    before = stored
  }
  return { salts: header?.salts ?? null, all }
}

interface CheckedFrame {
  readonly frame: Frame
  readonly whole: boolean
}

/** What SQLite would read of a log, and what comes after damage. */
function partsOf(all: readonly CheckedFrame[], isReadable: boolean) {
  const first = isReadable ? all.findIndex(({ whole }) => !whole) : 0
  const chained = (first < 0 ? all : all.slice(0, first)).map(({ frame }) => frame)
  const rest = first < 0 ? [] : all.slice(first)
  const lastWhole = rest.findLastIndex(({ whole }) => whole)
  const written = rest.slice(0, lastWhole + 1)
  // SQLite writes pages of a large change before its commit, and again in their place; only the commit mends their checksums.
  const isUnfinished = isReadable && written.every(({ frame }) => frame.pages === 0)
  const there = isUnfinished ? [] : written
  return {
    frames: committed(chained),
    beyond: there.flatMap(({ frame, whole }) => (whole ? [frame] : [])),
    damaged: there.flatMap(({ frame, whole }) => (whole ? [] : [frame.index])),
  }
}

/** The frames up to the last one that ends a commit. */
const committed = (frames: readonly Frame[]): readonly Frame[] =>
  frames.slice(0, frames.findLastIndex(({ pages }) => pages > 0) + 1)

/** The whole content of a file; null where there is none. */
export function contentOf(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r')
    try {
      return readAt(descriptor, 0, fstatSync(descriptor).size)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** So many bytes of a file, or as many as it has from there on. */
export function readAt(descriptor: number, at: number, length: number): Buffer {
  const content = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const more = readSync(descriptor, content, read, length - read, at + read)
    if (more === 0) break
    read += more
  }
  return content.subarray(0, read)
}

/** The header of the index of the log, and where it says how far that goes (https://sqlite.org/walformat.html). */
const indexHeader = { bytes: 48, frames: 16, salts: 32 }

/** How far a log was committed: in which run, and how many frames of it. */
export interface LogEnd {
  readonly salts: Salts
  readonly frames: number
}

/** A log that this process writes. */
export interface WalReader {
  /** How far it was committed; null where there is no log yet. */
  readonly end: () => LogEnd | null
  /** The frames of the run that is there from one on, up to another one, which is left out. */
  readonly frames: (from: number, to: number) => readonly Frame[]
  /** Copies the frames from one on up to another one to a file, where they lie as in the log; from 0 on with its header. */
  readonly copy: (from: number, to: number, target: number) => void
  /** So many bytes, from a place of the file on. */
  readonly read: (at: number, length: number) => Buffer
  /** Whether there is not even a part of a frame: whoever opens it begins it anew, under salts of its own. */
  readonly isBare: () => boolean
  readonly close: () => void
}

/** So many frames are read at once. */
const framesAtOnce = 64

/** Opens the log of a database that is open, and the index of that: it says at any time how far the log was written. */
export function openWalReader(file: string, index: string, pageSize: number): WalReader {
  const [log, ofIndex] = [openLater(file), openLater(index)]
  const frameSize = frameBytes + pageSize
  const block = Buffer.allocUnsafe(framesAtOnce * frameSize)
  const size = () => {
    const open = log.descriptor()
    return open === null ? 0 : fstatSync(open).size
  }
  const read = (at: number, length: number) => {
    const open = log.descriptor()
    return open === null ? Buffer.alloc(0) : readAt(open, at, length)
  }
  const header = Buffer.allocUnsafe(indexHeader.bytes)
  const committedFrames = openCommitted(read, size, pageSize)
  return {
    read,
    isBare: () => size() <= headerBytes,
    end: () => {
      const open = ofIndex.descriptor()
      // Not every system lets a file be read that SQLite has mapped.
      if (open === null || !fills(open, header)) return committedFrames()
      const frames =
        endianness() === 'LE'
          ? header.readUInt32LE(indexHeader.frames)
          : header.readUInt32BE(indexHeader.frames)
      return { salts: pairAt(header, indexHeader.salts), frames }
    },
    frames: (from, to) => {
      const open = log.descriptor()
      const found: Frame[] = []
      if (open === null) return found
      for (let index = from; index < to; index += 1) {
        const start = frameAt(index, pageSize)
        if (readSync(open, block, 0, 8, start) < 8) break
        const [page, pages] = pairAt(block, 0)
        found.push({ index, page, pages, at: start + frameBytes })
      }
      return found
    },
    copy: (from, to, target) => {
      const open = log.descriptor()
      if (open === null) return
      const end = frameAt(to, pageSize)
      for (let at = from === 0 ? 0 : frameAt(from, pageSize); at < end;) {
        const length = readSync(open, block, 0, Math.min(block.length, end - at), at)
        if (length === 0) return
        writeAll(target, block.subarray(0, length), at)
        at += length
      }
    },
    close: () => {
      log.close()
      ofIndex.close()
    },
  }
}

/** Whether a file begins with as many bytes as there is room for, which are put there. */
function fills(descriptor: number, room: Buffer): boolean {
  try {
    return readSync(descriptor, room, 0, room.length, 0) === room.length
  } catch {
    return false
  }
}

/** A file that is opened to be read as soon as it is there. */
function openLater(file: string) {
  let open: number | null = null
  return {
    /** Null where there is none yet. */
    descriptor: (): number | null => {
      try {
        open ??= openSync(file, 'r')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
      return open
    },
    close: () => {
      if (open !== null) closeSync(open)
      open = null
    },
  }
}

/**
 * Reads how far a log was committed from the log itself, on from where it was the last time: by the checksums, since what is
 * left of a change that was given up may still say that it ends a commit.
 */
function openCommitted(read: WalReader['read'], size: () => number, pageSize: number) {
  let last: (LogEnd & { readonly sum: Sum }) | null = null
  return (): LogEnd | null => {
    const header = read(0, headerBytes)
    if (header.length < headerBytes) return null
    const bigEndian = header.readUInt32BE(0) === magic + 1
    const salts = pairAt(header, 16)
    if (!last || !isSamePair(salts, last.salts)) last = { salts, frames: 0, sum: pairAt(header, 24) }
    let sum = last.sum
    for (let index = last.frames; index < framesIn(size(), pageSize); index += 1) {
      const frame = read(frameAt(index, pageSize), frameBytes + pageSize)
      if (!isSamePair(pairAt(frame, 8), salts)) break
      sum = sumOf(frame.subarray(frameBytes), sumOf(frame.subarray(0, 8), sum, bigEndian), bigEndian)
      if (!isSamePair(sum, pairAt(frame, 16))) break
      if (pairAt(frame, 0)[1] > 0) last = { salts, frames: index + 1, sum }
    }
    return last
  }
}
