import { createClient } from '../../client/client.ts'
import { readSetupCode } from '../../client/local/setup-code.ts'
import { type Session, sessionOf } from '../../client/tokens.ts'
import { openAnonymousCaller, type AnonymousCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Invocation } from '../invocation.ts'
import { say } from '../output.ts'
import { ask, canAsk } from '../prompt.ts'
import { readSecrets } from '../secrets.ts'

export interface LoginOptions {
  readonly username?: string
  readonly passwordStdin?: boolean
}

/** Signs a member in, replacing whoever was signed in. */
export async function logIn(invocation: Invocation, options: LoginOptions): Promise<void> {
  const stranger = openAnonymousCaller(invocation)
  const { daemon, client, sessions } = stranger
  if (readSetupCode(daemon.home) !== null) {
    throw new CliError(
      exitCodes.refused,
      'this home has no owner yet',
      'Become the owner with `companion setup`.',
    )
  }
  if (options.username === undefined && !canAsk())
    throw usageError('without a terminal, login needs --username')
  const username = options.username ?? (await ask('Username'))
  const fromInput = options.passwordStdin ?? false
  const wanted = { name: 'password', chosen: false, fromInput, required: true }
  const { password = '' } = await readSecrets([wanted], invocation.environment)
  const answer = await client.call('auth.login', { username, password })
  const before = sessions.load()
  sessions.save(sessionOf(answer, Date.now()))
  if (before) await endQuietly(stranger, before)
  const { family_member, session_uuid } = answer
  say(invocation, { family_member, session_uuid }, () => `Welcome back, ${family_member.full_name}.`)
}

/** Ends the session that the new one replaces, so that no unused one is left. */
async function endQuietly(
  { connection }: AnonymousCaller,
  { access_token: token, expires_at }: Session,
): Promise<void> {
  const tokens = async () => ({ token, expires_at })
  const client = createClient({ ...connection, tokens })
  await client.call('auth.logout').catch(() => {
    // It may be over already, and it ends by itself in any case.
  })
}
