import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Target } from './layout.ts'
import { PartMissing } from './parts.ts'

const ownModules = join(root, 'node_modules')

const executables: Record<Target['os'], string> = {
  linux: 'electron',
  mac: 'Electron.app/Contents/MacOS/Electron',
  win: 'electron.exe',
}

/**
 * The folder of Electron's binary, or null if it was not downloaded. It is searched for as a file: importing `electron`
 * without a binary starts a download.
 */
export function findElectron(target: Target, modules?: string): string | null {
  const program = electronProgram(target, modules)
  return program === null ? null : join(modules ?? ownModules, 'electron', 'dist')
}

/** The program itself; null where it was not fetched. */
export function electronProgram({ os }: Target, modules = ownModules): string | null {
  const program = join(modules, 'electron', 'dist', executables[os])
  return existsSync(program) ? program : null
}

/** Fetches Electron's binary from GitHub, where it is not there yet; throws where that fails. */
export function fetchElectron(target: Target): void {
  if (findElectron(target) !== null) return
  const { status } = spawnSync(process.execPath, [join(ownModules, 'electron', 'install.js')], {
    stdio: 'inherit',
  })
  if (status !== 0 || findElectron(target) === null)
    throw new PartMissing("Electron's binary could not be fetched")
}

/** Where the fuses of an Electron are, as `@electron/fuses` looks for them: version 1, and eight that are on. */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('11111111'),
])
const program = `#!/bin/sh
echo 'This package was made without Electron: it has the daemon and the command line, and no windows.' >&2
exit 1
`

/** Makes a folder that stands in for Electron's, so that everything else of a package can be made and looked at. */
export function makeStandIn({ os }: Target, folder = join(root, 'dist', 'stand-in')): string {
  if (os !== 'linux') throw new PartMissing('a package without Electron can be made on Linux alone')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const path = join(folder, executables[os])
  writeFileSync(path, Buffer.concat([Buffer.from(program), fuses]))
  chmodSync(path, 0o755)
  return folder
}
