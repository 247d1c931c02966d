import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { rest } from '../support/wire/rest.ts'

/** Has a daemon check a token, which must hold; throws where it does not. */
export async function checkToken(daemon: { readonly file: DaemonFile }, token: string): Promise<void> {
  const { status } = await rest(daemon, 'GET /auth/session', { token })
  if (status !== 200) throw new Error(`session: ${status}`)
}
