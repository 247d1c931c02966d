import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { programFile, programModule } from '../../../daemon/kernel/program.ts'

const root = join(import.meta.dirname, '..', '..', '..')

describe('The place of the program', () => {
  it('is the folder of its package.json', () => {
    assert.equal(programFile('package.json'), join(root, 'package.json'))
    assert.equal(JSON.parse(readFileSync(programFile('package.json'), 'utf8')).name, 'companion')
  })

  it('holds the modules of its threads, with the extension of what runs', () => {
    const thread = programModule('daemon/features/memory/search-thread')
    assert.equal(thread.protocol, 'file:')
    assert.equal(fileURLToPath(thread), join(root, 'daemon', 'features', 'memory', 'search-thread.ts'))
    assert.ok(existsSync(thread))
  })
})
