import { existsSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { isDamage } from '../../../kernel/errors.ts'
import { latestVersion } from '../../../store/migrate.ts'
import { type Copies, inspectCopies } from '../../../store/mirror/inspect.ts'
import type { Mirror } from '../../../store/mirror/mirror.ts'
import { mirrorFilesOf } from '../../../store/mirror/sums.ts'
import { openForReading } from '../../../store/store.ts'
import { lastFullCheck } from './full-check.ts'
import { type ActiveTable, activeTableIn, countSearch } from './search-count.ts'
import { type Check, fixCommand, type CheckFinding, type Look, reasonOf, startAnew } from './look.ts'

/** Reads the database of a home, which a daemon may have open. */
function reading<T>({ home }: Pick<Look, 'home'>, read: (client: Database.Database) => T): T {
  const client = openForReading(home.database)
  try {
    return read(client)
  } finally {
    client.close()
  }
}

/** Whether the database is whole, and of a version that this program can use. */
export const checkDatabase: Check = (look) => {
  const { home, running } = look
  if (!existsSync(home.database)) {
    const isGone = running !== null || existsSync(mirrorFilesOf(home.database).mirror)
    if (!isGone) return [{ level: 'ok', finding: 'database_none' }]
    return [{ level: 'problem', finding: 'database_missing', command: startAnew(look) }]
  }
  try {
    return reading(look, (client) => judge(client, look))
  } catch (error) {
    const finding = isDamage(error) ? 'database_damaged' : 'database_unreadable'
    return [{ level: 'problem', finding, figures: { reason: reasonOf(error) }, command: startAnew(look) }]
  }
}

function judge(client: Database.Database, look: Look): CheckFinding[] {
  const version = Number(client.pragma('user_version', { simple: true }))
  const latest = latestVersion()
  if (version > latest)
    return [{ level: 'problem', finding: 'database_too_new', figures: { version, known: latest } }]
  const complaint = String(client.pragma('quick_check(1)', { simple: true }))
  if (complaint !== 'ok') {
    const figures = { reason: complaint.replaceAll(/\s+/g, ' ') }
    return [{ level: 'problem', finding: 'database_damaged', figures, command: startAnew(look) }]
  }
  if (version < latest)
    return [{ level: 'ok', finding: 'database_older', figures: { version, known: latest } }]
  const size_bytes = statSync(look.home.database).size
  const whole: CheckFinding = { level: 'ok', finding: 'database_fine', figures: { size_bytes, version } }
  const repaired: CheckFinding[] = look.running?.repaired
    ? [{ level: 'warning', finding: 'database_repaired', section: 'logs' }]
    : []
  return [whole, ...fullyChecked(look), ...repaired]
}

function fullyChecked(look: Look): CheckFinding[] {
  const last = lastFullCheck(look.home)
  if (last === null) return []
  const { checked_at, result, reason } = last
  if (result === 'whole') return [{ level: 'ok', finding: 'database_checked', figures: { checked_at } }]
  const figures = { checked_at, reason: reason ?? '' }
  if (result === 'repaired')
    return [{ level: 'warning', finding: 'database_check_repaired', figures, section: 'logs' }]
  return [{ level: 'problem', finding: 'database_check_damaged', figures, command: startAnew(look) }]
}

/** Whether the second copy of the database is there, and both copies are whole page for page. */
export const checkSecondCopy: Check = (look) => {
  const { home, running } = look
  if (!existsSync(home.database)) return []
  const files = mirrorFilesOf(home.database)
  if (running === null) return foundIn(inspectCopies(files))
  if (!existsSync(files.mirror) || !existsSync(files.sums))
    return [{ level: 'problem', finding: 'copy_gone', command: startAnew(look) }]
  const page = running.damaged_page
  if (page !== null)
    return [{ level: 'problem', finding: 'copy_damaged_page', figures: { page }, command: startAnew(look) }]
  const pageSize = reading(look, (client) => Number(client.pragma('page_size', { simple: true })))
  const count = Math.floor(statSync(files.mirror).size / pageSize)
  return [{ level: 'ok', finding: 'copy_fine', figures: { count } }]
}

function foundIn(copies: Copies): CheckFinding[] {
  const command = startAnew({ running: null })
  switch (copies.state) {
    case 'none':
      return [{ level: 'ok', finding: 'copy_none' }]
    case 'gone':
      return [{ level: 'problem', finding: 'copy_gone', command }]
    case 'sums_damaged':
      return [{ level: 'problem', finding: 'copy_sums_damaged', command }]
    case 'whole':
      return [{ level: 'ok', finding: 'copy_fine', figures: { count: copies.pages } }]
    case 'damaged': {
      const figures = { count: copies.pages, parts: copies.parts.join(', ') }
      return [{ level: 'problem', finding: 'copy_damaged', figures, command }]
    }
    default:
      return [{ level: 'problem', finding: 'copy_lost', figures: { count: copies.pages }, command }]
  }
}

/** Pages that are looked at before others have their turn. */
const pagesAtOnce = 96

/** The first page of a database that a daemon has open which is damaged in either copy; null for none. */
export async function firstDamagedPage(
  mirror: Pick<Mirror, 'damagedPage' | 'pages'>,
): Promise<number | null> {
  for (let first = 1; first <= mirror.pages(); first += pagesAtOnce) {
    const page = mirror.damagedPage(first, pagesAtOnce)
    if (page !== null) return page
    await new Promise((resolve) => setImmediate(resolve))
  }
  return null
}

/** The table of vectors that searches use, and the model that makes them; null where the database cannot tell. */
export function activeTable(look: Pick<Look, 'home'>): ActiveTable | null {
  if (!existsSync(look.home.database)) return null
  try {
    return reading(look, activeTableIn)
  } catch {
    // That it cannot be read, the check of the database says.
    return null
  }
}

/** Whether the search knows as many memories as there are. */
export const checkSearch: Check = (look) => {
  const table = activeTable(look)
  if (table === null) return []
  const { memories, vectors } = reading(look, (client) => client.transaction(countSearch)(client))
  if (memories === vectors && memories === 0) return [{ level: 'ok', finding: 'search_empty' }]
  if (memories === vectors) return [{ level: 'ok', finding: 'search_fine', figures: { count: memories } }]
  // The vectors are made by the daemon.
  const mend = look.running === null ? { command: startAnew(look) } : { command: fixCommand, fixable: true }
  const figures = { memories, vectors }
  return [{ level: 'problem', finding: 'search_differs', figures, section: 'embedding', ...mend }]
}
