import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { homeOfAgent, launchAgent } from '../../../daemon/cli/service/launchd.ts'
import { homeOfTask, taskXml } from '../../../daemon/cli/service/scheduled-task.ts'
import { readState } from '../../../daemon/cli/service/systemd.ts'
import { homeOfUnit, systemHome, systemUnit, userUnit } from '../../../daemon/cli/service/systemd-unit.ts'
import { daemonCommand, lastingDaemonCommand } from '../../../daemon/client/local/daemon-program.ts'

const command = { program: process.execPath, args: ['--max-semi-space-size=2', '/opt/Companion/daemon.mjs'] }
const odd = '/home/mia/a "b" 100%/c\\d'
const home = '/home/mia/.local/share/companion'
const user = userUnit({ command, home, socket: `${home}/daemon.sock` })
const system = systemUnit(command)

const valuesOf = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0
const noAnalyze = hasAnalyze ? false : 'there is no systemd-analyze on this machine'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())

function analyze(unit: string, name: string, ...words: string[]) {
  const at = join(folder.path, name)
  mkdirSync(at, { recursive: true })
  const file = join(at, 'companion.service')
  writeFileSync(file, unit)
  const { stdout, stderr, status } = spawnSync('systemd-analyze', [...words, file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: folder.path },
  })
  return { output: stdout + stderr, status }
}

/** The exposure that systemd finds, 0 for the least and 10 for the most; it is told in the report too. */
function exposureOf(unit: string, name: string, context: TestContext): number {
  const { output } = analyze(unit, name, '--no-pager', 'security', '--offline=yes')
  const [, exposure] = /exposure level for companion\.service: ([\d.]+)/.exec(output) ?? []
  assert.ok(exposure, output)
  context.diagnostic(`exposure of the ${name} unit: ${exposure}`)
  return Number(exposure)
}

describe('The unit of a user', () => {
  it('may write to the home alone', () => {
    assert.deepEqual(valuesOf(user, 'ProtectSystem'), ['strict'])
    assert.deepEqual(valuesOf(user, 'ReadWritePaths'), [`"${home}"`])
  })

  it('may write to where the socket lies too, where the path of the home is too long for one', () => {
    const far = userUnit({ command, home, socket: '/run/user/1000/companion-0123/daemon.sock' })
    assert.deepEqual(valuesOf(far, 'ReadWritePaths'), [`"${home}"`, '"/run/user/1000"'])
  })

  it('lets V8 compile, and keeps the setup code out of the journal', () => {
    assert.deepEqual(valuesOf(user, 'MemoryDenyWriteExecute'), [])
    assert.deepEqual(valuesOf(user, 'StandardOutput'), ['null'])
  })

  it('is not started again where its port or its home is taken', () => {
    assert.deepEqual(valuesOf(user, 'RestartPreventExitStatus'), ['69 75'])
  })

  it('names its home so that it is found again, whatever is in the path', () => {
    assert.equal(homeOfUnit(userUnit({ command, home: odd, socket: `${odd}/daemon.sock` })), odd)
    assert.equal(homeOfUnit('[Service]\n'), null)
  })

  it('is in order for systemd, also with an odd path', { skip: noAnalyze }, () => {
    const strange = userUnit({ command, home: odd, socket: `${odd}/daemon.sock` })
    for (const [name, unit] of Object.entries({ user, strange }))
      assert.deepEqual(analyze(unit, name, '--user', '--man=no', 'verify'), { output: '', status: 0 }, name)
  })

  it('is hardly exposed: below 2.0', { skip: noAnalyze }, (context) => {
    assert.ok(exposureOf(user, 'user', context) < 2)
  })
})

describe('The unit of the system', () => {
  it('runs as a user of its own, with a folder that nobody else may read', () => {
    assert.deepEqual(valuesOf(system, 'DynamicUser'), ['yes'])
    assert.deepEqual(valuesOf(system, 'StateDirectory'), ['companion'])
    assert.deepEqual(valuesOf(system, 'StateDirectoryMode'), ['0700'])
    assert.equal(homeOfUnit(system), systemHome)
  })

  it('is in order for systemd', { skip: noAnalyze }, () => {
    assert.deepEqual(analyze(system, 'system', '--man=no', 'verify'), { output: '', status: 0 })
  })

  it('is hardly exposed: below 2.0', { skip: noAnalyze }, (context) => {
    assert.ok(exposureOf(system, 'system', context) < 2)
  })
})

describe('What systemctl shows', () => {
  it('tells what has run since when', () => {
    const shown =
      'UnitFileState=enabled\nActiveState=active\nActiveEnterTimestamp=Wed 2026-11-25 22:34:21 UTC\nMainPID=91\n'
    assert.deepEqual(readState(shown), {
      installed: true,
      enabled: true,
      running: true,
      pid: 91,
      since: '2026-11-25T22:34:21.000Z',
    })
  })

  it('tells what no longer runs', () => {
    const shown =
      'UnitFileState=disabled\nActiveState=failed\nActiveEnterTimestamp=Wed 2026-11-25 22:34:21 UTC\nMainPID=0\n'
    const { enabled, running, pid, since } = readState(shown)
    assert.deepEqual([enabled, running, pid, since], [false, false, null, null])
  })
})

describe('The agent of a Mac', () => {
  it('names its home so that it is found again, whatever is in the path', () => {
    const path = '/Users/mia/<a> & "b"'
    const agent = launchAgent(command, path, `${path}/logs/stderr.log`)
    assert.equal(homeOfAgent(agent), path)
    assert.match(agent, /<string>\/Users\/mia\/&lt;a&gt; &amp; &quot;b&quot;<\/string>/)
    assert.match(agent, /<string>\/opt\/Companion\/daemon\.mjs<\/string>/)
  })
})

describe('The task of Windows', () => {
  it('names its home, and quotes what has spaces', () => {
    const path = String.raw`C:\Users\Mia & Co\Companion`
    const variables = String.raw`${path}\service.env`
    const program = String.raw`C:\Program Files\Companion\resources\bin\node.exe`
    const task = taskXml({ ...command, program }, { home: path, variables, user: String.raw`PC\mia` })
    assert.equal(homeOfTask(task), path)
    assert.match(task, /--headless &quot;C:\\Program Files\\Companion\\resources\\bin\\node\.exe&quot; /)
    assert.match(task, /&quot;--env-file=C:\\Users\\Mia &amp; Co\\Companion\\service\.env&quot;/)
    assert.match(task, /<ExecutionTimeLimit>PT0S</)
  })
})

describe('What runs the daemon', () => {
  const script = (cli: string) => daemonCommand(cli, 'node').args.at(-1)
  it(
    'lies beside the command line, in a package and in a checkout',
    { skip: process.platform === 'win32' },
    () => {
      assert.equal(script('/opt/x/resources/cli/cli.mjs'), '/opt/x/resources/daemon/daemon.mjs')
      assert.equal(script('/src/daemon/cli/main.ts'), '/src/daemon/start.ts')
    },
  )

  it('stays where a checkout bundles anew', { skip: process.platform === 'win32' }, () => {
    const lasting = (cli: string) => lastingDaemonCommand(cli, 'node').args.at(-1)
    assert.equal(lasting('/src/dist/programs/0123/cli/cli.mjs'), '/src/daemon/start.ts')
    assert.equal(lasting('/opt/x/resources/cli/cli.mjs'), '/opt/x/resources/daemon/daemon.mjs')
  })
})
