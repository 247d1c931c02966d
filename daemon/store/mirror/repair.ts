import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
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
import {
  changedIn,
  type DamagedPart,
  DatabaseDamaged,
  type Findings,
  isWhole,
  look,
  mayBeFolded,
  type LookOptions,
  pageIn,
  sizeOf,
  unmendable,
  whatIsThere,
} from './look.ts'
import { type MirrorFiles, mirrorFilesOf, openSums, sumOfPage } from './sums.ts'
import { readAt } from './wal.ts'

/** What was found damaged before a start, and mended; of a log that another program has moved into the database, the pages. */
export interface Damage {
  readonly parts: readonly DamagedPart[]
  /** The pages of the database that were written anew; empty where none was. */
  readonly pages: readonly number[]
  /** How many commits of the last second before the daemon ended could not be read; 0 for none, null where that is unknown. */
  readonly lost_commits: number | null
  /** The folder that what was damaged was set aside in. */
  readonly aside: string
}

interface RepairDependencies {
  readonly files: MirrorFiles
  /** The folder in which a folder is made for what was damaged. */
  readonly damaged: string
  /** ISO 8601. */
  readonly now: string
  /** How many pages are looked at where a database is larger: another part of it each day. */
  readonly most?: number
}

/** So many pages of both copies are read in a second or two: half a gigabyte of each. */
const pagesAtStart = 131_072
const dayMs = 86_400_000

/** A file that says that a start has to look at all pages, whatever that takes. */
const wantedFor = ({ database }: MirrorFiles) => `${database}.look`

/** Has the next start look at all pages of a database, as it is known to be damaged. */
export const lookAtAll = (database: string): void => writeSecret(wantedFor(mirrorFilesOf(database)), '')

/**
 * Looks through a database that nobody has open, each page by its checksum, and its write-ahead log by those that SQLite
 * writes; mends what is damaged in one place by what is whole in another. Answers what was damaged, null for nothing.
 * Throws `DatabaseDamaged` where neither copy of a page is whole; then nothing was changed. Of a large database a part is
 * looked at, and all of it once something is found.
 */
export function repairDatabase({
  files,
  damaged,
  now,
  most = pagesAtStart,
}: RepairDependencies): Damage | null {
  const aside = join(damaged, now.replaceAll(':', ''))
  if (!existsSync(files.sums)) return withoutSums(files, aside)
  const sums = openSums(files.sums)
  try {
    const header = sums.header()
    if (header === null) return withoutSums(files, aside)
    // What another program has moved there may be anywhere.
    const isPart = header.pages > most && !existsSync(wantedFor(files)) && !mayBeFolded(files, header)
    const first = ((Math.floor(Date.parse(now) / dayMs) * most) % header.pages) + 1
    if (isPart && look({ files, sums, header, part: { first, last: first + most - 1 } }) === null) return null
    const findings = look({ files, sums, header })
    removeFile(wantedFor(files))
    if (findings === null) return null
    const there = whatIsThere(files, header, findings)
    if (there === 'whole') {
      restoreLog(files, findings)
      return null
    }
    if (there === 'damaged') {
      // Where both copies agree the checksum is damaged, as long as SQLite finds no fault with them.
      const doubted = [...findings.wrong].flatMap(([page, source]) => (source === 'database' ? [page] : []))
      if (doubted.length > 0 && !isWhole(files.database)) throw unmendable(doubted)
      return mend({ files, sums, header, findings, aside })
    }
    // What is there is whole, and what was known of it before tells nothing of it any more.
    setPagesAside(aside, files, header.pageSize, [], changedIn(findings))
    for (const file of [files.sums, files.log]) removeFile(file)
    return null
  } finally {
    sums.close()
  }
}

/**
 * Where there are no checksums, or those are damaged, SQLite tells which copy is whole. Answers null for a database that
 * had none yet.
 */
function withoutSums(files: MirrorFiles, aside: string): Damage | null {
  const { database, mirror, sums } = files
  const had = existsSync(sums)
  removeFile(files.log)
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

interface RepairParts extends LookOptions {
  readonly findings: Findings
  readonly aside: string
}

/** Sets aside what is damaged, and writes what is whole in its place: each step may be done again where it was cut short. */
function mend({ files, sums, header, findings, aside }: RepairParts): Damage {
  const { pageSize } = header
  const { parts, wrong, wrongInMirror, pages, dropsLog, lost_commits, restoredLog } = findings
  const log = `${files.database}-wal`
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const written = [...wrong].filter(([, source]) => source !== 'database').map(([page]) => page)
  setPagesAside(aside, files, pageSize, written, wrongInMirror)
  if (dropsLog || restoredLog) setAside(aside, log)
  const damage = { parts, pages: written, lost_commits, aside }
  writeSecret(join(aside, 'damage.json'), `${JSON.stringify(damage, null, 2)}\n`)
  writePages({ files, pageSize, findings })
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
  if (dropsLog) for (const file of [log, `${files.database}-shm`, files.log]) removeFile(file)
  else restoreLog(files, findings)
  syncFolder(files.database)
  if (findings.isDoubtful && !isWhole(files.database))
    throw new DatabaseDamaged('the database and its write-ahead log are damaged', written)
  return damage
}

/** Gives a log back what its copy has. The index of what was there before goes with it. */
function restoreLog({ database }: MirrorFiles, { restoredLog }: Findings): void {
  if (restoredLog === null) return
  removeFile(`${database}-shm`)
  writeSecret(`${database}-wal`, restoredLog)
  syncFolder(database)
}

function writePages({
  files,
  pageSize,
  findings: { wrong, wrongInMirror, pages, dropsLog },
}: Pick<RepairParts, 'files' | 'findings'> & { readonly pageSize: number }): void {
  for (const file of [files.database, files.mirror]) closeSync(openSync(file, 'a', 0o600))
  const [main, mirror] = [openSync(files.database, 'r+'), openSync(files.mirror, 'r+')]
  const write = (descriptor: number, content: Buffer, page: number) =>
    writeAll(descriptor, content, (page - 1) * pageSize)
  try {
    for (const page of wrongInMirror) write(mirror, readAt(main, (page - 1) * pageSize, pageSize), page)
    for (const [page, source] of wrong) {
      if (source === 'mirror') write(main, readAt(mirror, (page - 1) * pageSize, pageSize), page)
      else if (source !== 'database') for (const descriptor of [main, mirror]) write(descriptor, source, page)
    }
    // What is behind the end is of no commit.
    if (dropsLog || sizeOf(main) > pages * pageSize) ftruncateSync(main, pages * pageSize)
    if (dropsLog) ftruncateSync(mirror, pages * pageSize)
    for (const descriptor of [main, mirror]) fdatasyncSync(descriptor)
  } finally {
    for (const descriptor of [main, mirror]) closeSync(descriptor)
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

function setAside(aside: string, file: string): void {
  if (!existsSync(file)) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const name = file.slice(file.lastIndexOf('companion.db'))
  const part = join(aside, `${name}.part`)
  writeFileSync(part, readFileSync(file), { mode: statSync(file).mode & 0o700 })
  renameSync(part, join(aside, name))
}
