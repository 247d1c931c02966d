import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { pino } from 'pino'
import { type MemberRow, memberStore } from '../../daemon/features/identity/members.ts'
import { iso } from '../../daemon/kernel/clock.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { type AuditRow, openAudit } from '../../daemon/store/audit.ts'
import { openDatabase, Store } from '../../daemon/store/store.ts'
import { withVectors } from '../../daemon/store/vectors.ts'
import { ManualClock } from './clock.ts'
import { createMigratedHome } from './migrated.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
const opened: WeakRef<Database.Database>[] = []
// By then every test has ended, of this file and of others that share the process.
process.once('exit', () => {
  for (const client of opened) client.deref()?.close()
  folder.remove()
})

/** A home of its own with a migrated database, the audit log, and a clock that stands still. Gone when the process ends. */
export function openTestStore(clock = new ManualClock()) {
  const home = locateHome({ COMPANION_HOME: join(folder.path, randomUUID()) })
  createMigratedHome(home)
  const client = openDatabase(home.database)
  opened.push(new WeakRef(client))
  withVectors(client)
  const log = pino({ level: 'silent' })
  const store = new Store(client, log)
  const members = memberStore(store)

  return {
    home,
    client,
    store,
    clock,
    log,
    members,
    audit: openAudit(store, home, clock),

    addMember: (username: string, more: Partial<MemberRow> = {}): MemberRow => {
      const now = iso(clock.now())
      const member: MemberRow = {
        family_member_uuid: randomUUID(),
        username,
        full_name: 'Olga Example',
        relationship: 'mother',
        roles: [],
        password_hash: '',
        preferences: {},
        created_at: now,
        updated_at: now,
        standing: 'primary',
        opens_to_owner: true,
        removed_at: null,
        trusts: 0,
        ...more,
      }
      store.write((tx) => members.insert(tx, member))
      return member
    },

    /** What the audit log says, oldest first. */
    audited: () =>
      client
        .prepare<[], AuditRow & { details: string }>('SELECT * FROM audit ORDER BY seq')
        .all()
        .map(({ event, actor, address, family_member_uuid, session_uuid, details }) => ({
          event,
          actor,
          address,
          family_member_uuid,
          session_uuid,
          details: JSON.parse(details) as unknown,
        })),

    count: (table: string): number => Number(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
  }
}
