// Writes daemon/features/memory/search/hamming.wasm, what hamming.wat beside it says.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const folder = join(import.meta.dirname, '..', '..', 'daemon', 'features', 'memory', 'search')

/** The module that the text says. */
export async function hammingModule(): Promise<Uint8Array> {
  const tools = await wabt()
  const text = readFileSync(join(folder, 'hamming.wat'), 'utf8')
  const parsed = tools.parseWat('hamming.wat', text, { simd: true })
  try {
    return parsed.toBinary({}).buffer
  } finally {
    parsed.destroy()
  }
}

if (import.meta.main) {
  writeFileSync(join(folder, 'hamming.wasm'), await hammingModule())
  console.log('daemon/features/memory/search/hamming.wasm is up to date')
}
