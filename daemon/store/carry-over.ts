import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { iso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Erasure } from './tables.ts'

/** What must go on in a database that took the place of another one. To be used within a transaction. */
interface CarryOver extends Disposable {
  /** Lets the audit log of the other one go on here; answers how many rows came. */
  readonly audit: () => number
  /** What was deleted for good, as the other one lists it. */
  readonly erasures: () => Erasure[]
  /**
   * Takes back what was taken back since: keys of programs, devices, certificates, codes that were used, members, and consents
   * to engines. Of another one that tells nothing, no key, certificate, code or consent stays.
   */
  readonly revoke: () => void
}

/** What is good for as long as it is there, and by what it is the same. */
const held = [
  // One that a program has changed since ends too, with its refresh tokens: those were used.
  ['api_keys', 'key_hash'],
  ['invitations', 'invitation_uuid'],
  ['pairings', 'code_hash'],
  ['sign_in_links', 'link_uuid'],
] as const

const certificateColumns =
  'serial, fingerprint, key_hash, device_uuid, family_member_uuid, issued_at, expires_at, revoked_at'
/** The list of those that was replaced knows best which are good; of what it does not know, none is. */
const replaceCertificates = `
  DELETE FROM certificates WHERE serial IN (SELECT serial FROM replaced.certificates);
  UPDATE certificates SET revoked_at = coalesce(revoked_at, unixepoch() * 1000);
  INSERT INTO certificates (${certificateColumns}) SELECT ${certificateColumns} FROM replaced.certificates`

const revokeCertificates = 'UPDATE certificates SET revoked_at = coalesce(revoked_at, unixepoch() * 1000)'

const revokeDevices = `
  UPDATE devices SET revoked_at = since.revoked_at FROM replaced.devices AS since
    WHERE since.device_uuid = devices.device_uuid AND devices.revoked_at IS NULL AND since.revoked_at IS NOT NULL`

/** Who was removed since is removed here too; it can be undone as there. */
const removeMembers = `
  UPDATE members SET removed_at = since.removed_at FROM replaced.members AS since
    WHERE since.family_member_uuid = members.family_member_uuid AND members.removed_at IS NULL
      AND since.removed_at IS NOT NULL`

/** Guests too; members have come along with their accounts. */
const removeGuests = `
  UPDATE people SET removed_at = since.removed_at, removed_by = since.removed_by FROM replaced.people AS since
    WHERE since.person_uuid = people.person_uuid AND people.removed_at IS NULL AND since.removed_at IS NOT NULL`

/** Leaves the origins that members agree to in the other database too; none where that is not known. */
const endConsents = (isKnown: boolean) => `
  UPDATE members SET preferences = json_set(preferences, '$.engines', json((
    SELECT json_group_array(agreed.value) FROM json_each(members.preferences, '$.engines') AS agreed
      WHERE ${isKnown ? stillAgreed : 'FALSE'}
  ))) WHERE json_type(preferences, '$.engines') = 'array'`

const stillAgreed = `EXISTS (
  SELECT 1 FROM replaced.members AS since, json_each(since.preferences, '$.engines') AS still
    WHERE since.family_member_uuid = members.family_member_uuid AND still.value = agreed.value)`

/** Opens the database that was replaced beside the one that is in use; one that is damaged or gone tells nothing. */
export function carryOver(client: Database.Database, replaced: string, log: Log): CarryOver {
  const there = existsSync(replaced) && attach(client, replaced, log)
  const columns = (table: string) =>
    client.prepare("SELECT group_concat(name) FROM pragma_table_info(?, 'replaced')").pluck().get(table) as
      | string
      | null
  return {
    audit: () =>
      there && columns('audit') !== null ? continueAudit(client, sharedColumns(client, 'audit')) : 0,
    erasures: () => {
      if (!there || columns('erasures') === null) return []
      const rows = client
        .prepare<[], Erasure & { erased_at: number }>('SELECT * FROM replaced.erasures')
        .all()
      return rows.map((row) => ({ ...row, erased_at: iso(row.erased_at) }))
    },
    revoke: () => {
      const knows = (table: string, column = '') => there && (columns(table)?.includes(column) ?? false)
      for (const [table, id] of held) {
        const ids = knows(table) ? `SELECT ${id} FROM replaced.${table}` : 'SELECT NULL WHERE FALSE'
        client.exec(`DELETE FROM ${table} WHERE ${id} NOT IN (${ids})`)
      }
      // One that was cancelled since must not come back, and one of those days nobody waits for.
      client.exec('DELETE FROM device_recoveries')
      if (knows('devices')) client.exec(revokeDevices)
      if (knows('members', 'removed_at')) client.exec(removeMembers)
      if (knows('people')) client.exec(removeGuests)
      client.exec(knows('certificates') ? replaceCertificates : revokeCertificates)
      client.exec(endConsents(knows('members', 'preferences')))
    },
    [Symbol.dispose]: () => {
      if (there) client.exec('DETACH replaced')
    },
  }
}

function attach(client: Database.Database, replaced: string, log: Log): boolean {
  try {
    client.prepare('ATTACH ? AS replaced').run(replaced)
  } catch (error) {
    log.error({ err: error }, 'the database that was replaced cannot be read: its audit log ends with it')
    return false
  }
  try {
    const problem = client.pragma('replaced.integrity_check(1)', { simple: true })
    if (problem === 'ok') return true
    log.error({ problem }, 'the database that was replaced is damaged: its audit log ends with it')
  } catch (error) {
    log.error({ err: error }, 'the database that was replaced is damaged: its audit log ends with it')
  }
  client.exec('DETACH replaced')
  return false
}

/** The columns that a table has in both: a newer program may have added some to the one that was replaced. */
const sharedColumns = (client: Database.Database, table: string) =>
  String(
    client
      .prepare(
        `SELECT group_concat(name) FROM pragma_table_info(?, 'replaced')
          WHERE name IN (SELECT name FROM pragma_table_info(?, 'main'))`,
      )
      .pluck()
      .get(table, table),
  )

/** The rows of one log follow those that both have; where each goes its own way, that of the other one is the log. */
function continueAudit(client: Database.Database, columns: string): number {
  const newest = (schema: string) =>
    client
      .prepare<[], { seq: number; hash: string }>(
        `SELECT seq, hash FROM ${schema}.audit ORDER BY seq DESC LIMIT 1`,
      )
      .get()
  const has = (schema: string, row: { seq: number; hash: string }) =>
    client.prepare(`SELECT 1 FROM ${schema}.audit WHERE seq = ? AND hash = ?`).get(row.seq, row.hash) !==
    undefined
  const [mine, theirs] = [newest('main'), newest('replaced')]
  if (!theirs || has('main', theirs)) return 0
  const copy = (after: number) =>
    client
      .prepare(
        `INSERT INTO audit (${columns}) SELECT ${columns} FROM replaced.audit WHERE seq > ? ORDER BY seq`,
      )
      .run(after).changes
  if (!mine || has('replaced', mine)) return copy(mine?.seq ?? 0)
  const triggers = client
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'",
    )
    .all()
  for (const { name } of triggers) client.exec(`DROP TRIGGER ${name}`)
  client.exec('DELETE FROM audit')
  const carried = copy(0)
  for (const { sql } of triggers) client.exec(sql)
  client.exec(`UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM audit) WHERE name = 'audit'`)
  return carried
}
