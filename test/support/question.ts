import assert from 'node:assert/strict'
import type { Daemon } from '../../daemon/main.ts'
import { rest } from './wire/rest.ts'

/** Puts a question to a member over REST, or what `changes` make of it; answers the interaction. */
export async function putQuestion(
  daemon: Pick<Daemon, 'file'>,
  token: string,
  changes: { readonly user_id: string; readonly [field: string]: unknown },
  headers: Record<string, string> = {},
) {
  const { status, body } = await rest(daemon, 'POST /admin/interactions/simulate', {
    token,
    body: { interaction_type: 'question', prompt: 'Tea?', ...changes },
    headers,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.interaction
}
