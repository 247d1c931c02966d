import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Id, Moment } from '../../../kernel/schema.ts'
import { version } from '../../../kernel/version.ts'
import type { ArchivedLine } from '../../../store/archived.ts'
import { jsonOf } from '../formats/imported.ts'

/** The version of the format: greater where an older program would take in something wrong. */
export const archiveVersion = 1

export const ArchiveHead = Type.Object({
  type: Type.Literal('archive'),
  format: Type.Literal('companion-archive'),
  version: Type.Integer({ minimum: 1 }),
  made_at: Moment,
  program: Type.String(),
  member: Type.Object({ family_member_uuid: Id, username: Type.String(), full_name: Type.String() }),
  /** How many lines of which type there were when it was begun. */
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
})
export type ArchiveHead = Static<typeof ArchiveHead>

const ArchiveEnd = Type.Object({
  type: Type.Literal('end'),
  lines: Type.Integer(),
  sha256: Type.String({ pattern: '^[\\da-f]{64}$' }),
})

/** The types of the lines between the first one and the last, in the order that they come in. */
const lineTypes: readonly string[] = [
  'profile',
  'preferences',
  'conversation',
  'message',
  'contradiction',
  'forgetting',
  'memory',
  'forgotten',
  'fact',
  'person',
  'import',
  'goal',
  'interruption',
  'interaction',
  'interaction_event',
  'personality',
  'personality_snapshot',
  'emotion',
  'emotion_entry',
  'session',
  'device',
  'device_sign_in',
  'certificate',
  'sign_in_habit',
  'key',
  'passkey',
  'authenticator',
  'approval',
  'invitation',
  'audit',
]

/** Puts what writes the lines of an archive in their order. Throws where one is of no type that an archive has. */
export function inOrder<Kind extends { readonly type: string }>(kinds: readonly Kind[]): readonly Kind[] {
  const stranger = kinds.find(({ type }) => !lineTypes.includes(type))
  if (stranger) throw new Error(`an archive has no lines of type ${stranger.type}`)
  return kinds.toSorted((one, other) => lineTypes.indexOf(one.type) - lineTypes.indexOf(other.type))
}

/** A line of an archive. */
export const lineOf = (line: ArchivedLine): string => `${JSON.stringify(line)}\n`

/** The first line. */
export function headOf(of: Pick<ArchiveHead, 'made_at' | 'member' | 'counts'>): string {
  const { made_at, member, counts } = of
  const [type, format] = ['archive', 'companion-archive']
  return lineOf({ type, format, version: archiveVersion, made_at, program: version, member, counts })
}

/** The last line: how many lines stand before it, and the SHA-256 of these in hexadecimal. */
export const endOf = (lines: number, sha256: string): string => lineOf({ type: 'end', lines, sha256 })

export type ArchiveProblem = 'archive_damaged' | 'archive_newer'

/**
 * The lines of an archive between the first and the last one, each as JSON, and the first one; or what is wrong: it was cut
 * off or altered, or is of a newer version.
 */
export function openArchive(
  text: string,
): { readonly head: ArchiveHead; readonly lines: readonly unknown[] } | { readonly problem: ArchiveProblem } {
  const damaged = { problem: 'archive_damaged' } as const
  const lines = text.split('\n')
  // What is written by a newer version may end in another way.
  const head = jsonOf(lines[0] ?? '')
  if (isNewer(head)) return { problem: 'archive_newer' }
  const last = jsonOf(lines.at(-2) ?? '')
  if (lines.at(-1) !== '' || !Value.Check(ArchiveHead, head) || !Value.Check(ArchiveEnd, last)) return damaged
  const before = text.slice(0, text.length - (lines.at(-2)?.length ?? 0) - 1)
  if (last.lines !== lines.length - 2 || last.sha256 !== hash('sha256', before)) return damaged
  return { head, lines: lines.slice(1, -2).map(jsonOf) }
}

const Versioned = Type.Object({ version: Type.Integer({ minimum: archiveVersion + 1 }) })
const isNewer = (head: unknown) => Value.Check(Versioned, head)
