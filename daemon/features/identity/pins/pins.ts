import type { Context } from '../../../kernel/context.ts'
import type { Home } from '../../../kernel/home.ts'
import { languageFrom } from '../../../language/codes.ts'
import { type Notice, securityWording } from '../../../language/security.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Devices } from '../devices.ts'
import { type DeviceOf, openPinCheck, type Tell } from './pin-check.ts'
import { openPinSignIn } from './pin-sign-in.ts'
import { openProfileEntry } from './profile-entry.ts'
import { openPinHash, pinStore } from './pin-store.ts'

/** What a member is told of sign-ins; a session of a PIN cannot put it aside. */
interface SecurityNotice extends Notice {
  readonly user_id: string
  readonly interaction_type: 'ack'
  readonly category: string
  readonly requirement: 'optional'
  readonly severity: 'high'
}

/** Puts an interaction to a member; answers its id. */
export type Ask = (tx: Transaction, question: SecurityNotice) => string

/** What other features recognise members by. */
export interface PinPort {
  /**
   * The member whose PIN it is, on the device that the call proves to be; null for a wrong one, which is counted, and where
   * the device takes none.
   */
  readonly memberOf: (
    context: Context,
    pin: string,
  ) => Promise<{ readonly family_member_uuid: string; readonly device_uuid: string } | null>
}

type PinDependencies = Omit<Parameters<typeof openPinCheck>[0], 'pins' | 'hashOf' | 'deviceOf' | 'tell'> &
  Omit<Parameters<typeof openPinSignIn>[0], 'pinCheck'> &
  Omit<Parameters<typeof openProfileEntry>[0], 'tell'> & {
    readonly home: Pick<Home, 'pinKey'>
    readonly devices: Devices
    readonly ask: Ask
  }

/** Opens all that PINs, and the owner's reading in other profiles, share with the sign-in. */
export function openPins({ home, devices, ask, ...dependencies }: PinDependencies) {
  const pins = pinStore(dependencies.store)
  const hashOf = openPinHash(home)
  const deviceOf: DeviceOf = (binding) => (binding ? devices.byKey(binding.key_thumbprint) : undefined)
  const tell: Tell = (tx, { family_member_uuid, preferences }, notice, category) => {
    const told = notice(securityWording(languageFrom(preferences['language'])))
    const how = { interaction_type: 'ack', requirement: 'optional', severity: 'high' } as const
    ask(tx, { ...told, ...how, user_id: family_member_uuid, category })
  }
  const common = { ...dependencies, deviceOf, tell }
  const pinCheck = openPinCheck({ ...common, pins, hashOf })
  const port: PinPort = {
    memberOf: async (context, pin) => {
      const outcome = await pinCheck.check(context, pin, (_tx, { member, device }) => ({
        family_member_uuid: member.family_member_uuid,
        device_uuid: device.device_uuid,
      }))
      return typeof outcome === 'string' ? null : outcome.right
    },
  }
  return {
    pins,
    hashOf,
    deviceOf,
    tell,
    pinCheck,
    pinSignIn: openPinSignIn({ ...common, pinCheck }),
    enterProfile: openProfileEntry(common),
    pinPort: port,
  }
}
