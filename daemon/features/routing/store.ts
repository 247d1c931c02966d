import { count, desc, eq, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { parameter, placeholders, timestamp } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'

export const routingMappings = sqliteTable('routing_mappings', {
  external_topic: text().primaryKey(),
  internal_topic: text().notNull(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
})

export type Mapping = typeof routingMappings.$inferSelect

const { placeholder } = sql

/** The queries of this feature, each prepared once. */
export function mappingStore({ database }: Store) {
  const wanted = eq(routingMappings.external_topic, parameter('external_topic'))
  const all = database.select().from(routingMappings).prepare()
  const find = database.select().from(routingMappings).where(wanted).prepare()
  const page = database
    .select()
    .from(routingMappings)
    .orderBy(desc(routingMappings.created_at), desc(routingMappings.external_topic))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare()
  const total = database.select({ total: count() }).from(routingMappings).prepare()
  const insert = database.insert(routingMappings).values(placeholders(routingMappings)).prepare()
  const remove = database.delete(routingMappings).where(wanted).prepare()

  return {
    all: (): Mapping[] => all.all(),
    find: (external_topic: string): Mapping | undefined => find.get({ external_topic }),

    /** Newest first, with the count of all. */
    list: (wanted: { limit: number; offset: number }) => ({
      items: page.all(wanted),
      total: total.get()?.total ?? 0,
    }),

    insert: (_: Transaction, row: Mapping): void => {
      insert.run({ ...row })
    },

    remove: (_: Transaction, external_topic: string): void => {
      remove.run({ external_topic })
    },
  }
}
