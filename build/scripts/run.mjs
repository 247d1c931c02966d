// Runs one of the project's TypeScript files on Node 24, installing what is missing first.
// Plain JavaScript, because it must start on whatever Node the machine has (20 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.companion-setup')

/** Installs exactly what the lockfile says, unless that was done already for this lockfile and platform. */
function install() {
  const wanted = `${createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing what Companion needs (once; about a minute) ...\n')
  const npm = process.env.npm_execpath
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const done = npm
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' })
  if (done.status !== 0) {
    process.stderr.write('The installation failed; npm says why above.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** The Node 24 that the lockfile pins for this platform, else the machine's own where it is 24 or newer. */
function node24() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const pinned = join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  process.stderr.write(
    `Companion runs on Node 24. There is no package of it for ${process.platform}-${process.arch}, and this is Node ` +
      `${process.versions.node}.\nInstall Node 24 (https://nodejs.org) and run the command again.\n`,
  )
  return process.exit(1)
}

/** Builds the web UI where it is wanted and its sources have changed. */
function buildUi(node) {
  const built = spawnSync(node, [join(root, 'build', 'scripts', 'ui.ts')], { stdio: ['ignore', 2, 2] })
  if (built.status !== 0) process.exit(1)
}

install()
const withUi = process.argv[2] === '--ui'
const [script, ...rest] = process.argv.slice(withUi ? 3 : 2)
const node = node24()
if (withUi) buildUi(node)
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...rest], {
  stdio: 'inherit',
})
// A terminal's Ctrl-C reaches the child by itself: here it only must not end the parent first.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
