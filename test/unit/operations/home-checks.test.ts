import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fix } from '../../../daemon/features/operations/checks/fixing.ts'
import { judgeFilesystem, tooLittleRoom } from '../../../daemon/features/operations/checks/home.ts'
import { quoted } from '../../../daemon/features/operations/checks/look.ts'
import { roomOf } from '../../../daemon/features/operations/rules.ts'
import { useHomeKey } from '../../../daemon/kernel/encryption/home-key.ts'
import { writeKey } from '../../../daemon/kernel/encryption/key-file.ts'
import { makeWords } from '../../../daemon/kernel/encryption/words.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { lockHome } from '../../../daemon/store/lock.ts'
import { openDatabase } from '../../../daemon/store/store.ts'
import { freshHome, look, named, wellRunning } from '../../support/looked.ts'

const noModes = process.platform === 'win32' && 'Windows keeps rights otherwise'
const day = 86_400_000

describe('The check of the home', () => {
  it('finds a home that can be written to, and one that is not there yet', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'home')), ['ok home_fine'])
    rmSync(home.path, { recursive: true })
    const [finding] = await look(home, 'home')
    assert.equal(finding?.finding, 'home_missing')
    assert.equal(finding.command, 'companion daemon start')
    assert.ok(finding.text.includes(home.path))
    // Of what would be in it nothing is said, and nothing is made.
    assert.deepEqual(await look(home, 'disk'), [])
    assert.equal(existsSync(home.path), false)
  })

  it('finds whether the home is encrypted, and looks at nothing that is where it is locked', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'encryption')), ['ok encryption_off'])
    const key = randomBytes(32)
    await writeKey(home, key, { passphrase: 'seven herons over the weir', words: makeWords() })
    const [locked] = await look(home, 'encryption')
    assert.deepEqual([locked?.finding, locked?.command], ['encryption_locked', 'companion daemon start'])
    assert.deepEqual(await look(home, 'database'), [])
    writeFileSync(home.locked, '{}')
    assert.equal((await look(home, 'encryption'))[0]?.command, 'companion unlock')
    useHomeKey(home.path, key)
    assert.deepEqual(named(await look(home, 'encryption')), ['ok encryption_on'])
    useHomeKey(home.path, null)
  })

  it('finds a file in the place of the home', async () => {
    const home = freshHome()
    rmSync(home.path, { recursive: true })
    writeFileSync(home.path, '')
    assert.deepEqual(named(await look(home, 'home')), ['problem home_no_folder'])
  })

  it('finds what others could get into, which is closed to them', { skip: noModes }, async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'rights')), ['ok rights_fine'])
    writeFileSync(home.localKey, '{}', { mode: 0o644 })
    mkdirSync(join(home.damaged, 'once'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home.damaged, 'once', 'companion.db'), '', { mode: 0o640 })
    const [finding] = await look(home, 'rights')
    assert.deepEqual([finding?.level, finding?.finding, finding?.fixable], ['warning', 'rights_open', true])
    assert.deepEqual(finding?.figures, { count: 2, first: 'local-key.json' })
    assert.match(finding?.text ?? '', /^Other users could read 2 files .*local-key\.json for one\.$/)
    chmodSync(home.path, 0o755)
    assert.deepEqual(named(await look(home, 'rights')), ['problem rights_open_home'])
    assert.deepEqual(fix({ home, running: true }), [
      { fixed: 'rights', text: 'Made 3 files and folders readable for you alone.' },
    ])
    assert.equal(statSync(home.path).mode & 0o777, 0o700)
    assert.equal(statSync(home.localKey).mode & 0o777, 0o600)
    assert.deepEqual(named(await look(home, 'rights')), ['ok rights_fine'])
    assert.deepEqual(fix({ home, running: true }), [])
  })

  it('finds a home in memory', { skip: !existsSync('/dev/shm') && 'there is no /dev/shm' }, async () => {
    const path = mkdtempSync('/dev/shm/companion-test-')
    try {
      const [finding] = await look(locateHome({ COMPANION_HOME: path }), 'filesystem')
      assert.equal(finding?.finding, 'filesystem_memory')
      assert.equal(finding.figures['filesystem'], 'tmpfs')
    } finally {
      rmSync(path, { recursive: true })
    }
  })

  it('tells file systems by their numbers', () => {
    const findings = [0xef53, 0x6969, 0xfe534d42, 0xfe534d42 | 0, 0x4d44].map((type) => judged(type))
    assert.deepEqual(findings, [
      'ok filesystem_fine',
      'problem filesystem_network',
      'problem filesystem_network',
      'problem filesystem_network',
      'problem filesystem_no_rights',
    ])
    assert.deepEqual(judgeFilesystem(0x1234), [])
  })

  it('finds how much room there is, and a disk that has little of it', async () => {
    const [finding] = await look(freshHome(), 'disk')
    assert.ok(Number(finding?.figures['free_bytes']) > 0)
    assert.match(finding?.text ?? '', /\d (?:MB|GB|TB)/)
    assert.deepEqual([2 ** 31, 2 ** 29, 2 ** 25].map(roomOf), ['fine', 'scarce', 'full'])
    const [full] = tooLittleRoom('full', { free_bytes: 2 ** 25 })
    assert.deepEqual([full?.level, full?.section], ['problem', 'backups'])
  })

  it('quotes paths for shells', () => {
    assert.equal(quoted("/home/o'hara/my data", 'linux'), String.raw`'/home/o'\''hara/my data'`)
    assert.equal(quoted(String.raw`C:\my data`, 'win32'), String.raw`"C:\my data"`)
  })
})

