import { count, eq } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { members } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { UsernameTaken } from './failures.ts'
import type { FamilyMember } from './schemas.ts'

export type MemberRow = typeof members.$inferSelect

/** The queries on members, each prepared once. */
export function memberStore({ database }: Store) {
  const byUsername = database
    .select()
    .from(members)
    .where(eq(members.username, parameter('username')))
    .prepare()
  const byId = database
    .select()
    .from(members)
    .where(eq(members.family_member_uuid, parameter('family_member_uuid')))
    .prepare()
  const counted = database.select({ total: count() }).from(members).prepare()
  const insert = database.insert(members).values(placeholders(members)).prepare()
  const rehash = database
    .update(members)
    .set({ password_hash: parameter('password_hash') })
    .where(eq(members.family_member_uuid, parameter('family_member_uuid')))
    .prepare()

  return {
    byUsername: (username: string): MemberRow | undefined => byUsername.get({ username }),

    byId: (family_member_uuid: string): MemberRow | undefined => byId.get({ family_member_uuid }),

    none: (): boolean => counted.get()?.total === 0,

    /** Throws `CONFLICT` where the username is taken. */
    insert: (_: Transaction, row: MemberRow): void => {
      try {
        insert.run({ ...row })
      } catch (error) {
        if ((error as { code?: string }).code === 'SQLITE_CONSTRAINT_UNIQUE') throw UsernameTaken()
        throw error
      }
    },

    rehash: (_: Transaction, family_member_uuid: string, password_hash: string): void => {
      rehash.run({ family_member_uuid, password_hash })
    },
  }
}

/** The member as others may see them: without the hash. */
export function shownMember({ password_hash: _, ...member }: MemberRow): FamilyMember {
  return member
}
