import { createHash, type Hash, randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { type ArchivedKind, openArchived, type Position } from '../../../store/archived.ts'
import type { Store } from '../../../store/store.ts'
import { ExportOver } from '../failures.ts'
import type * as schemas from '../schemas.ts'
import { endOf, headOf, lineOf } from './format.ts'

/** So many rows are read at once, and a part is full from so many characters. */
const [maxRows, maxLength] = [250, 500_000]
/** How many exports of a member go on at the same time; the one that began first makes room. */
const maxExports = 3
/** How long the next part of one is waited for, in milliseconds. */
const waitMs = 3_600_000

type Part = Static<typeof schemas.ArchivePart>

interface RunningExport {
  readonly export_uuid: string
  readonly family_member_uuid: string
  /** Those that were not read yet. */
  readonly lines: Generator<string, void>
  readonly hash: Hash
  readonly total: number
  /** How many lines were read, and how many parts were given. */
  read: number
  parts: number
  /** The newest part, which is given again where it has not arrived. */
  newest: Part | null
  /** When that was asked for, in milliseconds since the epoch. */
  at: number
}

interface ExportDependencies {
  readonly store: Store
  readonly clock: Clock
  /** What an archive has, in the order of its lines. */
  readonly archived: readonly ArchivedKind[]
}

/** Opens the export of everything of a member as one file, part by part. */
export function openArchiveExport({ store, clock, archived }: ExportDependencies) {
  const kinds = openArchived(store, archived)
  const exports = new Map<string, RunningExport>()
  const forget = (which: (one: RunningExport) => boolean) => {
    for (const one of [...exports.values()].filter(which)) exports.delete(one.export_uuid)
  }

  function* linesOf(family_member_uuid: string, head: string): Generator<string, void> {
    yield head
    for (const { after } of kinds)
      for (let position: Position | null = null; ;) {
        const rows = after(family_member_uuid, position, maxRows)
        for (const { line } of rows) yield lineOf(line)
        position = rows.at(-1)?.position ?? null
        if (rows.length < maxRows) break
      }
  }

  const begin = (family_member_uuid: string): RunningExport => {
    const at = clock.now()
    forget((one) => at - one.at > waitMs)
    const own = [...exports.values()].filter((one) => one.family_member_uuid === family_member_uuid)
    const oldest = own.slice(0, Math.max(0, own.length - maxExports + 1))
    for (const { export_uuid } of oldest) exports.delete(export_uuid)
    const [profile] = kinds.find(({ type }) => type === 'profile')?.after(family_member_uuid, null, 1) ?? []
    const counts = kinds.map(({ type, count }) => [type, count(family_member_uuid)] as const)
    const head = headOf({
      made_at: iso(at),
      member: {
        family_member_uuid,
        username: String(profile?.line['username']),
        full_name: String(profile?.line['full_name']),
      },
      counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    })
    const running: RunningExport = {
      export_uuid: randomUUID(),
      family_member_uuid,
      lines: linesOf(family_member_uuid, head),
      hash: createHash('sha256'),
      // The first line and the last one.
      total: counts.reduce((sum, [, count]) => sum + count, 2),
      read: 0,
      parts: 0,
      newest: null,
      at,
    }
    exports.set(running.export_uuid, running)
    return running
  }

  const tokenOf = ({ export_uuid, parts }: RunningExport) => `${export_uuid}.${parts}`

  const read = (running: RunningExport): Part => {
    const before = running.read
    let [text, isWhole] = ['', false]
    while (text.length < maxLength && !isWhole) {
      const { value, done } = running.lines.next()
      const line = value ?? endOf(running.read, running.hash.copy().digest('hex'))
      running.hash.update(line)
      running.read += 1
      text += line
      isWhole = done === true
    }
    running.parts += 1
    const next = isWhole ? null : tokenOf(running)
    return { text, lines: running.read - before, total: Math.max(running.total, running.read), next }
  }

  return {
    /**
     * The next part of the archive of a member: the first one without `after`, else the one after it, which may be asked for
     * again. Throws `CONFLICT` where the export is over, or has gone on.
     */
    part: (family_member_uuid: string, after?: string): Part => {
      if (after === undefined) {
        const running = begin(family_member_uuid)
        return (running.newest = read(running))
      }
      const [export_uuid = '', parts = ''] = after.split('.')
      const running = exports.get(export_uuid)
      if (running?.family_member_uuid !== family_member_uuid || running.newest === null) throw ExportOver()
      running.at = clock.now()
      if (Number(parts) === running.parts - 1) return running.newest
      if (after !== running.newest.next) throw ExportOver()
      return (running.newest = read(running))
    },

    erase: (family_member_uuid: string): void =>
      forget((one) => one.family_member_uuid === family_member_uuid),
  }
}

export type ArchiveExport = ReturnType<typeof openArchiveExport>
