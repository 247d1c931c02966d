import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { archivedKinds } from '../../daemon/archived.ts'
import { declaredTables } from '../support/sources.ts'

/** The columns by which a row is somebody's. */
const owners = ['family_member_uuid', 'user_id', 'owner', 'created_by', 'introduced_by', 'subject'] as const

/** What of a member no archive has, and why. */
const leftOut: Readonly<Record<string, string>> = {
  pins: 'a secret',
  pairings: 'a secret of some minutes',
  sign_in_links: 'a secret of a day',
  backup_codes: 'secrets',
  voice_templates: 'how somebody sounds: a biometric',
  voice_samples: 'how somebody sounds: a biometric',
  device_recoveries: 'a wish of a day, which the audit log tells',
  lockouts: 'a count that ends by itself',
  idempotency: 'answers to requests that may come again, for a day',
  idempotency_subjects: 'an index of these',
  unanswered_messages: 'a reply that is being written',
  read_markers: 'a position in this database',
  owner_access_untold: 'who has yet to be told of a setting',
  memory_usage: 'a sum of what is in it',
  erasures: 'ids of what was deleted, so that it stays so',
  blocked_addresses: 'of the household',
  routing_mappings: 'of the household',
}

const owned: readonly string[] = (await declaredTables())
  .map(({ table }) => table)
  .filter((table) => owners.some((name) => name in getTableColumns(table)))
  .map(getTableName)
const archived: ReadonlySet<string> = new Set(archivedKinds.map(({ table }) => getTableName(table)))

describe('Everything of a member', () => {
  it('is in their archive, or is left out for a reason', () => {
    assert.deepEqual(
      owned.filter((name) => !archived.has(name) && !Object.hasOwn(leftOut, name)),
      [],
    )
    assert.deepEqual(
      Object.keys(leftOut).filter((name) => archived.has(name) || !owned.includes(name)),
      [],
    )
  })

  it('is archived without any secret', () => {
    for (const { type, table, without = [] } of archivedKinds) {
      const archived = Object.keys(getTableColumns(table)).filter((name) => !without.includes(name))
      const secret = archived.filter((name) =>
        /hash|sealed|secret|token(?!_expires)|thumbprint|public_key/.test(name),
      )
      assert.deepEqual(secret, [], type)
    }
  })

  it('is described, each field of each type of lines', () => {
    const text = readFileSync(new URL('../../docs/archive.md', import.meta.url), 'utf8')
    const described = [...text.matchAll(/^\| `([a-z_]+)` \|[^|]*\|([^|]*)\|/gm)].map(([, type, fields]) => ({
      type,
      fields: [...(fields ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
    }))
    assert.deepEqual([described.shift()?.type, described.pop()?.type], ['archive', 'end'])
    const written = archivedKinds.map(({ type, table, without = [], beside = {} }) => ({
      type,
      fields: [
        ...Object.keys(getTableColumns(table)).filter(
          (name) => !without.includes(name) && !['family_member_uuid', 'user_id', 'owner'].includes(name),
        ),
        ...Object.keys(beside),
      ],
    }))
    assert.deepEqual(described, written)
  })
})
