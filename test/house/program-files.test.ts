import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { threads } from '../../build/packaging/bundles.ts'
import { ownFiles } from '../../build/packaging/parts.ts'
import { root } from '../../build/packaging/layout.ts'
import { sources } from '../support/sources.ts'

const daemon = sources('daemon').filter((file) => !file.startsWith('daemon/ui/'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const asked = (what: string) =>
  daemon.flatMap((file) =>
    [...textOf(file).matchAll(new RegExp(`${what}\\('([^']+)'\\)`, 'g'))].map(([, path = '']) => path),
  )

describe('The files of the program', () => {
  it('are located by one module only, so that they are found wherever the program is installed', () => {
    const others = daemon.filter((file) =>
      /import\.meta\.(dirname|filename)|new URL\([^)]*import\.meta/.test(textOf(file)),
    )
    assert.deepEqual(others, ['daemon/kernel/program.ts'])
  })

  it('are all included in a package', () => {
    const along = globSync(ownFiles, { cwd: root })
    const paths = asked('programFile')
    assert.ok(paths.length > 5)
    for (const path of paths)
      assert.ok(
        along.some((file) => file === path || file.startsWith(`${path}/`)),
        path,
      )
  })

  it('are bundled at their paths where they run in threads', () => {
    // Some are started by the command line alone.
    const started = new Set([...asked('programModule'), ...asked('daemonModule')])
    assert.deepEqual([...started].toSorted(), threads.toSorted())
  })
})
