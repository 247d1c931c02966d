// Writes daemon/features/memory/search/vectors.wasm, what vectors.wat beside it says.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const folder = join(import.meta.dirname, '..', '..', 'daemon', 'features', 'memory', 'search')

export async function vectorsModule(): Promise<Uint8Array> {
  const tools = await wabt()
  const text = readFileSync(join(folder, 'vectors.wat'), 'utf8')
  const parsed = tools.parseWat('vectors.wat', text, { simd: true })
  try {
    return parsed.toBinary({}).buffer
  } finally {
    parsed.destroy()
  }
}

if (import.meta.main) {
  writeFileSync(join(folder, 'vectors.wasm'), await vectorsModule())
  console.log('daemon/features/memory/search/vectors.wasm is up to date')
}
