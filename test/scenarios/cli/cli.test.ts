import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { operations } from '../../../daemon/client/description.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import {
  cli,
  cliProcess,
  ownerFlags,
  RunningCli,
  simulate,
  spawnCli,
  withPassword,
} from '../../support/cli.ts'
import { password, signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'

// Sign-ins hold by the clock of the program.
const daemon = await startTestDaemon({ clock: systemClock })
after(() => daemon[Symbol.asyncDispose]())

/** Signs the owner in; the answer is their id. */
async function asOlga(): Promise<string> {
  const { code, stderr } = await cli(daemon.home.path, ['login', '--username', 'olga'], withPassword)
  assert.equal(code, 0, stderr)
  return (await signIn(daemon, 'olga')).family_member_uuid
}

describe('the first steps', () => {
  test('setup without a terminal names the missing flags, and why a password or a setup code is refused', async () => {
    const [missing, short, silent] = await Promise.all([
      cli(daemon.home.path, ['setup', '--username', 'olga'], withPassword),
      cli(daemon.home.path, ['setup', ...ownerFlags], { environment: { COMPANION_PASSWORD: 'short' } }),
      cli(daemon.home.path, ['setup', ...ownerFlags]),
    ])
    assert.deepEqual([missing.code, short.code, silent.code], [2, 2, 2])
    assert.match(missing.stderr, /setup needs --full-name, --relationship\n/)
    assert.match(short.stderr, /^companion: the password needs 8 characters at least\n$/)
    assert.match(silent.stderr, /the password is missing\n.*--password-stdin.*COMPANION_PASSWORD/)
    const wrong = await cli(
      daemon.home.path,
      ['setup', ...ownerFlags, '--setup-code', 'AAAA-AAAA-AAAA'],
      withPassword,
    )
    assert.equal(wrong.code, 4)
    assert.match(
      wrong.stderr,
      /^companion: the setup code is wrong: .*\nWithout --setup-code, it is read from /,
    )
    assert.ok(wrong.stderr.includes(daemon.home.setupCode))
    assert.equal(daemon.setupCode, readFileSync(daemon.home.setupCode, 'utf8').trim())
  })

  test('setup creates the owner, signs them in, and refuses to do so twice', async () => {
    const before = await cli(daemon.home.path, ['status', '--json'])
    assert.equal(before.json().sign_in, 'nobody')
    const done = await cliProcess(daemon.home.path, ['setup', ...ownerFlags, '--password-stdin'], {
      input: `${password}\n`,
    })
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /^Welcome, Olga Example\./)
    const { mode } = statSync(daemon.home.cliSession)
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600)
    const [status, again] = await Promise.all([
      cli(daemon.home.path, ['status']),
      cli(daemon.home.path, ['setup', ...ownerFlags], withPassword),
    ])
    assert.equal(status.code, 0)
    assert.match(status.stdout, /^Companion \S+ is running\.\n/)
    assert.match(status.stdout, new RegExp(`REST +${daemon.file.base_url}\n`))
    assert.match(status.stdout, /signed in +olga \(Olga Example\), admin\n/)
    assert.equal(again.code, 6)
    assert.match(again.stderr, /already has an owner\n.*companion login/)
  })

  test('login and logout change the member that calls are made as', async () => {
    await asOlga()
    const out = await cli(daemon.home.path, ['logout'])
    assert.match(out.stdout, /^Goodbye, Olga Example\./)
    const twice = await cli(daemon.home.path, ['logout', '--json'])
    assert.deepEqual(twice.json(), { session_uuid: null })
    const wrong = await cli(daemon.home.path, ['login', '--username', 'olga', '--password-stdin'], {
      input: 'wrong horse',
    })
    assert.equal(wrong.code, 4)
    assert.equal(wrong.stderr, 'companion: username or password is wrong\n')
    const back = await cli(daemon.home.path, ['login', '--username', 'olga'], withPassword)
    assert.equal(back.stdout, 'Welcome back, Olga Example.\n')
    const session = await cli(daemon.home.path, ['auth', 'session', '--json'])
    assert.equal(session.json().family_member.username, 'olga')
  })
})

