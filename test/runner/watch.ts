import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../build/packaging/layout.ts'
import { testFiles } from './files.ts'
import { affectedTests } from './affected.ts'

/** How long nothing must be written before tests run: an editor may write a file in several steps. */
const quietMs = 200

/** Runs, after each change of a source, the tests of units and of the house that depend on it. Goes on until it is killed. */
export async function watchTests(script: string): Promise<void> {
  const changed = new Set<string>()
  let running = false
  const runChanged = async () => {
    if (running) return
    running = true
    await wait(quietMs)
    while (changed.size > 0) {
      const files = affectedTests([...changed], testFiles('unit', 'house'))
      console.log(`\n${[...changed].join(', ')} → ${files.length} files of tests`)
      changed.clear()
      // A process of its own, which loads what has changed.
      await once(spawn(process.execPath, [script, ...files], { cwd: root, stdio: 'inherit' }), 'exit')
    }
    running = false
  }
  console.log('Tests run when a file in app, daemon, build or test is saved; Ctrl-C ends it.')
  await Promise.all(
    ['app', 'daemon', 'build', 'test'].map(async (folder) => {
      for await (const { filename } of watch(join(root, folder), { recursive: true })) {
        if (filename === null || !/\.(tsx?|mjs|json)$/.test(filename)) continue
        changed.add(`${folder}/${filename.replaceAll('\\', '/')}`)
        void runChanged()
      }
    }),
  )
}
