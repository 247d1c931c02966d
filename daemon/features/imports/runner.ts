import pLimit from 'p-limit'
import { type Clock, iso } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { ImportFiles } from './files.ts'
import type { Format } from './formats/formats.ts'
import type { LineCounts, ArchiveImport } from './archive/archive-import.ts'
import type { ReadMemory } from './import-thread.ts'
import type { OpenFile, Reader } from './reader.ts'
import type { ImportQueries, ImportRow } from './store.ts'

/** So many memories are embedded, and written, at once: others have their turn between. */
const batch = 100

/** Of a file with which the daemon came to its end so often, or was ended, the reading is given up. */
const maxAttempts = 3

interface ImportedMemory {
  readonly content: string
  readonly memory_uuid: string
  readonly other_uuid: string
  readonly told_at: string
  readonly visibility: 'private' | 'household'
  readonly tags: string[]
  readonly speaker?: string
  readonly source_name?: string
  readonly conversation_uuid?: string
  readonly kind?: 'fact' | 'preference' | 'event' | 'note'
  readonly importance?: number
  readonly pinned?: boolean
  readonly valid_from?: string
  readonly valid_to?: string
  readonly superseded_by?: string
  readonly other_successor?: string
  readonly confidence?: number
  readonly strength?: number
  readonly message_uuid?: string
}

/** Where memories are stored, as an import knows it. */
export interface ImportingPort {
  /**
   * Makes what some memories are found by, and hands `write` what inserts them in its transaction; throws `UNPROCESSABLE`
   * where there is no room.
   */
  readonly store: (
    of: { readonly family_member_uuid: string; readonly import_uuid: string },
    memories: readonly ImportedMemory[],
    write: (tx: Transaction, insert: () => { readonly stored: number; readonly merged: number }) => void,
  ) => Promise<void>
  /** Says that nothing came by an import, as all of it was known. */
  readonly release: (tx: Transaction, import_uuid: string) => void
  /** Forgets what came by an import alone, for some days. */
  readonly forget: (
    tx: Transaction,
    family_member_uuid: string,
    import_uuid: string,
  ) => { readonly forgotten: number; readonly restorable_until: string }
}

interface RunnerDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly queries: ImportQueries
  readonly files: ImportFiles
  readonly reader: Reader
  readonly memories: Pick<ImportingPort, 'store' | 'release'>
  /** What takes in the rest of an archive. */
  readonly archiveImport: ArchiveImport
}

export interface Runner {
  /** Takes in what a file holds, in the background, one import after the other; goes on where it was. */
  readonly run: (row: ImportRow) => void
  readonly stop: () => Promise<void>
}

export function openRunner({
  store,
  clock,
  log,
  queries,
  files,
  reader,
  memories,
  archiveImport,
}: RunnerDependencies): Runner {
  const one = pLimit(1)
  let stopped = false
  const current = ({ family_member_uuid, import_uuid }: ImportRow): ImportRow | null => {
    const row = stopped ? undefined : queries.find(family_member_uuid, import_uuid)
    return row?.state === 'running' ? row : null
  }
  const note = (row: ImportRow, changed: Partial<ImportRow>) =>
    store.write((tx) => {
      const now = current(row)
      if (now) queries.update(tx, { ...now, ...changed })
    })
  const end = (row: ImportRow, state: 'done' | 'failed', error: ImportRow['error'] = null) => {
    const ended = store.write((tx) => {
      const now = current(row)
      if (now) queries.update(tx, { ...now, state, error, finished_at: iso(clock.now()) })
      if (now?.stored === 0) memories.release(tx, row.import_uuid)
      return now !== null
    })
    if (ended) files.remove(row.import_uuid)
  }

  const storeAll = openStoring({ store, queries, memories, archiveImport, current })

  const take = async (row: ImportRow) => {
    if (!current(row)) return
    if (!files.has(row.import_uuid)) {
      end(row, 'failed', 'file_missing')
      return
    }
    const { attempts } = row
    if (attempts >= maxAttempts) {
      end(row, 'failed', 'internal')
      return
    }
    note(row, { attempts: attempts + 1 })
    await using file = await reader.open(openingOf(row, files))
    if ('problem' in file.opened) {
      end(row, 'failed', file.opened.problem)
      return
    }
    const { format, total, skipped } = file.opened
    // One that goes on has counted what there was no room for.
    note(row, { format, total, attempts: 0, ...(row.total === null && { skipped }) })
    await storeAll(row, file, total)
    end(row, 'done')
  }

  return {
    run: (row) => {
      void one(async () => {
        try {
          await take(row)
        } catch (error) {
          // It goes on with the next start.
          if (stopped) return
          const full = error instanceof Failure && error.details['reason'] === 'memory_full'
          if (!full) log.error({ err: error, import_uuid: row.import_uuid }, 'an import failed')
          end(row, 'failed', full ? 'memory_full' : 'internal')
        }
      })
    },
    stop: async () => {
      stopped = true
      await reader.stop()
      // Waits for the one that is running.
      await one(() => {})
    },
  }
}

