import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Note } from '../../../daemon/features/backups/schemas.ts'
import { openBackupFolder } from '../../../daemon/features/backups/backup-folder.ts'

function temporaryShelf() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const open = () => openBackupFolder(folder.path)
  const put = (name: string, text = 'tea') => writeFileSync(join(folder.path, name), text)
  return {
    open,
    put,
    path: (name: string) => join(folder.path, name),
    names: () => readdirSync(folder.path).toSorted(),
    place: (backupFolder: ReturnType<typeof open>, changes: Partial<Note> = {}) => {
      const note = noteOf(changes)
      const part = backupFolder.part(note.id)
      writeFileSync(part, 'tea')
      return backupFolder.place(part, note)
    },
    [Symbol.dispose]: () => folder.remove(),
  }
}

const noteOf = (changes: Partial<Note> = {}): Note => ({
  id: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  created_at: '2026-05-04T13:00:00.000Z',
  bytes: 3,
  version: 6,
  reason: 'manual',
  intact: true,
  sha256: 'a'.repeat(64),
  ...changes,
})

describe('The backup folder', () => {
  it('stores a backup with its note, readable by its owner only', () => {
    using temporary = temporaryShelf()
    const backupFolder = temporary.open()
    const placed = temporary.place(backupFolder, { reason: 'before_restore' })
    assert.deepEqual(backupFolder.noted(), [placed])
    assert.deepEqual(backupFolder.unnoted(), [])
    const name = '2026-05-04T130000.000Z-before-restore-1b4e28ba'
    assert.deepEqual(temporary.names(), [`${name}.db`, `${name}.json`])
    assert.deepEqual(
      JSON.parse(readFileSync(temporary.path(`${name}.json`), 'utf8')),
      noteOf({ reason: 'before_restore' }),
    )
    if (process.platform !== 'win32')
      assert.equal(statSync(temporary.path(`${name}.json`)).mode & 0o777, 0o600)
  })

  it('lists the newest first, also when times are equal', () => {
    using temporary = temporaryShelf()
    const backupFolder = temporary.open()
    const ids = ['1b4e28ba', '2b4e28ba', '3b4e28ba'].map((start) => `${start}-2fa1-4d3b-a3f5-ef19b5a7633b`)
    const [first = '', second = '', third = ''] = ids
    temporary.place(backupFolder, { id: second })
    temporary.place(backupFolder, { id: third })
    temporary.place(backupFolder, { id: first, created_at: '2026-05-04T13:00:01.000Z' })
    assert.deepEqual(
      backupFolder.noted().map(({ id }) => id),
      [first, third, second],
    )
  })

  it('reports a copy whose size has changed as not intact', () => {
    using temporary = temporaryShelf()
    const backupFolder = temporary.open()
    const { file } = temporary.place(backupFolder)
    writeFileSync(file, 'te')
    assert.equal(backupFolder.noted()[0]?.intact, false)
  })

  it('reads time and reason of a copy without a note from its name', () => {
    using temporary = temporaryShelf()
    const backupFolder = temporary.open()
    temporary.put('2026-05-04T130000.000Z-before-version-7.db')
    temporary.put('from-my-stick.db')
    const [migration, stick, ...others] = backupFolder.unnoted()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [migration?.created_at, migration?.reason],
      ['2026-05-04T13:00:00.000Z', 'before_migration'],
    )
    assert.equal(stick?.reason, 'manual')
    assert.equal(stick?.created_at, new Date(Math.floor(statSync(stick?.file ?? '').mtimeMs)).toISOString())
  })

  it('ignores a note that does not match', () => {
    using temporary = temporaryShelf()
    const backupFolder = temporary.open()
    const { file } = temporary.place(backupFolder)
    for (const text of ['', '{', '[]', JSON.stringify({ ...noteOf(), id: '../../etc' })]) {
      writeFileSync(file.replace(/db$/, 'json'), text)
      assert.deepEqual(backupFolder.noted(), [])
      assert.equal(backupFolder.unnoted()[0]?.file, file)
    }
    backupFolder.write(file, noteOf())
    assert.deepEqual(backupFolder.noted(), [{ ...noteOf(), file }])
  })

  it('removes what a crash left unfinished', () => {
    using temporary = temporaryShelf()
    const { file } = temporary.place(temporary.open())
    temporary.put('1b4e28ba.part')
    temporary.put('1b4e28ba.part-journal')
    temporary.put('2026-05-04T130000.000Z-daily-77777777.json', JSON.stringify(noteOf()))
    const backupFolder = temporary.open()
    assert.equal(temporary.names().length, 2)
    assert.deepEqual(
      backupFolder.noted().map((one) => one.file),
      [file],
    )
    backupFolder.remove(file)
    assert.deepEqual(temporary.names(), [])
  })
})
