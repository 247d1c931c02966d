import { rest } from './wire/rest.ts'
import type { TestDaemon } from './daemon.ts'

export interface PairedDevice {
  readonly device: { readonly device_uuid: string; readonly name: string }
  readonly access_token: string
  readonly session_uuid: string
}

/** Pairs a device with the member whose token this is, which must be of a sign-in just now. */
export async function pairDevice(
  daemon: Pick<TestDaemon, 'file'>,
  token: string,
  device: { readonly name: string; readonly kind: string },
  headers: Record<string, string> = {},
): Promise<PairedDevice> {
  const offered = await rest(daemon, 'POST /auth/devices/pair', { token, payload: device })
  const { pairing_code } = offered.body.data
  const { status, body } = await rest(daemon, 'POST /auth/devices/pair', {
    payload: { pairing_code },
    headers,
  })
  if (status !== 201) throw new Error(`pair: ${status} ${JSON.stringify(body)}`)
  return body.data
}
