import { randomBytes } from 'node:crypto'
import { type Home, readIfThere, writeSecret } from '../../kernel/home.ts'

/**
 * The key of a member with which programs may ask through the bridge. It stays the same until somebody else opens a bridge
 * on the same home, so that one who has it never reaches another member.
 */
export function loadBridgeKey({ bridgeKey }: Pick<Home, 'bridgeKey'>, family_member_uuid: string): string {
  const [owner, kept] = (readIfThere(bridgeKey) ?? '').trim().split(' ')
  if (owner === family_member_uuid && kept) return kept
  const key = randomBytes(32).toString('base64url')
  writeSecret(bridgeKey, `${family_member_uuid} ${key}\n`)
  return key
}