interface StoringDependencies extends Pick<
  RunnerDependencies,
  'store' | 'queries' | 'memories' | 'archiveImport'
> {
  /** An import as it is now; null where it is to go on no more. */
  readonly current: (row: ImportRow) => ImportRow | null
}

/** Stores one batch of a file after the other, as long as the import is not stopped or undone. */
function openStoring({ store, queries, memories, archiveImport, current }: StoringDependencies) {
  const count = (tx: Transaction, row: ImportRow, lines: number, take: () => Partial<LineCounts>) => {
    const before = current(row)
    if (!before) return
    const { stored = 0, merged = 0, skipped = 0 } = take()
    queries.update(tx, {
      ...before,
      done: before.done + lines,
      stored: before.stored + stored,
      merged: before.merged + merged,
      skipped: before.skipped + skipped,
    })
  }

  return async (row: ImportRow, file: OpenFile, total: number): Promise<void> => {
    for (let now = current(row); now && now.done < total; now = current(row)) {
      const read = await file.lines(now.done, batch)
      if ('memories' in read) {
        const some = read.memories.map((memory) => importedOf(memory, row, archiveImport))
        await memories.store(row, some, (tx, insert) => count(tx, row, some.length, insert))
      } else {
        const { lines } = read
        store.write((tx) =>
          count(tx, row, lines.length, () => archiveImport.take(tx, row.family_member_uuid, lines)),
        )
      }
    }
  }
}

/** What a thread needs to read the file of an import. */
export function openingOf(
  row: Pick<ImportRow, 'import_uuid' | 'family_member_uuid' | 'format' | 'roles' | 'source_name'>,
  files: Pick<ImportFiles, 'pathOf'>,
) {
  return {
    file: files.pathOf(row.import_uuid),
    name: row.source_name ?? '',
    // Written by this feature, of its formats.
    format: row.format as Format | null,
    roles: row.roles,
    family_member_uuid: row.family_member_uuid,
  }
}

function importedOf(memory: ReadMemory, row: ImportRow, { saidIn }: ArchiveImport): ImportedMemory {
  const { told_at, speaker, tags, visibility, message_uuid, conversation_uuid, ...rest } = memory
  const origin = { ...(conversation_uuid && { conversation_uuid }), ...(message_uuid && { message_uuid }) }
  const source_name = memory.source_name ?? row.source_name
  return {
    ...rest,
    ...saidIn(row.family_member_uuid, origin),
    tags: [...tags],
    told_at: told_at ?? row.created_at,
    visibility: row.visibility ?? visibility ?? 'private',
    ...(speaker !== null && { speaker }),
    ...(source_name !== null && { source_name: source_name.slice(0, 200) }),
  }
}
