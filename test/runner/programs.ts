import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsFolder, root } from '../../build/scripts/built.mjs'

/**
 * Bundles the programs that tests start, where their sources have changed: they load in a third of the time that they
 * take from their sources. Returns their folder.
 */
export function makePrograms(): string {
  const folder = programsFolder()
  if (!existsSync(folder))
    execFileSync(process.execPath, [join(root, 'build', 'scripts', 'bundle.ts'), '--programs'])
  if (process.platform !== 'win32') {
    // A desktop app is told its Node, and starts the sources with it: this one starts the bundle in their place.
    const node = join(folder, 'node')
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'daemon', 'daemon.mjs')}'\n`)
    chmodSync(node, 0o755)
  }
  return folder
}