describe('interactions', () => {
  test('an interaction is simulated, listed, answered and shown with its timeline', async () => {
    const user = await asOlga()
    const options = ['--allowed-options', 'Tea', '--allowed-options', 'Coffee']
    const id = await simulate(daemon, user, '--interaction-type', 'choice', ...options)
    const table = await cli(daemon.home.path, [
      'interactions',
      'list',
      '--status',
      'pending',
      '--status',
      'deferred',
    ])
    const [header = '', row = ''] = table.stdout.split('\n')
    assert.match(header, /^interaction_id +user_id .*type +status /)
    assert.ok(row.startsWith(`${id}  ${user}  `))
    assert.match(table.stdout, /Tea\?/)
    assert.match(table.stdout, /\n1 in all\n$/)
    const page = await cli(daemon.home.path, ['interactions', 'list', '--limit', '1', '--json'])
    assert.equal(page.json().items[0].interaction_id, id)
    const answered = await cli(daemon.home.path, [
      'interactions',
      'answer',
      id,
      '--answer-text',
      'Tea',
      '--json',
    ])
    assert.equal(answered.json().interaction.status, 'answered')
    assert.equal(answered.json().event.actor, `user:${user}`)
    const shown = await cli(daemon.home.path, ['interactions', 'get', id])
    assert.match(shown.stdout, /\n {2}answer_text +Tea\n/)
    assert.match(
      shown.stdout,
      /\nevents\n {2}\d{4}-\S+ \S+ {2}created {3}by user:\S+\n {2}\S+ \S+ {2}answered {2}by user:/,
    )
  })

  test('flags take objects as JSON, and an idempotency key returns the first result again', async () => {
    const user = await asOlga()
    const make = ['--interaction-type', 'question', '--idempotency-key', 'breakfast']
    const id = await simulate(daemon, user, ...make)
    assert.equal(await simulate(daemon, user, ...make), id)
    const answer = ['interactions', 'answer', id, '--answer-json', '{"sugar": 2}', '--json']
    const { json } = await cli(daemon.home.path, answer)
    assert.deepEqual(json().interaction.answer_json, { sugar: 2 })
  })

  test('--as-system calls with the key of the machine, whoever is signed in', async () => {
    const user = await asOlga()
    const args = [
      'simulate',
      '--user-id',
      user,
      '--interaction-type',
      'approval',
      '--prompt',
      'Go?',
      '--json',
    ]
    const { json } = await cli(daemon.home.path, ['--as-system', ...args])
    assert.equal(json().event.actor, 'system:cli')
    const mine = await cli(daemon.home.path, args)
    assert.equal(mine.json().event.actor, `user:${user}`)
  })
})

