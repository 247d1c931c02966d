import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { iso, systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { withVectors } from '../../../daemon/store/vectors.ts'
import { cli, type CliResult } from '../../support/cli.ts'
import { startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { useDisk } from '../../support/disk.ts'
import { spoil } from '../../support/homes/damaged-homes.ts'
import { household } from '../../support/household.ts'
import { protocols } from '../../support/wire/protocols.ts'

useDisk()
const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
const ports = { COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' }
const doctor = (home: string, ...flags: string[]) =>
  cli(home, ['doctor', '--json', ...flags], { environment: ports })

const unwell = ({ json }: CliResult) =>
  json()
    .findings.filter(({ level }: { level: string }) => level !== 'ok')
    .map(({ level, finding }: { level: string; finding: string }) => `${level} ${finding}`)
const noModes = process.platform === 'win32' && 'Windows keeps rights otherwise'

describe('companion doctor, with a daemon', async () => {
  const { daemon, owner } = await household({ clock: systemClock })

  it('asks it how it is, whoever is signed in, and shows what is well in lines', async () => {
    const [lines, checkup] = await Promise.all([cli(daemon.home.path, ['doctor']), doctor(daemon.home.path)])
    assert.equal(lines.code, 0, lines.stderr)
    assert.ok(lines.stdout.startsWith(`Home: ${daemon.home.path}\n`))
    assert.match(lines.stdout, /\nok +Daemon +Companion \S+ answers at 127\.0\.0\.1:\d+ \(process \d+\)\.\n/)
    assert.match(
      lines.stdout,
      /\nok +Second copy +All \d+ pages of the database are there twice, and whole\.\n/,
    )
    assert.match(
      lines.stdout,
      /\nwarning +Backups on another disk .*\n +→ companion backups set-destination FOLDER\n/,
    )
    assert.match(lines.stdout, /\nNo problems, 1 warning\.\n$/)
    const { healthy, problems, warnings, running, home, fixed } = checkup.json()
    assert.deepEqual([healthy, problems, warnings, running, fixed], [true, 0, 1, true, []])
    assert.equal(home, daemon.home.path)
  })

  it('has the search index made anew, and closes the home to others', async () => {
    const { status } = await protocols.REST(daemon)(owner.access_token, 'memory.store', {
      content: 'The spare key hangs in the shed.',
    })
    assert.equal(status, 201)
    const client = withVectors(new Database(daemon.home.database))
    // As many as there are memories would be made by the start itself, once it has a moment.
    client.transaction(() => {
      client.exec('CREATE TEMP TABLE kept AS SELECT owner, embedding FROM memory_vectors_a')
      client.exec('DELETE FROM memory_vectors_a')
      for (const id of [9_000, 9_001])
        client.exec(
          `INSERT INTO memory_vectors_a (memory_id, owner, embedding) SELECT ${id}, owner, embedding FROM kept`,
        )
    })()
    client.close()
    if (noModes === false) chmodSync(daemon.home.logs, 0o755)
    const checkup = await doctor(daemon.home.path)
    assert.equal(checkup.code, 1)
    assert.deepEqual(unwell(checkup), [
      ...(noModes === false ? ['warning rights_open'] : []),
      'problem search_differs',
      'warning offsite_none',
    ])
    const mended = await doctor(daemon.home.path, '--fix')
    assert.equal(mended.code, 0, mended.stdout)
    assert.deepEqual(
      mended.json().fixed.map(({ text }: { text: string }) => text),
      [
        ...(noModes === false ? ['Made 1 file or folder readable for you alone.'] : []),
        'Made 3 entries of the search index anew.',
      ],
    )
    assert.deepEqual(unwell(mended), ['warning offsite_none'])
    const memories = await protocols.REST(daemon)(owner.access_token, 'memory.search', { q: 'spare key' })
    assert.equal(memories.result.items[0].memory.content, 'The spare key hangs in the shed.')
  })

  it('closes a home that is open to others before it asks', { skip: noModes }, async () => {
    chmodSync(daemon.home.path, 0o755)
    const checkup = await doctor(daemon.home.path)
    assert.equal(checkup.code, 1)
    assert.deepEqual(unwell(checkup).slice(0, 2), ['problem socket_open', 'problem rights_open_home'])
    const mended = await doctor(daemon.home.path, '--fix')
    assert.equal(mended.code, 0, mended.stdout)
    assert.equal(statSync(daemon.home.path).mode & 0o777, 0o700)
    assert.ok(existsSync(daemon.home.daemon))
  })
})

describe('companion doctor, without a daemon', () => {
  it('says that there is no home yet, and makes none', async () => {
    const home = join(root, 'none')
    const checkup = await doctor(home)
    assert.equal(checkup.code, 0, checkup.stderr)
    assert.deepEqual(unwell(checkup), ['warning daemon_stopped', 'warning home_missing'])
    await doctor(home, '--fix')
    assert.equal(existsSync(home), false)
  })

  it('finds everything that is wrong with a home, mends what it may, and deletes nothing', async () => {
    const path = join(root, 'broken')
    const home = locateHome({ COMPANION_HOME: path })
    mkdirSync(path)
    {
      // A daemon that runs for a while would make a daily backup.
      await using daemon = await startTestDaemon({
        clock: systemClock,
        home: path,
        environment: { COMPANION_BACKUPS_DAILY: 'false' },
      })
      await daemon.owner()
    }
    spoil(home.database, 30)
    writeFileSync(home.daemon, JSON.stringify({ pid: 4_194_305, base_url: 'http://127.0.0.1:9/api/v1' }), {
      mode: 0o600,
    })
    const note = { created_at: iso(Date.now() - 20 * 86_400_000), bytes: 6, intact: true }
    writeFileSync(join(home.backups, 'old.db'), 'a copy', { mode: 0o600 })
    writeFileSync(join(home.backups, 'old.json'), JSON.stringify(note), { mode: 0o600 })
    writeFileSync(home.config, '{"engine": {"local": {"model": "/nowhere.gguf"}}}')
    if (noModes === false) chmodSync(home.localKey, 0o644)
    const before = readFileSync(home.database)
    const checkup = await doctor(path)
    assert.equal(checkup.code, 1)
    const problems = unwell(checkup)
    for (const one of [
      'warning daemon_stale',
      'problem copy_damaged',
      'problem engine_model_no_file',
      'problem backups_old',
      ...(noModes === false ? ['warning rights_open'] : []),
    ])
      assert.ok(problems.includes(one), `${one}: ${problems.join(', ')}`)
    // Every one of them says what to do.
    for (const { level, command, section, text } of checkup.json().findings)
      if (level !== 'ok') assert.ok(command !== null || section !== null, text)
    cpSync(path, `${path}-before`, { recursive: true })

    const mended = await doctor(path, '--fix')
    assert.equal(mended.code, 1)
    assert.deepEqual(
      mended.json().fixed.map(({ fixed }: { fixed: string }) => fixed),
      [...(noModes === false ? ['rights'] : []), 'daemon_file'],
    )
    assert.equal(existsSync(home.daemon), false)
    assert.deepEqual(readFileSync(home.database), before)
    assert.ok(existsSync(join(home.backups, 'old.db')))
    assert.equal(
      readFileSync(home.localKey, 'utf8'),
      readFileSync(join(`${path}-before`, 'local-key.json'), 'utf8'),
    )

    // The start mends the rest, as it was said.
    const daemon = await startTestDaemon({ home: path, clock: systemClock })
    await daemon.stop()
    assert.ok(!unwell(await doctor(path)).includes('problem copy_damaged'))
  })

  it('names the system’s service in its commands', { skip: process.platform !== 'linux' }, async () => {
    const { stdout } = await cli(join(root, 'none'), ['doctor', '--system'], { environment: ports })
    assert.match(stdout, /^Home: \/var\/lib\/companion\n/)
    if (!existsSync('/var/lib/companion')) assert.match(stdout, /→ sudo companion daemon start --system\n/)
  })
})
