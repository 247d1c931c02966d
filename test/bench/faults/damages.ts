import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A number from 0 up to 1, 1 left out. */
export type Random = () => number

/** Numbers that look random and are the same for the same seed: Mulberry32, by Tommy Ettinger, of the public domain. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Where the files of a database lie, and those of an earlier time of the same. */
interface Place {
  readonly folder: string
  readonly earlier: string
  readonly random: Random
}

/** Damages something; answers whether there was anything to damage. */
type Fault = (place: Place) => boolean

const pageSize = (content: Buffer) => {
  const pageSize = content.readUInt16BE(16)
  return pageSize === 1 ? 65_536 : pageSize
}

/** Changes the content of a file, where it is there and holds anything. */
const changing =
  (end: string, change: (content: Buffer, place: Place) => Buffer | void): Fault =>
  (place) => {
    const file = join(place.folder, `companion.db${end}`)
    if (!existsSync(file)) return false
    const content = readFileSync(file)
    if (content.length < 1_024) return false
    writeFileSync(file, change(content, place) ?? content)
    return true
  }

const below = (random: Random, count: number) => Math.floor(random() * count)

const flip = (content: Buffer, { random }: Place) => {
  const at = below(random, content.length)
  content[at] = (content[at] ?? 0) ^ (1 + below(random, 255))
}

/** One page of it, and where it lies. */
function pageIn(
  content: Buffer,
  random: Random,
): { readonly page: Buffer; readonly size: number; readonly at: number } {
  const size = pageSize(content)
  const at = below(random, Math.floor(content.length / size)) * size
  return { page: content.subarray(at, at + size), size, at }
}

const noise = (content: Buffer, random: Random) => {
  for (let at = 0; at < content.length; at += 1) content[at] = below(random, 256)
}

const cut =
  (end: string): Fault =>
  ({ folder, random }) => {
    const file = join(folder, `companion.db${end}`)
    if (!existsSync(file)) return false
    const { length } = readFileSync(file)
    if (length < 1_024) return false
    truncateSync(file, below(random, length))
    return true
  }

/** Puts a file of another time in the place of one. */
const ofEarlier =
  (end: string): Fault =>
  ({ folder, earlier }) => {
    const before = join(earlier, `companion.db${end}`)
    if (!existsSync(before) || readFileSync(before).length === 0) return false
    writeFileSync(join(folder, `companion.db${end}`), readFileSync(before))
    return true
  }

/** Damages the same page of the database and of its second copy. */
const inBoth =
  (change: (page: Buffer, random: Random) => void): Fault =>
  ({ folder, random }) => {
    const [file, mirror] = ['', '.mirror'].map((end) => join(folder, `companion.db${end}`)) as [
      string,
      string,
    ]
    const content = readFileSync(file)
    const { page, size, at } = pageIn(content, random)
    change(page, random)
    writeFileSync(file, content)
    const other = readFileSync(mirror)
    change(other.subarray(at, at + size), random)
    writeFileSync(mirror, other)
    return true
  }

/** Every kind of damage, by its name. */
export const faults = {
  'a byte': changing('', flip),
  'a page of zeros': changing('', (content, { random }) => void pageIn(content, random).page.fill(0)),
  'a page of noise': changing('', (content, { random }) => noise(pageIn(content, random).page, random)),
  'a cut': cut(''),
  'the header': changing('', (content, { random }) =>
    noise(content.subarray(below(random, 50), 100), random),
  ),
  'a doubled page': changing('', (content, { random }) => {
    pageIn(content, random).page.copy(content, pageIn(content, random).at)
  }),
  'an old page': changing('', (content, { random, earlier }) => {
    const before = readFileSync(join(earlier, 'companion.db'))
    const { page, at } = pageIn(before, random)
    page.copy(content, at)
  }),
  'a byte of the log': changing('-wal', flip),
  'a cut of the log': cut('-wal'),
  'a log of another time': ofEarlier('-wal'),
  'an index of the log of another time': ofEarlier('-shm'),
  'noise in the index of the log': changing('-shm', (content, { random }) =>
    noise(content.subarray(0, 400), random),
  ),
  'a byte of the second copy': changing('.mirror', flip),
  'a cut of the second copy': cut('.mirror'),
  'a byte of the copy of the log': changing('.mirror-log', flip),
  'a cut of the copy of the log': cut('.mirror-log'),
  'a byte of the checksums': changing('.sums', flip),
  'zeros in a page of both copies': inBoth((page) => void page.fill(0)),
  'noise in a page of both copies': inBoth(noise),
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
