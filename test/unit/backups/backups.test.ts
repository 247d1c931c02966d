import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { openBackupManager } from '../../../daemon/features/backups/backups.ts'
import { type Copier, openCopier } from '../../../daemon/features/backups/copier.ts'
import { openBackupFolder } from '../../../daemon/features/backups/backup-folder.ts'
import { newGoal } from '../../../daemon/features/agency/goals.ts'
import { goalStore } from '../../../daemon/features/agency/store.ts'
import type { MemberRow } from '../../../daemon/features/identity/members.ts'
import { backUp } from '../../../daemon/store/backup.ts'
import type { Erasure } from '../../../daemon/store/tables.ts'
import { latestVersion } from '../../../daemon/store/migrate.ts'
import { stagedFor } from '../../../daemon/store/restore.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'
import { openTestStore } from '../../support/store.ts'

function open({ keep = 7, working = { disk: true } } = {}) {
  const { home, store, clock, client, addMember } = openTestStore()
  const goals = goalStore(store)
  const real = openCopier()
  const copier: Copier = {
    ...real,
    erase: async (...given) => {
      if (!working.disk) throw new Error('the disk is full')
      return real.erase(...given)
    },
  }
  const lines: Record<string, unknown>[] = []
  const resets: Erasure[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const backupFolder = openBackupFolder(home.backups)
  return {
    home,
    clock,
    client,
    addMember,
    backupFolder,
    lines,
    staged: stagedFor(home.database),
    backups: openBackupManager({ home, resets: () => resets, backupFolder, copier, clock, log, keep }),
    files: () => readdirSync(home.backups).toSorted(),
    membersIn: (file: string) => read(file, 'SELECT username FROM members ORDER BY username'),
    holding: (text: string) => filesHolding(home.backups, text),
    addGoal: ({ family_member_uuid }: MemberRow, title: string) => {
      const now = clock.now()
      const goal = newGoal({ title, origin: 'user' }, { family_member_uuid, now, time_zone: 'UTC' })
      store.write((tx) => goals.insert(tx, goal))
    },
    goalsIn: (id: string) =>
      read(backupFolder.noted().find((one) => one.id === id)?.file ?? '', 'SELECT title FROM goals'),
    reset: ({ family_member_uuid }: MemberRow) => {
      const erased_at = new Date(clock.now()).toISOString()
      resets.push({ erasure_uuid: randomUUID(), kind: 'member', subject: family_member_uuid, erased_at })
    },
  }
}

/** The first column of what a query finds in a file. */
function read(file: string, query: string): unknown[] {
  const copy = new Database(file, { readonly: true })
  try {
    return copy.prepare(query).pluck().all()
  } finally {
    copy.close()
  }
}

const day = 86_400_000
const conflict = { code: 'CONFLICT' }
const by = { actor: 'user:olga', address: '192.0.2.7' }

describe('Backups', () => {
  it('contain the data, are complete, and describe themselves', async () => {
    const { backups, addMember, backupFolder, membersIn, clock } = open()
    addMember('mia')
    const { id, ...made } = await backups.create('manual')
    addMember('noa')
    const [placed, ...others] = backupFolder.noted()
    assert.ok(placed)
    assert.deepEqual(others, [])
    assert.deepEqual(made, {
      created_at: new Date(clock.now()).toISOString(),
      bytes: readFileSync(placed.file).length,
      version: latestVersion(),
      reason: 'manual',
      intact: true,
    })
    assert.deepEqual(await backups.list(), [{ id, ...made }])
    assert.deepEqual(membersIn(placed.file), ['mia'])
  })

  it('are made one at a time', async () => {
    const { backups } = open()
    const first = backups.create('manual')
    assert.equal(backups.busy(), true)
    await assert.rejects(backups.create('daily'), conflict)
    const { id } = await first
    assert.equal(backups.busy(), false)
    assert.deepEqual(await backups.remove(id), await first)
    assert.deepEqual(await backups.list(), [])
    await assert.rejects(backups.remove(id), { code: 'NOT_FOUND' })
  })

  it('are kept daily up to the limit; those made by hand are all kept', async () => {
    const { backups, clock } = open({ keep: 2 })
    const made = []
    for (const reason of ['manual', 'daily', 'manual', 'daily', 'daily'] as const) {
      made.push(await backups.create(reason))
      clock.advance(day)
    }
    const [one, , two, three, four] = made
    assert.deepEqual(await backups.list(), [four, three, two, one])
    assert.equal(backups.newestDaily(clock.now()), four?.created_at)
    // One from a time to come says nothing of the day that is.
    assert.equal(backups.newestDaily(Date.parse(four?.created_at ?? '') - 1), three?.created_at)
  })

  it('from before a migration have an id from the first listing on', async () => {
    const { backups, client, home, files } = open()
    const file = backUp(client, home.backups, 'before-version-7')
    const [backup] = await backups.list()
    assert.ok(backup)
    assert.deepEqual(
      [backup.reason, backup.intact, backup.version],
      ['before_migration', null, latestVersion()],
    )
    assert.equal(backup.bytes, readFileSync(file).length)
    const [[again], [same]] = await Promise.all([backups.list(), backups.list()])
    assert.deepEqual([again, same], [backup, backup])
    assert.equal(files().length, 2)
  })

  it('from before migrations are limited to five, and displace no others', async () => {
    const { backups, client, home } = open()
    const byHand = await backups.create('manual')
    for (let version = 1; version <= 7; version += 1) {
      backUp(client, home.backups, `before-version-${version}`)
      if (version === 3) await backups.list()
    }
    const all = await backups.list()
    assert.equal(all.filter(({ reason }) => reason === 'before_migration').length, 5)
    assert.ok(all.some(({ id }) => id === byHand.id))
    assert.equal(readdirSync(home.backups).filter((name) => name.endsWith('.json')).length, 6)
  })

  it('that are interrupted by a stop leave nothing behind', async () => {
    const { backups, files } = open()
    const refused = assert.rejects(backups.create('manual'), /stopped/)
    await backups.stop()
    await refused
    assert.deepEqual(files(), [])
    await assert.rejects(backups.create('manual'), conflict)
  })
})

describe('A restore', () => {
  it('prepares the backup for the next start, and backs up the current data', async () => {
    const { backups, addMember, backupFolder, membersIn, staged, clock } = open()
    addMember('mia')
    const { id } = await backups.create('manual')
    addMember('noa')
    clock.advance(1)
    await backups.restore(id, by)
    assert.deepEqual(membersIn(staged), ['mia'])
    const [newest] = backupFolder.noted()
    assert.equal(newest?.reason, 'before_restore')
    assert.deepEqual(membersIn(newest?.file ?? ''), ['mia', 'noa'])
    for (const more of [backups.create('manual'), backups.restore(id, by), backups.remove(id)])
      await assert.rejects(more, conflict)
  })

  it('of a damaged backup is refused, changes nothing, and marks the backup', async () => {
    const { backups, backupFolder, files, staged } = open()
    const made = await backups.create('manual')
    const file = backupFolder.noted()[0]?.file ?? ''
    const bytes = readFileSync(file)
    bytes.fill(0, 8_192, 8_200)
    bytes.fill(7, 8_200, 8_300)
    writeFileSync(file, bytes)
    const before = files()
    await assert.rejects(backups.restore(made.id, by), { code: 'UNPROCESSABLE', message: /damaged/ })
    assert.deepEqual(files(), before)
    assert.deepEqual(await backups.list(), [{ ...made, intact: false }])
    assert.deepEqual([existsSync(staged), existsSync(`${staged}.part`)], [false, false])
    assert.equal((await backups.create('manual')).intact, true)
  })

  it('of a backup of a newer version is refused', async () => {
    const { backups, backupFolder, home, staged, client } = open()
    client.pragma('user_version = 10000')
    const { id } = await backups.create('manual')
    await assert.rejects(backups.restore(id, by), {
      code: 'UNPROCESSABLE',
      details: { reason: 'backup_too_new', version: 10_000, known: latestVersion() },
    })
    assert.equal(existsSync(staged), false)
    assert.equal(backupFolder.noted().length, 1)
    assert.equal(existsSync(join(home.path, 'companion.db.restore.part')), false)
  })

  it('of the oldest pre-restore copy works although that copy would be due for removal', async () => {
    const { backups, backupFolder, addMember, clock, staged, membersIn } = open()
    addMember('mia')
    const { id } = await backups.create('manual')
    const [template] = backupFolder.noted()
    assert.ok(template)
    for (let n = 1; n <= 5; n += 1) {
      const other = `${n}b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b`
      writeFileSync(backupFolder.part(other), readFileSync(template.file))
      const created_at = new Date(clock.now() - n * day).toISOString()
      backupFolder.place(backupFolder.part(other), {
        ...template,
        id: other,
        created_at,
        reason: 'before_restore',
      })
    }
    await backups.restore('5b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b', by)
    assert.deepEqual(membersIn(staged), ['mia'])
    const left = backupFolder.noted()
    assert.equal(left.filter(({ reason }) => reason === 'before_restore').length, 5)
    assert.ok(left.some((one) => one.id === id))
  })

  it('of an unknown backup is not found', async () => {
    const { backups } = open()
    const id = '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'
    await assert.rejects(backups.restore(id, by), { code: 'NOT_FOUND' })
  })
})

describe("After a member's reset", () => {
  it('every backup is kept without what it held of the member', async () => {
    const { backups, client, home, addMember, addGoal, reset, goalsIn, holding, clock } = open()
    const [mia, noa] = [addMember('mia'), addMember('noa')]
    addGoal(mia, 'a lighthouse of marzipan')
    addGoal(noa, 'a castle of sugar')
    backUp(client, home.backups, 'before-version-7')
    const made = [await backups.create('manual'), await backups.create('daily')]
    assert.equal(holding('marzipan').length, 3)
    clock.advance(60_000)
    reset(mia)
    clock.advance(1)
    const later = await backups.create('manual')
    await backups.eraseResets()
    assert.deepEqual(holding('marzipan').length, 1, 'which was made later')
    const listed = await backups.list()
    assert.deepEqual(
      new Set(listed.map(({ id }) => id)),
      new Set(
        [...made, later, ...listed.filter(({ reason }) => reason === 'before_migration')].map(({ id }) => id),
      ),
    )
    for (const { id, intact } of listed) {
      if (id === later.id) continue
      assert.equal(intact, true)
      assert.deepEqual(goalsIn(id), ['a castle of sugar'])
    }
    const before = await backups.list()
    await backups.eraseResets()
    assert.deepEqual(await backups.list(), before, 'once')
    await backups.restore(made[0]?.id ?? '', by)
  })

  it('a backup that is being made meanwhile is changed too', async () => {
    const { backups, addMember, addGoal, reset, holding } = open()
    const mia = addMember('mia')
    addGoal(mia, 'a lighthouse of marzipan')
    const making = backups.create('manual')
    reset(mia)
    await backups.eraseResets()
    await making
    assert.deepEqual(holding('marzipan'), [])
  })

  it('a backup that is damaged, and may hold the data still, is removed', async () => {
    const { backups, backupFolder, addMember, addGoal, reset, holding, lines } = open()
    const mia = addMember('mia')
    addGoal(mia, 'a lighthouse of marzipan')
    await backups.create('manual')
    const file = backupFolder.noted()[0]?.file ?? ''
    const bytes = readFileSync(file)
    bytes.fill(7, 8_192, 12_288)
    writeFileSync(file, bytes)
    reset(mia)
    await backups.eraseResets()
    assert.deepEqual(holding('marzipan'), [])
    assert.deepEqual(await backups.list(), [])
    assert.equal(lines.filter(({ level }) => level === 50).length, 1)
  })

  it('what fails is logged, leaves the backup as it was, and is tried again', async () => {
    const working = { disk: false }
    const { backups, addMember, addGoal, reset, holding, files, lines, clock } = open({ working })
    const mia = addMember('mia')
    addGoal(mia, 'a lighthouse of marzipan')
    await backups.create('manual')
    const before = files()
    reset(mia)
    await backups.eraseResets()
    assert.deepEqual(files(), before)
    assert.equal(lines.filter(({ level }) => level === 50).length, 1)
    working.disk = true
    clock.advance(3_600_000)
    await soon(() => holding('marzipan').length === 0)
    assert.equal((await backups.list())[0]?.intact, true)
  })
})
