import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import { breachedFiles } from '../../build/scripts/breached.ts'
import { root } from '../../build/packaging/layout.ts'
import { it, itLong } from '../support/long.ts'

const at = (name: string) => join(root, 'daemon', 'features', 'identity', name)

describe('The embedded set of breached passwords', () => {
  itLong('matches the list and its sources; `npm run generate:breached` writes it', () => {
    const { filter, about } = breachedFiles()
    assert.ok(filter.equals(readFileSync(at('breached.bin'))))
    assert.equal(about, readFileSync(at('breached.json'), 'utf8'))
  })

  it('records its size, source, licence and measured false-positive rate', () => {
    const about: unknown = JSON.parse(readFileSync(at('breached.json'), 'utf8'))
    const { entries, source, license, measured } = about as ReturnType<typeof JSON.parse>
    assert.ok(entries > 400_000)
    assert.match(source, /^[\w-]+ \d+\.\d+\.\d+, /)
    assert.equal(license, 'CC-BY-SA-3.0')
    assert.ok(measured.false_positives / measured.random_strings < 1 / 10_000)
  })
})
