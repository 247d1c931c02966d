import { readFileSync } from 'node:fs'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { personOf } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'

export interface Owner {
  readonly family_member_uuid: string
  readonly access_token: string
  readonly refresh_token: string
}

export async function registerOwner(home: string, file: DaemonFile): Promise<Owner> {
  const setup_code = readFileSync(locateHome({ COMPANION_HOME: home }).setupCode, 'utf8').trim()
  const payload = personOf('olga', { setup_code })
  const { status, body } = await rest({ file }, 'POST /auth/register', { payload })
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
  return { ...body.data, ...body.data.family_member }
}

/** Goes on with a session whose daemon was killed: its refresh token was acknowledged, so it must still work. */
export async function carryOn(
  file: DaemonFile,
  { family_member_uuid, refresh_token }: Owner,
): Promise<Owner> {
  const { status, body } = await rest({ file }, 'POST /auth/refresh', { payload: { refresh_token } })
  if (status !== 200) throw new Error(`the session did not survive the kill: ${status}`)
  const { access_token, refresh_token: newer } = body.data
  return { family_member_uuid, access_token, refresh_token: newer }
}
