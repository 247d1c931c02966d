import { readFileSync } from 'node:fs'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { password } from '../support/daemon.ts'
import { rest } from '../support/rest.ts'

export interface Owner {
  readonly family_member_uuid: string
  readonly access_token: string
  readonly refresh_token: string
}

/** Makes the first member of an empty home. */
export async function registerOwner(home: string, file: DaemonFile): Promise<Owner> {
  const setup_code = readFileSync(locateHome({ COMPANION_HOME: home }).setupCode, 'utf8').trim()
  const payload = {
    username: 'olga',
    full_name: 'Olga Example',
    relationship: 'mother',
    password,
    setup_code,
  }
  const { status, body } = await rest({ file }, 'POST /auth/register', { payload })
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
  return { ...body.data, ...body.data.family_member }
}
