import assert from 'node:assert/strict'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { firstDamagedPage } from '../../../daemon/features/operations/checks/database.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import type { Home } from '../../../daemon/kernel/home.ts'
import { programFile } from '../../../daemon/kernel/program.ts'
import { latestVersion } from '../../../daemon/store/migrate.ts'
import { openVerifiedDatabase } from '../../../daemon/store/mirror/verified-database.ts'
import { mirrorFilesOf } from '../../../daemon/store/mirror/sums.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { spoil } from '../../support/homes/damaged-homes.ts'
import { freshHome, look, named, wellRunning } from '../../support/looked.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

const pageSize = 4_096
const log = pino({ level: 'silent' })

function mirroredHome(): Home {
  const home = freshHome()
  const { client, mirror } = openVerifiedDatabase({ home, clock: systemClock, log, rules: tableRules })
  new Store(client, log, mirror).close()
  return home
}

describe('The check of the database', () => {
  it('finds one that is whole, and none where there is none', async () => {
    const home = freshHome()
    const [finding] = await look(home, 'database')
    assert.equal(finding?.finding, 'database_fine')
    assert.equal(finding.figures['version'], latestVersion())
    rmSync(home.database)
    assert.deepEqual(named(await look(home, 'database')), ['ok database_none'])
    assert.deepEqual(named(await look(home, 'database', { running: wellRunning })), [
      'problem database_missing',
    ])
    assert.deepEqual(await look(home, 'second_copy'), [])
    assert.deepEqual(await look(home, 'search'), [])
  })

  it('finds that the file is gone, which the next start makes anew from the second copy', async () => {
    const home = mirroredHome()
    const before = readFileSync(home.database)
    rmSync(home.database)
    const [finding] = await look(home, 'database')
    assert.deepEqual([finding?.level, finding?.finding], ['problem', 'database_missing'])
    assert.equal(finding?.command, 'companion daemon start')
    const { client, mirror, repair } = openVerifiedDatabase({
      home,
      clock: systemClock,
      log,
      rules: tableRules,
    })
    new Store(client, log, mirror).close()
    assert.deepEqual(repair?.parts, ['database'])
    assert.equal(repair.lost_commits, 0)
    assert.deepEqual(readFileSync(home.database), before)
  })

  it('finds one that is cut off, and leaves it as it is', async () => {
    const home = freshHome()
    truncateSync(home.database, 40 * pageSize)
    const before = readFileSync(home.database)
    const [finding] = await look(home, 'database')
    assert.deepEqual([finding?.level, finding?.finding], ['problem', 'database_damaged'])
    assert.equal(finding?.command, 'companion daemon start')
    const [running] = await look(home, 'database', { running: wellRunning })
    assert.equal(running?.command, 'companion daemon restart')
    assert.deepEqual(readFileSync(home.database), before)
  })

  it('finds what is no database at all', async () => {
    const home = freshHome()
    writeFileSync(home.database, 'once upon a time'.repeat(1_000))
    assert.deepEqual(named(await look(home, 'database')), ['problem database_damaged'])
    // Checks that would ask it do without.
    assert.deepEqual(await look(home, 'search'), [])
    assert.deepEqual(named(await look(home, 'embedding')), ['ok embedding_fine'])
    assert.deepEqual(named(await look(home, 'clock')), ['ok clock_fine'])
  })

  it('finds one of another version', async () => {
    const home = freshHome()
    const set = (version: number) => {
      const client = openDatabase(home.database)
      client.pragma(`user_version = ${version}`)
      client.close()
    }
    set(999)
    const [newer] = await look(home, 'database')
    assert.equal(newer?.finding, 'database_too_new')
    assert.match(newer.text, /version 999, and this Companion knows \d+/)
    set(3)
    assert.deepEqual(named(await look(home, 'database')), ['ok database_older'])
  })

  it('says that the start had to repair it', async () => {
    const running = { ...wellRunning, repaired: true }
    assert.deepEqual(named(await look(freshHome(), 'database', { running })), [
      'ok database_fine',
      'warning database_repaired',
    ])
  })
})

