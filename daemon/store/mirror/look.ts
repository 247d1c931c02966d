import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { examine } from '../backup.ts'
import {
  isLockPage,
  type LogEnd,
  type MirrorFiles,
  type Sums,
  type SumsHeader,
  sumOfPage,
  totalOf,
} from './sums.ts'
import { type Frame, isSamePair, readAt, readWal, type Salts, type Wal } from './wal.ts'

export type DamagedPart = 'database' | 'second copy' | 'checksums' | 'write-ahead log'

/** Neither copy of some pages is whole. */
export class DatabaseDamaged extends Error {
  readonly pages: readonly number[]
  constructor(message: string, pages: readonly number[]) {
    super(message)
    this.pages = pages
  }
}

export interface LookOptions {
  readonly files: MirrorFiles
  readonly sums: Sums
  readonly header: SumsHeader
  /** The pages that are looked at, the first of a database being 1; all where it is left out. */
  readonly part?: { readonly first: number; readonly last: number }
}

/** Where the whole content of a page is. */
type Source = 'database' | 'mirror' | Frame

export interface Findings {
  readonly parts: readonly DamagedPart[]
  /** The pages of the database that are not as they have to be, and where they are whole. */
  readonly wrong: ReadonlyMap<number, Source>
  /** The pages of the second copy that are not, and are whole in the database. */
  readonly wrongInMirror: readonly number[]
  readonly pages: number
  /** Whether what differs may be what another program has moved from the log into the database. */
  readonly isFolded: boolean
  /** Whether its log is of no use any more: what it holds is written into the database. */
  readonly dropsLog: boolean
  readonly lost_commits: number | null
  /** Whether the database is as it was before what a log had changed that is not whole any more. */
  readonly isOlder: boolean
  /** Whether the second copy may be newer than what could be read of the log. */
  readonly isDoubtful: boolean
}

/** How a log is related to what the sums say of it. */
interface JudgedLog {
  readonly damaged: boolean
  /** The frames that hold what is newer than the sums, by their pages; SQLite reads them itself unless it is damaged. */
  readonly frames: readonly Frame[]
  readonly lost_commits: number | null
}

/** Looks for what is damaged; null for nothing. Throws `DatabaseDamaged` where neither copy of a page is whole. */
export function look(looking: LookOptions): Findings | null {
  try {
    return lookThrough(looking)
  } catch (error) {
    if (!(error instanceof DatabaseDamaged) || !isFoldedSince(looking)) throw error
    // Half of a commit in the second copy is whole in the database.
    return {
      parts: ['write-ahead log'],
      wrong: new Map(error.pages.map((page) => [page, 'database'])),
      wrongInMirror: [],
      pages: looking.header.pages,
      isFolded: true,
      dropsLog: true,
      lost_commits: 0,
      isOlder: false,
      isDoubtful: true,
    }
  }
}

function lookThrough({ files, sums, header, part }: LookOptions): Findings | null {
  const wal = readWal(`${files.database}-wal`, header.pageSize, header.salts)
  const end = sums.logEnd()
  const log = judgeLog(wal, header, end)
  const ofLog = () => {
    const findings = compare({ files, sums, header, log, ...(part && { part }) })
    const isBehind = log.lost_commits === null && isAsBefore(files, header, end)
    // What of the second copy is newer than the sums is not known.
    return findings && { ...findings, isOlder: isBehind, isDoubtful: log.damaged && !header.closed }
  }
  const followed = followedBy(log, header, end)
  if (followed === null) return ofLog()
  try {
    const nothing = { damaged: true, frames: [], lost_commits: 0 }
    const newest = { ...followed, pages: pagesInMirror(files, sums, followed) }
    const findings = compare({ files, sums, header: newest, log: nothing })
    // Nothing but how many pages have changed is known while the log is being moved.
    const isOlder = end?.base
      ? isAsBefore(files, header, end)
      : findings !== null && changedIn(findings).length <= (end?.changed ?? 0)
    return findings && { ...findings, isOlder, isDoubtful: true }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    // Where the machine itself has ended, it need not.
    return ofLog()
  }
}

/**
 * Whether another program may have moved the log into the database, and removed it, as SQLite does for whoever opens it after
 * a crash: then the database is newer than the second copy, and not damaged. A log that is emptied stays.
 */
export const mayBeFolded = ({ database }: MirrorFiles, { closed }: SumsHeader): boolean =>
  !closed && !existsSync(`${database}-wal`)

/** Whether a database is whole that another program has moved its log into, and not what it was without that. */
function isFoldedSince({ files, sums, header }: LookOptions): boolean {
  if (!mayBeFolded(files, header)) return false
  const end = sums.logEnd()
  const isKnown = end === null || end.base !== 0 || isWithin(end, header)
  return isKnown && !isAsBefore(files, header, end) && isWhole(files.database)
}

