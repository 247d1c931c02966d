import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { examine } from '../backup.ts'
import { isLockPage, type MirrorFiles, type Sums, type SumsHeader, sumOfPage } from './sums.ts'
import {
  contentOf,
  type Frame,
  isSamePair,
  joinLogs,
  type LogEnd,
  readAt,
  type Salts,
  saltsIn,
  type Wal,
  walIn,
} from './wal.ts'

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

/** Where the whole content of a page is, or that content as a log has it. */
type Source = 'database' | 'mirror' | Buffer

export interface Findings {
  readonly parts: readonly DamagedPart[]
  /** The pages of the database that are not as they have to be, and where they are whole. */
  readonly wrong: ReadonlyMap<number, Source>
  /** The pages of the second copy that are not, and are whole in the database. */
  readonly wrongInMirror: readonly number[]
  readonly pages: number
  /** Whether what differs may be what another program has moved from the log into the database, and written since. */
  readonly isFolded: boolean
  /** What the log has to be again, as its copy has it; null where it stays as it is. */
  readonly restoredLog: Buffer | null
  /** Whether its log is of no use any more: what it holds is written into the database. */
  readonly dropsLog: boolean
  readonly lost_commits: number | null
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
export function look({ files, sums, header, part }: LookOptions): Findings | null {
  const found = findLog(files, header)
  const log = judgeLog(found.wal, header, sums.logEnd())
  const [main, mirror] = [openToRead(files.database), openToRead(files.mirror)]
  try {
    return compare({
      files,
      sums,
      header,
      log,
      found,
      main,
      mirror,
      part: part ?? { first: 1, last: header.pages },
    })
  } finally {
    for (const descriptor of [main, mirror]) if (descriptor !== null) closeSync(descriptor)
  }
}

/**
 * Whether another program may have moved the log into the database, and removed it, as SQLite does for whoever opens it after
 * a crash: then the database may be newer than the second copy, and not damaged. A log that is emptied stays.
 */
export const mayBeFolded = ({ database }: MirrorFiles, { closed }: SumsHeader): boolean =>
  !closed && !existsSync(`${database}-wal`)

/** The log of a database that nobody has open, of it and its copy what is whole. */
export interface FoundLog {
  readonly wal: Wal | null
  /** What the frames of it are read from. */
  readonly content: Buffer
  /** Whether the log itself is not all that its copy has of what is newer than the sums. */
  readonly isRestored: boolean
}

const emptyLog = Buffer.alloc(0)

/** Reads the log of a database, with what its copy has besides. */
export function findLog(files: MirrorFiles, header: SumsHeader): FoundLog {
  const content = contentOf(`${files.database}-wal`) ?? emptyLog
  const wal = walIn(content, header.pageSize, header.salts)
  const asItIs = { wal, content, isRestored: false }
  if (header.closed) return asItIs
  const copied = contentOf(files.log) ?? emptyLog
  const ofCopy = saltsIn(copied, header.pageSize)
  const salts = wal?.salts ?? null
  if (ofCopy === null || (salts !== null && isLaterRun(salts, ofCopy))) return asItIs
  const isSameRun = salts !== null && isSamePair(salts, ofCopy)
  const joined = isSameRun ? joinLogs(content, copied, header.pageSize, ofCopy) : copied
  const whole = walIn(joined, header.pageSize, null)
  const end = whole?.frames.at(-1)
  // What the sums have is in the database, or in the second copy.
  if (!whole || !end || isWithin({ salts: ofCopy, frames: end.index + 1 }, header)) return asItIs
  if (isSameRun && end.index <= (wal?.frames.at(-1)?.index ?? -1)) return asItIs
  const restored = joined.subarray(0, end.at + header.pageSize)
  return { wal: { ...whole, beyond: [], damaged: [] }, content: restored, isRestored: true }
}

interface Comparing extends LookOptions {
  readonly part: { readonly first: number; readonly last: number }
  readonly log: JudgedLog
  readonly found: FoundLog
  /** The open files; null where there is none. */
  readonly main: number | null
  readonly mirror: number | null
}

/** Compares each page of both copies with its checksum. Throws `DatabaseDamaged` where neither has it. */
function compare({ files, sums, header, log, found, main, mirror, part }: Comparing): Findings | null {
  const { pageSize } = header
  const contentIn = ({ at }: Frame) => found.content.subarray(at, at + pageSize)
  const newer = new Map(log.frames.map((frame) => [frame.page, frame] as const))
  const pages = log.frames.at(-1)?.pages ?? header.pages
  const wrong = new Map<number, Source>()
  const wrongInMirror: number[] = []
  const lost: number[] = []
  for (let page = part.first; page <= Math.min(pages, header.pages, part.last); page += 1) {
    if (isLockPage(page, pageSize)) continue
    const [one, other] = [pageOf(main, page, pageSize), pageOf(mirror, page, pageSize)]
    const isRight = (content: Buffer | null) => content !== null && sumOfPage(content) === sums.of(page)
    const frame = newer.get(page)
    if (frame) {
      // SQLite moves it there itself, whatever is there.
      if (log.damaged) wrong.set(page, contentIn(frame))
      continue
    }
    if (!isRight(other) && isRight(one)) wrongInMirror.push(page)
    if (isRight(one)) continue
    if (isRight(other)) wrong.set(page, 'mirror')
    else if (one && other && one.equals(other) && !isBlank(one)) wrong.set(page, 'database')
    else lost.push(page)
  }
  if (log.damaged)
    for (const [page, frame] of newer)
      if (page > header.pages && page <= pages) wrong.set(page, contentIn(frame))
  if (lost.length > 0) throw unmendable(lost)
  const moved = found.isRestored ? movedPages({ sums, header, log, main, contentIn }) : noneMoved
  const isLong = main !== null && !log.damaged && log.frames.length === 0 && sizeOf(main) !== pages * pageSize
  const parts = partsOf({ wrong, wrongInMirror, log, isLong, lacksLog: found.isRestored && moved.old > 0 })
  if (parts.length === 0 && !found.isRestored) return null
  const isChanged = isLong || moved.unknown > 0 || changedIn({ wrong }).length > 0
  return {
    parts,
    wrong,
    wrongInMirror,
    pages,
    // Whoever moves a log moves all of it.
    isFolded: mayBeFolded(files, header) && moved.old === 0 && isChanged,
    restoredLog: found.isRestored ? found.content : null,
    dropsLog: log.damaged,
    lost_commits: log.lost_commits,
    isDoubtful: log.damaged && !header.closed,
  }
}

const noneMoved = { old: 0, unknown: 0 }

/** Of how many pages that a log holds the database has an older content, and of how many one that is in neither. */
function movedPages({
  sums,
  header,
  log,
  main,
  contentIn,
}: Pick<Comparing, 'sums' | 'header' | 'log' | 'main'> & { readonly contentIn: (frame: Frame) => Buffer }) {
  const sumsOf = new Map<number, number[]>()
  for (const frame of log.frames) {
    const sum = sumOfPage(contentIn(frame))
    sumsOf.set(frame.page, [sum, ...(sumsOf.get(frame.page) ?? [])])
  }
  let [old, unknown] = [0, 0]
  for (const [page, [newest, ...before]] of sumsOf) {
    const content = pageOf(main, page, header.pageSize)
    const sum = content && sumOfPage(content)
    if (sum === newest) continue
    if (sum === null || sum === sums.of(page) || before.includes(sum)) old += 1
    else unknown += 1
  }
  return { old, unknown }
}

/** Whether a page holds nothing: what a disk gives for what it has lost may be the same for both copies. */
const isBlank = (content: Buffer) => content.every((byte) => byte === content[0])

function partsOf({
  wrong,
  wrongInMirror,
  log,
  isLong,
  lacksLog,
}: Pick<Findings, 'wrong' | 'wrongInMirror'> & {
  readonly log: JudgedLog
  readonly isLong: boolean
  readonly lacksLog: boolean
}): DamagedPart[] {
  const sources = new Set(wrong.values())
  const parts: [DamagedPart, boolean][] = [
    ['database', isLong || sources.has('mirror')],
    ['second copy', wrongInMirror.length > 0],
    ['checksums', sources.has('database')],
    ['write-ahead log', log.damaged || lacksLog],
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
 * What a database is that is not as it was: damaged; as it has to be, once its log is; newer, as another program has moved
 * its log into it; or another one, or one that another version has changed.
 */
export function whatIsThere(
  files: MirrorFiles,
  { pageSize, pages }: SumsHeader,
  { parts, wrong, isFolded }: Findings,
): 'damaged' | 'whole' | 'folded' | 'another' {
  if (parts.length === 0 && !isFolded) return 'whole'
  const changed = changedIn({ wrong })
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
