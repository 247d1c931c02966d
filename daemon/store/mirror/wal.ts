import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'

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
 * Reads a log through and checks every frame; null where there is none, or nothing in it. `expected` are the salts of a
 * log whose header is damaged.
 */
export function readWal(file: string, pageSize: number, expected: Salts | null): Wal | null {
  const content = contentOf(file)
  if (content === null || content.length <= headerBytes) return null
  const bigEndian = content.readUInt32BE(0) === magic + 1
  const headerSum = sumOf(content.subarray(0, 24), [0, 0], bigEndian)
  const isReadable =
    (content.readUInt32BE(0) === magic || bigEndian) &&
    content.readUInt32BE(8) === pageSize &&
    isSamePair(headerSum, pairAt(content, 24))
  const salts = isReadable ? pairAt(content, 16) : expected
  if (salts === null) return { salts: null, frames: [], beyond: [], damaged: [] }
  const all: { readonly frame: Frame; readonly whole: boolean }[] = []
  let before: Sum | null = isReadable ? headerSum : null
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
  return { salts: isReadable ? salts : null, ...partsOf(all, isReadable) }
}

/** What SQLite would read of a log, and what comes after damage. */
function partsOf(all: readonly { readonly frame: Frame; readonly whole: boolean }[], isReadable: boolean) {
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

function contentOf(file: string): Buffer | null {
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

/** Opens the index of the log of a database that is open: it says at any time how far the log was written. */
export function openLogEnd(file: string) {
  let descriptor: number | null = null
  return {
    /** Null where it cannot be read. */
    read: (): { readonly salts: Salts; readonly frames: number } | null => {
      try {
        descriptor ??= openSync(file, 'r')
        const header = readAt(descriptor, 0, indexHeader.bytes)
        if (header.length < indexHeader.bytes) return null
        const frames =
          endianness() === 'LE'
            ? header.readUInt32LE(indexHeader.frames)
            : header.readUInt32BE(indexHeader.frames)
        return { salts: pairAt(header, indexHeader.salts), frames }
      } catch {
        // Not every system lets a file be read that SQLite has mapped.
        return null
      }
    },
    close: () => {
      if (descriptor !== null) closeSync(descriptor)
    },
  }
}

/** So many frames are read at once: most commits have fewer. */
const framesAtOnce = 16
/** The content of so many frames is held for who reads on; that of a larger change is read again. */
const maxHeldFrames = 2_048

/** A frame that was just read. */
export interface ReadFrame extends Frame {
  /** The checksum of its page, as the sums of a database have it. */
  readonly pageSum: number
  /** Null where it is too much to hold. */
  readonly content: Buffer | null
}

/** A log that this process writes, read on from where it was read last. */
export interface WalReader {
  /** The salts of the run, and the frames from `from` on that were committed; null where there is no log yet. */
  readonly readFrom: (
    before: Salts | null,
    from: number,
  ) => { readonly salts: Salts; readonly frames: readonly ReadFrame[]; readonly descriptor: number } | null
  /** Its size in bytes; 0 where there is none yet. */
  readonly size: () => number
  /** Whether there is not even a part of a frame: whoever opens it begins it anew, under salts of its own. */
  readonly isBare: () => boolean
  readonly close: () => void
}

/** Opens the log of a database that is open. */
export function openWalReader(file: string, pageSize: number): WalReader {
  let descriptor: number | null = null
  const opened = (): number | null => {
    try {
      descriptor ??= openSync(file, 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return descriptor
  }
  const size = () => {
    const open = opened()
    return open === null ? 0 : fstatSync(open).size
  }
  return {
    size,
    isBare: () => size() <= headerBytes,
    readFrom: (before, from) => {
      const open = opened()
      if (open === null) return null
      const header = readAt(open, 0, headerBytes)
      if (header.length < headerBytes) return null
      const bigEndian = header.readUInt32BE(0) === magic + 1
      const salts = pairAt(header, 16)
      const start = isSamePair(salts, before) ? from : 0
      let sum =
        start === 0 ? pairAt(header, 24) : pairAt(readAt(open, frameAt(start - 1, pageSize), frameBytes), 16)
      const frameSize = frameBytes + pageSize
      const frames: ReadFrame[] = []
      const end = framesIn(size(), pageSize)
      let committedFrames = 0
      let some: Buffer = Buffer.alloc(0)
      for (let index = start; index < end; index += 1) {
        const place = ((index - start) % framesAtOnce) * frameSize
        if (place === 0) some = readAt(open, frameAt(index, pageSize), framesAtOnce * frameSize)
        const frame = some.subarray(place, place + frameSize)
        if (frame.length < frameSize || !isSamePair(pairAt(frame, 8), salts)) break
        // What is left of a change that was given up may still say that it ends a commit.
        const content = frame.subarray(frameBytes)
        sum = sumOf(content, sumOf(frame.subarray(0, 8), sum, bigEndian), bigEndian)
        if (!isSamePair(sum, pairAt(frame, 16))) break
        const [page, pages] = pairAt(frame, 0)
        const held = frames.length < maxHeldFrames ? content : null
        const at = frameAt(index, pageSize) + frameBytes
        frames.push({ index, page, pages, at, pageSum: crc32(content), content: held })
        if (pages > 0) committedFrames = frames.length
      }
      return { salts, frames: frames.slice(0, committedFrames), descriptor: open }
    },
    close: () => {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}
