import { and, asc, count, desc, eq, getTableColumns, isNull, not, sql } from 'drizzle-orm'
import { iso } from '../../kernel/clock.ts'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { devices, members, ownerAccessUntold } from './tables.ts'
import { type Restriction, NoMember } from '../../kernel/scope.ts'
import type { Caller } from '../../kernel/context.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { UsernameTaken } from './failures.ts'
import type { FamilyMember } from './schemas.ts'

type StoredMember = typeof members.$inferSelect

/** A member as it is read: with whether any device is trusted. */
export interface MemberRow extends StoredMember {
  readonly trusts: number
}

const columns = {
  ...getTableColumns(members),
  // Written out: in a select from one table drizzle leaves the table out of the name of a column.
  trusts: sql<number>`EXISTS (SELECT 1 FROM ${devices}
    WHERE devices.family_member_uuid = members.family_member_uuid AND devices.revoked_at IS NULL)`,
}
const isMember = eq(members.family_member_uuid, parameter('family_member_uuid'))
const isAdmin = sql`EXISTS (SELECT 1 FROM json_each(${members.roles}) WHERE value = 'admin')`
const isThere = isNull(members.removed_at)

/** The queries on members who were removed, and what removes them. */
export function removedMemberStore({ database }: Store, changed: (family_member_uuid: string) => void) {
  const nameOf = database.select({ full_name: members.full_name }).from(members).where(isMember).prepare()
  const setRemoved = database
    .update(members)
    .set(updates(['removed_at']))
    .where(isMember)
    .prepare()
  const forget = database
    .update(members)
    .set(updates(['username', 'full_name', 'relationship', 'password_hash', 'preferences', 'roles']))
    .where(isMember)
    .prepare()
  const everybody = database.select({ id: members.family_member_uuid }).from(members).prepare()
  const remove = database.delete(members).where(isMember).prepare()
  return {
    /** The ids of all accounts, also of those of which nothing but the id is left. */
    everybody: (): string[] => everybody.all().map(({ id }) => id),

    /** Deletes an account of which nothing is held any more; answers how many that are, for a guest none. */
    delete: (tx: Transaction, family_member_uuid: string): number => {
      tx.afterCommit(() => changed(family_member_uuid))
      return remove.run({ family_member_uuid }).changes
    },

    /** What a member is called, whether or not they were removed. */
    nameOf: (family_member_uuid: string): string | undefined => nameOf.get({ family_member_uuid })?.full_name,

    /** Has nobody find a member from `removed_at` on, milliseconds since the epoch; null undoes it. */
    setRemoved: (tx: Transaction, family_member_uuid: string, removed_at: number | null): void => {
      tx.afterCommit(() => changed(family_member_uuid))
      setRemoved.run({ family_member_uuid, removed_at: removed_at === null ? null : iso(removed_at) })
    },

    /** Leaves nothing of one who was removed but the id, and `full_name` with what others may still read of them. */
    forget: (_: Transaction, family_member_uuid: string, full_name: string): void => {
      const nothing = { relationship: '', password_hash: '', preferences: {}, roles: [] }
      forget.run({ family_member_uuid, full_name, username: family_member_uuid, ...nothing })
    },
  }
}

