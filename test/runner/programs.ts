import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPrograms } from '../../build/scripts/built.mjs'

/**
 * Bundles the programs that tests start, where their sources have changed: they load in a third of the time that they
 * take from their sources. Returns their folder.
 */
export function makePrograms(): string {
  const folder = buildPrograms()
  if (process.platform !== 'win32') {
    // A desktop app is told its Node, and starts the sources with it: this one starts the bundle in their place.
    const node = join(folder, 'node')
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'daemon', 'daemon.mjs')}'\n`)
    chmodSync(node, 0o755)
  }
  return folder
}
