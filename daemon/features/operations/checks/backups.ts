import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readSecret } from '../../../kernel/encryption/home-key.ts'
import { readIfThere } from '../../../kernel/home.ts'
import { isAddress } from '../../../kernel/offline/backup-location.ts'
import { nullable } from '../../../kernel/schema.ts'
import { noteBeside } from '../../../store/backup.ts'
import { type Check, dayMs, type CheckFinding, type Look, quoted, secondsBetween } from './look.ts'

/** How old the newest backup may be, in milliseconds: one is made each day, and a machine sleeps over a weekend. */
const [oldMs, veryOldMs] = [3 * dayMs, 14 * dayMs]
/** How old it may be where nobody has the daemon make any. */
const forgottenMs = 30 * dayMs
/** How long a disk may take to say that it is there, in milliseconds: a network one may never. */
const thereMs = 3_000

const Note = Type.Object({
  created_at: Type.String(),
  bytes: Type.Number(),
  intact: nullable(Type.Boolean()),
})

interface Copy extends Static<typeof Note> {
  readonly file: string
}

/** A copy with what its note says, or its file where it has none. */
function readCopy(file: string): Copy {
  const { size, mtime } = statSync(file)
  const plain = { file, created_at: mtime.toISOString(), bytes: size, intact: null }
  try {
    const note: unknown = JSON.parse(readIfThere(noteBeside(file)) ?? 'null')
    if (!Value.Check(Note, note)) return plain
    return { ...note, file, intact: size === note.bytes ? note.intact : false }
  } catch {
    return plain
  }
}

/** Whether there is a backup that is new and whole. */
export const checkBackups: Check = ({ home, config, now }) => {
  const names = existsSync(home.backups) ? readdirSync(home.backups) : []
  const copies = names
    .filter((name) => name.endsWith('.db'))
    .map((name) => readCopy(join(home.backups, name)))
  const [newest] = copies.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  const mend = { command: 'companion backups create', section: 'backups' } as const
  if (!newest) {
    const isNew = !existsSync(home.database) || now - statSync(home.database).birthtimeMs < oldMs
    if (isNew) return [{ level: 'ok', finding: 'backups_empty' }]
    return [{ level: 'problem', finding: 'backups_none', ...mend }]
  }
  if (newest.intact === false)
    return [
      { level: 'problem', finding: 'backups_damaged', figures: { newest_at: newest.created_at }, ...mend },
    ]
  const age = now - Date.parse(newest.created_at)
  const figures = {
    count: copies.length,
    age_seconds: secondsBetween(Date.parse(newest.created_at), now),
    size_bytes: newest.bytes,
  }
  if (config?.backups.daily === false)
    return age > forgottenMs
      ? [{ level: 'warning', finding: 'backups_off', figures, ...mend }]
      : [{ level: 'ok', finding: 'backups_fine', figures }]
  if (age > oldMs)
    return [{ level: age > veryOldMs ? 'problem' : 'warning', finding: 'backups_old', figures, ...mend }]
  return [{ level: 'ok', finding: 'backups_fine', figures }]
}

const Trouble = Type.Enum(['away', 'full', 'denied', 'failed'])
const State = Type.Object({
  last_snapshot_at: nullable(Type.String()),
  snapshots: Type.Integer(),
  trouble: nullable(Trouble),
  trouble_since: nullable(Type.String()),
})

/** Reads a file as JSON of a shape; null where it is none. */
function readAs<S extends typeof State | typeof Keys>(file: string, shape: S): Static<S> | null {
  try {
    const value: unknown = JSON.parse(readSecret(file) ?? 'null')
    return Value.Check(shape, value) ? value : null
  } catch {
    return null
  }
}
const Keys = Type.Object({ recipient: Type.String() })

/** Whether encrypted backups reach another disk, or a server. */
export const checkOffsite: Check = async (look) => {
  const { home, config } = look
  if (config === null) return []
  const folder = config.backups.destination
  const section = 'backups'
  if (folder === undefined) {
    const command = 'companion backups set-destination FOLDER'
    return [{ level: 'warning', finding: 'offsite_none', command, section }]
  }
  const keys = readAs(home.offsiteKeys, Keys)
  const setUp = `companion backups set-destination ${quoted(folder)}`
  if (keys === null) return [{ level: 'problem', finding: 'offsite_no_keys', command: setUp, section }]
  const last = readAs(home.offsiteState, State)
  // The daemon says of a server how it went.
  if (isAddress(folder)) return [last?.trouble === 'away' ? away(last, look.now) : reached(last, look)]
  const recipient = await Promise.race([recipientIn(folder), wait(thereMs, null, { ref: false })])
  if (recipient === null) return [away(last, look.now)]
  if (recipient !== keys.recipient)
    return [{ level: 'problem', finding: 'offsite_foreign', command: setUp, section }]
  const [one, other] = await Promise.all([stat(folder), stat(home.path)])
  const isSameDisk = one.dev === other.dev
  return [
    reached(last, look),
    ...(isSameDisk ? [{ level: 'warning', finding: 'offsite_same_disk', section } as const] : []),
  ]
}

/** Whose a folder of backups is: the public key of its household; null where the disk is away, or it is none's. */
const recipientIn = (folder: string) =>
  readFile(join(folder, 'recipient.txt'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

type State = Static<typeof State>

function away(last: State | null, now: number): CheckFinding {
  const at = last?.last_snapshot_at
  const section = 'backups'
  if (!at) return { level: 'problem', finding: 'offsite_never', section }
  const age_seconds = secondsBetween(Date.parse(at), now)
  const isLong = now - Date.parse(at) > oldMs
  return { level: isLong ? 'problem' : 'warning', finding: 'offsite_away', figures: { age_seconds }, section }
}

const untried: State = { last_snapshot_at: null, snapshots: 0, trouble: null, trouble_since: null }

/** How it went with a folder that is there. */
function reached(last: State | null, { now, running }: Look): CheckFinding {
  const { last_snapshot_at, snapshots, trouble, trouble_since } = last ?? untried
  const section = 'backups'
  if (trouble !== null && trouble_since !== null) {
    const figures = { since_at: trouble_since }
    const command = 'companion daemon logs --level warn'
    return { level: 'problem', finding: `offsite_trouble_${trouble}`, figures, command, section }
  }
  // The first one is made right away.
  if (last_snapshot_at === null)
    return { level: running === null ? 'ok' : 'warning', finding: 'offsite_never', section }
  const at = Date.parse(last_snapshot_at)
  const figures = { count: snapshots, age_seconds: secondsBetween(at, now) }
  if (now - at > oldMs) return { level: 'warning', finding: 'offsite_old', figures, section }
  return { level: 'ok', finding: 'offsite_fine', figures }
}
