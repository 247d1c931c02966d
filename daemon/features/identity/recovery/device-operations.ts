import { iso } from '../../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../../kernel/context.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import * as failures from '../failures.ts'
import { SignedIn } from '../schemas.ts'
import type { DeviceRecoveryRow } from './device-recoveries.ts'
import type { RecoveryDependencies } from './recovering.ts'
import * as schemas from './schemas.ts'

const hour = 3_600_000
/**
 * How long a device waits before it may set a new password, in milliseconds. Whoever has taken an unlocked device must leave its
 * member the time to miss it and to say no elsewhere; whoever sits at the machine itself need not wait at all.
 */
export const waitMs = hour
/** For how long it may set one then. */
const openMs = 24 * hour
/** How long a device must have been trusted, and how long it waits after it was told no: nobody borrows one for a week. */
export const trustedForMs = 7 * 24 * hour

const proofErrors = [failures.DeviceCannotRecover, failures.InvalidProof, failures.NonceRequired]

/** The way back in of who is still signed in on a trusted device: it asks, waits, and sets a new password. */
export function deviceRecoveryOperations(dependencies: RecoveryDependencies) {
  return { ...asking(dependencies), ...ending(dependencies) }
}

function openRecoveryStatus({ clock, sessions, devices, proofs, requests }: RecoveryDependencies) {
  const statusOf = ({ family_member_uuid, session_uuid, device_uuid }: Caller) => {
    const session = sessions.find(session_uuid ?? '')
    const device = devices.find(family_member_uuid ?? '', device_uuid ?? '')
    if (!session || !device) return { problem: 'no_device' } as const
    if (session.key_thumbprint === null) return { problem: 'no_key' } as const
    const since = (moment: string) => clock.now() - Date.parse(moment)
    if (since(device.trusted_at) < trustedForMs) return { problem: 'new_device' } as const
    const cancelled_at = requests.find(device.device_uuid)?.cancelled_at ?? null
    if (cancelled_at !== null && since(cancelled_at) < trustedForMs) return { problem: 'cancelled' } as const
    return { problem: null, session, device }
  }

  /** The session and its device, where the client has just proved that it has the key of that session. */
  const requireDevice = async (context: AuthenticatedContext) => {
    const status = statusOf(context.caller)
    if (status.problem === 'cancelled') throw failures.RecoveryCancelled()
    if (status.problem !== null) throw failures.DeviceCannotRecover({ reason: status.problem })
    const { key_thumbprint, origin } = status.session
    const binding = await proofs.freshBindingOf(context)
    if (binding?.key_thumbprint !== key_thumbprint || binding.origin !== origin) throw failures.InvalidProof()
    return status
  }

  const isOpen = ({ expires_at, cancelled_at }: DeviceRecoveryRow) =>
    cancelled_at === null && Date.parse(expires_at) > clock.now()

  return { statusOf, requireDevice, isOpen }
}

function asking(dependencies: RecoveryDependencies) {
  const { store, audit, clock, members, devices, requests, notifyMember } = dependencies
  const { statusOf, requireDevice, isOpen } = openRecoveryStatus(dependencies)

  const show = (row: DeviceRecoveryRow, name: string, caller: Caller) => {
    const { device_uuid, requested_at, ready_at, expires_at } = row
    const own = device_uuid === caller.device_uuid
    return { device_uuid, device_name: name, own, requested_at, ready_at, expires_at }
  }

  return {
    'recovery.show': operation({
      rest: 'GET /auth/recover/device',
      access: 'member',
      scopes: [],
      summary: 'Whether this device may set a new password without the old one, and which wait for that',
      description: 'A device may that was trusted for a week, in a session that is bound to its key.',
      input: Nothing,
      output: schemas.DeviceRecoveries,
      errors: [],
    }).handle((_input, { caller }) => {
      const { family_member_uuid } = caller
      const waiting = requests.list(family_member_uuid ?? '').flatMap((row) => {
        const device = isOpen(row) ? devices.find(row.family_member_uuid, row.device_uuid) : undefined
        return device ? [show(row, device.name, caller)] : []
      })
      return { problem: statusOf(caller).problem, waiting }
    }),

    'recovery.request': operation({
      rest: 'POST /auth/recover/device',
      status: 201,
      access: 'member',
      limit: 'authentication',
      summary: 'Ask to set a new password on a trusted device, without the old one',
      description:
        'It can be set an hour later, and a day long. Until then any other session of the member can say no. Wants a proof of the ' +
        'key of the session, with the nonce that the refusal of one without tells.',
      proof: true,
      input: Nothing,
      output: schemas.DeviceRecoveryResult,
      errors: [...proofErrors, failures.RecoveryCancelled],
    }).handle(async (_input, context) => {
      const { session, device } = await requireDevice(context)
      const { caller, address } = context
      return store.write((tx) => {
        const before = requests.find(device.device_uuid)
        const member = members.byId(device.family_member_uuid)
        if (!member) throw failures.SessionEnded()
        // Asking again makes the wait no longer.
        if (before && isOpen(before)) return { waiting: show(before, device.name, caller) }
        const now = clock.now()
        const { device_uuid, family_member_uuid, name } = device
        const row: DeviceRecoveryRow = {
          device_uuid,
          family_member_uuid,
          session_uuid: session.session_uuid,
          requested_at: iso(now),
          ready_at: iso(now + waitMs),
          expires_at: iso(now + waitMs + openMs),
          cancelled_at: null,
        }
        requests.replace(tx, row)
        const about = { actor: caller.actor, address, family_member_uuid, session_uuid: row.session_uuid }
        const details = { by: 'device', device_uuid }
        audit.record(tx, { event: 'recovery_started', ...about, details })
        notifyMember(tx, member, { kind: 'device waits', who: name, until: now + waitMs })
        return { waiting: show(row, name, caller) }
      })
    }),
  }
}

