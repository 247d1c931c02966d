import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { removeFile, syncFolder, writeSecret } from '../../kernel/home.ts'
import { writeAll } from '../write-all.ts'
import { examine } from '../backup.ts'
import { type LogEnd, type MirrorFiles, openSums, type Sums, type SumsHeader, sumOfPage } from './sums.ts'
import { type Frame, readAt, readWal, type Wal } from './wal.ts'

/** What of a database was damaged. */
export type DamagedPart = 'database' | 'second copy' | 'checksums' | 'write-ahead log'

/** What was found damaged before a start, and mended; of a log that another program has moved into the database, the pages. */
export interface Damage {
  /** Which files were damaged. */
  readonly parts: readonly DamagedPart[]
  /** The pages of the database that were written anew; empty where none was. */
  readonly pages: readonly number[]
  /** How many commits of the last second before the daemon ended could not be read; 0 for none, null where that is unknown. */
  readonly lost_commits: number | null
  /** The folder that what was damaged was set aside in. */
  readonly aside: string
}

/** Neither copy of some pages is whole. */
export class DatabaseDamaged extends Error {
  readonly pages: readonly number[]
  constructor(message: string, pages: readonly number[]) {
    super(message)
    this.pages = pages
  }
}

interface MendDependencies {
  readonly files: MirrorFiles
  /** The folder in which a folder is made for what was damaged. */
  readonly damaged: string
  /** ISO 8601. */
  readonly now: string
}

/**
 * Looks through a database that nobody has open, each page by its checksum, and its write-ahead log by those that SQLite
 * writes; mends what is damaged in one place by what is whole in another. Answers what was damaged, null for nothing.
 * Throws `DatabaseDamaged` where neither copy of a page is whole; then nothing was changed.
 */
export function mendDatabase({ files, damaged, now }: MendDependencies): Damage | null {
  const aside = join(damaged, now.replaceAll(':', ''))
  if (!existsSync(files.sums)) return withoutSums(files, aside)
  const sums = openSums(files.sums)
  try {
    const header = sums.header()
    if (header === null) return withoutSums(files, aside)
    const found = look({ files, sums, header })
    if (found === null) return null
    const isFolded = found.isFolded && isWhole(files.database)
    if (!isFolded && !isAnother(files, header, found)) return mend({ files, sums, header, found, aside })
    // What is there is whole, and what was known of it before tells nothing of it any more.
    setPagesAside(aside, files, header.pageSize, [], changedIn(found))
    removeFile(files.sums)
    const parts = ['write-ahead log'] as const
    return isFolded ? { parts, pages: changedIn(found), lost_commits: 0, aside } : null
  } finally {
    sums.close()
  }
}

/** The pages that are not as they were, and are whole in the second copy. */
const changedIn = ({ wrong }: Pick<Findings, 'wrong'>) =>
  [...wrong].flatMap(([page, source]) => (source === 'mirror' ? [page] : []))

/** Of how many pages of a database at least, as a share, another one differs. */
const otherShare = 0.25
/** Where the first page has the version of the schema (https://sqlite.org/fileformat.html). */
const versionAt = 60

/** Whether what is not as it was is no damage but another database, or one that another version has changed. */
export function isAnother(files: MirrorFiles, { pageSize, pages }: SumsHeader, { wrong }: Findings): boolean {
  const changed = changedIn({ wrong })
  const versionOf = (file: string) => pageIn(file, 1, pageSize)?.readInt32BE(versionAt)
  const hasOtherVersion = changed.includes(1) && versionOf(files.database) !== versionOf(files.mirror)
  return (hasOtherVersion || changed.length >= Math.max(8, pages * otherShare)) && isWhole(files.database)
}

/** Whether SQLite finds a database whole; one that is not there is not. */
export function isWhole(file: string): boolean {
  try {
    return existsSync(file) && examine(file).problem === null
  } catch {
    return false
  }
}

/**
 * Where there are no checksums, or those are damaged, SQLite tells which copy is whole. Answers null for a database that
 * had none yet.
 */
function withoutSums(files: MirrorFiles, aside: string): Damage | null {
  const { database, mirror, sums } = files
  const had = existsSync(sums)
  if (!existsSync(database) && !existsSync(mirror)) return null
  const whole = isWhole(database)
  if (!whole && existsSync(database) && statSync(database).size === 0 && !existsSync(mirror)) return null
  if (!whole && !isWhole(mirror)) throw new DatabaseDamaged('the database is damaged', [])
  if (had) setAside(aside, sums)
  removeFile(sums)
  if (whole) return had ? { parts: ['checksums'], pages: [], lost_commits: 0, aside } : null
  for (const file of [database, `${database}-wal`]) setAside(aside, file)
  const part = `${database}.part`
  copyFileSync(mirror, part)
  for (const end of ['-wal', '-shm']) removeFile(`${database}${end}`)
  renameSync(part, database)
  syncFolder(database)
  return { parts: ['database', 'checksums'], pages: [], lost_commits: null, aside }
}

