import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { root } from '../../build/packaging/layout.ts'

/** The project's folder. */

/** Every source below these folders, as paths from the project's folder. */
export function sources(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,js}`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

/** The layer of a file of the daemon: the folder, or the name of a file at its top. */
export function layerOf(file: string): string {
  const [, layer = ''] = file.split('/')
  return layer.replace(/\.tsx?$/, '')
}

interface Import {
  readonly specifier: string
  /** The imported file, as a path from the project's folder. */
  readonly file: string
  readonly layer: string
  readonly typeOnly: boolean
}

/** The files of the project that a file imports. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"]*?from\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g,
  )
  return [...imports].map(([, type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? ''
    const imported = posix.normalize(`${dirname(file)}/${specifier}`)
    return { specifier, file: imported, layer: layerOf(imported), typeOnly: type !== undefined }
  })
}

/** The files of the daemon that a file imports. */
export function daemonImportsOf(file: string): Import[] {
  return importsOf(file).filter(({ file: imported }) => imported.startsWith('daemon/'))
}

/** The sources that a file names otherwise than by an import, as it does with a program or a thread that it starts. */
export function namedIn(file: string, all: readonly string[]): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const threads = new Set([...text.matchAll(/'(daemon\/[\w./-]+)'/g)].map(([, name = '']) => `${name}.ts`))
  // Only tests name programs by files: elsewhere such a text is a route or an event.
  const programs = file.startsWith('test/')
    ? [...text.matchAll(/'(?:\.{1,2}\/)*([\w./-]+\.(?:ts|mjs))'/g)].map(([, name = '']) => name)
    : []
  return all.filter((source) => threads.has(source) || programs.some((name) => source.endsWith(`/${name}`)))
}

export function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1
}

/** Every table that a source of the daemon declares, and which source that is. */
export async function declaredTables(): Promise<{ readonly file: string; readonly table: SQLiteTable }[]> {
  const [{ is }, { SQLiteTable: Table }] = await Promise.all([
    import('drizzle-orm'),
    import('drizzle-orm/sqlite-core'),
  ])
  const declaring = sources('daemon').filter((file) =>
    /^export const \w+ = sqliteTable\(/m.test(readFileSync(join(root, file), 'utf8')),
  )
  const declared = declaring.map(async (file) => {
    const exported = (await import(`../../${file}`)) as Record<string, unknown>
    return Object.values(exported).flatMap((value) => (is(value, Table) ? [{ file, table: value }] : []))
  })
  return (await Promise.all(declared)).flat()
}
