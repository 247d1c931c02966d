import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Home, readIfThere, writeSecret } from '../kernel/home.ts'
import type { LostRow } from './mirror/salvage-table.ts'
import type { Erasure } from './tables.ts'

/** How long what was damaged stays set aside, in milliseconds: 30 days. */
const keptMs = 2_592_000_000
/** What says what was damaged; every other file holds pages of the database. */
const note = 'damage.json'

/**
 * Deletes from what was set aside of damaged databases what was deleted for good since: which page holds what of whom cannot be
 * told, so that all pages go, and what names rows of that member. Answers how many folders held something.
 */
export function eraseInDamaged({ damaged }: Pick<Home, 'damaged'>, erasures: readonly Erasure[]): number {
  const held = foldersIn(damaged).filter(({ folder, at }) => {
    const since = erasures.filter(({ erased_at }) => Date.parse(erased_at) >= at)
    if (since.length === 0) return false
    const files = readdirSync(folder).filter((name) => name !== note)
    for (const name of files) rmSync(join(folder, name), { recursive: true, force: true })
    return unname(join(folder, note), since) || files.length > 0
  })
  return held.length
}

/** Deletes what was set aside more than 30 days ago; `now` in milliseconds since the epoch. Answers how many folders went. */
export function removeOldDamaged({ damaged }: Pick<Home, 'damaged'>, now: number): number {
  const old = foldersIn(damaged).filter(({ at }) => now - at > keptMs)
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true })
  return old.length
}

/** The folders, with when each was made, by its name: in milliseconds since the epoch. */
function foldersIn(damaged: string): { folder: string; at: number }[] {
  if (!existsSync(damaged)) return []
  return readdirSync(damaged, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const time = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/.exec(name)
      const folder = join(damaged, name)
      return { folder, at: time ? Date.parse(`${time[1]}:${time[2]}:${time[3]}`) : statSync(folder).mtimeMs }
    })
}

/** Removes from the list of lost rows those that were deleted, and the names of those that may have been. */
function unname(file: string, erasures: readonly Erasure[]): boolean {
  const text = readIfThere(file)
  if (text === null) return false
  const subjects = erasures.map(({ subject }) => subject)
  let damage: { readonly lost?: readonly LostRow[] }
  try {
    damage = JSON.parse(text) as typeof damage
  } catch {
    // What cannot be read may name anything.
    rmSync(file)
    return true
  }
  const { lost = [] } = damage
  const stillLost = lost.filter(
    ({ key, family_member_uuid }) =>
      !subjects.includes(family_member_uuid ?? '') && !subjects.some((subject) => key?.includes(subject)),
  )
  const left = stillLost.map((row) => (row.family_member_uuid === null ? { ...row, key: null } : row))
  if (JSON.stringify(left) === JSON.stringify(lost)) return false
  writeSecret(file, `${JSON.stringify({ ...damage, lost: left }, null, 2)}\n`)
  return true
}