describe('watch', () => {
  test('events are printed as they happen, one a line, until Ctrl-C', async () => {
    const user = await asOlga()
    await using text = new RunningCli(daemon.home.path, ['watch'])
    await using json = new RunningCli(daemon.home.path, [
      'watch',
      '--json',
      '--topic',
      'interaction.notifications',
    ])
    assert.match(
      await text.line(/^Connected/),
      /watching interaction\.notifications, interaction\.notifications\.admin, system\.status\./,
    )
    assert.match(await json.line(/^Connected/), /watching interaction\.notifications\./)
    const id = await simulate(daemon, user, '--interaction-type', 'question')
    assert.match(
      await text.line(/created/),
      new RegExp(`^\\S+  interaction\\.notifications  created +question  ${id}  Tea`),
    )
    const { type, data } = JSON.parse(await json.line(/^\{/))
    assert.equal(type, 'interaction_notification')
    assert.equal(data.interaction.interaction_id, id)
    assert.equal(await text.end('SIGINT'), 0)
    assert.equal(await json.end('SIGTERM'), 0)
  })

  test('watch reconnects to a daemon that has moved, and reports missed events', async () => {
    const home = temporaryFolder()
    await using first = await startTestDaemon({ home, clock: systemClock })
    await using watching = new RunningCli(home, ['watch', '--as-system'])
    await watching.line(/^Connected/)
    await first.stop()
    assert.match(await watching.line(/^Reconnecting/), /in [\d.]+ s/)
    await using second = await startTestDaemon({ home, clock: systemClock })
    await watching.line(/^Reconnected/)
    await watching.line(/^Some events were missed/)
    assert.equal(await watching.end('SIGINT'), 0)
    await second.stop()
    rmSync(home, { recursive: true })
  })

  test('an unknown topic ends the command with the reason', async () => {
    await asOlga()
    const { code, stdout, stderr } = await cli(daemon.home.path, ['watch', '--topic', 'weather'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /unknown topic weather/)
  })
})

describe('the session', () => {
  test('a session about to expire is renewed, and the new refresh token saved', async () => {
    await asOlga()
    const before = JSON.parse(readFileSync(daemon.home.cliSession, 'utf8'))
    writeFileSync(daemon.home.cliSession, JSON.stringify({ ...before, expires_at: Date.now() + 29_000 }))
    const { code, stderr } = await cli(daemon.home.path, ['auth', 'session'])
    assert.equal(code, 0, stderr)
    const after = JSON.parse(readFileSync(daemon.home.cliSession, 'utf8'))
    assert.notEqual(after.refresh_token, before.refresh_token)
    assert.equal(after.session_uuid, before.session_uuid)
    assert.ok(after.expires_at > Date.now() + 30_000)
  })

  test('an ended session is reported, with how to sign in again', async () => {
    await asOlga()
    const { access_token: token } = JSON.parse(readFileSync(daemon.home.cliSession, 'utf8'))
    await rest(daemon, 'POST /auth/logout', { token, payload: {} })
    for (const args of [['interactions', 'list'], ['auth', 'session'], ['watch']]) {
      const { code, stderr } = await cli(daemon.home.path, args)
      assert.equal(code, 4)
      assert.equal(stderr, 'companion: your sign-in has ended\nSign in again with `companion login`.\n')
    }
    const status = await cli(daemon.home.path, ['status', '--json'])
    assert.deepEqual([status.code, status.json().sign_in], [0, 'ended'])
    const system = await cli(daemon.home.path, ['interactions', 'list', '--as-system'])
    assert.equal(system.code, 0)
  })
})

describe('help and output', () => {
  test('help names every command, every operation and every exit code', async () => {
    const home = temporaryFolder()
    const { code, stdout, stderr } = await cli(home, ['--help'])
    assert.deepEqual([code, stderr], [0, ''])
    for (const command of ['setup', 'login', 'logout', 'forget-me', 'move', 'status', 'watch', 'simulate']) {
      assert.match(stdout, new RegExp(`^  ${command} +\\w`, 'm'))
    }
    const all = stdout.slice(stdout.indexOf('Everything'), stdout.indexOf('Options:'))
    for (const name of operations.keys()) {
      if (['auth.login', 'auth.logout', 'auth.refresh', 'auth.forget_me'].includes(name)) continue
      const words = name.replaceAll('_', '-').split('.')
      assert.match(all, new RegExp(`\\b${words.slice(1).join(' ') || words[0]}\\b`), name)
    }
    for (const exit of [0, 1, 2, 3, 4, 5, 6, 7]) assert.match(stdout, new RegExp(`^  ${exit}  \\w`, 'm'))
    rmSync(home, { recursive: true })
  })

  test('the help of a command shows values, ranges and defaults', async () => {
    const home = temporaryFolder()
    const { stdout } = await cli(home, ['interactions', 'list', '--help'])
    assert.match(stdout, /--limit <n> +1 to 200; default 50\n/)
    assert.match(stdout, /--status <one> +pending, answered, /)
    assert.match(stdout, /--as-system/)
    rmSync(home, { recursive: true })
  })

  test('a reader that closes the pipe early is no error', async () => {
    const home = temporaryFolder()
    const child = spawnCli(home, ['--help'])
    child.stdout.destroy()
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [code] = await once(child, 'close')
    assert.deepEqual([code, output], [0, ''])
    rmSync(home, { recursive: true })
  })
})
