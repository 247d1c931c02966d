import assert from 'node:assert/strict'
import type { Scope } from '../../../daemon/kernel/scope.ts'
import { type TestDaemon, signIn } from '../daemon.ts'
import { rest } from './rest.ts'

export interface TestKey {
  /** What a program sends. */
  readonly key: string
  readonly key_uuid: string
}

/** Makes a key for a program of a member. */
export async function keyOf(
  daemon: Pick<TestDaemon, 'file'>,
  username: string,
  scopes: readonly Scope[],
  name = 'Home Assistant',
): Promise<TestKey> {
  const { access_token: token } = await signIn(daemon, username)
  const { status, body } = await rest(daemon, 'POST /auth/keys', { token, payload: { name, scopes } })
  assert.equal(status, 201, JSON.stringify(body))
  return { key: body.data.key, key_uuid: body.data.api_key.key_uuid }
}
