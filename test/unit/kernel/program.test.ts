import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { root } from '../../../build/packaging/layout.ts'
import { programFile, programModule } from '../../../daemon/kernel/program.ts'

describe("The program's folder", () => {
  it('is that of its package.json', () => {
    assert.equal(programFile('package.json'), join(root, 'package.json'))
    assert.equal(JSON.parse(readFileSync(programFile('package.json'), 'utf8')).name, 'companion')
  })

  it('contains the thread modules, with the extension in use', () => {
    const thread = programModule('daemon/features/memory/search/search-thread')
    assert.equal(thread.protocol, 'file:')
    assert.equal(
      fileURLToPath(thread),
      join(root, 'daemon', 'features', 'memory', 'search', 'search-thread.ts'),
    )
    assert.ok(existsSync(thread))
  })
})
