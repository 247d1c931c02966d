import { asc, count, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { iso } from '../../kernel/clock.ts'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { people } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type PersonRow = typeof people.$inferSelect

/** What a member gives besides the password, one row each. */
const secondFactors = `(${['totp_secrets', 'passkeys', 'push_factors']
  .map((table) => `SELECT family_member_uuid FROM ${table}`)
  .join(' UNION ALL ')})`

/** What is counted before somebody is removed: the kind, its table, and which rows of it. */
const goes = [
  ['memories', 'memories', "family_member_uuid = ? AND visibility = 'private'"],
  ['conversations', 'conversations', 'family_member_uuid = ?'],
  ['messages', 'messages', 'family_member_uuid = ?'],
  ['goals', 'goals', 'family_member_uuid = ?'],
  ['interactions', 'interactions', 'user_id = ?'],
  ['devices', 'devices', 'family_member_uuid = ? AND revoked_at IS NULL'],
  ['sessions', 'sessions', 'family_member_uuid = ? AND revoked_at IS NULL'],
  ['keys', 'api_keys', 'family_member_uuid = ?'],
  ['pins', 'pins', 'family_member_uuid = ?'],
  ['second_factors', secondFactors, 'family_member_uuid = ?'],
  ['backup_codes', 'backup_codes', 'family_member_uuid = ?'],
  ['voices', 'voice_templates', 'family_member_uuid = ?'],
  ['recordings', 'voice_samples', 'family_member_uuid = ?'],
] as const
const stays = [['memories', 'memories', "family_member_uuid = ? AND visibility = 'household'"]] as const

/** How much there is of a member that goes with them, or stays. */
function openCounts(store: Store) {
  const counting = ([name, table, where]: (typeof goes | typeof stays)[number]) =>
    [name, store.prepare<{ total: number }>(`SELECT count(*) AS total FROM ${table} WHERE ${where}`)] as const
  const counts = { goes: goes.map(counting), stays: stays.map(counting) }
  return (what: 'goes' | 'stays', person_uuid: string): Record<string, number> =>
    Object.fromEntries(counts[what].map(([name, query]) => [name, query.get(person_uuid)?.total ?? 0]))
}

/** The queries on people, each prepared once. */
export function peopleStore(store: Store) {
  const { database } = store
  const isPerson = eq(people.person_uuid, parameter('person_uuid'))
  const pageOf = (which: ReturnType<typeof isNull>) => ({
    page: database
      .select()
      .from(people)
      .where(which)
      .orderBy(desc(people.created_at), desc(people.person_uuid))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    counted: database.select({ total: count() }).from(people).where(which).prepare(),
  })
  const pages = { present: pageOf(isNull(people.removed_at)), removed: pageOf(isNotNull(people.removed_at)) }
  const find = database.select().from(people).where(isPerson).prepare()
  const present = database
    .select()
    .from(people)
    .where(isNull(people.removed_at))
    .orderBy(asc(people.created_at))
    .prepare()
  const insert = database.insert(people).values(placeholders(people)).prepare()
  const introducedBy = database
    .update(people)
    .set(updates(['introduced_by']))
    .where(isPerson)
    .prepare()
  const remove = database
    .update(people)
    .set(updates(['removed_at', 'removed_by']))
    .where(isPerson)
    .prepare()
  const forget = database.delete(people).where(isPerson).prepare()
  const unrelate = database
    .update(people)
    .set({ related_to: null })
    .where(eq(people.related_to, parameter('person_uuid')))
    .prepare()
  const overdue = database
    .select()
    .from(people)
    .where(lte(people.removed_at, parameter('before')))
    .orderBy(asc(people.removed_at))
    .prepare()
  const firstRemoved = database
    .select({ at: sql<number | null>`min(${people.removed_at})` })
    .from(people)
    .prepare()

  return {
    find: (person_uuid: string): PersonRow | undefined => find.get({ person_uuid }),

    /** Those who are there, or those who were removed and can come back; the newest first. */
    list: (
      which: 'present' | 'removed',
      at: { limit: number; offset: number },
    ): { items: PersonRow[]; total: number } => ({
      items: pages[which].page.all(at),
      total: pages[which].counted.get()?.total ?? 0,
    }),

    /** Everybody who is there, those first who were introduced first. */
    present: (): PersonRow[] => present.all(),

    insert: (_: Transaction, row: PersonRow): void => {
      insert.run({ ...row })
    },

    introducedBy: (_: Transaction, person_uuid: string, introduced_by: string): void => {
      introducedBy.run({ person_uuid, introduced_by })
    },

    /** `removed_at` in milliseconds since the epoch; null for both brings somebody back. */
    setRemoved: (
      _: Transaction,
      person_uuid: string,
      removed_at: number | null,
      removed_by: string | null,
    ): void => {
      remove.run({ person_uuid, removed_at: removed_at === null ? null : iso(removed_at), removed_by })
    },

    forget: (_: Transaction, person_uuid: string): void => {
      unrelate.run({ person_uuid })
      forget.run({ person_uuid })
    },

    /** Those who were removed at `before` or earlier, milliseconds since the epoch. */
    overdue: (before: number): PersonRow[] => overdue.all({ before }),

    /** When the first of those was removed who can still come back, milliseconds since the epoch; null for nobody. */
    firstRemoved: (): number | null => firstRemoved.get()?.at ?? null,

    countOf: openCounts(store),
  }
}

/** The ids of everybody, whether there or removed. */
export function everyPerson({ database }: Store): () => string[] {
  const ids = database.select({ id: people.person_uuid }).from(people).prepare()
  return () => ids.all().map(({ id }) => id)
}

/** The guests who are there, those first who were introduced first. */
export const guestsOf = ({ present }: People): PersonRow[] => present().filter(({ kind }) => kind === 'guest')

export type People = ReturnType<typeof peopleStore>
