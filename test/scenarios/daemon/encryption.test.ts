import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { after, describe } from 'node:test'
import { armor } from 'age-encryption'
import { useHomeKey } from '../../../daemon/kernel/encryption/home-key.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { cli, cliEnvironment, cliProcess, spawnCli } from '../../support/cli.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { lockHome, passphrase } from '../../support/locked-home.ts'
import { it, itLong } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { daemonProgram } from '../../support/programs.ts'
import { rest } from '../../support/wire/rest.ts'

const withPassphrase = { COMPANION_PASSPHRASE: passphrase }
const facts = [
  'Grandma Ilse keeps her spare key under the blue flowerpot',
  'The boiler was serviced by Hansen in October',
]
const apiKey = 'sk-quartz-lighthouse-4411'
/** No daily backup is under way where another one is asked for. */
const backups = { daily: false }

/** The folder of the person who types the commands: what programs keep there is not of the home. */
const user = temporaryFolder()
/** A home with a household, a backup and a secret among its settings, whose daemon is stopped; and what its files hold that nobody may read. */
const plain = temporaryFolder()
const hidden = await inhabit(plain)
after(() => [user, plain].forEach((path) => rmSync(path, { recursive: true, force: true })))

async function inhabit(home: string): Promise<string[]> {
  const daemon = await startTestDaemon({ home, config: { backups } })
  const { access_token: token } = await daemon.owner()
  for (const content of facts)
    assert.equal((await rest(daemon, 'POST /memory/store', { token, payload: { content } })).status, 201)
  assert.equal((await rest(daemon, 'POST /backups', { token, payload: {} })).status, 201)
  await daemon.stop()
  const engine = { base_url: 'http://127.0.0.1:9/v1', model: 'tiny', api_key: apiKey }
  const settings = { http_port: 0, grpc_port: 0, engine, backups }
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  const { localKey, auditKey, factorKey, keys } = locateHome({ COMPANION_HOME: home })
  const signing = readdirSync(keys).map((name) => join(keys, name))
  const halves = [localKey, ...signing].map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { d: string }).d,
  )
  const secrets = [...halves, ...[auditKey, factorKey].map((file) => readFileSync(file, 'utf8').trim())]
  return [...facts, 'Olga Example', apiKey, ...secrets]
}

/** A copy of that home, and how commands run on it: `start` as a process, which a daemon can outlive. */
function place() {
  const home = temporaryFolder()
  cpSync(plain, home, { recursive: true })
  const around = (environment: object) => ({
    environment: { HOME: user, XDG_CONFIG_HOME: '', ...environment },
  })
  const run = (words: readonly string[], environment: object = {}) => cli(home, words, around(environment))
  const start = (environment: object) => cliProcess(home, ['daemon', 'start', '--json'], around(environment))
  after(async () => {
    await run(['daemon', 'stop'])
    rmSync(home, { recursive: true, force: true })
  })
  return { home, run, start }
}

/** The same, encrypted, and how a daemon in this process is told its key: as systemd does. */
async function lockedPlace() {
  const placed = place()
  const { words, key } = await lockHome(placed.home)
  const credentials = `${placed.home}-credentials`
  mkdirSync(credentials)
  after(() => rmSync(credentials, { recursive: true }))
  writeFileSync(join(credentials, 'companion-home-key'), key.toString('hex'))
  const environment = { CREDENTIALS_DIRECTORY: credentials }
  return { ...placed, words, serve: () => startTestDaemon({ home: placed.home, environment }) }
}

const search = async (daemon: Parameters<typeof rest>[0], token: string) => {
  const { body } = await rest(daemon, 'GET /memory/search?q=Where+is+the+spare+key%3F', { token })
  return body.data.items[0]?.memory.content
}

async function assertRemembers(daemon: Parameters<typeof rest>[0]): Promise<void> {
  const { access_token: token } = await signIn(daemon, 'olga')
  const { items } = (await rest(daemon, 'GET /memory/recent', { token })).body.data
  const contents = items.map(({ content }: { content: string }) => content)
  for (const fact of facts) assert.ok(contents.includes(fact), contents.join())
}

