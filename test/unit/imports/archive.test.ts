import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { archivedKinds } from '../../../daemon/archived.ts'
import { changeKinds } from '../../../daemon/features/conversation/tables.ts'
import { openArchiveExport } from '../../../daemon/features/imports/archive/exporting.ts'
import { openArchive } from '../../../daemon/features/imports/archive/format.ts'
import { readArchive } from '../../../daemon/features/imports/archive/lines.ts'
import { archiveLines, linesOf, rewritten, sealed } from '../../support/archives.ts'
import { isArchive } from '../../../daemon/features/imports/formats/formats.ts'
import { ManualClock } from '../../support/clock.ts'
import { openTestStore } from '../../support/store.ts'

const reasonOf = (reason: string) => (error: unknown) =>
  (error as { details?: { reason?: string } }).details?.reason === reason

const clock = new ManualClock()
const { store, client, addMember } = openTestStore(clock)
const [mia, tom] = [addMember('mia'), addMember('tom')].map((one) => one.family_member_uuid)
const archives = openArchiveExport({ store, clock, archived: archivedKinds })
const messages = 900
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

for (const [at, member] of [mia, tom].entries()) {
  client.prepare('INSERT INTO conversations VALUES (?, ?, 0, NULL, NULL, NULL, 0)').run(idOf(at), member)
  const insert = client.prepare(
    `INSERT INTO messages (message_uuid, conversation_uuid, family_member_uuid, role, content, context, emotion, confidence,
        engine, degraded, memories_used, reply_to, created_at, original, changes, off_record)
      VALUES (?, ?, ?, 'user', ?, '{}', 'calm', 1, NULL, 0, '[]', NULL, ?, NULL, '[]', 0)`,
  )
  for (let n = 0; n < messages; n += 1)
    insert.run(idOf(at * 10_000 + n + 10), idOf(at), member, `${member} says ${n} ${'ä'.repeat(1_000)}`, n)
}

function partsOf(member = ''): string[] {
  const parts: string[] = []
  for (let after: string | undefined; ;) {
    const { text, next } = archives.part(member, after)
    parts.push(text)
    if (next === null) return parts
    after = next
  }
}

describe('An archive is written in parts', () => {
  it('that follow one another without a gap, and are whole together', () => {
    const parts = partsOf(mia)
    assert.equal(parts.length, 3)
    const text = parts.join('')
    const contents = linesOf(text, 'message').map(({ content }) => String(content).split(' ä')[0])
    assert.deepEqual(
      contents,
      Array.from({ length: messages }, (_, n) => `${mia} says ${n}`),
    )
    assert.ok('head' in openArchive(text))
  })

  it('of which the newest is given again where it has not arrived', () => {
    const first = archives.part(mia ?? '')
    assert.ok(first.next)
    const second = archives.part(mia ?? '', first.next)
    assert.deepEqual(archives.part(mia ?? '', first.next), second)
    const third = archives.part(mia ?? '', second.next ?? '')
    assert.equal(third.next, null)
    assert.ok('head' in openArchive(first.text + second.text + third.text))
    assert.throws(() => archives.part(mia ?? '', first.next ?? ''), reasonOf('export_over'))
  })

  it('for whom they are, and for an hour', () => {
    const { next } = archives.part(mia ?? '')
    assert.throws(() => archives.part(tom ?? '', next ?? ''), reasonOf('export_over'))
    clock.advance(3_600_001)
    archives.part(tom ?? '')
    assert.throws(() => archives.part(mia ?? '', next ?? ''), reasonOf('export_over'))
  })

  it('for three files at a time, of which the oldest makes room', () => {
    const begun = Array.from({ length: 4 }, () => archives.part(mia ?? '').next ?? '')
    assert.throws(() => archives.part(mia ?? '', begun[0]), reasonOf('export_over'))
    for (const next of begun.slice(1)) assert.ok(archives.part(mia ?? '', next).lines > 0)
  })
})

describe('An archive that is read', () => {
  it('has every kind of change that a message may have made', () => {
    const [head, message] = ['archive', 'message'].map((type) =>
      archiveLines(partsOf(mia).join('')).find((line) => line.type === type),
    )
    assert.ok(head && message)
    const change = { memory_uuids: [], goal_uuids: [], due_before: [], undone_at: null }
    const changes = changeKinds.map((kind) => ({ ...change, kind }))
    const read = readArchive(sealed([head, { ...message, changes }]))
    assert.ok('records' in read)
    assert.deepEqual(read.skipped, [])
    assert.deepEqual(
      read.records.map((record) => record.type === 'message' && record.changes),
      [changes],
    )
  })
})

describe('An archive that is not whole', () => {
  const whole = sealed([
    ...archiveLines(partsOf(mia).join('')).slice(0, 1),
    { type: 'preferences', preferences: { language: 'de' } },
    { type: 'preferences', preferences: {} },
  ])
  const end = whole.lastIndexOf('{"type":"end"')
  const damaged = { problem: 'archive_damaged' }
  for (const [what, text, is] of [
    ['was cut off between lines', whole.slice(0, end), damaged],
    ['was cut off in a line', whole.slice(0, end - 10), damaged],
    ['was cut off in its last line', whole.slice(0, -2), damaged],
    ['has another byte somewhere', whole.replace('"de"', '"en"'), damaged],
    ['has a line less', whole.replace('{"type":"preferences","preferences":{}}\n', ''), damaged],
    ['has something after its end', `${whole}\n`, damaged],
    ['has other ends of lines', whole.replaceAll('\n', '\r\n'), damaged],
    ['has a mark of its encoding', `\uFEFF${whole}`, damaged],
    [
      'is of a newer version',
      rewritten(whole, (line) => (line.type === 'archive' ? { ...line, version: 2 } : line)),
      { problem: 'archive_newer' },
    ],
  ] as const)
    it(what, () => {
      assert.ok(isArchive(text))
      assert.deepEqual(readArchive(text), is)
    })

  it('is told from one that is', () => {
    const read = readArchive(whole)
    assert.ok('records' in read)
    assert.equal(read.records.length, 2)
    assert.equal(hash('sha256', whole.slice(0, end)), archiveLines(whole).at(-1)?.['sha256'])
  })
})
