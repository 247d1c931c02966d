import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './layout.ts'

/** A package of which something comes along. */
export interface Shipped {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly folder: string
}

const inPackage = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The packages that files belong to, each once, by name; files of the project itself belong to none. */
export function packagesOf(files: readonly string[], from = root): Shipped[] {
  const paths = files.map((file) =>
    (file.startsWith(from) ? relative(from, file) : file).replaceAll('\\', '/'),
  )
  const folders = new Set(paths.flatMap((path) => inPackage.exec(path)?.[1] ?? []))
  const shipped = [...folders].map((folder) => describe(join(from, folder)))
  const byName = new Map(shipped.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function describe(folder: string): Shipped {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<Shipped>
  const { name = '', version = '', license = 'not stated' } = about
  return { name, version, license, folder }
}
