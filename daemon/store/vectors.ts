import type Database from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'

/** Teaches a connection the tables of vectors (`vec0`); every connection that touches the database needs it. */
export function withVectors(client: Database.Database): Database.Database {
  client.loadExtension(getLoadablePath())
  return client
}
