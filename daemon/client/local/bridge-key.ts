import { randomBytes } from 'node:crypto'
import { type Home, readIfThere, writeSecret } from '../../kernel/home.ts'

/** The key of a home with which programs may ask through the bridge; made at the first use. */
export function loadBridgeKey({ bridgeKey }: Pick<Home, 'bridgeKey'>): string {
  const kept = readIfThere(bridgeKey)?.trim()
  if (kept) return kept
  const key = randomBytes(32).toString('base64url')
  writeSecret(bridgeKey, `${key}\n`)
  return key
}