function ending(dependencies: RecoveryDependencies) {
  const { store, audit, clock, members, sessions, requests, newPassword, setPassword, signedIn } =
    dependencies
  const { requireDevice, isOpen } = openRecoveryStatus(dependencies)

  return {
    'recovery.complete': operation({
      rest: 'POST /auth/recover/device/password',
      access: 'member',
      limit: 'authentication',
      summary: 'Set the new password that this device has waited for',
      description:
        'New tokens for the same session; all others end, unless they are kept. Wants a proof of the key of the session.',
      proof: true,
      input: schemas.RecoveredPassword,
      output: SignedIn,
      errors: [
        ...proofErrors,
        failures.RecoveryCancelled,
        failures.RecoveryNotFound,
        failures.RecoveryNotReady,
        failures.PasswordRejected,
        failures.TooManyHashes,
        failures.SessionEnded,
      ],
    }).handle(async ({ new_password, keep_sessions }, context) => {
      const { device, session } = await requireDevice(context)
      const { device_uuid, family_member_uuid, name } = device
      const { session_uuid } = session
      const assertReady = () => {
        const row = requests.find(device_uuid)
        if (!row || !isOpen(row)) throw failures.RecoveryNotFound()
        const left = Date.parse(row.ready_at) - clock.now()
        if (left > 0) throw failures.RecoveryNotReady({ ready_at: row.ready_at })
      }
      assertReady()
      const owner = members.byId(family_member_uuid)
      if (!owner) throw failures.SessionEnded()
      const password_hash = await newPassword(owner, new_password)
      const done = store.write((tx) => {
        // It may have been cancelled meanwhile.
        assertReady()
        const going = sessions.going(session_uuid)
        if (!going) throw failures.SessionEnded()
        const recovery = { by: 'device', who: name, password_hash, context, keep_sessions } as const
        const { member } = setPassword(tx, family_member_uuid, { ...recovery, except: session_uuid })
        return { member, granted: sessions.trust(tx, going, context.address) }
      })
      return signedIn(done.member, done.granted)
    }),

    'recovery.cancel': operation({
      rest: 'DELETE /auth/recover/device',
      access: 'member',
      summary: 'Let no device set a new password that waits for it',
      description: 'A device that was told no by another session waits for a week before it may ask again.',
      input: Nothing,
      output: schemas.CancelledRecoveries,
      errors: [failures.RecoveryNotFound],
    }).handle((_input, { caller, address }) => {
      const { family_member_uuid, actor, session_uuid, device_uuid } = caller
      return store.write((tx) => {
        const open = requests.list(family_member_uuid ?? '').filter(isOpen)
        if (open.length === 0) throw failures.RecoveryNotFound()
        requests.cancel(tx, family_member_uuid ?? '', device_uuid, clock.now())
        if (device_uuid !== null && open.some((row) => row.device_uuid === device_uuid))
          requests.remove(tx, device_uuid)
        const details = { devices: open.map((row) => row.device_uuid) }
        const about = { actor, address, family_member_uuid, session_uuid, details }
        audit.record(tx, { event: 'recovery_cancelled', ...about })
        return { cancelled: open.length }
      })
    }),
  }
}
