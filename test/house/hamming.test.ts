import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hammingModule } from '../../build/scripts/hamming.ts'
import { root } from '../../build/packaging/layout.ts'

test('hamming.wasm is compiled from hamming.wat; `npm run generate:hamming` writes it', async () => {
  const kept = readFileSync(join(root, 'daemon', 'features', 'memory', 'search', 'hamming.wasm'))
  assert.ok(kept.equals(await hammingModule()))
})
