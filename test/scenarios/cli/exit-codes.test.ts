import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { cli, cliProcess, setUp, simulate, spawnCli, withPassword } from '../../support/cli.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'

const clock = new ManualClock()
const daemon = await startTestDaemon({ clock })
after(() => daemon[Symbol.asyncDispose]())
const user = await setUp(daemon)

describe('exit codes', () => {
  test('2 is a bad command line or bad input', async () => {
    const program = await cliProcess(daemon.home.path, ['interactions', 'lst'])
    assert.deepEqual([program.code, program.stdout], [2, ''])
    const cases: [string[], RegExp][] = [
      [['interactions', 'lst'], /unknown command 'lst'/],
      [['interactions', 'get'], /missing required argument 'interaction-id'/],
      [['interactions', 'list', '--limit', 'many'], /must be a number/],
      [['interactions', 'list', '--limit', '500'], /limit/],
      [['interactions', 'get', 'no-uuid'], /interaction_id must be a valid uuid/],
      [['simulate', '--user-id', 'x'], /required option '--interaction-type/],
    ]
    await Promise.all(
      cases.map(async ([args, expected]) => {
        const { code, stdout, stderr } = await cli(daemon.home.path, args)
        assert.deepEqual([code, stdout], [2, ''])
        assert.match(stderr, expected)
      }),
    )
  })

  test('3 is no running daemon, also when a dead one left its file', async () => {
    const home = temporaryFolder()
    const none = await cliProcess(home, ['status'])
    assert.equal(none.code, 3)
    assert.match(none.stderr, /^companion: no daemon runs on .*\nStart it with `companion daemon start`/)
    const child = spawnCli(home, ['--version'])
    await once(child, 'close')
    const file = { pid: child.pid, base_url: 'http://127.0.0.1:9/api/v1', ws_url: 'ws://127.0.0.1:9/ws' }
    writeFileSync(join(home, 'daemon.json'), JSON.stringify(file))
    const stale = await cli(home, ['interactions', 'list', '--json'])
    assert.deepEqual([stale.code, stale.stdout], [3, ''])
    assert.match(JSON.parse(stale.stderr).error.message, new RegExp(`process ${child.pid} ended`))
    rmSync(home, { recursive: true })
  })

  test('4 is a missing role', async () => {
    const member = await daemon.member(await signIn(daemon, 'olga'), 'maria')
    await cli(daemon.home.path, ['login', '--username', 'maria'], withPassword)
    const args = [
      '--user-id',
      member.family_member_uuid,
      '--interaction-type',
      'question',
      '--prompt',
      'Tea?',
    ]
    const { code, stderr } = await cli(daemon.home.path, ['simulate', ...args])
    assert.equal(code, 4)
    assert.match(stderr, /insufficient permissions\n.*--as-system/)
    await cli(daemon.home.path, ['login', '--username', 'olga'], withPassword)
  })

  test('5 is something that does not exist or has expired', async () => {
    const id = await simulate(daemon, user, '--interaction-type', 'question', '--expires-in-seconds', '5')
    clock.advance(6_000)
    const [unknown, expired] = await Promise.all([
      cli(daemon.home.path, ['interactions', 'get', randomUUID()]),
      cli(daemon.home.path, ['interactions', 'get', id]),
    ])
    assert.deepEqual([unknown.code, unknown.stderr], [5, 'companion: interaction not found\n'])
    assert.deepEqual([expired.code, expired.stderr], [5, 'companion: interaction expired\n'])
  })

  test('6 is something that its state or its type does not allow', async () => {
    const id = await simulate(
      daemon,
      user,
      '--interaction-type',
      'question',
      '--scenario',
      'create_then_cancel',
    )
    const [state, type] = await Promise.all([
      cli(daemon.home.path, ['interactions', 'cancel', id]),
      cli(daemon.home.path, ['interactions', 'approve', id]),
    ])
    assert.deepEqual([state.code, state.stderr], [6, 'companion: interaction already in terminal state\n'])
    assert.deepEqual([type.code, type.stderr], [6, 'companion: interaction type not approvable\n'])
  })

  test('1 is an audit log that lacks a row which somebody has seen', async () => {
    const verify = (args: string[] = []) => cli(daemon.home.path, ['audit', 'verify', '--json', ...args])
    const whole = await verify()
    const { seq, hash, signature } = JSON.parse(whole.stdout).audit_head
    const seen = (at: number) => verify(['--seq', String(at), '--hash', hash, '--signature', signature])
    assert.deepEqual([whole.code, (await seen(seq)).code], [0, 0])
    const lacking = await seen(seq + 1)
    assert.equal(lacking.code, 1)
    assert.equal(JSON.parse(lacking.stdout).seen, false)
    assert.match(lacking.stderr, /lacks the row that you have seen/)
  })

  test('7 is too many requests, with when to retry; 1 is a failure; 3 is a server that is not Companion', async () => {
    await withStub(
      (_, response) => {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '12' })
        response.end(JSON.stringify({ detail: 'too many requests' }))
      },
      async (home) => {
        const limited = await cli(home, ['interactions', 'list'])
        assert.deepEqual(
          [limited.code, limited.stderr],
          [7, 'companion: too many requests\nTry again in 12 s.\n'],
        )
        const json = await cli(home, ['interactions', 'list', '--json'])
        assert.equal(JSON.parse(json.stderr).error.retry_after, 12)
      },
    )
    await withStub(
      (_, response) => response.writeHead(500).end('{"detail":"internal server error"}'),
      async (home) => {
        const failed = await cli(home, ['interactions', 'list'])
        assert.deepEqual([failed.code, failed.stderr], [1, 'companion: internal server error\n'])
      },
    )
    await withStub(
      (_, response) => response.end('<html>'),
      async (home) => {
        const foreign = await cli(home, ['interactions', 'list'])
        assert.equal(foreign.code, 3)
        assert.match(foreign.stderr, /is not a Companion daemon/)
      },
    )
  })
})

/** A home with `listener` behind the socket of its daemon. */
async function withStub(listener: RequestListener, use: (home: string) => Promise<void>): Promise<void> {
  const home = temporaryFolder()
  copyFileSync(daemon.home.localKey, join(home, 'local-key.json'))
  const server = createServer(listener)
  const socket = join(home, 'stub.sock')
  server.listen(socket)
  await once(server, 'listening')
  chmodSync(socket, 0o600)
  writeFileSync(join(home, 'daemon.json'), JSON.stringify({ ...daemon.file, socket }))
  await use(home)
  server.closeAllConnections()
  server.close()
  rmSync(home, { recursive: true })
}
