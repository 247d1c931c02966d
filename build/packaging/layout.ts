import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..')

/** Where the bundles of the programs lie, a folder each. */
export const bundles = join(root, 'dist', 'bundle')

/** What a package is made for, in the words of electron-builder. */
export interface Target {
  readonly os: 'linux' | 'mac' | 'win'
  readonly arch: 'x64' | 'arm64'
}

/** The supported targets: those for which every native part exists. */
export const targets: readonly Target[] = [
  { os: 'linux', arch: 'x64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'mac', arch: 'arm64' },
  { os: 'win', arch: 'x64' },
]

const systems: Record<string, Target['os']> = { linux: 'linux', darwin: 'mac', win32: 'win' }

/** The target that is this machine; throws where Companion cannot be packaged for it. */
export function ownTarget(platform: string = process.platform, arch: string = process.arch): Target {
  const own = targets.find((target) => target.os === systems[platform] && target.arch === arch)
  if (own) return own
  const names = targets.map(nameOf).join(', ')
  throw new Error(`Companion cannot be packaged for ${platform}-${arch}, only for ${names}`)
}

/** A target as electron-builder writes `${os}-${arch}`. */
export const nameOf = ({ os, arch }: Target) => `${os}-${arch}`

/** Where everything of a package is gathered that lies next to the app. */
export const stageOf = (target: Target) => join(root, 'dist', 'stage', nameOf(target))

/** Where electron-builder leaves a package that is not packed into one file. */
export function unpackedOf({ os, arch }: Target): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  return join(root, 'dist', 'package', os === 'mac' ? `mac${suffix}` : `${os}${suffix}-unpacked`)
}

/** Where the parts lie in such a folder. */
export const resourcesOf = ({ os }: Target, unpacked: string) =>
  os === 'mac' ? join(unpacked, 'Companion.app', 'Contents', 'Resources') : join(unpacked, 'resources')

/** The runtime of the daemon and the command line, from the resources. */
export const runtimeOf = ({ os }: Target) => (os === 'win' ? 'bin/node.exe' : 'bin/node')

/**
 * The program `companion`, from the resources. Windows looks in whole folders for programs, so there it lies in one
 * where it does not bring Companion's Node before the reader's own.
 */
export const launcherOf = ({ os }: Target) => (os === 'win' ? 'cli/companion.cmd' : 'bin/companion')
