import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { defaultKeptBackups } from '../../store/backup.ts'
import type { Erasure } from '../../store/tables.ts'
import { latestVersion } from '../../store/migrate.ts'
import { type Restoration, stage, stagedFor } from '../../store/restore.ts'
import type { Copier } from './copier.ts'
import { discard, openErasing } from './erasing.ts'
import { BackupDamaged, BackupNotFound, BackupTooNew, BackupUnderWay } from './failures.ts'
import type { Backup, Reason } from './schemas.ts'
import type { BackupFolder, StoredBackup } from './backup-folder.ts'
import { openOneAtATime } from './one-at-a-time.ts'

interface BackupsDependencies {
  readonly home: Pick<Home, 'database'>
  readonly resets: () => readonly Erasure[]
  readonly backupFolder: BackupFolder
  readonly copier: Copier
  readonly clock: Clock
  readonly log: Log
  /** How many daily backups stay. */
  readonly keep: number
}

/** The backups of a home; one is made or restored at a time. */
export interface Backups {
  /** All of them, the newest first. */
  readonly list: () => Promise<Backup[]>
  /** Throws `CONFLICT` where another one is under way. */
  readonly create: (reason: 'manual' | 'daily') => Promise<Backup>
  readonly remove: (id: string) => Promise<Backup>
  /**
   * Lets a backup take the place of the database at the next start, once what is now is backed up too. Throws
   * `UNPROCESSABLE` where it is damaged or too new, and has changed nothing then.
   */
  readonly restore: (id: string, by: Pick<Restoration, 'actor' | 'address'>) => Promise<void>
  /**
   * Deletes from the backups what they hold of members who have reset it since, once nothing else is done. What fails is
   * tried again within the hour, and at the next start.
   */
  readonly eraseResets: () => Promise<void>
  /** How many of them hold what an erasure has deleted; null while that is found out. */
  readonly holding: (erasure: Erasure) => Promise<number | null>
  /** When the newest daily one was made; null where there is none. */
  readonly newestDaily: (now: number) => string | null
  readonly busy: () => boolean
  readonly stop: () => Promise<void>
}

/** Opens the backups; nothing is made by itself. */
export function openBackupManager(dependencies: BackupsDependencies): Backups {
  const { home, backupFolder, copier, clock, log, keep } = dependencies
  const tidy = openTidying({ backupFolder, log, keep })
  const { all, find, settled } = openNotes(backupFolder, copier)
  const waiting = `${stagedFor(home.database)}.part`
  const work = openOneAtATime()
  const { alone } = work

  const make = async (reason: Reason): Promise<StoredBackup> => {
    const id = randomUUID()
    const part = backupFolder.part(id)
    const created_at = iso(clock.now())
    try {
      const { version, ...copied } = await copier.copy(home.database, part)
      if (work.isOver()) throw BackupUnderWay()
      const note = { id, created_at, reason, intact: true, version: version ?? 0, ...copied }
      const made = backupFolder.place(part, note)
      log.info({ backup: id, reason, bytes: made.bytes }, 'backup created')
      return made
    } finally {
      discard(part)
    }
  }

  const restore = async (id: string, { actor, address }: Pick<Restoration, 'actor' | 'address'>) => {
    try {
      const stored = await find(id)
      await copyIntact(stored, waiting, { backupFolder, copier, log })
      await make('before_restore')
      const { created_at } = stored
      stage(waiting, home.database, { restore_uuid: randomUUID(), actor, address, backup: id, created_at })
      work.end()
      tidy('before_restore')
      log.warn({ backup: id, created_at: stored.created_at }, 'a backup is being restored')
    } finally {
      discard(waiting)
    }
  }

  const erasing = openErasing({
    ...dependencies,
    all,
    alone,
    idle: async () => {
      await work.settled()
      return !work.isWorking()
    },
    isOver: work.isOver,
  })

  discard(waiting)
  return {
    list: async () => (await all()).map(toBackup),
    create: (reason) =>
      alone(async () => {
        const made = await make(reason)
        if (reason === 'daily') tidy(reason)
        return toBackup(made)
      }),
    remove: (id) =>
      alone(async () => {
        const stored = await find(id)
        backupFolder.remove(stored.file)
        return toBackup(stored)
      }),
    restore: (id, by) => alone(() => restore(id, by)),
    eraseResets: erasing.erase,
    holding: async ({ erasure_uuid, erased_at }) => {
      if (!erasing.isDone()) return null
      const stored = await all()
      return stored.filter(
        ({ created_at, erased = [] }) => created_at <= erased_at && !erased.includes(erasure_uuid),
      ).length
    },
    newestDaily: (now) =>
      backupFolder.noted().find((one) => one.reason === 'daily' && Date.parse(one.created_at) <= now)
        ?.created_at ?? null,
    busy: work.isBusy,
    stop: async () => {
      work.end()
      await copier.stop()
      await Promise.allSettled([work.settled(), erasing.stop(), settled()])
      backupFolder.clear()
    },
  }
}

/** Copies a backup to where it waits; throws `UNPROCESSABLE` where it is damaged, which is noted down, or too new. */
async function copyIntact(
  { file, ...note }: StoredBackup,
  waiting: string,
  { backupFolder, copier, log }: Pick<BackupsDependencies, 'backupFolder' | 'copier' | 'log'>,
): Promise<void> {
  const { version, problem } = await copier.check(file, waiting, note.sha256)
  if (problem !== null) {
    log.error({ backup: note.id, problem }, 'a backup is damaged')
    backupFolder.write(file, { ...note, intact: false })
    throw BackupDamaged()
  }
  const latest = latestVersion()
  if (version > latest) throw BackupTooNew({ version, known: latest })
}

/** Removes what is too old. */
function openTidying({
  backupFolder,
  log,
  keep,
}: Pick<BackupsDependencies, 'backupFolder' | 'log' | 'keep'>) {
  const limits = { daily: keep, before_restore: defaultKeptBackups }

  const drop = (files: readonly { readonly file: string }[]) => {
    for (const { file } of files) {
      try {
        backupFolder.remove(file)
      } catch (error) {
        log.error({ err: error, backup: basename(file) }, 'an old backup could not be removed')
      }
    }
  }

  return (reason: 'daily' | 'before_restore') =>
    drop(
      backupFolder
        .noted()
        .filter((one) => one.reason === reason)
        .slice(limits[reason]),
    )
}

/** The backups with their notes; what has none is looked at and noted down first. */
function openNotes(backupFolder: BackupFolder, copier: Copier) {
  let noting: Promise<void> | null = null

  /** Writes down what there is to say of copies from before there were notes, and of those that were put there. */
  const noteOthers = async () => {
    for (const { file, created_at, reason } of backupFolder.unnoted()) {
      const { version, ...described } = await copier.describe(file)
      const intact = version === null ? false : null
      const note = { id: randomUUID(), created_at, reason, intact, version: version ?? 0, ...described }
      // It may have been removed meanwhile.
      if (backupFolder.unnoted().some((one) => one.file === file)) backupFolder.write(file, note)
    }
  }

  const all = async () => {
    noting ??= noteOthers().finally(() => {
      noting = null
    })
    await noting
    return backupFolder.noted()
  }

  const find = async (id: string): Promise<StoredBackup> => {
    const backup = (await all()).find((one) => one.id === id)
    if (!backup) throw BackupNotFound()
    return backup
  }

  return { all, find, settled: () => noting }
}

function toBackup({ id, created_at, bytes, version, reason, intact }: StoredBackup): Backup {
  return { id, created_at, bytes, version, reason, intact }
}
