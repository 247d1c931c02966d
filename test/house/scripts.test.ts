import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../build/packaging/layout.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { importsOf } from '../support/sources.ts'

const scripts = Object.entries<string>(packageJson.scripts)
const filesIn = (command: string) => command.split(' ').filter((word) => /[./]/.test(word))

/** Whether a file imports another one, itself or by what it imports. */
function reaches(file: string, goal: string, seen = new Set<string>()): boolean {
  if (file === goal) return true
  if (seen.has(file) || !existsSync(join(root, file))) return false
  seen.add(file)
  return importsOf(file).some((imported) => reaches(imported.file, goal, seen))
}

describe('The scripts of package.json', () => {
  it('name only files that exist', () => {
    const named = scripts.flatMap(([name, command]) => filesIn(command).map((file) => ({ name, file })))
    assert.ok(named.length > scripts.length)
    assert.deepEqual(
      named.filter(({ file }) => !existsSync(join(root, file))),
      [],
    )
  })

  it('start with a program that is installed', () => {
    const programs = scripts.map(([, command]) => command.split(' ')[0] ?? '')
    const installed = new Set(['node', ...Object.keys(packageJson.devDependencies)])
    assert.deepEqual(
      programs.filter((program) => !installed.has(program)),
      [],
    )
  })

  it('have a smoke run wherever they measure something', () => {
    const measuring = scripts.filter(([name]) => name.startsWith('bench:'))
    assert.deepEqual(
      measuring
        .filter(([, command]) => !reaches(filesIn(command).at(-1) ?? '', 'test/bench/smoke.ts'))
        .map(([name]) => name),
      [],
    )
  })
})
