import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cli, type CliResult } from '../../support/cli.ts'
import { noSystemd, outOfSight, UserSystemd } from '../../support/systemd.ts'

const linux = process.platform === 'linux' ? false : 'systemd is for Linux alone'

function assertDone({ code, stderr }: CliResult): void {
  assert.equal(code, 0, stderr)
}

describe('companion service, by a systemd', { skip: noSystemd }, () => {
  let systemd: UserSystemd
  before(async () => {
    systemd = await UserSystemd.start()
  })
  after(() => systemd[Symbol.asyncDispose]())
  const status = async () => (await systemd.cli('service', 'status', '--json')).json()

  it('says that nothing is installed', async () => {
    const { code, stdout } = await systemd.cli('service', 'status')
    assert.equal(code, 3)
    assert.match(stdout, /No service is installed\./)
  })

  it('installs the service, which answers in spite of its sandbox', async () => {
    const installed = await systemd.cli('service', 'install', '--json')
    assertDone(installed)
    const { enabled, running, home, version, pid, log, file } = installed.json()
    assert.deepEqual([enabled, running, home], [true, true, systemd.home])
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.equal(log, 'companion daemon logs -f')
    assert.ok(existsSync(file))
    const { stdout } = await systemd.run('cat', `/proc/${pid}/status`)
    assert.match(stdout, /^NoNewPrivs:\t1$/m)
    assert.match(stdout, /^Seccomp:\t2$/m)
    assert.match(stdout, /^CapBnd:\t0+$/m)
    // The database, the embedding model in its thread and the hashing of passwords all work in there.
    const flags = ['--username', 'olga', '--full-name', 'Olga Example', '--relationship', 'parent']
    assertDone(
      await systemd.run(
        'env',
        'COMPANION_PASSWORD=correct horse battery',
        ...systemd.command('setup', ...flags),
      ),
    )
    assertDone(await systemd.cli('memory', 'store', '--content', 'The spare key hangs in the shed.'))
    const search = await systemd.cli('memory', 'search', 'key', '--json')
    assert.match(search.stdout, /spare key/)
  })

  it('shows the log of the service', async () => {
    const { stdout } = await systemd.cli('daemon', 'logs')
    assert.match(stdout, /info {3}ready {2}version=/)
  })

  it('brings a service up to date that runs already', async () => {
    const { pid } = await status()
    const again = await systemd.cli('service', 'install', '--json')
    assertDone(again)
    assert.notEqual(again.json().pid, pid)
  })

  it('stops and starts the daemon through its service', async () => {
    assertDone(await systemd.cli('daemon', 'stop'))
    const stopped = await status()
    assert.deepEqual([stopped.installed, stopped.enabled, stopped.running], [true, true, false])
    assertDone(await systemd.cli('daemon', 'start'))
    const started = await status()
    const shown = await systemd.run('systemctl', '--user', 'show', '--property=MainPID', 'companion.service')
    assert.equal(shown.stdout.trim(), `MainPID=${started.pid}`)
  })

  it('starts the service again after a crash', async () => {
    const { pid } = await status()
    await systemd.run('kill', '-KILL', String(pid))
    assertDone(await systemd.cli('daemon', 'start'))
    const again = await status()
    assert.equal(again.running, true)
    assert.notEqual(again.pid, pid)
  })

  it('takes the service away, and leaves the home', async () => {
    const { file } = await status()
    const { stdout, code } = await systemd.cli('service', 'uninstall')
    assert.equal(code, 0)
    assert.match(stdout, /The service is gone\. The home stays in \/run\/home\./)
    assert.equal(existsSync(file), false)
    assert.equal((await systemd.run('test', '-e', '/run/home/companion.db')).code, 0)
    assert.equal((await systemd.cli('status')).code, 3)
  })
})

describe('companion service', { skip: linux }, () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  after(() => folder.remove())
  const environment = { HOME: folder.path, XDG_CONFIG_HOME: '', COMPANION_HOME: join('/var/lib', 'nowhere') }

  it(
    'refuses where there is no systemctl, and says what runs the daemon instead',
    { skip: outOfSight },
    async () => {
      const { code, stderr } = await cli(folder.path, ['service', 'install'], {
        environment: { ...environment, PATH: folder.path },
      })
      assert.equal(code, 1)
      assert.match(stderr, /there is no systemctl on this machine\n.*`companion daemon start`/)
    },
  )

  it('refuses a home in /tmp, of which a service has its own', async () => {
    const { code, stderr } = await cli(folder.path, ['service', 'install'], {
      environment: { HOME: folder.path, COMPANION_HOME: '/tmp/nowhere' },
    })
    assert.equal(code, 2)
    assert.match(stderr, /out of sight of a service/)
  })

  it('writes nothing where it refuses', () => {
    assert.equal(existsSync(join(folder.path, '.config')), false)
  })
})

describe('companion service, where a daemon runs already', { skip: noSystemd }, () => {
  it('refuses, and names the process', async () => {
    await using systemd = await UserSystemd.start()
    assertDone(await systemd.cli('daemon', 'start'))
    const { code, stderr } = await systemd.cli('service', 'install')
    assert.equal(code, 6)
    assert.match(stderr, /a daemon runs on \/run\/home already \(process \d+\)\n.*companion daemon stop/)
    assertDone(await systemd.cli('daemon', 'stop'))
  })
})
