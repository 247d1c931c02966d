import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eraseInDamaged, removeOldDamaged } from '../../../daemon/store/damaged.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const [olga, mia, memory] = ['olga-uuid', 'mia-uuid', 'memory-uuid']
const row = (key: string | null, family_member_uuid: string | null) => ({
  table: 'memories',
  key,
  family_member_uuid,
  now: 'gone',
})

function setAside(...days: readonly string[]) {
  const damaged = join(temporaryFolder(), 'damaged')
  after(() => rmSync(damaged, { recursive: true, force: true }))
  for (const day of days) {
    const folder = join(damaged, `${day}T120000.000Z`)
    mkdirSync(folder, { recursive: true })
    for (const name of ['companion.db', 'companion.db.mirror', 'database-pages.bin', 'database-pages.json'])
      writeFileSync(join(folder, name), 'pages')
    const lost = [
      row('one', mia),
      row(`${memory} 1`, mia),
      row('two', olga),
      row('three', null),
      row(null, null),
    ]
    writeFileSync(join(folder, 'damage.json'), JSON.stringify({ parts: ['database'], rows: 5, lost }))
  }
  const at = (day: string) => join(damaged, `${day}T120000.000Z`)
  return {
    damaged,
    files: (day: string) => readdirSync(at(day)).toSorted(),
    damage: (day: string) => JSON.parse(readFileSync(join(at(day), 'damage.json'), 'utf8')),
  }
}

const erasure = (kind: 'member' | 'account' | 'memory', subject: string, day: string) => ({
  erasure_uuid: `${subject} ${day}`,
  kind,
  subject,
  erased_at: `${day}T12:00:00.000Z`,
})

describe('What was set aside of a damaged database', () => {
  for (const [kind, subject, owners] of [
    ['member', mia, [olga]],
    ['account', mia, [olga]],
    ['memory', memory, [mia, olga]],
  ] as const)
    it(`holds no page any more once a ${kind} was erased, and no name of what may have been theirs`, () => {
      const { damaged, files, damage } = setAside('2026-05-02', '2026-05-06')
      assert.equal(eraseInDamaged({ damaged }, [erasure(kind, subject, '2026-05-04')]), 1)
      assert.deepEqual(files('2026-05-02'), ['damage.json'])
      const { lost, ...rest } = damage('2026-05-02')
      assert.deepEqual(rest, { parts: ['database'], rows: 5 })
      assert.deepEqual(lost, [
        ...lost.filter((one: { key: unknown }) => one.key !== null),
        row(null, null),
        row(null, null),
      ])
      assert.deepEqual(
        lost.flatMap((one: { family_member_uuid: string | null }) => one.family_member_uuid ?? []),
        owners,
      )
      // What came after holds nothing of it.
      assert.equal(files('2026-05-06').length, 5)
      assert.equal(damage('2026-05-06').lost.length, 5)
      assert.equal(eraseInDamaged({ damaged }, [erasure(kind, subject, '2026-05-04')]), 0)
    })

  it('is deleted after 30 days', () => {
    const { damaged } = setAside('2026-05-02', '2026-05-03')
    assert.equal(removeOldDamaged({ damaged }, Date.parse('2026-06-01T12:00:00.000Z')), 0)
    assert.equal(removeOldDamaged({ damaged }, Date.parse('2026-06-01T12:00:00.001Z')), 1)
    assert.deepEqual(readdirSync(damaged), ['2026-05-03T120000.000Z'])
    assert.equal(removeOldDamaged({ damaged: join(damaged, 'none') }, Date.now()), 0)
  })
})