/** Runs a daemon in the foreground, until the test has ended. */
function runDaemon(home: string) {
  const child = spawn(process.execPath, [daemonProgram], { env: { ...cliEnvironment(home), HOME: user } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))
  after(() => child.kill('SIGKILL'))
  return { said: (text: RegExp) => soon(() => (text.test(output) ? true : null)) }
}

describe('An encrypted home', () => {
  it('holds nothing on the disk that can be read, works as before, and is plain again afterwards', async () => {
    const { home, run, start } = place()
    for (const text of hidden) assert.notDeepEqual(filesHolding(home, text), [], text)
    // By a process, in which secrets have their price.
    const on = await cliProcess(home, ['encryption', 'on', '--json'], { environment: withPassphrase })
    assert.equal(on.code, 0, on.stderr)
    assert.equal(on.json().words.split(' ').length, 12)
    for (const text of hidden) assert.deepEqual(filesHolding(home, text), [], text)
    const locks = JSON.parse(readFileSync(join(home, 'home-key.json'), 'utf8'))
    for (const [secret, cost] of [
      ['passphrase', 17],
      ['words', 16],
    ] as const) {
      const lock = Buffer.from(armor.decode(locks[secret])).toString('latin1')
      assert.match(lock, new RegExp(`^age-encryption.org/v1\n-> scrypt \\S+ ${cost}\n`))
    }

    const started = await start(withPassphrase)
    assert.equal(started.code, 0, started.stderr)
    const daemon = { file: started.json() }
    const { access_token: token } = await signIn(daemon, 'olga')
    assert.equal(await search(daemon, token), facts[0])
    const fresh = 'The new cat is called Mortimer'
    assert.equal(
      (await rest(daemon, 'POST /memory/store', { token, payload: { content: fresh } })).status,
      201,
    )
    assert.equal((await rest(daemon, 'POST /backups', { token, payload: {} })).status, 201)
    for (const text of [fresh, ...hidden]) assert.deepEqual(filesHolding(home, text), [], text)
    const recovered = await run(['members', 'list', '--as-system', '--json'], withPassphrase)
    assert.equal(recovered.code, 0, recovered.stderr)
    // Its process would have forgotten the key with its end.
    useHomeKey(home, null)

    assert.equal((await run(['daemon', 'stop'])).code, 0)
    assert.deepEqual(readdirSync(user), [])
    for (const text of [fresh, ...hidden]) assert.deepEqual(filesHolding(home, text), [], text)
    const off = await run(['encryption', 'off', '--json'], { COMPANION_PASSPHRASE: on.json().words })
    assert.equal(off.code, 0, off.stderr)
    for (const text of [fresh, ...hidden]) assert.notDeepEqual(filesHolding(home, text), [], text)
    await using again = await startTestDaemon({ home })
    await assertRemembers(again)
  })

  it('waits until it is unlocked, and takes no other passphrase than its own', async () => {
    const { home, run } = await lockedPlace()
    const child = runDaemon(home)
    await child.said(/Companion is locked/)
    await soon(() => existsSync(join(home, 'locked.json')))
    const shown = await run(['encryption', 'status', '--json'])
    assert.deepEqual([shown.json().encrypted, shown.json().locked], [true, true])
    const wrong = await run(['unlock'], { COMPANION_PASSPHRASE: 'seven herons over the wear' })
    assert.equal(wrong.code, 4)
    assert.match(wrong.stderr, /neither the passphrase of the home nor its twelve words/)
    assert.equal((await run(['unlock'], withPassphrase)).code, 0)
    await child.said(/Companion .* is ready/)
    assert.equal(existsSync(join(home, 'locked.json')), false)
    const running = await run(['encryption', 'off'], withPassphrase)
    assert.equal(running.code, 6)
    assert.match(running.stderr, /Companion runs on this home/)
  })

  it('opens by its new passphrase and new words alone, once they were changed', async () => {
    const { run, words: old } = await lockedPlace()
    const next = 'eleven otters under the pier'
    const changed = await run(['encryption', 'passphrase', '--json'], {
      COMPANION_PASSPHRASE: old,
      COMPANION_NEW_PASSPHRASE: next,
    })
    assert.equal(changed.code, 0, changed.stderr)
    for (const secret of [passphrase, old])
      assert.equal((await run(['encryption', 'off'], { COMPANION_PASSPHRASE: secret })).code, 4)
    const { words } = changed.json()
    assert.equal((await run(['encryption', 'off'], { COMPANION_PASSPHRASE: words })).code, 0)
  })

  it('encrypts at the next start what was put into it as it is', async () => {
    const { home, serve } = await lockedPlace()
    cpSync(join(plain, 'backups'), join(home, 'backups'), { recursive: true, force: true })
    assert.notDeepEqual(filesHolding(home, facts[0] ?? ''), [])
    await using _ = await serve()
    for (const text of hidden) assert.deepEqual(filesHolding(home, text), [], text)
  })

  itLong('is restored from its backups elsewhere by their words alone, with a new passphrase', async () => {
    const { serve } = await lockedPlace()
    const folder = temporaryFolder()
    const location = join(folder, 'backups')
    let words = ''
    {
      await using daemon = await serve()
      const { access_token: token } = await signIn(daemon, 'olga')
      const payload = { location }
      words = (await rest(daemon, 'POST /backups/destination', { payload, token })).body.data.words
      await soon(async () => {
        const { status, body } = await rest(daemon, 'GET /backups/destination', { token })
        assert.equal(status, 200, JSON.stringify(body))
        const { last_snapshot_at, running } = body.data
        return last_snapshot_at !== null && !running
      })
    }
    const other = temporaryFolder()
    after(() => [folder, other].forEach((path) => rmSync(path, { recursive: true, force: true })))
    const next = 'eleven otters under the pier'
    const restored = await cli(other, ['restore', location, '--new-passphrase', '--json'], {
      environment: { COMPANION_WORDS: words, COMPANION_NEW_PASSPHRASE: next },
    })
    assert.equal(restored.code, 0, restored.stderr)
    assert.equal(restored.json().encrypted, true)
    for (const text of facts) assert.deepEqual(filesHolding(other, text), [], text)
    const off = await cli(other, ['encryption', 'off'], { environment: { COMPANION_PASSPHRASE: next } })
    assert.equal(off.code, 0, off.stderr)
    await using again = await startTestDaemon({ home: other })
    await assertRemembers(again)
  })

  it('is mended like any other', async () => {
    const { home, serve } = await lockedPlace()
    await (await serve()).stop()
    const database = join(home, 'companion.db')
    const content = readFileSync(database)
    content.fill(0, 5 * 4096, 6 * 4096)
    writeFileSync(database, content)
    await using daemon = await serve()
    await assertRemembers(daemon)
    assert.equal(readdirSync(join(home, 'damaged')).length, 1)
  })

  itLong('is whole, and encrypted at the next start, where encrypting it was killed', async (t) => {
    for (let kill = 0; kill < 10; kill += 1) {
      const { home, start } = place()
      const child = spawnCli(home, ['encryption', 'on'], { environment: withPassphrase })
      const ended = once(child, 'close')
      await soon(() => existsSync(join(home, 'home-key.json')))
      const delay = Math.random() * 600
      await wait(delay)
      child.kill('SIGKILL')
      await ended
      t.diagnostic(`killed ${Math.round(delay)} ms after it had begun`)
      const started = await start(withPassphrase)
      assert.equal(started.code, 0, started.stderr)
      await assertRemembers({ file: started.json() })
      for (const text of hidden) assert.deepEqual(filesHolding(home, text), [], text)
    }
  })
})