describe('The check of the database that was read through in full', () => {
  const checked_at = '2026-05-04T12:00:00.000Z'
  for (const [result, reason, expected] of [
    ['whole', null, 'ok database_checked'],
    ['repaired', 'index memories_by_owner', 'warning database_check_repaired'],
    ['damaged', 'row 3 of facts refers to no row of memories', 'problem database_check_damaged'],
  ] as const)
    it(`says when that was, and that it was ${result}`, async () => {
      const home = freshHome()
      writeFileSync(home.fullCheck, JSON.stringify({ checked_at, result, reason }))
      const findings = await look(home, 'database')
      assert.deepEqual(named(findings), ['ok database_fine', expected])
      assert.match(findings[1]?.text ?? '', /May 4, 2026/)
      assert.ok(findings[1]?.text.includes(reason ?? ''))
      assert.equal(findings[1]?.command, result === 'damaged' ? 'companion daemon start' : null)
    })

  it('says nothing of a note that was cut off', async () => {
    const home = freshHome()
    for (const text of ['', '{"checked_at":"2026', '{"checked_at":"soon","result":"whole"}', '[]']) {
      writeFileSync(home.fullCheck, text)
      assert.deepEqual(named(await look(home, 'database')), ['ok database_fine'])
    }
  })
})

describe('The check of the second copy', () => {
  it('finds both copies whole, and none yet', async () => {
    assert.deepEqual(named(await look(freshHome(), 'second_copy')), ['ok copy_none'])
    const home = mirroredHome()
    const [finding] = await look(home, 'second_copy')
    assert.equal(finding?.finding, 'copy_fine')
    assert.ok(Number(finding.figures['count']) > 50)
    const [running] = await look(home, 'second_copy', { running: wellRunning })
    assert.deepEqual(running?.figures, finding.figures)
  })

  for (const file of ['database', 'mirror'] as const)
    it(`finds a damaged page in the ${file === 'mirror' ? 'second copy' : 'database'}, and mends nothing`, async () => {
      const home = mirroredHome()
      const files = mirrorFilesOf(home.database)
      spoil(files[file], 30)
      const before = [files.database, files.mirror, files.sums].map((one) => readFileSync(one))
      const [finding] = await look(home, 'second_copy')
      assert.equal(finding?.finding, 'copy_damaged')
      assert.match(finding.text, /^One page is damaged \((?:database|second copy)\)\./)
      assert.equal(finding.command, 'companion daemon start')
      assert.deepEqual(
        [files.database, files.mirror, files.sums].map((one) => readFileSync(one)),
        before,
      )
    })

  it('finds a page that is damaged in both copies, a copy that is gone, and damaged checksums', async () => {
    const home = mirroredHome()
    const files = mirrorFilesOf(home.database)
    spoil(files.database, 30)
    spoil(files.mirror, 30, 0x5a)
    assert.deepEqual(named(await look(home, 'second_copy')), ['problem copy_lost'])
    rmSync(files.mirror)
    assert.deepEqual(named(await look(home, 'second_copy')), ['problem copy_gone'])
    assert.deepEqual(named(await look(home, 'second_copy', { running: wellRunning })), ['problem copy_gone'])
    writeFileSync(files.sums, 'no sums')
    assert.deepEqual(named(await look(home, 'second_copy')), ['problem copy_sums_damaged'])
  })

  it('is told of a damaged page by the daemon that has the database open', async () => {
    const home = freshHome()
    const { client, mirror } = openVerifiedDatabase({ home, clock: systemClock, log, rules: tableRules })
    const store = new Store(client, log, mirror)
    try {
      assert.equal(await firstDamagedPage(mirror), null)
      spoil(home.database, 120)
      const damaged_page = await firstDamagedPage(mirror)
      assert.equal(damaged_page, 120)
      const [finding] = await look(home, 'second_copy', { running: { ...wellRunning, damaged_page } })
      assert.match(finding?.text ?? '', /^Page 120 /)
      assert.equal(finding?.command, 'companion daemon restart')
    } finally {
      store.close()
    }
  })
})

