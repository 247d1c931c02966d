import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Notice, securityWording } from '../../../language/security.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { DeviceRow } from '../devices.ts'
import { InvalidProof } from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import type { Binding } from '../proofs.ts'
import type { SignInOrigin } from '../sessions.ts'
import type { SignInOriginOf } from '../sign-in-origin.ts'
import type { PinStore } from './pin-store.ts'
import { ranges } from './ranges.ts'
import { afterRight, afterWrong, type Guess, takes } from './tries.ts'

/** Tells a member something that they have to see, in their language. */
export type Tell = (
  tx: Transaction,
  member: Pick<MemberRow, 'family_member_uuid' | 'preferences'>,
  notice: (wording: ReturnType<typeof securityWording>) => Notice,
  category: string,
) => void

/** The trusted device that a client has proved to be; undefined where it proves none. */
export type DeviceOf = (binding: Binding | null) => DeviceRow | undefined

interface PinCheckDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly pins: PinStore
  readonly hashOf: (pin: string) => string
  readonly signInOriginOf: SignInOriginOf
  readonly deviceOf: DeviceOf
  readonly tell: Tell
}

/** Whose PIN was given, where, and from where. */
interface Right {
  readonly member: MemberRow
  readonly device: DeviceRow
  readonly signInOrigin: SignInOrigin
}

/** The only way to check a PIN, so that every wrong one is counted and audited. */
export interface PinCheck {
  /**
   * Does `right`, in the transaction that counts the PIN as a right one, where it is that of a member whom the device knows
   * that the call proves to be. Else answers `wrong`, or `password_only` where that device takes no PIN now, whatever it is.
   */
  readonly check: <T>(
    context: Context,
    pin: string,
    right: (tx: Transaction, of: Right) => T,
  ) => Promise<{ readonly right: T } | 'wrong' | 'password_only'>
  /** A member has given the password on a device: it knows them from now on, and takes PINs again. */
  readonly passwordGiven: (tx: Transaction, device_uuid: string, family_member_uuid: string) => void
  /** How many PINs of each standing work on a device. */
  readonly pinsOn: (device_uuid: string) => Guess['pins']
}

/** Opens the check. A PIN and a device that nobody has take the same way and get the same answer as a wrong one. */
export function openPinCheck(dependencies: PinCheckDependencies): PinCheck {
  const { store, audit, clock, members, pins, hashOf, signInOriginOf, deviceOf, tell } = dependencies

  const pinsOn = (device_uuid: string): Guess['pins'] => {
    const ofDevice = pins.ofDevice(device_uuid)
    return (standing) => ofDevice.filter(({ digits }) => digits === ranges[standing].digits).length
  }

  /** A proof that is none is as good as none at all. */
  const originFor = async (context: Context): Promise<SignInOrigin> => {
    try {
      return await signInOriginOf(context)
    } catch (error) {
      const isRefusal = error instanceof Failure && error.details['reason'] === InvalidProof.reason
      if (!isRefusal) throw error
      return { address: context.address, client: null, binding: null }
    }
  }

  const tellKnown = (tx: Transaction, { device_uuid, name }: DeviceRow) => {
    for (const { family_member_uuid } of pins.ofDevice(device_uuid)) {
      const member = members.byId(family_member_uuid)
      if (member) tell(tx, member, (wording) => wording.pinsOff(name), 'security')
    }
  }

  const fail = (
    tx: Transaction,
    context: Context,
    device: DeviceRow | undefined,
    guess: Guess,
  ): 'wrong' | 'password_only' => {
    const device_uuid = device?.device_uuid ?? null
    const { operation, address, caller } = context
    const details = { operation, method: 'pin', device_uuid }
    const about = { actor: caller?.actor ?? 'nobody', address, details }
    const before = pins.tries(device_uuid ?? '')
    const open = takes(before, guess)
    audit.record(tx, { event: device && !open ? 'sign_in_refused' : 'sign_in_failed', ...about })
    if (!device) return 'wrong'
    if (!open) return 'password_only'
    const after = { device_uuid: device.device_uuid, ...afterWrong(before, guess) }
    pins.keepTries(tx, after)
    if (takes(after, guess)) return 'wrong'
    audit.record(tx, { event: 'locked', ...about, details: { ...details, subject: 'device' } })
    tellKnown(tx, device)
    return 'wrong'
  }

  return {
    pinsOn,

    check: async (context, pin, right) => {
      const signInOrigin = await originFor(context)
      const pin_hash = hashOf(pin)
      return store.write((tx) => {
        const device = deviceOf(signInOrigin.binding)
        const device_uuid = device?.device_uuid ?? ''
        const guess = { digits: pin.length, now: clock.now(), pins: pinsOn(device_uuid) }
        const assigned = pins.byHash(pin_hash)
        const ofDevice = pins.ofDevice(device_uuid)
        const owner = ofDevice.find(
          ({ family_member_uuid }) => family_member_uuid === assigned?.family_member_uuid,
        )
        const member = owner && members.byId(owner.family_member_uuid)
        const tries = pins.tries(device_uuid)
        if (!device || !member || !takes(tries, guess)) return fail(tx, context, device, guess)
        pins.keepTries(tx, { device_uuid, ...afterRight(tries) })
        return { right: right(tx, { member, device, signInOrigin }) }
      })
    },

    passwordGiven: (tx, device_uuid, family_member_uuid) => {
      pins.know(tx, { device_uuid, family_member_uuid, signed_in_at: iso(clock.now()) })
      const tries = pins.tries(device_uuid)
      if (tries.in_row > 0 || tries.password_only) pins.keepTries(tx, { device_uuid, ...afterRight(tries) })
    },
  }
}
