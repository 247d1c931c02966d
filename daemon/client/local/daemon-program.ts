import { dirname, extname, join, sep } from 'node:path'

/** V8 would keep tens of megabytes ready for garbage that a household never makes, and glibc a heap for each thread. */
export const leanOptions: readonly string[] = ['--max-semi-space-size=2']
export const leanEnvironment = { MALLOC_ARENA_MAX: '2' }

export interface ProgramCommand {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * What runs the daemon that belongs to a command line: the same Node, and the daemon's script in the same package or
 * checkout. `cli` is the script of the command line; both paths are absolute.
 */
export function daemonCommand(cli: string, node: string = process.execPath): ProgramCommand {
  const folder = dirname(cli)
  // A source, or the bundle beside that of the command line.
  const script =
    extname(cli) === '.ts' ? join(folder, '..', 'start.ts') : join(folder, '..', 'daemon', 'daemon.mjs')
  return { program: node, args: [...leanOptions, script] }
}

const checkoutBundles = `${sep}dist${sep}programs${sep}`

/** The same for whatever starts it months from now: a checkout bundles anew and clears away, but its sources stay. */
export function lastingDaemonCommand(cli: string, node: string = process.execPath): ProgramCommand {
  const at = cli.lastIndexOf(checkoutBundles)
  if (at === -1) return daemonCommand(cli, node)
  const quiet = '--disable-warning=ExperimentalWarning'
  return { program: node, args: [...leanOptions, quiet, join(cli.slice(0, at), 'daemon', 'start.ts')] }
}
