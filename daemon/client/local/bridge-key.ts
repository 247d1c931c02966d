import { randomBytes } from 'node:crypto'
import { type Home, readIfThere, writeSecret } from '../../kernel/home.ts'

/**
 * A member's key for programs that use the bridge. It stays the same until another member opens a bridge on the same
 * home, so that its owner never reaches another member.
 */
export function loadBridgeKey({ bridgeKey }: Pick<Home, 'bridgeKey'>, family_member_uuid: string): string {
  const [owner, kept] = (readIfThere(bridgeKey) ?? '').trim().split(' ')
  if (owner === family_member_uuid && kept) return kept
  const key = randomBytes(32).toString('base64url')
  writeSecret(bridgeKey, `${family_member_uuid} ${key}\n`)
  return key
}
