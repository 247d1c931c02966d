// What has to be built before a checkout runs, and whether it is. Plain JavaScript, for whatever Node the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Where the programs of a checkout lie, a folder for each state of their sources. */
export const programs = join(root, 'dist', 'programs')

/**
 * Where the daemon and the command line lie for the sources as they are now, there or not yet. A state of the sources
 * that was built before is there still, so that a daemon that runs finds the parts that it loads later.
 */
export function programsFolder() {
  const own = (name) => name !== 'ui' && name !== 'docs'
  const sources = readdirSync(join(root, 'daemon')).filter(own)
  return join(programs, fingerprint([...sources.map((name) => `daemon/${name}`), 'build/packaging']))
}

function pagesAreBuilt() {
  const stamp = pagesStamp()
  return existsSync(stamp.file) && readFileSync(stamp.file, 'utf8') === stamp.text
}

/** Builds them where they are not. */
export function buildPages(node = process.execPath) {
  if (!pagesAreBuilt()) build(node, 'ui.ts')
}

/** Builds the programs where they are not, and returns their folder. */
export function buildPrograms(node = process.execPath) {
  const folder = programsFolder()
  if (!existsSync(folder)) build(node, 'bundle.ts', '--programs')
  return folder
}

/** Runs one of the scripts that build; it says itself what goes wrong, and then this process ends as well. */
function build(node, script, ...args) {
  const { status } = spawnSync(node, [join(root, 'build', 'scripts', script), ...args], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(1)
}

/** What is noted beside the pages once they are built, and where. */
export function pagesStamp() {
  const sources = ['daemon/ui', 'daemon/client', 'daemon/kernel', 'build/scripts/ui.ts']
  return { file: join(root, 'dist', 'ui', '.built'), text: fingerprint(sources) }
}

/**
 * A fingerprint of every file below these paths, from the project's folder, and of the packages, by name, size and time of
 * change: it costs some 10 ms, not a reading.
 */
export function fingerprint(paths) {
  const whole = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    whole.update(`${path} ${size} ${mtimeMs}\n`)
  }
  for (const path of [...paths, 'package-lock.json']) {
    if (!statSync(join(root, path)).isDirectory()) add(path)
    else
      for (const entry of readdirSync(join(root, path), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) add(join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
  }
  return whole.digest('hex').slice(0, 16)
}
