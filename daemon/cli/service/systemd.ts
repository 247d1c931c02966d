import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { localHome } from '../../client/local/daemon.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ServiceManager, ServiceOptions, ServiceState } from './service.ts'
import { homeOfUnit, systemUnit, unitName, userUnit } from './systemd-unit.ts'
import { readTextFile, runTool, tryTool } from './tools.ts'

const asked = ['UnitFileState', 'ActiveState', 'ActiveEnterTimestamp', 'MainPID'] as const

/** The service as a unit of systemd, of the user or of the system. */
export function systemd({ environment, command, system }: ServiceOptions): ServiceManager {
  const scope = system ? ['--system'] : ['--user']
  const file = system ? `/etc/systemd/system/${unitName}` : userFile(environment)
  // Times are to be read by a program.
  const plain = { ...environment, LC_ALL: 'C', TZ: 'UTC' }
  const systemctl = (...words: string[]) => runTool('systemctl', [...scope, ...words], plain)
  const text = () => readTextFile(file)

  const assertUsable = () => {
    if (system && process.getuid?.() !== 0)
      throw usageError('the system unit is for root', 'Run the command again with sudo.')
    const { path } = localHome(environment)
    const required = [command.program, command.args.at(-1) ?? '', path]
    const temporary = required.find((one) => /^\/(var\/)?tmp\//.test(one))
    if (temporary !== undefined)
      throw usageError(`${temporary} is out of sight of a service, which has a /tmp of its own`)
    const personal = required.find((one) => /^\/(home|root|run\/user)\//.test(one))
    if (system && personal !== undefined)
      throw usageError(
        `${personal} is out of sight of a system service`,
        'Install the package, or leave out --system.',
      )
    assertSystemd(scope, plain)
  }

  return {
    kind: system ? 'systemd system unit' : 'systemd user unit',
    file,
    home: () => homeOfUnit(text() ?? ''),
    assertUsable,
    state: () => {
      if (text() === null) return notInstalled
      const { stdout } = tryTool(
        'systemctl',
        [...scope, 'show', `--property=${asked.join()}`, unitName],
        plain,
      )
      return readState(stdout)
    },
    install: () => {
      const { path, socket } = localHome(environment)
      mkdirSync(dirname(file), { recursive: true })
      if (!system) mkdirSync(path, { recursive: true, mode: 0o700 })
      writeFileSync(file, system ? systemUnit(command) : userUnit({ command, home: path, socket }))
      systemctl('daemon-reload')
      systemctl('enable', '--quiet', unitName)
    },
    uninstall: () => {
      systemctl('disable', '--now', '--quiet', unitName)
      rmSync(file, { force: true })
      systemctl('daemon-reload')
      // A failure in the past would be shown on.
      tryTool('systemctl', [...scope, 'reset-failed', unitName], plain)
    },
    start: () => void systemctl('start', unitName),
    stop: () => void systemctl('stop', unitName),
    advice: system
      ? null
      : 'It runs while you are signed in. `loginctl enable-linger` has it run from the start of the machine.',
  }
}

const notInstalled: ServiceState = {
  installed: false,
  enabled: false,
  running: false,
  pid: null,
  since: null,
}

/** Reads what `systemctl show` says, in UTC. */
export function readState(shown: string): ServiceState {
  const properties = new Map(
    shown.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
  const running = ['active', 'activating', 'reloading'].includes(properties.get('ActiveState') ?? '')
  const pid = Number(properties.get('MainPID') ?? 0)
  const since = Date.parse((properties.get('ActiveEnterTimestamp') ?? '').replace(/^\w+ /, ''))
  return {
    installed: true,
    enabled: properties.get('UnitFileState') === 'enabled',
    running,
    pid: running && pid > 0 ? pid : null,
    since: running && !Number.isNaN(since) ? new Date(since).toISOString() : null,
  }
}

function userFile(environment: NodeJS.ProcessEnv): string {
  const config = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config')
  return join(config, 'systemd', 'user', unitName)
}

/** Throws where there is no systemctl, or the manager that it asks does not run. */
function assertSystemd(scope: readonly string[], environment: NodeJS.ProcessEnv): void {
  const foreground = 'Without systemd, `companion daemon start` runs the daemon in the background.'
  const { status, output } = (() => {
    try {
      return tryTool('systemctl', [...scope, 'show', '--property=Version'], environment)
    } catch (error) {
      throw new CliError(exitCodes.failed, 'there is no systemctl on this machine', foreground, error)
    }
  })()
  if (status !== 0) throw new CliError(exitCodes.failed, `systemd does not answer: ${output}`, foreground)
}
