import { ApiError, SessionEndedError } from '../../client/errors.ts'
import { sessionFile } from '../../client/local/session-file.ts'
import { openSessionCaller } from '../caller.ts'
import type { Invocation } from '../invocation.ts'
import { say } from '../output.ts'

/** Ends the session of the signed-in member, in the daemon and on this computer. */
export async function logOut(invocation: Invocation): Promise<void> {
  const { client, daemon, session } = openSessionCaller({ ...invocation, asSystem: false })
  if (!session) {
    say(invocation, { session_uuid: null }, () => 'Nobody was signed in.')
    return
  }
  await client.call('auth.logout').catch((error: unknown) => {
    const over = error instanceof SessionEndedError || (error instanceof ApiError && error.status === 401)
    if (!over) throw error
  })
  sessionFile(daemon.home).remove()
  const { session_uuid, family_member } = session
  say(invocation, { session_uuid }, () => `Goodbye, ${family_member.full_name}. You are signed out.`)
}
