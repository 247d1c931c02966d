import { findPackageJSON } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The program's folder: that of the `package.json` nearest to its code, in a checkout and once installed. */
const folder = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)

/** The path of a file that comes with Companion, named from the program's folder. */
export function programFile(path: string): string {
  return join(folder, path)
}

/** The address of a module of Companion that runs in a thread, named without its extension: a source, or a part of the bundle. */
export function programModule(path: string): URL {
  const isSource = extname(import.meta.filename) === '.ts'
  return pathToFileURL(isSource ? programFile(`${path}.ts`) : join(bundleFolder(), `${path}.mjs`))
}

/** The address of a module of the daemon that another program of Companion runs in a thread: its bundle lies beside theirs. */
export function daemonModule(path: string): URL {
  const isSource = extname(import.meta.filename) === '.ts'
  return isSource
    ? programModule(path)
    : pathToFileURL(join(dirname(bundleFolder()), 'daemon', `${path}.mjs`))
}

/** Where the entry points of the bundle lie: above the parts that they share, of which this is one. */
function bundleFolder(): string {
  const own = dirname(import.meta.filename)
  return basename(own) === 'parts' ? dirname(own) : own
}
