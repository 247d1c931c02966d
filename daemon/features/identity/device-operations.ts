import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext, Context } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import type { DeviceRow, Devices } from './devices.ts'
import * as failures from './failures.ts'
import type { LiveSessions } from './live-sessions.ts'
import { type Members, requireMember } from './members.ts'
import { codeHash, newCode } from './one-time-codes.ts'
import { type PasswordCheck, recentSignInErrors } from './password-check.ts'
import type { PinStore } from './pins/pin-store.ts'
import * as schemas from './schemas.ts'
import type { Sessions } from './sessions.ts'
import type { SignInOriginOf } from './sign-in-origin.ts'
import type { SignedInAs } from './signed-in.ts'

/** How long a pairing code holds, in milliseconds. */
const pairingLifetime = 300_000

interface DeviceOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly live: LiveSessions
  readonly members: Members
  readonly sessions: Sessions
  readonly devices: Devices
  readonly pins: PinStore
  readonly check: PasswordCheck
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
  /** The REST root, for a device to find it. */
  readonly baseUrl: () => string
  readonly certificates: DeviceCertification
}

interface PairingInput {
  readonly name?: string
  readonly kind?: DeviceRow['kind']
  readonly password?: string
  readonly pairing_code?: string
  readonly public_key?: string
  readonly csr?: string
}

interface Doer {
  readonly actor: string
  readonly address: string
}

/** What gives devices certificates, for keys of their own, and takes them back. */
export interface DeviceCertification {
  /** How the key of a request stands to what the device has. Throws `INVALID_REQUEST`. */
  readonly statusFor: (
    device_uuid: string,
    csr: string,
  ) => Promise<{ readonly first: boolean; readonly sameKey: boolean; readonly due: boolean }>
  /** Signs one (PEM) for the key of a request, which counts for nothing until it is recorded. Throws `INVALID_REQUEST`. */
  readonly sign: (
    csr: string,
    device: Pick<DeviceRow, 'device_uuid' | 'family_member_uuid'>,
  ) => Promise<{
    readonly certificate: string
    readonly record: (
      tx: Transaction,
      event: 'certificate_issued' | 'certificate_renewed',
      doer: Doer,
    ) => void
  }>
  readonly revoke: (tx: Transaction, device_uuid: string, doer: Doer, reason: string) => void
}

/** Trusted devices: paired with a code that a member shows, listed, revoked. */
export function deviceOperations(dependencies: DeviceOperationsDependencies) {
  const { store, audit, clock, live, sessions, devices, pins, check, certificates } = dependencies
  const show = (device: DeviceRow) => toDevice(live, device)
  const { offer, pair } = openPairing(dependencies)

  return {
    'devices.list': operation({
      rest: 'GET /auth/devices',
      access: 'member',
      scopes: [],
      summary: 'The trusted devices of the member',
      description: "Each with its kind and when it was last seen. Another member's are not in it.",
      input: Page,
      output: listOf(schemas.Device),
      errors: [],
    }).handle((input, { caller }) => {
      const { items, total } = devices.list(caller.family_member_uuid ?? '', pageOf(input))
      return { items: items.map(show), total }
    }),

    'devices.pair': operation({
      rest: 'POST /auth/devices/pair',
      status: ({ device }) => (device ? 201 : 200),
      access: 'anyone',
      shownOnce: true,
      limit: (caller) => (caller ? null : 'authentication'),
      summary: 'Make a device a trusted one',
      description:
        'A member makes a code for it (name, kind). The device, without a token, brings the code within 5 minutes, and with a ' +
        'proof of a key its session goes on with nobody but who has that key. With a certificate request for a key of its own ' +
        'it gets a certificate of 90 days, which is in the answer.',
      proof: true,
      withoutCertificate: true,
      input: schemas.Pairing,
      output: schemas.Paired,
      errors: [...recentSignInErrors, failures.InvalidPairingCode, failures.InvalidProof, NoMember],
    }).handle((input, context) => {
      const { caller } = context
      return caller ? offer(input, { ...context, caller }) : pair(input, context)
    }),

    'devices.revoke': operation({
      rest: 'DELETE /auth/devices/{id}',
      access: 'member',
      summary: 'Trust a device no longer, and end its sessions',
      description: 'Wants a sign-in of the last 5 minutes.',
      input: schemas.ById,
      output: schemas.DeviceResult,
      errors: [failures.StepUpRequired, failures.DeviceNotFound],
    }).handle(async ({ id }, context) => {
      await check.requireRecentSignIn(context, undefined, undefined)
      const { family_member_uuid, actor } = context.caller
      const device = store.write((tx) => {
        const revoked = devices.revoke(tx, family_member_uuid ?? '', id, clock.now())
        if (!revoked) throw failures.DeviceNotFound()
        const { address } = context
        const sessions_ended = sessions.endOfDevice(tx, id).length
        pins.forgetDevice(tx, id)
        const details = { device_uuid: id, sessions_ended }
        audit.record(tx, { event: 'device_revoked', actor, address, family_member_uuid, details })
        certificates.revoke(tx, id, { actor, address }, 'device_revoked')
        return revoked
      })
      return { device: show(device) }
    }),
  }
}

/** A device as its member sees it, used last where one of its sessions was. */
function toDevice(
  live: LiveSessions,
  { public_key: _key, key_thumbprint: _thumbprint, family_member_uuid: _owner, ...device }: DeviceRow,
): schemas.Device {
  const seen = [...live.values()]
    .filter(({ device_uuid }) => device_uuid === device.device_uuid)
    .map(({ last_seen_at }) => last_seen_at)
  return { ...device, last_seen_at: iso(Math.max(Date.parse(device.last_seen_at), ...seen)) }
}

