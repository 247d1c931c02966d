import { and, asc, count, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { imports } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type ImportRow = typeof imports.$inferSelect

const byId = eq(imports.import_uuid, parameter('import_uuid'))
const mine = eq(imports.family_member_uuid, parameter('family_member_uuid'))
const begun = ne(imports.state, 'draft')

/** The queries on imports, each prepared once. */
export function importStore({ database }: Store) {
  const find = database.select().from(imports).where(and(byId, mine)).prepare()
  const list = database
    .select()
    .from(imports)
    .where(and(mine, begun))
    .orderBy(desc(imports.created_at), desc(imports.import_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(imports).where(and(mine, begun)).prepare()
  const ofState = database
    .select()
    .from(imports)
    .where(eq(imports.state, parameter('state')))
    .orderBy(asc(imports.created_at))
    .prepare()
  const before = lt(imports.created_at, parameter('before'))
  const oldDrafts = database
    .select()
    .from(imports)
    .where(and(eq(imports.state, 'draft'), before))
    .prepare()
  const drafts = database
    .select()
    .from(imports)
    .where(and(mine, eq(imports.state, 'draft')))
    .orderBy(desc(imports.created_at))
    .prepare()
  const insert = database.insert(imports).values(placeholders(imports)).prepare()
  const update = database.update(imports).set(updates(changeable)).where(byId).prepare()
  const remove = database.delete(imports).where(byId).prepare()
  const ofMember = database.select().from(imports).where(mine).prepare()

  return {
    find: (family_member_uuid: string, import_uuid: string): ImportRow | undefined =>
      find.get({ family_member_uuid, import_uuid }),

    /** Those that were started, the newest first. */
    list: (family_member_uuid: string, at: { limit: number; offset: number }) => ({
      items: list.all({ family_member_uuid, ...at }),
      total: counted.get({ family_member_uuid })?.total ?? 0,
    }),

    /** Whoever's they are, the oldest first. */
    running: (): ImportRow[] => ofState.all({ state: 'running' }),

    /** The drafts from before a moment, in milliseconds since the epoch. */
    draftsBefore: (moment: number): ImportRow[] => oldDrafts.all({ before: moment }),

    drafts: (family_member_uuid: string): ImportRow[] => drafts.all({ family_member_uuid }),

    insert: (_: Transaction, row: ImportRow): void => {
      insert.run({ ...row })
    },

    update: (_: Transaction, row: ImportRow): void => {
      update.run({ ...row })
    },

    remove: (_: Transaction, { import_uuid }: Pick<ImportRow, 'import_uuid'>): void => {
      remove.run({ import_uuid })
    },

    /** Deletes all of a member; answers which there were. */
    erase: (_: Transaction, family_member_uuid: string): ImportRow[] => {
      const rows = ofMember.all({ family_member_uuid })
      for (const { import_uuid } of rows) remove.run({ import_uuid })
      return rows
    },
  }
}

export type ImportQueries = ReturnType<typeof importStore>

const changeable = [
  'state',
  'format',
  'roles',
  'visibility',
  'source_name',
  'received',
  'bytes',
  'total',
  'done',
  'stored',
  'merged',
  'skipped',
  'error',
  'attempts',
  'finished_at',
] as const
