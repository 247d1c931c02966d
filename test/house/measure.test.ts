import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { linesOf, root, sources } from './sources.ts'

const code = sources('app', 'daemon', 'build')
const tests = sources('test')

describe('The size limits', () => {
  it('no file is longer than 400 lines', () => {
    assert.deepEqual(
      [...code, ...tests].filter((file) => linesOf(file) > 400),
      [],
    )
  })

  it('nine files in ten have at most 200 lines, and half have at most 60', () => {
    const lengths = code.map(linesOf).toSorted((a, b) => a - b)
    const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0
    assert.ok(at(0.9) <= 200, `p90 is ${at(0.9)}`)
    assert.ok(at(0.5) <= 60, `the median is ${at(0.5)}`)
  })

  it('folders are nested at most three deep', () => {
    const deep = [...code, ...tests].filter((file) => file.split('/').length > 5)
    assert.deepEqual(deep, [])
  })

  it('there are at least as many lines of tests as of code', () => {
    const sum = (files: string[]) => files.map(linesOf).reduce((a, b) => a + b, 0)
    // Markup is tested by whole pages, a line of which looks at many of it; texts in two languages by one comparison.
    const logic = code.filter((file) => !file.endsWith('.tsx') && !file.startsWith('daemon/ui/catalogue/'))
    assert.ok(sum(tests) >= sum(logic), `${sum(tests)} lines of tests, ${sum(logic)} of code`)
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
})
