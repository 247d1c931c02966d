import { type Clock, iso } from '../../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../../kernel/context.ts'
import { NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { Devices } from '../devices.ts'
import * as failures from '../failures.ts'
import { type MemberRow, type Members, requireMember } from '../members.ts'
import { type PasswordCheck, recentSignInErrors } from '../password-check.ts'
import type { Proofs } from '../proofs.ts'
import type { DeviceOf, PinCheck } from './pin-check.ts'
import * as schemas from './pin-schemas.ts'
import type { PinSignIn } from './pin-sign-in.ts'
import type { PinStore } from './pin-store.ts'
import { allowance, drawPin, ranges, standings } from './ranges.ts'
import { takes } from './tries.ts'

export interface PinOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly devices: Devices
  readonly check: PasswordCheck
  readonly proofs: Proofs
  readonly pins: PinStore
  readonly pinCheck: PinCheck
  readonly pinSignIn: PinSignIn
  readonly hashOf: (pin: string) => string
  readonly deviceOf: DeviceOf
}

const stepUpErrors = [...recentSignInErrors, NoMember]
const assigningErrors = [...stepUpErrors, failures.DeviceRequired, failures.NoPinLeft, failures.TooManyPins]

/** A member's own PIN: assigned by the daemon, shown once, ended. */
export function pinOperations(dependencies: PinOperationsDependencies) {
  const { store, audit, members, check, pins, pinSignIn } = dependencies
  const assign = openAssigning(dependencies)

  return {
    ...pinReadings(dependencies),

    'pins.create': operation({
      rest: 'POST /recognition/pins',
      status: 201,
      access: 'member',
      shownOnce: true,
      limit: 'authentication',
      summary: 'Get a PIN to sign in with on the devices where you have given your password',
      description:
        'From a session of a paired device, with a sign-in of the last 5 minutes on it or the password. The daemon chooses ' +
        'the PIN: 4 digits, 3 or 2, by your standing. It is shown once.',
      input: schemas.PasswordAgain,
      output: schemas.AssignedPin,
      errors: [...assigningErrors, failures.PinThere],
    }).handle(({ password }, context) => assign(password, context, false)),

    'pins.replace': operation({
      rest: 'PUT /recognition/pins',
      access: 'member',
      shownOnce: true,
      limit: 'authentication',
      summary: 'Get another PIN instead of yours',
      description: 'The one before works no longer, and sessions of it end. Else as the first one.',
      input: schemas.PasswordAgain,
      output: schemas.AssignedPin,
      errors: [...assigningErrors, failures.NoPin],
    }).handle(({ password }, context) => assign(password, context, true)),

    'pins.end': operation({
      rest: 'DELETE /recognition/pins',
      access: 'member',
      summary: 'Give up your PIN',
      description: 'Sessions of it end. Wants a sign-in of the last 5 minutes.',
      input: Nothing,
      output: schemas.EndedPin,
      errors: [failures.StepUpRequired, failures.NoPin, NoMember],
    }).handle(async (_input, context) => {
      const member = requireMember(members, context.caller)
      await check.requireRecentSignIn(context, undefined, undefined)
      const { family_member_uuid } = member
      const { actor, session_uuid } = context.caller
      return store.write((tx) => {
        if (!pins.remove(tx, family_member_uuid)) throw failures.NoPin()
        pinSignIn.endSessions(tx, family_member_uuid)
        const about = { actor, address: context.address, family_member_uuid, session_uuid }
        audit.record(tx, { event: 'pin_ended', ...about })
        return { ended: true }
      })
    }),
  }
}

