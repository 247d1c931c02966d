import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../build/packaging/bundles.ts'
import { root } from '../../build/packaging/layout.ts'

/**
 * Bundles the programs that tests start, which load in less of the time that they take from their sources. Returns their
 * folder.
 */
export async function makePrograms(): Promise<string> {
  const folder = join(root, 'dist', 'test')
  await bundle(folder)
  if (process.platform !== 'win32') {
    // A desktop app is told its Node, and starts the sources with it: this one starts the bundle in their place.
    const node = join(folder, 'node')
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'daemon', 'daemon.mjs')}'\n`)
    chmodSync(node, 0o755)
  }
  return folder
}
