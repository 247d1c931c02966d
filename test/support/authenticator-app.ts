import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Daemon } from '../../daemon/main.ts'
import { rest } from './wire/rest.ts'

/** The code that an authenticator app shows at a moment, in milliseconds since the epoch. */
export function codeAt(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

/** Sets an authenticator app up for a member who has just signed in; answers its secret. The code of now is used up. */
export async function setUpApp(
  daemon: Pick<Daemon, 'file'>,
  token: string,
  now: () => number = Date.now,
): Promise<string> {
  const offered = await rest(daemon, 'POST /auth/mfa/totp', { token, payload: {} })
  assert.equal(offered.status, 201, JSON.stringify(offered.body))
  const { secret } = offered.body.data
  const payload = { code: codeAt(secret, now()) }
  const confirmed = await rest(daemon, 'POST /auth/mfa/totp/confirm', { token, payload })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return secret
}
