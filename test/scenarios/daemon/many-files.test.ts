import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readDaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { end } from '../../bench/daemon-process.ts'
import { registerOwner } from '../../bench/owner.ts'
import { temporaryFolder, testEnvironment } from '../../support/daemon.ts'
import { soon } from '../../support/processes.ts'
import { daemonProgram } from '../../support/programs.ts'
import { rest } from '../../support/wire/rest.ts'

const skip =
  process.platform === 'linux' ? false : 'only Linux lets a test set how many files another process may open'
const openFiles = 160

describe('A daemon that may open few files', { skip }, () => {
  it('closes the connections that are too many, goes on for everybody else, and takes new ones once there is room', async (t) => {
    const path = temporaryFolder()
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', daemonProgram]
    const child = spawn('sh', ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...node], {
      // A daily backup might be under way where one is asked for.
      env: { ...process.env, ...testEnvironment(path, { COMPANION_BACKUPS_DAILY: 'false' }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => end(child, 'SIGKILL'))
    t.after(() => rmSync(path, { recursive: true, force: true }))
    await once(child.stdout, 'data')
    const file = readDaemonFile(locateHome({ COMPANION_HOME: path }))
    assert.ok(file)
    const daemon = { child, file }
    const { access_token: token } = await registerOwner(path, daemon.file)
    const works = async () => {
      const stored = await rest(daemon, 'POST /memory/store', {
        token,
        payload: { content: 'my boat is blue' },
      })
      assert.ok([200, 201].includes(stored.status), JSON.stringify(stored.body))
      const { status, body } = await rest(daemon, 'GET /memory/search?q=boat', { token })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await works()

    // Whoever is connected already goes on, however many others come.
    let closed = 0
    const { port, hostname } = new URL(daemon.file.base_url)
    const grpcPort = Number(daemon.file.grpc_address.split(':').at(-1))
    const sockets: Socket[] = []
    for (let count = 0; count < 400; count += 1) {
      const socket = connect(count % 2 === 0 ? Number(port) : grpcPort, hostname)
      socket.on('error', () => {}).on('close', () => (closed += 1))
      sockets.push(socket)
    }
    await soon(() => closed >= 400 - openFiles / 2)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    assert.equal(daemon.child.exitCode, null, 'the daemon goes on')

    for (const socket of sockets) socket.destroy()
    await soon(() =>
      works().then(
        () => true,
        () => false,
      ),
    )
    const made = await rest(daemon, 'POST /backups', { token, payload: {} })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const verdict = await rest(daemon, 'GET /security/audit/verify', { token })
    assert.equal(verdict.body.data.intact, true)
    const check = await rest(daemon, 'GET /memory/check', { token })
    assert.equal(check.body.data.whole, true)

    const logs = join(path, 'logs')
    const lines = readdirSync(logs).flatMap((name) =>
      readFileSync(join(logs, name), 'utf8').trim().split('\n'),
    )
    assert.ok(lines.some((line) => line.includes('as many connections as there may be')))
    assert.ok(lines.length < 60, `${lines.length} lines in the log`)
  })
})
