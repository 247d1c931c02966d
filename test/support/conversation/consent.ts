import assert from 'node:assert/strict'
import type { TestDaemon, TestMember } from '../daemon.ts'
import { rest } from '../wire/rest.ts'

/** A member agrees that what is theirs goes to a model server; their other preferences go. */
export async function agree(
  daemon: Pick<TestDaemon, 'file'>,
  { access_token: token }: Pick<TestMember, 'access_token'>,
  base_url: string,
): Promise<void> {
  const engines = [new URL(base_url).origin]
  const { status } = await rest(daemon, 'PUT /auth/profile', { token, payload: { preferences: { engines } } })
  assert.equal(status, 200)
}
