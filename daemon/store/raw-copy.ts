import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { writeAll } from './write-all.ts'
import { openFile } from './driver.ts'
import { contentOf, walIn } from './mirror/wal.ts'

/**
 * Copies an encrypted database page for page while others go on and write: SQLite's own way would encrypt each page anew, so
 * that a copy had nothing in common with the one before. The copy holds every commit from before the call.
 */
export function copyRaw(from: string, to: string): void {
  const reader = openFile(from, { readonly: true })
  try {
    // As long as somebody reads, no page that was committed after this comes into the database itself.
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM sqlite_master').get()
    const pageSize = Number(reader.pragma('page_size', { simple: true }))
    copyElsewhere(from, to)
    applyLog(`${from}-wal`, to, pageSize)
  } finally {
    reader.close()
  }
}

/** Copies a file, and says by which code it could not. */
const copying = `try { require('node:fs').copyFileSync(process.argv[1], process.argv[2]) }
catch (error) { process.stdout.write(String(error.code)); process.exitCode = 1 }`

/**
 * Copies a file in a process of its own: where one is closed, the locks end that SQLite has on it in the same process, and
 * whoever opens it then believes to be alone (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function copyElsewhere(from: string, to: string): void {
  const { status, stdout, error } = spawnSync(process.execPath, ['-e', copying, from, to], {
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0)
    throw Object.assign(new Error(`the database could not be copied: ${stdout}`), { code: stdout })
}

/** Puts what is committed in the log of a database into a copy of that. */
function applyLog(log: string, copy: string, pageSize: number): void {
  const content = contentOf(log)
  const frames = (content && walIn(content, pageSize, null)?.frames) ?? []
  const last = frames.at(-1)
  if (!content || !last) return
  const target = openSync(copy, 'r+')
  try {
    for (const { page, at } of frames)
      writeAll(target, content.subarray(at, at + pageSize), (page - 1) * pageSize)
    ftruncateSync(target, last.pages * pageSize)
  } finally {
    closeSync(target)
  }
}
