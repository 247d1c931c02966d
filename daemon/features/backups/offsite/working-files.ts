import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '../../../kernel/home.ts'
import { discard } from '../erasing.ts'

/** Where what is worked on lies for as long as that takes: unencrypted, so it is in the home, and never stays. */
export function workingFiles({ backups }: Pick<Home, 'backups'>) {
  const copy = join(backups, 'offsite.part')
  return {
    /** The copy of the database that becomes a snapshot. */
    copy,
    /** The same, as it was read back. */
    together: `${copy}.check.part`,
    drill: join(backups, 'drill'),
  }
}

/** Removes all of it: also what a crash, or a thread that was stopped, has left. */
export function clearWork(home: Pick<Home, 'backups'>): void {
  const { copy, together, drill } = workingFiles(home)
  discard(copy)
  discard(together)
  rmSync(drill, { recursive: true, force: true })
}
