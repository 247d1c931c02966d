import { findDaemonIfAny, type LocalDaemon, localHome, unlockingHint } from '../../client/local/daemon.ts'
import { CliError, Ending } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { lasting, localMoment } from '../format/moment.ts'
import { formatLines } from '../format/record.ts'
import type { Invocation } from '../invocation.ts'
import { say, terminalWidth } from '../output.ts'
import { waitUntilReady } from '../service/background.ts'
import { serviceManager } from '../service/service-manager.ts'
import type { ServiceManager } from '../service/service.ts'
import { systemHome } from '../service/systemd-unit.ts'

export interface ServiceCommand {
  /** The service of the whole machine, in place of the user's. */
  readonly system?: boolean
  /** False with `--no-start`. */
  readonly start?: boolean
}

/** The environment that names the home which a command is about: that of the system's service has its own place. */
export function environmentOf(
  { environment }: Pick<Invocation, 'environment'>,
  { system = false }: { readonly system?: boolean },
): NodeJS.ProcessEnv {
  return system ? { ...environment, COMPANION_HOME: systemHome } : environment
}

/** Installs the service, starts it, and says where everything is. */
export async function installService(invocation: Invocation, options: ServiceCommand): Promise<void> {
  const { system = false, start = true } = options
  const environment = environmentOf(invocation, options)
  const manager = serviceManager(environment, system)
  manager.assertUsable()
  const { running, pid } = manager.state()
  const daemon = findDaemonIfAny(environment)
  if (daemon && !(running === true && pid === daemon.file.pid)) throw alreadyRuns(daemon)
  // One that is brought up to date must not go on with what it was started with.
  if (running === true) manager.stop()
  manager.install()
  if (start) {
    manager.start()
    await waitUntilReady(environment, () => failureOf(manager))
  }
  show(invocation, options, manager, 'The service is installed.')
}

/** Why a service will not be ready; null as long as it may be. */
export const failureOf = ({ state }: ServiceManager) =>
  state().running === false ? 'the service has ended' : null

const alreadyRuns = ({ home, file }: LocalDaemon) =>
  new CliError(
    exitCodes.refused,
    `a daemon runs on ${home.path} already (process ${file.pid})`,
    'Stop it with `companion daemon stop`, or quit the app where that has started it, and try again.',
  )

/** Stops the service and takes it away; the home stays. */
export async function uninstallService(invocation: Invocation, options: ServiceCommand): Promise<void> {
  const environment = environmentOf(invocation, options)
  const manager = serviceManager(environment, options.system ?? false)
  manager.assertUsable()
  const { installed } = manager.state()
  const { path } = localHome(environment)
  const home = manager.home() ?? path
  if (installed) manager.uninstall()
  say(invocation, { uninstalled: installed, home }, () =>
    installed ? `The service is gone. The home stays in ${home}.` : 'No service is installed.',
  )
}

/** Says whether the service is installed, starts by itself and runs. Ends with exit code 3 where it does not run. */
export async function showService(invocation: Invocation, options: ServiceCommand): Promise<void> {
  const manager = serviceManager(environmentOf(invocation, options), options.system ?? false)
  const { installed } = manager.state()
  const running = show(
    invocation,
    options,
    manager,
    installed ? 'The service is installed.' : 'No service is installed.',
  )
  if (!running) throw new Ending(exitCodes.noDaemon)
}

/** Says how a service is; the answer is whether it runs. */
function show(
  invocation: Invocation,
  { system = false }: ServiceCommand,
  manager: ServiceManager,
  headline: string,
): boolean {
  const { installed, enabled, running: reported, pid, since } = manager.state()
  const home = manager.home()
  const daemon = home === null ? null : daemonOn(invocation, home)
  const running = installed && (reported ?? daemon !== null)
  const locked = home === null ? null : unlockingHint(locateIn(invocation, home))
  const { version = null, base_url = null, started_at = null } = (running && daemon?.file) || {}
  const started = since ?? started_at
  const log = system ? 'sudo companion daemon logs --system -f' : 'companion daemon logs -f'
  const { kind, file, advice } = manager
  const shown = {
    installed,
    enabled,
    running,
    kind,
    file,
    home,
    pid,
    since: started,
    version,
    base_url,
    locked: locked !== null,
    log,
  }
  say(invocation, shown, () => {
    if (!installed) return headline
    const lines = formatLines(
      [
        ['service', kind],
        ['file', file],
        ['home', home],
        ['starts by itself', enabled ? 'yes' : 'no'],
        ['runs', running ? (locked === null ? 'yes' : `yes, but locked. ${locked}`) : 'no'],
        ...(started === null || !running
          ? []
          : [['since', `${localMoment(started)} (${lasting(Date.now() - Date.parse(started))})`] as const]),
        ...(pid === null ? [] : [['process', pid] as const]),
        ...(version === null ? [] : [['version', version] as const]),
        ...(base_url === null ? [] : [['REST', base_url] as const]),
        ['log', log],
      ],
      terminalWidth(),
    )
    return [headline, '', lines, ...(advice === null ? [] : ['', advice])].join('\n')
  })
  return running
}

const locateIn = ({ environment }: Invocation, home: string) =>
  localHome({ ...environment, COMPANION_HOME: home })

/** The daemon of a home; null where none runs there, or that is not for this user to see. */
function daemonOn({ environment }: Invocation, home: string): LocalDaemon | null {
  try {
    return findDaemonIfAny({ ...environment, COMPANION_HOME: home })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null
    throw error
  }
}
