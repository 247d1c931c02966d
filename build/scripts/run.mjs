#!/usr/bin/env node
// Runs a program of the project on Node 24, installing and building what is missing first:
//   run.mjs daemon                 the daemon, bundled
//   run.mjs companion ARGS         the command line, bundled
//   run.mjs [--ui] SCRIPT ARGS     one of the TypeScript files, with the pages built before it
// Plain JavaScript, because it must start on whatever Node the machine has (20 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages, buildPrograms, root } from './built.mjs'

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

function command(node, [first, ...rest]) {
  if (first === 'companion') {
    // These start a daemon, which serves the pages.
    if (rest.some((word) => word === 'daemon' || word === 'service')) buildPages(node)
    return [join(buildPrograms(node), 'cli', 'cli.mjs'), ...rest]
  }
  if (first === 'daemon') {
    buildPages(node)
    // As the app starts it: V8 keeps less ready for garbage, and glibc not a heap for each thread.
    process.env.MALLOC_ARENA_MAX ??= '2'
    return ['--max-semi-space-size=2', join(buildPrograms(node), 'daemon', 'daemon.mjs'), ...rest]
  }
  const withPages = first === '--ui'
  if (withPages) buildPages(node)
  const [script, ...args] = withPages ? rest : [first, ...rest]
  return [join(root, script), ...args]
}

install()
const node = node24()
const words = ['--disable-warning=ExperimentalWarning', ...command(node, process.argv.slice(2))]
const child = spawn(node, words, { stdio: 'inherit' })
// A terminal's Ctrl-C reaches the child by itself: here it only must not end the parent first.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
