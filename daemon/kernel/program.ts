import { findPackageJSON } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The program's folder: that of the `package.json` nearest to its code, in a checkout and once installed. */
const folder = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)

/** The path of a file that comes with Companion, named from the program's folder. */
export function programFile(path: string): string {
  return join(folder, path)
}

/** The address of a module of Companion that runs in a thread, named without its extension: that of what runs here. */
export function programModule(path: string): URL {
  return pathToFileURL(programFile(path + extname(import.meta.filename)))
}
