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

const SnapshotCheck = Type.Object({
  at: Moment,
  snapshot_at: Type.String({ format: 'date-time', description: 'when the snapshot was made' }),
  fault: nullable(
    Type.Enum(['missing', 'damaged', 'different'], {
      description: 'why it cannot be relied on; null where all is well',
    }),
  ),
})

const destinationFields = {
  location: nullable(Type.String({ description: 'null where none is set' })),
  kind: nullable(Type.Enum(['folder', 'webdav', 's3'])),
  set_up: Type.Boolean({ description: 'whether the household has the keys for it' }),
  there: Type.Boolean({
    description: 'whether the disk is there now; of a server, whether it was when it was last used',
  }),
  running: Type.Boolean({ description: 'whether a snapshot is being made' }),
  last_snapshot_at: nullable(Moment),
  last_checked_at: nullable(
    Type.String({ format: 'date-time', description: 'when the newest was last read back and verified' }),
  ),
  snapshots: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0, description: 'of everything there' }),
  trouble: nullable(
    Type.Enum(['away', 'full', 'denied', 'failed'], { description: 'why the last attempt failed' }),
  ),
  trouble_since: nullable(Moment),
  /** The newest, restored on trial every month. */
  drill: nullable(SnapshotCheck),
  /** One of the older ones, read through every day. */
  turn: nullable(SnapshotCheck),
}

/** Where encrypted backups go to, and how it went with them. */
export const Destination = Type.Object(destinationFields, { $id: 'BackupDestination' })
export type Destination = Static<typeof Destination>

export const NewDestination = Type.Object(
  {
    location: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'the whole path of a folder on another disk, https://host/path of a WebDAV folder, or ' +
        's3+https://host/bucket/prefix?region=name',
    }),
    storage_user: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'of the server: a name, or the id of an access key',
      }),
    ),
    storage_password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'its password, or the secret of the access key',
      }),
    ),
  },
  closed,
)

export const DestinationWords = Type.Object({
  ...destinationFields,
  words: Type.String({ description: 'twelve words that open it on any machine, shown this one time' }),
})
