import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { openBackupManager } from '../../../daemon/features/backups/backups.ts'
import { type Copier, openCopier } from '../../../daemon/features/backups/copier.ts'
import { openBackupFolder } from '../../../daemon/features/backups/backup-folder.ts'
import { backUp } from '../../../daemon/store/backup.ts'
import { latestVersion } from '../../../daemon/store/migrate.ts'
import { stagedFor } from '../../../daemon/store/restore.ts'
import { openTestStore } from '../../support/store.ts'

/** The backups of a home of its own. `meanwhile` is called when a copy was made and before it has its place. */
function open({ keep = 7, meanwhile = () => {} }: { keep?: number; meanwhile?: () => void } = {}) {
  const { home, store, clock, client, addMember } = openTestStore()
  const real = openCopier()
  const copier: Copier = {
    ...real,
    copy: async (from, to) => {
      const copied = await real.copy(from, to)
      meanwhile()
      return copied
    },
  }
  const lines: Record<string, unknown>[] = []
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
    backups: openBackupManager({ store, home, backupFolder, copier, clock, log, keep }),
    files: () => readdirSync(home.backups).toSorted(),
    membersIn: (file: string) => {
      const copy = new Database(file, { readonly: true })
      try {
        return copy.prepare('SELECT username FROM members ORDER BY username').pluck().all()
      } finally {
        copy.close()
      }
    },
  }
}

const day = 86_400_000
const conflict = { code: 'CONFLICT' }

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
    assert.equal(backups.newestDaily(), four?.created_at)
  })

  it('from before a migration have an id from the first listing on', async () => {
    const { backups, client, home, files } = open()
    const file = backUp(client, home.backups, 'before-version-7')
    const [found] = await backups.list()
    assert.ok(found)
    assert.deepEqual([found.reason, found.intact, found.version], ['before_migration', null, latestVersion()])
    assert.equal(found.bytes, readFileSync(file).length)
    const [[again], [same]] = await Promise.all([backups.list(), backups.list()])
    assert.deepEqual([again, same], [found, found])
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
    await backups.restore(id)
    assert.deepEqual(membersIn(staged), ['mia'])
    const [newest] = backupFolder.noted()
    assert.equal(newest?.reason, 'before_restore')
    assert.deepEqual(membersIn(newest?.file ?? ''), ['mia', 'noa'])
    for (const more of [backups.create('manual'), backups.restore(id), backups.remove(id)])
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
    await assert.rejects(backups.restore(made.id), { code: 'UNPROCESSABLE', message: /damaged/ })
    assert.deepEqual(files(), before)
    assert.deepEqual(await backups.list(), [{ ...made, intact: false }])
    assert.deepEqual([existsSync(staged), existsSync(`${staged}.part`)], [false, false])
    assert.equal((await backups.create('manual')).intact, true)
  })

  it('of a backup of a newer version is refused', async () => {
    const { backups, backupFolder, home, staged, client } = open()
    client.pragma('user_version = 10000')
    const { id } = await backups.create('manual')
    await assert.rejects(backups.restore(id), {
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
    await backups.restore('5b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b')
    assert.deepEqual(membersIn(staged), ['mia'])
    const left = backupFolder.noted()
    assert.equal(left.filter(({ reason }) => reason === 'before_restore').length, 5)
    assert.ok(left.some((one) => one.id === id))
  })

  it('of an unknown backup is not found', async () => {
    const { backups } = open()
    const id = '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'
    await assert.rejects(backups.restore(id), { code: 'NOT_FOUND' })
  })
})

describe("After a member's reset", () => {
  it('their data is in no backup but those made by hand, which the log names', async () => {
    const { backups, client, home, lines } = open()
    backUp(client, home.backups, 'before-version-7')
    const byHand = await backups.create('manual')
    await backups.create('daily')
    backups.forget()
    assert.deepEqual(await backups.list(), [byHand])
    const warning = lines.find(({ level }) => level === 40)
    assert.ok(warning)
    const [name = ''] = warning['backups'] as string[]
    assert.ok(name.includes(byHand.id.slice(0, 8)), name)
    assert.ok(existsSync(join(home.backups, name)))
  })

  it('their data is not in a copy that was being made', async () => {
    let resets = 0
    const { backups, client, addMember, backupFolder, membersIn } = open({
      meanwhile: () => {
        if (resets > 1) return
        resets += 1
        client.exec(`DELETE FROM members WHERE username = 'm${resets}'`)
        backups.forget()
      },
    })
    for (const name of ['m1', 'm2', 'm3']) addMember(name)
    await backups.create('manual')
    assert.equal(resets, 2)
    const [made, ...others] = backupFolder.noted()
    assert.deepEqual(others, [])
    assert.deepEqual(membersIn(made?.file ?? ''), ['m3'])
  })

  it('their data is not brought back by a restore in progress', async () => {
    let first = true
    const { backups, staged } = open({
      meanwhile: () => {
        if (!first) backups.forget()
        first = !first
      },
    })
    const { id } = await backups.create('manual')
    await assert.rejects(backups.restore(id), { ...conflict, message: /reset/ })
    assert.equal(existsSync(staged), false)
  })

  it('backups are purged at the next start if a crash came in between', async () => {
    const { backups, clock } = open()
    await backups.create('daily')
    const byHand = await backups.create('manual')
    const reset = new Date(clock.now()).toISOString()
    clock.advance(1)
    const later = await backups.create('daily')
    backups.forgetBefore(reset)
    assert.deepEqual(await backups.list(), [later, byHand])
  })

  it('backups are purged even if one cannot be removed, which is logged', async () => {
    const { backups, backupFolder, home, lines } = open()
    await backups.create('daily')
    const [placed] = backupFolder.noted()
    const [gone, note] = [placed?.file ?? '', (placed?.file ?? '').replace(/db$/, 'json')]
    const keep = readFileSync(note)
    // A folder in its place is nothing that could be removed like a file.
    renameSync(gone, join(home.path, 'aside'))
    mkdirSync(join(gone, 'in-use'), { recursive: true })
    writeFileSync(note, keep)
    backups.forget()
    assert.equal(lines.filter(({ level }) => level === 50).length, 1)
  })
})