describe('The check of the search', () => {
  it('finds memories that the search does not know', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'search')), ['ok search_empty'])
    const client = openDatabase(home.database)
    client.pragma('foreign_keys = OFF')
    client
      .prepare(
        `INSERT INTO memories (memory_uuid, family_member_uuid, owner, content, kind, importance, tags, visibility, actor,
          confidence, pinned, strength, valid_from, created_at, updated_at, last_accessed_at, statement)
        VALUES ('m', 'f', 'f', 'The key hangs in the shed.', 'note', 0.5, '[]', 'private', 'user', 1, 0, 1, 0, 0, 0, 0, '')`,
      )
      .run()
    client.close()
    const [finding] = await look(home, 'search', { running: wellRunning })
    assert.deepEqual([finding?.finding, finding?.fixable], ['search_differs', true])
    assert.equal(finding?.text, 'There are 1 memories, but the search knows 0.')
    const [stopped] = await look(home, 'search')
    assert.deepEqual([stopped?.fixable, stopped?.command], [false, 'companion daemon start'])
  })
})

describe('The check of the search model', () => {
  /** A copy of the models that come with Companion; the answer is the manifest. */
  function modelsIn(home: Home): string {
    const folder = join(home.path, 'program')
    mkdirSync(folder)
    cpSync(programFile('models/static-en-v1'), join(folder, 'static-en-v1'), { recursive: true })
    copyFileSync(programFile('models/manifest.json'), join(folder, 'manifest.json'))
    return join(folder, 'manifest.json')
  }

  it('finds the one that comes with Companion damaged, then without a file', async () => {
    const home = freshHome()
    const manifest = modelsIn(home)
    assert.deepEqual(named(await look(home, 'embedding', { manifest })), ['ok embedding_fine'])
    const tokenizer = join(home.path, 'program', 'static-en-v1', 'tokenizer.json')
    const text = readFileSync(tokenizer, 'utf8')
    writeFileSync(tokenizer, text.replace('a', 'b'))
    const [damaged] = await look(home, 'embedding', { manifest })
    assert.equal(damaged?.finding, 'embedding_own_damaged')
    assert.match(damaged.text, /the checksum of tokenizer\.json is wrong\. Install Companion again\.$/)
    rmSync(tokenizer)
    assert.deepEqual(named(await look(home, 'embedding', { manifest })), ['problem embedding_own_missing'])
  })

  it('finds a downloaded one damaged, missing or unknown', async () => {
    const home = freshHome()
    const use = (model: string) => {
      const client = openDatabase(home.database)
      client.prepare("UPDATE vector_tables SET model = ? WHERE state = 'active'").run(model)
      client.close()
    }
    const manifest = modelsIn(home)
    const listed = JSON.parse(readFileSync(manifest, 'utf8'))
    const [first] = listed.models
    const other = { ...first, id: 'other-v1', title: 'Other', source: { kind: 'repository' } }
    writeFileSync(manifest, JSON.stringify({ models: [first, other] }))
    use('other-v1')
    const [missing] = await look(home, 'embedding', { manifest })
    assert.equal(missing?.finding, 'embedding_missing')
    assert.equal(missing.command, 'companion models download other-v1')
    cpSync(join(home.path, 'program', 'static-en-v1'), join(home.models, 'other-v1'), { recursive: true })
    assert.deepEqual(named(await look(home, 'embedding', { manifest })), ['ok embedding_fine'])
    const { name } = first.files[0]
    const file = join(home.models, 'other-v1', name)
    const content = readFileSync(file)
    content.fill(0x5a, content.length - 10)
    writeFileSync(file, content)
    const [damaged] = await look(home, 'embedding', { manifest })
    assert.equal(damaged?.finding, 'embedding_damaged')
    assert.ok(damaged.command?.includes(file) && damaged.command.endsWith('models download other-v1'))
    appendFileSync(file, 'x')
    assert.deepEqual(named(await look(home, 'embedding', { manifest })), ['problem embedding_missing'])
    use('never-heard-of')
    assert.deepEqual(named(await look(home, 'embedding', { manifest })), ['problem embedding_unknown'])
  })
})
