import { ApiError } from '../../client/errors.ts'
import { readSetupCode } from '../../client/local/setup-code.ts'
import { sessionOf } from '../../client/tokens.ts'
import type { OutputOf } from '../../client/types.ts'
import { openAnonymousCaller, type AnonymousCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { explain } from '../explain.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { ask, canAsk } from '../prompt.ts'
import { readSecrets } from '../secrets.ts'

export interface SetupOptions {
  readonly username?: string
  readonly fullName?: string
  readonly relationship?: string
  readonly setupCode?: string
  readonly passwordStdin?: boolean
}

/** Makes the owner of an empty home, and signs them in. */
export async function setUp(invocation: Invocation, options: SetupOptions): Promise<void> {
  const stranger = openAnonymousCaller(invocation)
  const setup_code = options.setupCode ?? readSetupCode(stranger.daemon.home)
  if (setup_code === null) {
    throw new CliError(
      exitCodes.refused,
      'this home already has an owner',
      'Sign in with `companion login`; an admin adds members with `companion auth register`.',
    )
  }
  const person = await askPerson(options)
  const answer = await register(
    invocation,
    stranger,
    { ...person, setup_code },
    options.passwordStdin ?? false,
  )
  const { family_member } = answer
  say(
    invocation,
    { family_member, session_uuid: answer.session_uuid },
    () =>
      `Welcome, ${family_member.full_name}. This home is yours, and you are signed in as ${family_member.username}.`,
  )
}

async function askPerson({ username, fullName, relationship }: SetupOptions) {
  if (!canAsk()) {
    const missing = Object.entries({ username, 'full-name': fullName, relationship })
      .filter(([, value]) => value === undefined)
      .map(([flag]) => `--${flag}`)
    if (missing.length > 0) throw usageError(`without a terminal, setup needs ${missing.join(', ')}`)
  }
  return {
    username: username ?? (await ask('Username')),
    full_name: fullName ?? (await ask('Full name')),
    relationship: relationship ?? (await ask('Who you are to the household (parent, child, friend ...)')),
  }
}

type Registered = OutputOf<'auth.register'>
type Owner = Parameters<typeof sessionOf>[0]

async function register(
  invocation: Invocation,
  { client, sessions, daemon }: AnonymousCaller,
  person: { username: string; full_name: string; relationship: string; setup_code: string },
  fromInput: boolean,
): Promise<Owner> {
  for (;;) {
    const wanted = { name: 'password', chosen: true, fromInput, required: true }
    const { password = '' } = await readSecrets([wanted], invocation.environment)
    try {
      const answer = await client.call('auth.register', { ...person, password })
      if (!isSignedIn(answer))
        throw new CliError(exitCodes.failed, 'the daemon created the member without signing them in')
      sessions.save(sessionOf(answer, Date.now()))
      return answer
    } catch (error) {
      const again = canAsk() && !fromInput && invocation.environment['COMPANION_PASSWORD'] === undefined
      if (!again || !isPasswordRejection(error)) throw inLightOfSetup(error, daemon)
      remark(
        `${explain(error).message}; another one, please.`.replace(/^./, (letter) => letter.toUpperCase()),
      )
    }
  }
}

function isSignedIn(answer: Registered): answer is Registered & Owner {
  return answer.access_token !== undefined && answer.refresh_token !== undefined
}

const isPasswordRejection = (error: unknown) =>
  error instanceof ApiError && error.code === 'PASSWORD_REJECTED'

/** A wrong code, with where the right one is on this machine. */
function inLightOfSetup(error: unknown, { home }: AnonymousCaller['daemon']): unknown {
  if (!(error instanceof ApiError) || error.details['reason'] !== 'wrong_setup_code') return error
  const hint = `Without --setup-code, it is read from ${home.setupCode}.`
  return new CliError(exitCodes.denied, error.message, hint, error)
}