/** How many pages the second copy holds: of a commit that came after what is noted, all were put there, and summed, before that is. */
function pagesInMirror({ mirror }: MirrorFiles, sums: Sums, { pageSize, pages }: SumsHeader): number {
  const descriptor = openToRead(mirror)
  if (descriptor === null) return pages
  try {
    for (let last = pages; ; last += 1) {
      const next = pageOf(descriptor, last + 1, pageSize)
      if (next === null || sumOfPage(next) !== sums.of(last + 1)) return last
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Whether a database is known to be as it was before the log that is noted, which is damaged. */
function isAsBefore(files: MirrorFiles, { pageSize }: SumsHeader, end: LogEnd | null): boolean {
  const main = openToRead(files.database)
  if (main === null) return true
  try {
    return end !== null && end.base !== 0 && totalOf(main, pageSize) === end.base
  } finally {
    closeSync(main)
  }
}

/** What the header would say, had it been written, where the second copy has what a damaged log had; null where it has not. */
export function followedBy(log: JudgedLog, header: SumsHeader, end: LogEnd | null): SumsHeader | null {
  if (!log.damaged || header.closed || end === null || end.pages === 0 || isWithin(end, header)) return null
  const { salts, frames, pages } = end
  return { ...header, salts, frames, pages }
}

interface CompareOptions extends LookOptions {
  readonly log: JudgedLog
}

/** Compares each page of both copies with its checksum. Throws `DatabaseDamaged` where neither has it. */
function compare({ files, sums, header, log, part }: CompareOptions): Findings | null {
  const newer = new Map(log.frames.map((frame) => [frame.page, frame] as const))
  const pages = log.frames.at(-1)?.pages ?? header.pages
  const [main, mirror] = [openToRead(files.database), openToRead(files.mirror)]
  try {
    const wrong = new Map<number, Source>()
    const wrongInMirror: number[] = []
    const lost: number[] = []
    const { first, last } = part ?? { first: 1, last: header.pages }
    for (let page = first; page <= Math.min(pages, header.pages, last); page += 1) {
      if (isLockPage(page, header.pageSize)) continue
      const [one, other] = [pageOf(main, page, header.pageSize), pageOf(mirror, page, header.pageSize)]
      const isRight = (content: Buffer | null) => content !== null && sumOfPage(content) === sums.of(page)
      const frame = newer.get(page)
      if (frame) {
        // SQLite moves it there itself, whatever is there.
        if (log.damaged) wrong.set(page, frame)
        continue
      }
      if (!isRight(other) && isRight(one)) wrongInMirror.push(page)
      if (isRight(one)) continue
      if (isRight(other)) wrong.set(page, 'mirror')
      else if (one && other && one.equals(other) && !isBlank(one)) wrong.set(page, 'database')
      else lost.push(page)
    }
    if (log.damaged)
      for (const [page, frame] of newer) if (page > header.pages && page <= pages) wrong.set(page, frame)
    if (lost.length > 0) throw unmendable(lost)
    const isLong =
      main !== null && !log.damaged && log.frames.length === 0 && sizeOf(main) !== pages * header.pageSize
    const parts = partsOf({ wrong, wrongInMirror, log, isLong })
    if (parts.length === 0) return null
    const isFolded = mayBeFolded(files, header) && parts.some((part) => part !== 'second copy')
    return {
      parts,
      wrong,
      wrongInMirror,
      pages,
      isFolded,
      dropsLog: log.damaged,
      lost_commits: log.lost_commits,
      isOlder: false,
      isDoubtful: false,
    }
  } finally {
    for (const descriptor of [main, mirror]) if (descriptor !== null) closeSync(descriptor)
  }
}

/** Whether a page holds nothing: what a disk gives for what it has lost may be the same for both copies. */
const isBlank = (content: Buffer) => content.every((byte) => byte === content[0])

function partsOf({
  wrong,
  wrongInMirror,
  log,
  isLong,
}: Pick<Findings, 'wrong' | 'wrongInMirror'> & {
  readonly log: JudgedLog
  readonly isLong: boolean
}): DamagedPart[] {
  const sources = new Set(wrong.values())
  const parts: [DamagedPart, boolean][] = [
    ['database', isLong || sources.has('mirror')],
    ['second copy', wrongInMirror.length > 0],
    ['checksums', sources.has('database')],
    ['write-ahead log', log.damaged],
  ]
  return parts.flatMap(([part, is]) => (is ? [part] : []))
}

/** Says of which pages both copies are damaged. */
export const unmendable = (pages: readonly number[]) =>
  new DatabaseDamaged(
    `pages ${pages.slice(0, 10).join(', ')} of the database are damaged in both copies`,
    pages,
  )

/** What of a log is newer than the sums, and whether it is the one that belongs to them, and whole. */
export function judgeLog(wal: Wal | null, header: SumsHeader, end: LogEnd | null): JudgedLog {
  // More was written than the sums know of, so that what is missing of it is lost.
  const isBeyond = !header.closed && end !== null && !isWithin(end, header)
  const nothing = { frames: [], lost_commits: isBeyond ? null : 0 }
  if (wal === null) return { damaged: isBeyond, ...nothing }
  const { salts, frames, beyond, damaged } = wal
  if (salts === null && header.salts === null) return { damaged: true, ...nothing }
  const isSame = salts === null || isSamePair(salts, header.salts)
  const isNext = salts !== null && (header.salts === null || isLaterRun(salts, header.salts))
  // Of another time: it was left from before, or put there.
  if (header.closed || (!isSame && !isNext)) return { damaged: frames.length + beyond.length > 0, ...nothing }
  const from = isSame && header.salts !== null ? header.frames : 0
  const expected = salts !== null && end !== null && isSamePair(salts, end.salts) ? end.frames : from
  const isWhole = salts !== null && damaged.length === 0 && frames.length >= Math.max(from, expected)
  if (isWhole) return { damaged: false, frames, lost_commits: 0 }
  const newer = newerIn(frames, beyond, damaged, from)
  const there = Math.max(from, frames.length, ...beyond.map(({ index }) => index + 1))
  return { damaged: true, ...newer, ...(there < expected && isBeyond ? { lost_commits: null } : {}) }
}

/** Whether all that a log is known to have held is in the sums. */
const isWithin = ({ salts, frames }: LogEnd, header: SumsHeader) =>
  // A run with nothing in it yet holds nothing that could be missing.
  frames === 0 ||
  (header.salts !== null &&
    (isSamePair(salts, header.salts) ? frames <= header.frames : isLaterRun(header.salts, salts)))

/** So many runs may follow each other with nothing in them: each time that a log is emptied begins another. */
const emptyRuns = 1_000

/** Whether a run came after another: by then, all of the other was in the database, and in the sums. */
function isLaterRun(salts: Salts, other: Salts): boolean {
  const later = (salts[0] - other[0]) >>> 0
  return later > 0 && later <= emptyRuns
}

/** Of a damaged log the commits after `from` that are whole, up to the first that is not. */
function newerIn(
  frames: readonly Frame[],
  beyond: readonly Frame[],
  damaged: readonly number[],
  from: number,
): Pick<JudgedLog, 'frames' | 'lost_commits'> {
  const broken = damaged.find((index) => index >= from)
  const all = [...frames, ...beyond].filter(({ index }) => index >= from)
  const before = all.filter(({ index }) => broken === undefined || index < broken)
  const end = before.findLastIndex(({ pages }) => pages > 0) + 1
  const after = all.filter(({ index }) => broken !== undefined && index > broken)
  return { frames: before.slice(0, end), lost_commits: after.filter(({ pages }) => pages > 0).length }
}

export const openToRead = (file: string): number | null => (existsSync(file) ? openSync(file, 'r') : null)
export const sizeOf = (descriptor: number) => fstatSync(descriptor).size

export function pageOf(descriptor: number | null, page: number, pageSize: number): Buffer | null {
  if (descriptor === null) return null
  const content = readAt(descriptor, (page - 1) * pageSize, pageSize)
  return content.length === pageSize ? content : null
}

export function pageIn(file: string, page: number, pageSize: number): Buffer | null {
  const descriptor = openToRead(file)
  try {
    return pageOf(descriptor, page, pageSize)
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

/** The pages that are not as they were, and are whole in the second copy. */
export const changedIn = ({ wrong }: Pick<Findings, 'wrong'>) =>
  [...wrong].flatMap(([page, source]) => (source === 'mirror' ? [page] : []))

/** Of how many pages of a database at least, as a share, another one differs. */
const otherShare = 0.25
/** Where the first page has the version of the schema (https://sqlite.org/fileformat.html). */
const versionAt = 60

/**
 * What a database is that is not as it was: damaged; newer, as another program has moved its log into it; or another one,
 * or one that another version has changed.
 */
export function whatIsThere(
  files: MirrorFiles,
  { pageSize, pages }: SumsHeader,
  { wrong, isFolded, isOlder }: Findings,
): 'damaged' | 'folded' | 'another' {
  const changed = changedIn({ wrong })
  if (isOlder) return 'damaged'
  if (isFolded && isWhole(files.database)) return 'folded'
  const versionOf = (file: string) => pageIn(file, 1, pageSize)?.readInt32BE(versionAt)
  const hasOtherVersion = changed.includes(1) && versionOf(files.database) !== versionOf(files.mirror)
  const mayBeAnother = hasOtherVersion || changed.length >= Math.max(8, pages * otherShare)
  return mayBeAnother && isWhole(files.database) ? 'another' : 'damaged'
}

/** Whether SQLite finds a database whole; one that is not there is not. */
export function isWhole(file: string): boolean {
  try {
    return existsSync(file) && examine(file).problem === null
  } catch {
    return false
  }
}