/** Of a device's own public key, by which it proves itself later (RFC 7638); null for none. */
const thumbprintOf = async (public_key: string | undefined) =>
  public_key === undefined ? null : calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: public_key })

/** Both sides of a pairing: the code that a member makes, and the device that brings it. */
function openPairing(dependencies: DeviceOperationsDependencies) {
  const { store, once, audit, clock, live, members, sessions, devices, check, signedIn, baseUrl } =
    dependencies
  const { signInOriginOf, certificates } = dependencies

  const offer = async (input: PairingInput, context: AuthenticatedContext) => {
    const { name, kind, password, pairing_code, csr } = input
    if (pairing_code !== undefined) throw invalidRequest('pairing_code', 'is used without a token')
    if (csr !== undefined) throw invalidRequest('csr', 'is sent by the device, with the pairing code')
    if (name === undefined) throw invalidRequest('name', 'is required')
    if (kind === undefined) throw invalidRequest('kind', 'is required')
    const member = requireMember(members, context.caller)
    const succeeded = await check.requireRecentSignIn(context, member, password)
    const authenticated_at = password === undefined ? context.caller.authenticated_at : clock.now()
    return once(context, { name, kind }, (tx) => {
      succeeded(tx)
      const code = newCode(2)
      const expires_at = iso(clock.now() + pairingLifetime)
      devices.insertCode(tx, {
        code_hash: codeHash(code),
        family_member_uuid: member.family_member_uuid,
        name: name.trim(),
        kind,
        authenticated_at: iso(authenticated_at),
        expires_at,
      })
      const query = new URLSearchParams({ code, base_url: baseUrl() })
      return { pairing_code: code, pairing_uri: `companion://pair?${query.toString()}`, expires_at }
    })
  }

  const pair = async ({ pairing_code, public_key, csr, ...rest }: PairingInput, context: Context) => {
    const [extra] = Object.keys(rest)
    if (extra !== undefined) throw invalidRequest(extra, 'is set by the member who made the code')
    if (pairing_code === undefined) throw invalidRequest('pairing_code', 'is required without a token')
    const signInOrigin = await signInOriginOf(context)
    const { address, binding } = signInOrigin
    const key_thumbprint = binding?.key_thumbprint ?? (await thumbprintOf(public_key))
    const code_hash = codeHash(pairing_code)
    const device_uuid = randomUUID()
    // Signing takes a moment, in which the code may be used up: what is signed counts for nothing until it is recorded.
    const offered = csr === undefined ? undefined : devices.findCode(code_hash)
    const signed =
      csr === undefined || !offered ? null : await certificates.sign(csr, { ...offered, device_uuid })
    const paired = store.write((tx) => {
      const pairing = devices.takeCode(tx, code_hash)
      const member = pairing && members.byId(pairing.family_member_uuid)
      if (!member || Date.parse(pairing.expires_at) <= clock.now()) {
        audit.record(tx, { event: 'pairing_failed', actor: 'nobody', address })
        return null
      }
      const { family_member_uuid, name, kind, authenticated_at } = pairing
      const now = iso(clock.now())
      const device: DeviceRow = {
        device_uuid,
        family_member_uuid,
        name,
        kind,
        public_key: public_key ?? null,
        certificate: signed?.certificate ?? null,
        trusted_at: now,
        last_seen_at: now,
        revoked_at: null,
        key_thumbprint,
      }
      devices.insert(tx, device)
      const granted = sessions.open(tx, member, {
        ...signInOrigin,
        methods: ['otp'],
        device_uuid,
        authenticated_at,
      })
      audit.record(tx, {
        event: 'device_paired',
        actor: `user:${family_member_uuid}`,
        address,
        family_member_uuid,
        session_uuid: granted.session.session_uuid,
        details: { device_uuid, kind },
      })
      const by = { actor: `user:${family_member_uuid}`, address }
      signed?.record(tx, 'certificate_issued', by)
      return { device, granted, member: { ...member, trusts: 1 } }
    })
    // Thrown here, as the failed attempt stays on the record.
    if (!paired) throw failures.InvalidPairingCode()
    return { device: toDevice(live, paired.device), ...(await signedIn(paired.member, paired.granted)) }
  }

  return { offer, pair }
}

/** The certificate of a trusted device, renewed by the device itself. */
export function certificateOperations(dependencies: DeviceOperationsDependencies) {
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
      errors: [...recentSignInErrors, failures.DeviceNotFound, failures.CertificateNotDue, NoMember],
    }).handle(async ({ id, csr, password }, context) => {
      const { caller, address, certificate_device_uuid } = context
      const { family_member_uuid, device_uuid, actor } = caller
      const device = devices.findTrusted(id)
      if (!device || device_uuid !== id || device.family_member_uuid !== family_member_uuid)
        throw failures.DeviceNotFound()
      const { first, sameKey, due } = await certificates.statusFor(id, csr)
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
        if (!devices.findTrusted(id)) throw failures.DeviceNotFound()
        if (!proved) certificates.revoke(tx, id, doer, 'replaced')
        signed.record(tx, first ? 'certificate_issued' : 'certificate_renewed', doer)
        devices.certify(tx, id, signed.certificate)
      })
      return { device: toDevice(live, { ...device, certificate: signed.certificate }) }
    }),
  }
}
