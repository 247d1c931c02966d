import { ApiError, SessionEndedError } from '../../client/errors.ts'
import { assertAnswers } from '../../client/local/connection.ts'
import { UntrustedDaemonError } from '../../client/local/proof.ts'
import { type Caller, openCaller } from '../caller.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { lasting, localMoment } from '../format/moment.ts'
import { formatLines } from '../format/record.ts'
import type { Invocation } from '../invocation.ts'
import { say, terminalWidth } from '../output.ts'

type SignIn = 'signed_in' | 'ended' | 'key' | 'nobody' | 'unknown'

/** Says whether the daemon runs, where, and who is signed in. */
export async function showStatus(invocation: Invocation): Promise<void> {
  const caller = openCaller({ ...invocation, asSystem: false })
  const { file, home } = caller.daemon
  const silence: unknown = await assertAnswers(caller.daemon).then(
    () => null,
    (error: unknown) => error,
  )
  const answering = silence === null
  const sign_in = answering ? await signInOf(caller) : 'unknown'
  const family_member = caller.session?.family_member ?? null
  say(invocation, { ...file, home: home.path, answers: answering, sign_in, family_member }, () =>
    [
      `Companion ${file.version} ${answering ? 'is running' : 'has started, but does not answer'}.`,
      '',
      formatLines(
        [
          ['REST', file.base_url],
          ['WebSocket', file.ws_url],
          ['gRPC', file.grpc_address],
          ['mode', file.mode],
          ['since', `${localMoment(file.started_at)} (${lasting(Date.now() - Date.parse(file.started_at))})`],
          ['process', file.pid],
          ['home', home.path],
          ['signed in', signInText(sign_in, caller)],
          ...(family_member ? [['member id', family_member.family_member_uuid] as const] : []),
        ],
        terminalWidth(),
      ),
    ].join('\n'),
  )
  if (silence instanceof UntrustedDaemonError) throw silence
  if (!answering) {
    const hint = `Process ${file.pid} may be busy or another program: end it and start the daemon anew.`
    throw new CliError(exitCodes.noDaemon, `nothing responds at ${file.base_url}`, hint)
  }
}

async function signInOf({ client, session, keyed }: Caller): Promise<SignIn> {
  if (!session && !keyed) return 'nobody'
  try {
    await client.call('auth.session')
    return 'signed_in'
  } catch (error) {
    if (error instanceof SessionEndedError) return 'ended'
    if (!(error instanceof ApiError)) return 'unknown'
    if (error.status === 401) return 'ended'
    // A key is of no session, and perhaps not for reading.
    return keyed && error.status < 500 ? 'key' : 'unknown'
  }
}

function signInText(state: SignIn, { session, keyed }: Caller): string {
  if (keyed) return state === 'ended' ? 'nobody: the key is not valid' : 'nobody: commands run with a key'
  if (!session) return 'nobody: commands run as system:cli'
  const { username, full_name, roles } = session.family_member
  const who = [`${username} (${full_name})`, ...roles].join(', ')
  if (state === 'ended') return `${who}, but that has ended: sign in again with \`companion login\``
  return who
}
