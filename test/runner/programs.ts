import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { aboutProgram, writeAbout } from '../../build/packaging/about.ts'
import { bundle } from '../../build/packaging/bundles.ts'
import { root } from '../../build/packaging/layout.ts'
import { filesOf, ownFiles } from '../../build/packaging/parts.ts'

/**
 * Bundles the programs that tests start, which load in a third of the time that they take from their sources. The answer
 * is their folder.
 */
export async function makePrograms(): Promise<string> {
  const folder = join(root, 'dist', 'test')
  await bundle(folder)
  for (const program of ['daemon', 'cli']) writeAbout(join(folder, program), aboutProgram(program))
  for (const file of filesOf(root, ownFiles, 'the daemon is not whole')) {
    const place = join(folder, 'daemon', relative(root, file))
    mkdirSync(dirname(place), { recursive: true })
    cpSync(file, place)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'daemon', 'node_modules'), 'junction')
  if (process.platform !== 'win32') {
    // A desktop app is told its Node, and starts the sources with it: this one starts the bundle in their place.
    const node = join(folder, 'node')
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'daemon', 'daemon.mjs')}'\n`)
    chmodSync(node, 0o755)
  }
  return folder
}
