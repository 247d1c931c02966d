import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { vectorsModule } from '../../build/scripts/wasm.ts'
import { root } from '../../build/packaging/layout.ts'

test('vectors.wasm is compiled from vectors.wat; `npm run generate:wasm` writes it', async () => {
  const committed = readFileSync(join(root, 'daemon', 'features', 'memory', 'search', 'vectors.wasm'))
  assert.ok(committed.equals(await vectorsModule()))
})
