import { type Client, createClient } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { methodOfCode } from '../../client/second-factor.ts'
import { readSetupCode } from '../../client/local/setup-code.ts'
import { type Session, sessionOf, type SignedIn } from '../../client/tokens.ts'
import { openAnonymousCaller, type AnonymousCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { ask, canAsk } from '../prompt.ts'
import { readSecrets, variable } from '../secrets.ts'

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
  const answer = await signIn(client, { username, password }, invocation.environment)
  const before = sessions.load()
  sessions.save(sessionOf(answer, Date.now()))
  if (before) await endQuietly(stranger, before)
  const { family_member, session_uuid } = answer
  say(invocation, { family_member, session_uuid }, () => `Welcome back, ${family_member.full_name}.`)
  if (answer.restriction === 'enrolment')
    remark(
      'Everybody here signs in with a second factor: set one up on the page, or with `companion mfa make-totp`.',
    )
}

interface Credentials {
  readonly username: string
  readonly password: string
}

/** With the password, and a second factor where the member has one. */
async function signIn(
  client: Client,
  credentials: Credentials,
  environment: NodeJS.ProcessEnv,
): Promise<SignedIn> {
  try {
    return await client.call('auth.login', credentials)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED') throw error
    const { mfa_token, methods } = error.details
    const usable: readonly unknown[] = Array.isArray(methods) ? methods : []
    if (usable.includes('totp') || usable.includes('backup_code'))
      return byCode(client, String(mfa_token), usable, environment)
    if (usable.includes('push')) return byApproval(client, String(mfa_token))
    throw new CliError(
      exitCodes.denied,
      'no second factor of yours can be used in a terminal',
      'Sign in on the page with a passkey, and set up an authenticator app or backup codes there.',
      error,
    )
  }
}

/** Asks for a code, again where it was mistyped. */
async function byCode(
  client: Client,
  mfa_token: string,
  usable: readonly unknown[],
  environment: NodeJS.ProcessEnv,
): Promise<SignedIn> {
  for (;;) {
    const wanted = { name: 'code', chosen: false, fromInput: false, required: true }
    const { code = '' } = await readSecrets([wanted], environment)
    try {
      return await client.call('auth.login', { mfa_token, method: methodOfCode(code, usable), code })
    } catch (error) {
      const mistyped = error instanceof ApiError && error.details['reason'] === 'wrong_second_factor'
      if (!mistyped || !canAsk() || environment[variable('code')]) throw error
      process.stderr.write('That code is wrong, used or too old; please try again.\n')
    }
  }
}

/** Shows the number to enter where the member is signed in already, and waits. */
async function byApproval(client: Client, mfa_token: string): Promise<SignedIn> {
  let shown: unknown = null
  for (;;) {
    try {
      return await client.call('auth.login', { mfa_token, method: 'push' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.details['state'] !== 'waiting') throw error
      const { number } = error.details
      if (number !== shown)
        process.stderr.write(`Where you are signed in already, enter ${String(number)}.\n`)
      shown = number
    }
  }
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
