import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { removeFile } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { Erasure } from '../../store/tables.ts'
import type { BackupFolder, StoredBackup } from './backup-folder.ts'
import type { Copier } from './copier.ts'

/** How long until what failed is tried again, in milliseconds: an hour. */
const retryMs = 3_600_000

interface ErasingDependencies {
  readonly resets: () => readonly Erasure[]
  readonly backupFolder: BackupFolder
  readonly copier: Copier
  readonly clock: Clock
  readonly log: Log
  readonly all: () => Promise<readonly StoredBackup[]>
  /** Does something while nothing else is done with backups; throws where something is. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits until what is done is over; whether nothing else has begun meanwhile. */
  readonly idle: () => Promise<boolean>
  readonly isOver: () => boolean
}

/** Deletes from backups what they hold of members who have reset it since. */
export function openErasing(dependencies: ErasingDependencies) {
  const { resets, backupFolder, copier, clock, log, all, alone, idle, isOver } = dependencies
  let last = Promise.resolve()
  let cancel = () => {}
  let begun = 0
  let carriedOut = 0

  /** Puts a copy without what was deleted in the place of a backup; what is damaged can hold it still, and goes. */
  const eraseIn = async ({ file, ...note }: StoredBackup, since: readonly Erasure[]): Promise<void> => {
    const part = backupFolder.part(note.id)
    try {
      const { problem, bytes, sha256 } = await copier.erase(file, part, since)
      if (problem !== null) {
        log.error({ backup: note.id, problem }, 'a damaged backup from before a reset was removed')
        backupFolder.remove(file)
        return
      }
      const erased = [...(note.erased ?? []), ...since.map(({ erasure_uuid }) => erasure_uuid)]
      backupFolder.replace(file, part, { ...note, bytes, sha256, intact: true, erased })
      log.info({ backup: note.id }, 'a backup no longer holds what a member has reset')
    } finally {
      discard(part)
    }
  }

  const eraseAll = async () => {
    for (const one of await all()) {
      const done = new Set(one.erased)
      const since = resets().filter(
        ({ erasure_uuid, erased_at }) => one.created_at <= erased_at && !done.has(erasure_uuid),
      )
      if (since.length > 0) await eraseIn(one, since)
    }
  }

  const attempt = async (): Promise<void> => {
    cancel()
    const asked = begun
    try {
      while (!(await idle()));
      if (isOver()) return
      await alone(eraseAll)
      carriedOut = asked
    } catch (error) {
      if (isOver()) return
      // Somebody was faster.
      if (error instanceof Failure) return attempt()
      log.error({ err: error }, 'what backups hold of a member who has reset it could not be deleted yet')
      cancel = clock.after(retryMs, () => void erase())
    }
  }

  /** One after the other: a reset that comes meanwhile is seen by the next. */
  const erase = (): Promise<void> => {
    begun += 1
    last = last.then(attempt)
    return last
  }

  return {
    erase,
    /** Whether no backup holds what was reset before it was last asked for. */
    isDone: () => carriedOut === begun,
    stop: () => {
      cancel()
      return last
    },
  }
}

/** Removes a copy that was not finished. */
export function discard(part: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) removeFile(`${part}${end}`)
}
