import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { readIfThere, removeFile, syncFolder, writeSecret } from '../../kernel/home.ts'
import { copiedAt, noteBeside } from '../../store/backup.ts'
import { Note, type Reason } from './schemas.ts'

export interface StoredBackup extends Note {
  readonly file: string
}

/** A copy without a note. */
export interface UndescribedBackup {
  readonly file: string
  readonly created_at: string
  readonly reason: Reason
}

/** The backup folder: copies of the database, each with a note next to it. */
export interface BackupFolder {
  /** Where a copy is written before it is whole. */
  readonly part: (id: string) => string
  readonly place: (part: string, note: Note) => StoredBackup
  /** The copies that have a note, the newest first. */
  readonly noted: () => StoredBackup[]
  readonly unnoted: () => UndescribedBackup[]
  /** Puts another copy in the place of one, which is gone then; killed at any moment, one of the two is there. */
  readonly replace: (file: string, part: string, note: Note) => void
  readonly write: (file: string, note: Note) => void
  readonly remove: (file: string) => void
  /** Removes what was begun and is no whole copy. */
  readonly clear: () => void
}

const unfinished = '.part'

/** Opens the shelf, and removes what a crash has left in the middle. */
export function openBackupFolder(folder: string): BackupFolder {
  const at = (name: string) => join(folder, name)
  const names = () => readdirSync(folder)
  const copies = () => names().filter((name) => name.endsWith('.db'))

  const read = (name: string): StoredBackup | null => {
    const note = parse(readIfThere(noteBeside(at(name))))
    if (note === null) return null
    // The size tells at a glance what the checksum tells at length.
    const intact = statSync(at(name)).size === note.bytes ? note.intact : false
    return { ...note, intact, file: at(name) }
  }

  const write = (file: string, { id, created_at, bytes, version, reason, intact, sha256, erased }: Note) => {
    const facts = { id, created_at, bytes, version, reason, intact, sha256 }
    const note: Note = { ...facts, ...(erased && { erased }) }
    writeSecret(noteBeside(file), `${JSON.stringify(note, null, 2)}\n`)
  }

  const clear = () => {
    const whole = new Set(copies().map((name) => noteBeside(name)))
    for (const name of names()) {
      const alone = name.endsWith('.json') && !whole.has(name)
      if (alone || name.includes(unfinished)) removeFile(at(name))
    }
    // Of two that are the same backup, a crash has come before the older one was removed.
    const byId = new Map<string, StoredBackup>()
    for (const one of copies().flatMap((name) => read(name) ?? [])) {
      const other = byId.get(one.id)
      const [newer, older] = other && revisionOf(other) > revisionOf(one) ? [other, one] : [one, other]
      byId.set(one.id, newer)
      if (older) remove(older.file)
    }
  }

  const remove = (file: string) => {
    removeFile(file)
    removeFile(noteBeside(file))
  }

  const place = (part: string, note: Note): StoredBackup => {
    const time = note.created_at.replaceAll(':', '')
    const revision = revisionOf(note) === 0 ? '' : `-${revisionOf(note)}`
    const file = at(`${time}-${note.reason.replaceAll('_', '-')}${revision}-${note.id.slice(0, 8)}.db`)
    write(file, note)
    renameSync(part, file)
    syncFolder(file)
    return { ...note, file }
  }

  clear()
  return {
    clear,
    part: (id) => at(`${id}${unfinished}`),
    place,
    replace: (file, part, note) => {
      place(part, note)
      remove(file)
    },
    noted: () =>
      copies()
        .flatMap((name) => read(name) ?? [])
        .toSorted(newestFirst),
    unnoted: () => copies().flatMap((name) => (read(name) === null ? [guess(at(name), name)] : [])),
    write,
    remove,
  }
}

/** How often a copy was replaced by one that holds less. */
const revisionOf = ({ erased = [] }: Pick<Note, 'erased'>) => erased.length

function newestFirst(one: StoredBackup, other: StoredBackup): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || (other.file < one.file ? -1 : 1)
}

function parse(text: string | null): Note | null {
  if (text === null) return null
  try {
    const note: unknown = JSON.parse(text)
    return Value.Check(Note, note) ? note : null
  } catch {
    return null
  }
}

/** What a copy's file name says, as `backUp` writes it before a migration. */
function guess(file: string, name: string): UndescribedBackup {
  const reason = /-before-version-\d+\.db$/.test(name) ? 'before_migration' : 'manual'
  return { file, reason, created_at: copiedAt(file) }
}
