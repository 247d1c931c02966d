import { type Static, Type } from 'typebox'
import { listOf } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'

const Reason = Type.Enum(['manual', 'daily', 'before_migration', 'before_restore'])
export type Reason = Static<typeof Reason>

const fields = {
  id: Id,
  created_at: Moment,
  bytes: Type.Integer({ minimum: 0, description: 'bytes' }),
  version: Type.Integer({ minimum: 0, description: 'of the schema of the database' }),
  reason: Reason,
  intact: nullable(
    Type.Boolean({
      description: 'whether it was found whole when it was last looked through; null if never',
    }),
  ),
}

export const Backup = Type.Object(fields, { $id: 'Backup' })
export type Backup = Static<typeof Backup>

export const BackupPage = listOf(Backup)

/** The note next to each copy. */
export const Note = Type.Object({
  ...fields,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The resets of members that were carried out in it, by their ids. */
  erased: Type.Optional(Type.Array(Type.String())),
})
export type Note = Static<typeof Note>

export const Target = Type.Object({ id: Id }, closed)

export const Restoring = Type.Object({
  restarting: Type.Boolean({ description: 'the daemon is back shortly, at the same addresses' }),
})
