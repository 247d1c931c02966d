import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { fileSize } from '../../kernel/home.ts'
import { writeAll } from '../write-all.ts'
import { isLockPage, mirrorFilesOf, openSums, runsOf, type Sums, sumOfPage } from './sums.ts'
import {
  type Frame,
  isSamePair,
  type LogEnd,
  openWalReader,
  readAt,
  type Salts,
  type WalReader,
} from './wal.ts'

const pagesAtOnce = 256

/**
 * A second copy of the database, page for page, with a checksum of each, and one of its write-ahead log. What a commit adds
 * to the log is put into the copy of that at once; into the second copy it is put many commits at a time, and is on the disk
 * there before it moves from the log into the database. So what is damaged in one place is whole in another, and which of
 * them is right is known.
 */
export interface Mirror {
  /** Puts what was committed on the disk, and moves it into the database. */
  readonly checkpoint: () => void
  /**
   * Copies what a commit has added to the log, so that it is whole where the log is not, and notes how far that goes, so that a
   * log and a copy from which it is missing are noticed. It waits for no disk.
   */
  readonly noteCommit: () => void
  /** How many bytes of the write-ahead log are not in the second copy yet. */
  readonly grown: () => number
  /** Puts what was committed on the disk of the second copy alone. */
  readonly sync: () => void
  /** Whether the database has all that its second copy has: only then can they be compared. */
  readonly isSettled: () => boolean
  /** The first of `count` pages from `first` on that is damaged, in either copy; null where none is, or that is not so. */
  readonly damagedPage: (first: number, count: number) => number | null
  readonly pages: () => number
  /** To be called once the database is closed, with nothing left in its log. */
  readonly close: () => void
}

/** Opens the mirror of a database that is open and whole; copies all of it where there is none yet. */
export function openMirror(client: Database.Database): Mirror {
  const files = mirrorFilesOf(client.name)
  // Each checkpoint is preceded by the mirror's own.
  client.pragma('wal_autocheckpoint = 0')
  const pageSize = Number(client.pragma('page_size', { simple: true }))
  const sums = openSums(files.sums)
  closeSync(openSync(files.mirror, 'a', 0o600))
  const [main, mirror] = [openSync(files.database, 'r'), openSync(files.mirror, 'r+')]
  const wal = openWalReader(`${files.database}-wal`, `${files.database}-shm`, pageSize)
  const log = openLogCopy(files.log, wal)
  /** Whether everything that was committed is in the database itself. */
  let settled = false

  const header = sums.header()
  let state: State = { salts: header?.salts ?? null, frames: header?.frames ?? 0, pages: header?.pages ?? 0 }
  const save = (closed: boolean) => sums.save({ pageSize, closed, ...state })
  /** How far the log was committed, as it was last read. */
  let end = wal.end()
  /** From which frame on the second copy lacks what was committed; null where it has everything. */
  const firstMissing = (): number | null => {
    if (end === null) return null
    const from = isSamePair(end.salts, state.salts) ? state.frames : 0
    return from < end.frames ? from : null
  }

  const noteCommit = () => {
    end = wal.end()
    if (end === null) return
    // The database has it only once the log is moved there.
    settled &&= firstMissing() === null
    try {
      log.follow(end)
    } finally {
      sums.noteLogEnd(end)
    }
  }
  const sync = () => {
    end = wal.end()
    const from = firstMissing()
    const frames = end !== null && from !== null ? wal.frames(from, end.frames) : []
    const last = frames.at(-1)
    if (!end || !last) return
    settled = false
    copyFrames(frames, { wal, mirror, sums, pageSize })
    if (last.pages < state.pages) ftruncateSync(mirror, last.pages * pageSize)
    fdatasyncSync(mirror)
    state = { salts: end.salts, frames: last.index + 1, pages: last.pages }
    save(false)
  }
  const checkpoint = () => {
    sync()
    const [row] = client.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
    settled = row !== undefined && row.log === row.checkpointed
    if (wal.isBare()) log.empty()
  }

  if (header === null || header.pageSize !== pageSize || fstatSync(mirror).size < header.pages * pageSize) {
    client.pragma('wal_checkpoint(TRUNCATE)')
    state = { salts: null, frames: 0, pages: copyAll({ main, mirror, sums, pageSize }) }
  } else {
    // Of a log that is made anew, nothing is known yet.
    if (wal.isBare()) state = { ...state, salts: null, frames: 0 }
  }
  sums.noteLogEnd(null)
  save(false)
  checkpoint()

  return {
    noteCommit,
    sync,
    checkpoint,
    grown: () => {
      const from = firstMissing()
      return end === null || from === null ? 0 : (end.frames - from) * pageSize
    },
    pages: () => state.pages,
    isSettled: () => settled,
    damagedPage: (first, count) => {
      if (!settled) return null
      const last = Math.min(state.pages, first + count - 1)
      for (let page = first; page <= last; page += 1) {
        if (isLockPage(page, pageSize)) continue
        for (const descriptor of [main, mirror])
          if (sumOfPage(readAt(descriptor, (page - 1) * pageSize, pageSize)) !== sums.of(page)) return page
      }
      return null
    },
    close: () => {
      // Whoever read from it to the end has kept SQLite from moving it.
      const isLeft = fileSize(`${files.database}-wal`) > 0
      if (!isLeft) {
        state = { ...state, salts: null, frames: 0 }
        log.empty()
      }
      save(!isLeft)
      for (const one of [wal, log, sums]) one.close()
      for (const descriptor of [main, mirror]) closeSync(descriptor)
    },
  }
}