interface Looking {
  readonly files: MirrorFiles
  readonly sums: Sums
  readonly header: SumsHeader
}

/** Where the whole content of a page is. */
type Source = 'database' | 'mirror' | Frame

interface Findings {
  readonly parts: readonly DamagedPart[]
  /** The pages of the database that are not as they have to be, and where they are whole. */
  readonly wrong: ReadonlyMap<number, Source>
  /** The pages of the second copy that are not, and are whole in the database. */
  readonly wrongInMirror: readonly number[]
  /** How many pages the database has to have. */
  readonly pages: number
  /**
   * Whether another program may have moved the log into the database, as SQLite does for whoever opens it after a crash: then
   * the database is newer than the second copy, and not damaged.
   */
  readonly isFolded: boolean
  /** Whether its log is of no use any more: what it holds is written into the database. */
  readonly dropsLog: boolean
  readonly lost_commits: number | null
}

/** How a log is related to what the sums say of it. */
interface JudgedLog {
  readonly damaged: boolean
  /** The frames that hold what is newer than the sums, by their pages; SQLite reads them itself unless it is damaged. */
  readonly frames: readonly Frame[]
  readonly lost_commits: number | null
}

export function look({ files, sums, header }: Looking): Findings | null {
  const wal = readWal(`${files.database}-wal`, header.pageSize, header.salts)
  const log = judgeLog(wal, header, sums.logEnd())
  const newer = new Map(log.frames.map((frame) => [frame.page, frame] as const))
  const pages = log.frames.at(-1)?.pages ?? header.pages
  const [main, mirror] = [openToRead(files.database), openToRead(files.mirror)]
  try {
    const wrong = new Map<number, Source>()
    const wrongInMirror: number[] = []
    const lost: number[] = []
    for (let page = 1; page <= Math.min(pages, header.pages); page += 1) {
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
      else if (one && other && one.equals(other)) wrong.set(page, 'database')
      else lost.push(page)
    }
    if (log.damaged)
      for (const [page, frame] of newer) if (page > header.pages && page <= pages) wrong.set(page, frame)
    if (lost.length > 0) throw unmendable(lost)
    const isLong =
      main !== null && !log.damaged && log.frames.length === 0 && sizeOf(main) !== pages * header.pageSize
    const parts = partsOf({ wrong, wrongInMirror, log, isLong })
    if (parts.length === 0) return null
    const isFolded = wal === null && !header.closed && parts.includes('database')
    return {
      parts,
      wrong,
      wrongInMirror,
      pages,
      isFolded,
      dropsLog: log.damaged,
      lost_commits: log.lost_commits,
    }
  } finally {
    for (const descriptor of [main, mirror]) if (descriptor !== null) closeSync(descriptor)
  }
}

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

const unmendable = (pages: readonly number[]) =>
  new DatabaseDamaged(
    `pages ${pages.slice(0, 10).join(', ')} of the database are damaged in both copies`,
    pages,
  )

/** What of a log is newer than the sums, and whether it is the one that belongs to them, and whole. */
function judgeLog(wal: Wal | null, header: SumsHeader, end: LogEnd | null): JudgedLog {
  // More was written than the sums know of, so that what is missing of it is lost.
  const isBeyond = !header.closed && end !== null && !isWithin(end, header)
  const nothing = { frames: [], lost_commits: isBeyond ? null : 0 }
  if (wal === null) return { damaged: isBeyond, ...nothing }
  const { salts, frames, beyond, damaged } = wal
  if (salts === null && header.salts === null) return { damaged: true, ...nothing }
  const isSame = salts === null || isRun(salts, header.salts, 0)
  const isNext = salts !== null && (header.salts === null || isRun(salts, header.salts, 1))
  // Of another time: it was left from before, or put there.
  if (header.closed || (!isSame && !isNext)) return { damaged: frames.length + beyond.length > 0, ...nothing }
  const from = isSame && header.salts !== null ? header.frames : 0
  const expected = salts !== null && end !== null && isRun(salts, end.salts, 0) ? end.frames : from
  const isWhole = salts !== null && damaged.length === 0 && frames.length >= Math.max(from, expected)
  if (isWhole) return { damaged: false, frames, lost_commits: 0 }
  const newer = newerIn(frames, beyond, damaged, from)
  const there = Math.max(from, frames.length, ...beyond.map(({ index }) => index + 1))
  return { damaged: true, ...newer, ...(there < expected && isBeyond ? { lost_commits: null } : {}) }
}

/** Whether all that a log is known to have held is in the sums. */
const isWithin = ({ salts, frames }: LogEnd, header: SumsHeader) =>
  header.salts !== null &&
  (isRun(salts, header.salts, 0) ? frames <= header.frames : isRun(header.salts, salts, 1))

