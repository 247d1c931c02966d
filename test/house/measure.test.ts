import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../build/packaging/layout.ts'
import { linesOf, sources } from '../support/sources.ts'

const code = sources('app', 'daemon', 'build')
const tests = sources('test')

describe('The size limits', () => {
  it('no file is longer than 400 lines', () => {
    assert.deepEqual(
      [...code, ...tests].filter((file) => linesOf(file) > 400),
      [],
    )
  })

  it('folders are nested at most three deep', () => {
    const deep = [...code, ...tests].filter((file) => file.split('/').length > 5)
    assert.deepEqual(deep, [])
  })

  it('no folder has more than 40 files', () => {
    const counts = new Map<string, number>()
    for (const file of [...code, ...tests]) {
      const folder = dirname(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const full = [...counts].filter(([, count]) => count > 40)
    assert.deepEqual(full, [])
  })

  it('no file merely re-exports other files', () => {
    const barrels = code.filter((file) => {
      const lines = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('//'))
      return lines.length > 0 && lines.every((line) => /^export (\*|\{.*\}) from /.test(line))
    })
    assert.deepEqual(barrels, [])
  })

  it('the lockfile names no registry', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    assert.doesNotMatch(lock, /"resolved"/)
  })

  it('no package reports where it was installed', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    assert.doesNotMatch(lock, /@scarf\/scarf/)
  })
})
