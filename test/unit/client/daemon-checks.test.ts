import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { dirname } from 'node:path'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { checkDaemon } from '../../../daemon/client/local/daemon-checks.ts'
import { portOwner } from '../../../daemon/client/local/port-owner.ts'
import { isPipe } from '../../../daemon/kernel/local-socket.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { freshHome, named } from '../../support/looked.ts'

const noSockets = process.platform === 'win32' && 'Windows has pipes'

async function listening(place: string | number): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  if (typeof place === 'string') server.listen(place)
  else server.listen(place, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return server
}

function place(config: object = { http_port: 0, grpc_port: 0 }) {
  const home = freshHome()
  writeFileSync(home.config, JSON.stringify(config))
  return { home, look: () => checkDaemon({ COMPANION_HOME: home.path }) }
}

const fileOf = (pid: number, port = 9, socket: string | null = null) =>
  JSON.stringify({
    pid,
    version: '0.0.1',
    mode: 'coupled',
    base_url: `http://127.0.0.1:${port}/api/v1`,
    started_at: new Date().toISOString(),
    socket,
    proof_key: 'AAAA',
  })

describe('A look at the daemon from outside', () => {
  it('finds that none runs, and its ports free', async () => {
    const { findings, daemon } = await place().look()
    assert.deepEqual(named(findings), ['warning daemon_stopped', 'ok ports_free'])
    assert.equal(findings[0]?.command, 'companion daemon start')
    assert.equal(daemon, null)
  })

  it('finds what a daemon that is gone has left', { skip: noSockets }, async () => {
    const { home, look } = place()
    // More than any process of Linux has, and gone by now elsewhere.
    writeFileSync(home.daemon, fileOf(4_194_305))
    mkdirSync(dirname(home.socket), { recursive: true })
    writeFileSync(home.socket, '')
    const { findings } = await look()
    assert.deepEqual(named(findings), ['warning daemon_stale', 'warning socket_stale', 'ok ports_free'])
    assert.ok(findings.slice(0, 2).every(({ fixable }) => fixable))
    writeFileSync(home.daemon, '{"pid": ')
    assert.deepEqual(named((await look()).findings).slice(0, 1), ['problem daemon_file_broken'])
  })

  it('finds a port that another program has, and which one', async () => {
    const server = await listening(0)
    const { port } = server.address() as { port: number }
    const { findings } = await place({ http_port: port, grpc_port: 0 }).look()
    const taken = findings.find(({ check }) => check === 'ports')
    assert.deepEqual([taken?.level, taken?.finding], ['problem', 'port_taken'])
    assert.match(taken?.text ?? '', new RegExp(`^Port ${port} for HTTP is in use by `))
    if (process.platform !== 'linux') return
    const owner = await portOwner(port)
    assert.equal(owner?.pid, process.pid)
    assert.match(owner.name, /^node/)
    assert.ok(taken?.text.includes(`${owner.name} (process ${process.pid})`))
  })

  it('sees no owner of a port that nobody listens on', async () => {
    const server = await listening(0)
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    assert.equal(await portOwner(port), null)
  })

  it('finds another program where the daemon should be, and a process that does not answer', async () => {
    const server = await listening(0)
    const { port } = server.address() as { port: number }
    const { home, look } = place()
    writeFileSync(home.daemon, fileOf(process.pid, port))
    const [other] = (await look()).findings
    assert.equal(other?.finding, 'daemon_untrusted')
    if (process.platform === 'linux')
      assert.match(other.text, new RegExp(`^node\\S* \\(process ${process.pid}\\) answers at 127`))
    server.close()
    await once(server, 'close')
    const { findings, daemon, answers } = await look()
    assert.deepEqual(named(findings), ['problem daemon_silent'])
    assert.match(findings[0]?.text ?? '', new RegExp(`^Process ${process.pid} has the home`))
    assert.deepEqual([daemon?.file.pid, answers], [process.pid, false])
  })

  it('finds a daemon that answers, and one whose socket others may use', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const environment = { COMPANION_HOME: daemon.home.path }
    const fine = await checkDaemon(environment)
    assert.deepEqual(named(fine.findings), ['ok daemon_fine', 'ok socket_fine'])
    assert.equal(fine.answers, true)
    assert.equal(fine.findings[0]?.figures['pid'], process.pid)
    if (isPipe(daemon.home.socket)) return
    chmodSync(daemon.home.path, 0o755)
    const open = await checkDaemon(environment)
    assert.deepEqual(named(open.findings), ['problem socket_open'])
    assert.deepEqual([open.answers, open.findings[0]?.fixable], [false, true])
  })

  it('finds a daemon of another version', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    writeFileSync(daemon.home.daemon, JSON.stringify({ ...daemon.file, version: '0.0.1' }))
    const { findings, answers } = await checkDaemon({ COMPANION_HOME: daemon.home.path })
    assert.equal(findings[1]?.finding, 'daemon_other_version')
    assert.equal(findings[1].command, 'companion daemon restart')
    assert.equal(answers, true)
  })
})