/** The queries on members, each prepared once. `changed` is called for each change, after its commit. */
export function memberStore({ database }: Store, changed: (family_member_uuid: string) => void = () => {}) {
  const byUsername = database
    .select(columns)
    .from(members)
    .where(and(eq(members.username, parameter('username')), isThere))
    .prepare()
  const byId = database.select(columns).from(members).where(and(isMember, isThere)).prepare()
  const joined = database.select({ created_at: members.created_at }).from(members).where(isMember).prepare()
  const page = database
    .select(columns)
    .from(members)
    .where(isThere)
    .orderBy(desc(members.created_at), desc(members.family_member_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const ids = database
    .select({ id: members.family_member_uuid })
    .from(members)
    .where(isThere)
    .orderBy(asc(members.created_at))
    .prepare()
  const counted = database.select({ total: count() }).from(members).where(isThere).prepare()
  const admins = database.select({ total: count() }).from(members).where(and(isThere, isAdmin)).prepare()
  const owner = database
    .select(columns)
    .from(members)
    .where(and(isThere, isAdmin))
    .orderBy(asc(members.created_at), asc(members.family_member_uuid))
    .limit(1)
    .prepare()
  const insert = database.insert(members).values(placeholders(members)).prepare()
  const update = database
    .update(members)
    .set(
      updates([
        'full_name',
        'relationship',
        'preferences',
        'roles',
        'password_hash',
        'standing',
        'opens_to_owner',
        'updated_at',
      ]),
    )
    .where(isMember)
    .prepare()

  return {
    byUsername: (username: string): MemberRow | undefined => byUsername.get({ username }),

    byId: (family_member_uuid: string): MemberRow | undefined => byId.get({ family_member_uuid }),

    list: (at: { limit: number; offset: number }): { items: MemberRow[]; total: number } => ({
      items: page.all(at),
      total: counted.get()?.total ?? 0,
    }),

    /** When somebody became a member, ISO 8601, also one who was removed; undefined for an unknown one. */
    joinedAt: (family_member_uuid: string): string | undefined =>
      joined.get({ family_member_uuid })?.created_at,

    /** Those of all members, the oldest member first. */
    ids: (): string[] => ids.all().map(({ id }) => id),

    none: (): boolean => counted.get()?.total === 0,

    /** The one who has been there the longest of those who are admins now. */
    owner: (): MemberRow | undefined => owner.get(),

    admins: (): number => admins.get()?.total ?? 0,

    ...ownerAccessRows(database),

    /** Throws `CONFLICT` where the username is taken. */
    insert: (_: Transaction, { trusts: _trusts, ...row }: MemberRow): void => {
      try {
        insert.run({ ...row })
      } catch (error) {
        if ((error as { code?: string }).code === 'SQLITE_CONSTRAINT_UNIQUE') throw UsernameTaken()
        throw error
      }
    },

    /** Writes everything but the username, which never changes. */
    update: (tx: Transaction, row: MemberRow): void => {
      tx.afterCommit(() => changed(row.family_member_uuid))
      const { username: _name, created_at: _since, trusts: _trusts, ...changes } = row
      update.run(changes)
    },
  }
}

/** The queries on members who have yet to be told that their profile opens to the owner. */
function ownerAccessRows(database: Store['database']) {
  const isUntold = and(
    isThere,
    not(isAdmin),
    members.opens_to_owner,
    sql`${members.family_member_uuid} IN (SELECT family_member_uuid FROM ${ownerAccessUntold})`,
  )
  const untold = database.select(columns).from(members).where(isUntold).prepare()
  const toldOf = eq(ownerAccessUntold.family_member_uuid, parameter('family_member_uuid'))
  const told = database.delete(ownerAccessUntold).where(toldOf).prepare()

  return {
    /** Those whose profile opens to the owner, and who were neither asked nor told. */
    withUntoldOwnerAccess: (): MemberRow[] => untold.all(),

    /** Notes that a member knows whether their profile opens to the owner. */
    toldOwnerAccess: (_: Transaction, family_member_uuid: string): void => {
      told.run({ family_member_uuid })
    },
  }
}

export type Members = ReturnType<typeof memberStore>

/** The member as others may see them: without the hash, and as a session of that restriction may. */
export function toFamilyMember(
  { password_hash: _, opens_to_owner: _access, removed_at: _removed, trusts, ...member }: MemberRow,
  restriction: Restriction | null = null,
): FamilyMember {
  // What they prefer is theirs, also from the owner.
  const preferences = restriction === 'read_only' ? {} : member.preferences
  return { ...member, preferences, trust_level: trusts ? 'trusted' : 'basic' }
}

/** The member who calls; throws `NOT_FOUND` for a program that is none, and for one who is no member any more. */
export function requireMember(
  { byId }: Pick<Members, 'byId'>,
  { family_member_uuid }: Pick<Caller, 'family_member_uuid'>,
): MemberRow {
  const member = family_member_uuid === null ? undefined : byId(family_member_uuid)
  if (!member) throw NoMember()
  return member
}