const judged = (type: number) => {
  const [finding] = judgeFilesystem(type)
  return `${finding?.level} ${finding?.finding}`
}

describe('What a daemon that is gone has left', () => {
  it('is removed, with nothing else', () => {
    const home = freshHome()
    writeFileSync(home.daemon, '{"pid": 4194304}', { mode: 0o600 })
    writeFileSync(home.setupCode, 'AAAA', { mode: 0o600 })
    assert.deepEqual(
      fix({ home, running: false }).map(({ fixed }) => fixed),
      ['daemon_file'],
    )
    assert.deepEqual([existsSync(home.daemon), existsSync(home.pid)], [false, false])
    assert.equal(readFileSync(home.setupCode, 'utf8'), 'AAAA')
  })

  it('stays where a daemon has the home', () => {
    const home = freshHome()
    writeFileSync(home.daemon, '{}', { mode: 0o600 })
    const { release } = lockHome(home)
    try {
      assert.deepEqual(fix({ home, running: false }), [])
      assert.ok(existsSync(home.daemon))
    } finally {
      release()
    }
  })
})

describe('The check of the clock', () => {
  it('finds one that agrees with the files', async () => {
    assert.deepEqual(named(await look(freshHome(), 'clock')), ['ok clock_fine'])
  })

  it('finds one that is three years back', async () => {
    const now = Date.now() - 3 * 365.25 * day
    // That is before there was any Companion at all, or after what it has written down.
    const [finding] = await look(freshHome(), 'clock', { now })
    assert.equal(finding?.level, 'problem')
    assert.match(finding.finding, /^clock_(?:wrong_year|behind)$/)
    if (process.platform === 'linux') assert.equal(finding.command, 'sudo timedatectl set-ntp true')
  })

  it('says by how much it is slow', async () => {
    const [finding] = await look(freshHome(), 'clock', { now: Date.now() - 3 * day - 60_000 })
    assert.equal(finding?.finding, 'clock_behind')
    assert.match(finding.text, /it is at least 3 days slow\./)
  })

  it('finds one that is slow by what the audit log says', async () => {
    const home = freshHome()
    // As after a copy of the home, whose files are all of another time.
    const old = new Date(Date.now() - 100 * day)
    const client = openDatabase(home.database)
    client.pragma('journal_mode = DELETE')
    client
      .prepare(
        "INSERT INTO audit (created_at, event, actor, address, details, hash) VALUES (?, 'login', 'user:x', '127.0.0.1', '{}', 'x')",
      )
      .run(Date.now())
    client.close()
    utimesSync(home.database, old, old)
    const findings = await look(home, 'clock', { now: Date.now() - 50 * day })
    assert.deepEqual(named(findings), ['problem clock_behind'])
    assert.deepEqual(named(await look(home, 'clock')), ['ok clock_fine'])
  })

  it('finds one that is far ahead, by the last trace from before the start', async () => {
    const home = freshHome()
    const now = Date.now() + 2 * 365.25 * day
    assert.deepEqual(named(await look(home, 'clock', { now })), ['warning clock_ahead'])
    const running = { ...wellRunning, started_at: new Date(now).toISOString() }
    assert.deepEqual(named(await look(home, 'clock', { now, running })), ['ok clock_fine'])
  })
})
