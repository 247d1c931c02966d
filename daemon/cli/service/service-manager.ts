import { realpathSync } from 'node:fs'
import { localHome } from '../../client/local/daemon.ts'
import { lastingDaemonCommand } from '../../client/local/daemon-program.ts'
import { usageError } from '../cli-error.ts'
import { launchd } from './launchd.ts'
import { scheduledTask } from './scheduled-task.ts'
import type { ServiceManager, ServiceState } from './service.ts'
import { systemd } from './systemd.ts'

const platforms = new Set<NodeJS.Platform>(['linux', 'darwin', 'win32'])

/** The script of this command line, wherever links lead to it. */
export const ownScript = () => realpathSync(process.argv[1] ?? '')

/** The manager of this platform; throws where it has none, or none of the whole system. */
export function serviceManager(
  environment: NodeJS.ProcessEnv,
  system: boolean,
  platform: NodeJS.Platform = process.platform,
): ServiceManager {
  const command = lastingDaemonCommand(ownScript())
  if (platform === 'linux') return systemd({ environment, command, system })
  if (system) throw usageError('--system is for Linux alone')
  if (platform === 'darwin') return launchd(environment, command)
  if (platform === 'win32') return scheduledTask(environment, command)
  throw usageError(`there is no service for ${platform}: run the daemon with what your system has`)
}

/** The service that is installed on the home of `environment`; null where none is. */
export function installedService(
  environment: NodeJS.ProcessEnv,
  system: boolean,
): { readonly manager: ServiceManager; readonly state: ServiceState } | null {
  if (!platforms.has(process.platform)) return null
  const manager = serviceManager(environment, system)
  if (manager.home() !== localHome(environment).path) return null
  const state = manager.state()
  return state.installed ? { manager, state } : null
}
