import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRow } from '../../../../daemon/features/memory/rows.ts'
import { openSearch } from '../../../../daemon/features/memory/search/search.ts'
import { memoryStore } from '../../../../daemon/features/memory/store.ts'
import { openVectorTables } from '../../../../daemon/features/memory/vector-tables.ts'
import { iso } from '../../../../daemon/kernel/clock.ts'
import { isDamage } from '../../../../daemon/kernel/errors.ts'
import { spoil } from '../../../support/homes/damaged-homes.ts'
import { embeddingBy } from '../../../support/memory/calibration.ts'
import { everything, meaning } from '../../../support/memory/found.ts'
import { openTestStore } from '../../../support/store.ts'

test('A search that comes upon a damaged page fails as damage, which has it repaired', async () => {
  const { home, client, store, clock, log, addMember } = openTestStore()
  const olga = addMember('olga').family_member_uuid
  const memories = memoryStore(store, () => {})
  store.write((tx) => {
    for (let n = 0; n < 200; n += 1)
      memories.insert(tx, newRow({ content: `shelf ${n}` }, olga, iso(clock.now())), {})
  })
  const leaf = client
    .prepare("SELECT max(pageno) FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf'")
    .pluck()
    .get()
  client.pragma('wal_checkpoint(TRUNCATE)')
  spoil(home.database, Number(leaf))

  const search = openSearch({
    file: home.database,
    tables: openVectorTables(store),
    embedding: embeddingBy((texts) => texts.map(() => meaning(1))),
    clock,
    log,
  })
  await assert.rejects(search.query(olga, 'shelf', everything, 10), (error) => isDamage(error))
  await search.stop()
})
