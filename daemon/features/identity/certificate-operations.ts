import { NoMember } from '../../kernel/member.ts'
import { operation } from '../../kernel/operation.ts'
import type { Store } from '../../store/store.ts'
import { type DeviceCertification, toDevice } from './device-operations.ts'
import type { Devices } from './devices.ts'
import * as failures from './failures.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Members } from './members.ts'
import type { PasswordCheck } from './password-check.ts'
import * as schemas from './schemas.ts'

interface CertificateOperationsDependencies {
  readonly store: Store
  readonly live: LiveSessions
  readonly members: Members
  readonly devices: Devices
  readonly check: PasswordCheck
  readonly certificates: DeviceCertification
}

/** The certificate of a trusted device, renewed by the device itself. */
export function certificateOperations(dependencies: CertificateOperationsDependencies) {
  const { store, live, members, devices, check, certificates } = dependencies
  return {
    'devices.renew_certificate': operation({
      rest: 'POST /auth/devices/{id}/certificate',
      status: 201,
      access: 'member',
      scopes: [],
      summary: 'Renew the certificate of the device that you are on',
      description:
        'For a session of that device. From the 60th day on it goes by itself, for the same key or over a connection with ' +
        'the certificate; a new key at any other time, and the first certificate of a device, want a sign-in of the last 5 ' +
        'minutes, or the password. With a new key that was signed in for, the old certificates are revoked.',
      input: schemas.DeviceRenewal,
      output: schemas.DeviceResult,
      errors: [
        failures.StepUpRequired,
        failures.InvalidCredentials,
        failures.AccountLocked,
        failures.TooManyHashes,
        failures.DeviceNotFound,
        failures.CertificateNotDue,
        NoMember,
      ],
    }).handle(async ({ id, csr, password }, context) => {
      const { caller, address, certificate_device_uuid } = context
      const { family_member_uuid, device_uuid, actor } = caller
      const device = devices.find(id)
      if (!device || device_uuid !== id || device.family_member_uuid !== family_member_uuid)
        throw failures.DeviceNotFound()
      const { first, sameKey, due } = await certificates.standing(id, csr)
      if (sameKey && !due) throw failures.CertificateNotDue()
      // Whoever has copied a token has neither the key nor the password.
      const proved = !first && due && (sameKey || certificate_device_uuid === id)
      const succeeded = proved
        ? () => {}
        : await check.requireRecentSignIn(context, members.byId(device.family_member_uuid), password)
      const signed = await certificates.sign(csr, device)
      const doer = { actor, address }
      store.write((tx) => {
        succeeded(tx)
        if (!devices.find(id)) throw failures.DeviceNotFound()
        if (!proved) certificates.revoke(tx, id, doer, 'replaced')
        signed.record(tx, first ? 'certificate_issued' : 'certificate_renewed', doer)
        devices.certify(tx, id, signed.certificate)
      })
      return { device: toDevice(live, { ...device, certificate: signed.certificate }) }
    }),
  }
}
