import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { writeAll } from '../write-all.ts'
import { isLockPage, mirrorFilesOf, openSums, runsOf, type Sums, sumOfPage, weighed } from './sums.ts'
import { isSamePair, openLogEnd, openWalReader, readAt, type ReadFrame, type Salts } from './wal.ts'

const pagesAtOnce = 256

/**
 * A second copy of the database, page for page, with a checksum of each. What a commit has changed is put there at once,
 * and is on the disk there before it moves from the write-ahead log into the database: so a page that is damaged in one
 * place is whole in another, and which of them is right is known.
 */
export interface Mirror {
  /** Puts what was committed on the disk, and moves it into the database. */
  readonly checkpoint: () => void
  /**
   * Takes over what was committed, so that it is whole where the log is not, and notes it, so that a log from which it is
   * missing is noticed. It waits for no disk.
   */
  readonly noteCommit: () => void
  /** How many bytes the write-ahead log has grown by since. */
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
  const wal = openWalReader(`${files.database}-wal`, pageSize)
  const logEnd = openLogEnd(`${files.database}-shm`)
  let taken = 0
  /** Whether everything that was committed is in the database itself. */
  let settled = false
  const unmoved = openUnmoved(sums)

  const header = sums.header()
  let state: State = { salts: header?.salts ?? null, frames: header?.frames ?? 0, pages: header?.pages ?? 0 }
  const save = (closed: boolean) => sums.save({ pageSize, closed, ...state })

  /** What is in the second copy and in the sums, whether or not it is on the disk. */
  let followed = state
  /** What of it has changed since what is on the disk. */
  const changed = new Set<number>()

  const follow = () => {
    const read = wal.readFrom(followed.salts, followed.frames)
    const last = read?.frames.at(-1)
    if (!read || !last) return
    // The database has it only once the log is moved there.
    settled = false
    unmoved.add(read.frames)
    const copying = { from: read.descriptor, mirror, sums, pageSize }
    for (const page of copyFrames(read.frames, copying)) changed.add(page)
    followed = { salts: read.salts, frames: last.index + 1, pages: last.pages }
  }
  const sync = () => {
    follow()
    if (followed === state) return
    if (followed.pages < state.pages) ftruncateSync(mirror, followed.pages * pageSize)
    fdatasyncSync(mirror)
    state = followed
    save(false)
    changed.clear()
  }
  const noteCommit = () => {
    let pages = 0
    try {
      follow()
      sums.write()
      pages = followed.pages
    } finally {
      const end = logEnd.read()
      const isAll = end !== null && end.frames === followed.frames && isSamePair(end.salts, followed.salts)
      if (end)
        sums.noteLogEnd({ ...end, pages: isAll ? pages : 0, changed: changed.size, base: unmoved.base() })
    }
  }
  const checkpoint = () => {
    sync()
    const [row] = client.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
    settled = row !== undefined && row.log === row.checkpointed
    unmoved.moved(settled ? 'all' : (row?.checkpointed ?? 0))
    taken = wal.size()
  }

  if (header === null || header.pageSize !== pageSize || fstatSync(mirror).size < header.pages * pageSize) {
    client.pragma('wal_checkpoint(TRUNCATE)')
    state = { salts: null, frames: 0, pages: copyAll({ main, mirror, sums, pageSize }) }
  } else {
    // Of a log that is made anew, nothing is known yet.
    if (wal.isBare()) state = { ...state, salts: null, frames: 0 }
  }
  followed = state
  sums.noteLogEnd(null)
  save(false)
  checkpoint()

  return {
    noteCommit,
    sync,
    checkpoint,
    grown: () => wal.size() - taken,
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
      state = { ...state, salts: null, frames: 0 }
      save(true)
      for (const one of [wal, logEnd, sums]) one.close()
      for (const descriptor of [main, mirror]) closeSync(descriptor)
    },
  }
}

/** What of the log is not in the database itself yet, which holds up whoever reads it, and what that is without it. */
function openUnmoved(sums: Sums) {
  /** The sums of frames by their places, and those that their pages have in the database. */
  let frames: { readonly index: number; readonly page: number; readonly sum: number }[] = []
  let inDatabase = new Map<number, number>()
  /** Nothing is known before all was moved once. */
  let total: number | null = null
  return {
    add: (more: readonly ReadFrame[]) => {
      if (total === null) return
      for (const { index, page, pageSum } of more) {
        if (!inDatabase.has(page)) inDatabase.set(page, sums.of(page))
        frames.push({ index, page, sum: pageSum })
      }
    },
    /** That the first so many frames of the log are in the database. */
    moved: (count: number | 'all') => {
      if (count === 'all') {
        ;[frames, inDatabase, total] = [[], new Map(), sums.total()]
        return
      }
      if (total === null) return
      for (const { page, sum } of frames.filter(({ index }) => index < count)) {
        total = (total + weighed(page, sum - (inDatabase.get(page) ?? 0))) >>> 0
        inDatabase.set(page, sum)
      }
      frames = frames.filter(({ index }) => index >= count)
    },
    /** The sum of all sums of the database as it is; 0 where that is not known. */
    base: () => total ?? 0,
  }
}

interface State {
  readonly salts: Salts | null
  readonly frames: number
  readonly pages: number
}

interface Copying {
  readonly mirror: number
  readonly sums: Sums
  readonly pageSize: number
}

/** Puts the newest content of each page of some frames into the mirror; answers which pages these are. */
function copyFrames(
  frames: readonly ReadFrame[],
  { from, mirror, sums, pageSize }: Copying & { readonly from: number },
): Iterable<number> {
  const newest = new Map<number, ReadFrame>()
  for (const frame of frames) newest.set(frame.page, frame)
  for (const [first, last] of runsOf(newest.keys())) {
    const contents: Buffer[] = []
    for (let page = first; page <= last; page += 1) {
      const frame = newest.get(page)
      if (!frame) continue
      contents.push(frame.content ?? readAt(from, frame.at, pageSize))
      sums.set(page, frame.pageSum)
    }
    writeAll(mirror, Buffer.concat(contents), (first - 1) * pageSize)
  }
  return newest.keys()
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