interface State {
  readonly salts: Salts | null
  readonly frames: number
  readonly pages: number
}

/** Opens the copy of a log, of which nothing is known yet. */
function openLogCopy(file: string, wal: WalReader) {
  closeSync(openSync(file, 'a', 0o600))
  const descriptor = openSync(file, 'r+')
  let copied: LogEnd | null = null
  return {
    /** Copies what was committed since; of another run than before, all of it. */
    follow: (end: LogEnd) => {
      const from = copied && isSamePair(end.salts, copied.salts) ? copied.frames : 0
      if (from < end.frames) wal.copy(from, end.frames, descriptor)
      copied = end
    },
    empty: () => {
      ftruncateSync(descriptor, 0)
      copied = null
    },
    close: () => closeSync(descriptor),
  }
}

interface Copying {
  readonly mirror: number
  readonly sums: Sums
  readonly pageSize: number
}

/** Puts the newest content of each page of some frames into the mirror. */
function copyFrames(
  frames: readonly Frame[],
  { wal, mirror, sums, pageSize }: Copying & { readonly wal: WalReader },
): void {
  const newest = new Map(frames.map(({ page, at }) => [page, at]))
  for (const [first, last] of runsOf(newest.keys()))
    for (let at = first; at <= last; at += pagesAtOnce) {
      const contents: Buffer[] = []
      for (let page = at; page <= Math.min(last, at + pagesAtOnce - 1); page += 1) {
        const content = wal.read(newest.get(page) ?? 0, pageSize)
        contents.push(content)
        sums.set(page, sumOfPage(content))
      }
      writeAll(mirror, Buffer.concat(contents), (at - 1) * pageSize)
    }
}

/** Copies a database whose log is empty; answers how many pages it has. */
function copyAll({ main, mirror, sums, pageSize }: Copying & { readonly main: number }): number {
  const pages = Math.floor(fstatSync(main).size / pageSize)
  for (let first = 1; first <= pages; first += pagesAtOnce) {
    const content = readAt(main, (first - 1) * pageSize, pagesAtOnce * pageSize)
    for (let at = 0; at + pageSize <= content.length; at += pageSize)
      sums.set(first + at / pageSize, sumOfPage(content.subarray(at, at + pageSize)))
    writeAll(mirror, content, (first - 1) * pageSize)
  }
  ftruncateSync(mirror, pages * pageSize)
  fdatasyncSync(mirror)
  return pages
}