const isRun = (salts: readonly [number, number], other: readonly [number, number] | null, later: 0 | 1) =>
  other !== null && (salts[0] - other[0]) >>> 0 === later && (later === 1 || salts[1] === other[1])

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

const openToRead = (file: string): number | null => (existsSync(file) ? openSync(file, 'r') : null)
const sizeOf = (descriptor: number) => fstatSync(descriptor).size

function pageOf(descriptor: number | null, page: number, pageSize: number): Buffer | null {
  if (descriptor === null) return null
  const content = readAt(descriptor, (page - 1) * pageSize, pageSize)
  return content.length === pageSize ? content : null
}

interface Mending extends Looking {
  readonly found: Findings
  readonly aside: string
}

/** Sets aside what is damaged, and writes what is whole in its place: each step may be done again where it was cut short. */
function mend({ files, sums, header, found, aside }: Mending): Damage {
  const { pageSize } = header
  const { parts, wrong, wrongInMirror, pages, dropsLog, lost_commits } = found
  const log = `${files.database}-wal`
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const written = [...wrong].filter(([, source]) => source !== 'database').map(([page]) => page)
  setPagesAside(aside, files, pageSize, written, wrongInMirror)
  if (dropsLog) setAside(aside, log)
  const damage = { parts, pages: written, lost_commits, aside }
  writeSecret(join(aside, 'damage.json'), `${JSON.stringify(damage, null, 2)}\n`)
  writePages({ files, pageSize, found, log })
  for (const [page, source] of wrong) {
    if (source === 'mirror') continue
    const content = pageIn(files.database, page, pageSize)
    if (content) sums.set(page, sumOfPage(content))
  }
  const salts = dropsLog ? null : header.salts
  sums.save({
    ...header,
    pages: dropsLog ? pages : header.pages,
    salts,
    frames: dropsLog ? 0 : header.frames,
  })
  if (dropsLog) for (const end of ['-wal', '-shm']) removeFile(`${files.database}${end}`)
  syncFolder(files.database)
  return damage
}

function writePages({
  files,
  pageSize,
  found: { wrong, wrongInMirror, pages, dropsLog },
  log,
}: Pick<Mending, 'files' | 'found'> & { readonly pageSize: number; readonly log: string }): void {
  for (const file of [files.database, files.mirror]) closeSync(openSync(file, 'a', 0o600))
  const [main, mirror] = [openSync(files.database, 'r+'), openSync(files.mirror, 'r+')]
  const wal = existsSync(log) ? openSync(log, 'r') : null
  const write = (descriptor: number, content: Buffer, page: number) =>
    writeAll(descriptor, content, (page - 1) * pageSize)
  try {
    for (const page of wrongInMirror) write(mirror, readAt(main, (page - 1) * pageSize, pageSize), page)
    for (const [page, source] of wrong) {
      if (source === 'mirror') write(main, readAt(mirror, (page - 1) * pageSize, pageSize), page)
      else if (source !== 'database' && wal !== null) {
        const content = readAt(wal, source.at, pageSize)
        write(main, content, page)
        write(mirror, content, page)
      }
    }
    // What is behind the end is of no commit.
    if (dropsLog || sizeOf(main) > pages * pageSize) ftruncateSync(main, pages * pageSize)
    if (dropsLog) ftruncateSync(mirror, pages * pageSize)
    for (const descriptor of [main, mirror]) fdatasyncSync(descriptor)
  } finally {
    for (const descriptor of [main, mirror, wal]) if (descriptor !== null) closeSync(descriptor)
  }
}

function pageIn(file: string, page: number, pageSize: number): Buffer | null {
  const descriptor = openToRead(file)
  try {
    return pageOf(descriptor, page, pageSize)
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

/** Keeps the content of pages that are written anew, one file a copy: the pages follow each other as they are listed. */
function setPagesAside(
  aside: string,
  files: MirrorFiles,
  pageSize: number,
  ofDatabase: readonly number[],
  ofMirror: readonly number[],
): void {
  for (const [file, pages, name] of [
    [files.database, ofDatabase, 'database-pages'],
    [files.mirror, ofMirror, 'second-copy-pages'],
  ] as const) {
    if (pages.length === 0 || !existsSync(file)) continue
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    const descriptor = openSync(file, 'r')
    try {
      const contents = pages.map((page) => readAt(descriptor, (page - 1) * pageSize, pageSize))
      writeFileSync(join(aside, `${name}.bin`), Buffer.concat(contents), { mode: 0o600 })
      writeSecret(join(aside, `${name}.json`), JSON.stringify(pages))
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Keeps a whole file. */
function setAside(aside: string, file: string): void {
  if (!existsSync(file)) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const name = file.slice(file.lastIndexOf('companion.db'))
  const part = join(aside, `${name}.part`)
  writeFileSync(part, readFileSync(file), { mode: statSync(file).mode & 0o700 })
  renameSync(part, join(aside, name))
}