/** What there is to know of a PIN, of one's own and before anybody has signed in. */
function pinReadings(dependencies: PinOperationsDependencies) {
  const { clock, members, devices, proofs, pins, pinCheck, deviceOf } = dependencies

  const takesOn = (device_uuid: string, digits: number) =>
    takes(pins.tries(device_uuid), { digits, now: clock.now(), pins: pinCheck.pinsOn(device_uuid) })

  return {
    'pins.get': operation({
      rest: 'GET /recognition/pins',
      access: 'member',
      scopes: [],
      summary: 'Whether you have a PIN, since when, and where it works',
      description:
        'It works on paired devices on which you have given your password. The PIN itself is not kept.',
      input: Nothing,
      output: schemas.PinState,
      errors: [NoMember],
    }).handle((_input, { caller }) => {
      const { family_member_uuid, standing } = requireMember(members, caller)
      const pin = pins.ofMember(family_member_uuid)
      const deviceIds = pin ? pins.devicesOf(family_member_uuid) : []
      return {
        standing,
        assigned_at: pin?.assigned_at ?? null,
        digits: pin?.digits ?? null,
        devices: deviceIds.map(({ device_uuid, name, kind, signed_in_at }) => ({
          device_uuid,
          name,
          kind,
          signed_in_at,
          takes_pin: takesOn(device_uuid, pin?.digits ?? 0),
        })),
        assignable: hasKey(devices, caller),
      }
    }),

    'pins.pad': operation({
      rest: 'GET /recognition/pins/pad',
      access: 'anyone',
      anySession: true,
      proof: true,
      summary: 'Whether the device that proves its key takes PINs',
      description:
        'For a page to show a pad for them. Without a proof, and for any other device, it takes none.',
      input: Nothing,
      output: schemas.PinPad,
      errors: [failures.InvalidProof],
    }).handle(async (_input, context) => {
      const device = deviceOf(await proofs.bindingOf(context))
      if (!device) return { paired: false, pins: false, password_only: false }
      const { device_uuid } = device
      const on = pinCheck.pinsOn(device_uuid)
      const there = standings.filter((standing) => on(standing) > 0)
      return {
        paired: true,
        pins: there.length > 0,
        password_only: there.every((standing) => !takesOn(device_uuid, ranges[standing].digits)),
      }
    }),
  }
}

/** Whether a session is of a device that can prove to be the one that was paired. */
function hasKey(devices: Devices, { device_uuid }: Caller): boolean {
  const device = device_uuid === null ? undefined : devices.byId(device_uuid)
  return device !== undefined && device.key_thumbprint !== null && device.revoked_at === null
}

function openAssigning(dependencies: PinOperationsDependencies) {
  const { once, audit, clock, members, devices, check, pins, pinCheck, pinSignIn, hashOf } = dependencies

  /** The password must have been given on this very device: elsewhere it says nothing of who has this one. */
  const requirePasswordHere = async (
    member: MemberRow,
    device_uuid: string,
    password: string | undefined,
    context: AuthenticatedContext,
  ) => {
    const { family_member_uuid } = member
    const succeeded = await check.requireRecentSignIn(context, member, password)
    const isOnDevice = pins.ofDevice(device_uuid).some((one) => one.family_member_uuid === family_member_uuid)
    if (password === undefined && !isOnDevice) throw failures.StepUpRequired({ reason: 'step_up' })
    return (tx: Transaction) => {
      succeeded(tx)
      if (password !== undefined) pinCheck.passwordGiven(tx, device_uuid, family_member_uuid)
    }
  }

  return async (password: string | undefined, context: AuthenticatedContext, instead: boolean) => {
    const { caller, address } = context
    const member = requireMember(members, caller)
    const { family_member_uuid, standing } = member
    const { device_uuid, actor, session_uuid } = caller
    if (device_uuid === null || !hasKey(devices, caller)) throw failures.DeviceRequired()
    const succeeded = await requirePasswordHere(member, device_uuid, password, context)
    return once(context, {}, (tx) => {
      succeeded(tx)
      const before = pins.ofMember(family_member_uuid)
      if (instead && !before) throw failures.NoPin()
      if (!instead && before) throw failures.PinThere()
      const { digits } = ranges[standing]
      const others = pinCheck.pinsOn(device_uuid)(standing) - (before?.digits === digits ? 1 : 0)
      if (allowance(standing, others + 1).inDay === 0) throw failures.TooManyPins()
      const pin = drawPin(standing, (drawn) => pins.byHash(hashOf(drawn)) !== undefined)
      if (pin === null) throw failures.NoPinLeft()
      const assigned_at = iso(clock.now())
      pins.assign(tx, { family_member_uuid, pin_hash: hashOf(pin), digits, assigned_at })
      pinSignIn.endSessions(tx, family_member_uuid)
      const about = { actor, address, family_member_uuid, session_uuid, details: { device_uuid, digits } }
      audit.record(tx, { event: 'pin_assigned', ...about })
      return { pin, digits, assigned_at }
    })
  }
}
