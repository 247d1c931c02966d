import { X509Certificate } from 'node:crypto'
import { type Clock, iso } from '../../kernel/clock.ts'
import { listeners, type ClientCertificates } from '../../kernel/tls.ts'
import type { Audit } from '../../store/audit.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type Authority, clockSkewMs, loadSigning } from './authority.ts'
import { type CertificateRow, certificateStore } from './store.ts'

const day = 86_400_000
/** How long a certificate of a device holds, in milliseconds. */
const lifetime = 90 * day
/** How old it is when it may be renewed, in milliseconds. */
const renewableAfter = 60 * day
/** How long a list of what was revoked holds, in milliseconds. */
const listLifetime = 7 * day

interface Subject {
  readonly device_uuid: string
  readonly family_member_uuid: string
}

/** A certificate that was signed, and counts for nothing until it is recorded. */
interface SignedCertificate {
  /** PEM. */
  readonly certificate: string
  /** Lets it count from the end of the transaction on. */
  readonly record: (tx: Transaction, event: IssuingEvent, doer: Doer) => void
}

type IssuingEvent = 'certificate_issued' | 'certificate_renewed'

/** Who did something to a certificate. */
interface Doer {
  readonly actor: string
  readonly address: string
}

/** What a device has already, as far as a new certificate for it goes. */
interface CertificateStatus {
  /** Whether the new one is for the key of the newest that it has. */
  readonly sameKey: boolean
  /** Whether the newest that it has is old enough to be renewed, or there is none. */
  readonly due: boolean
  readonly first: boolean
}

interface Dependencies {
  readonly store: Store
  readonly audit: Audit<IssuingEvent | 'certificate_revoked'>
  readonly clock: Clock
  readonly authority: Authority
}

/** The certificates of devices: signed, recorded, revoked, and which of them are good now. */
export function openDeviceCertificates({ store, audit, clock, authority }: Dependencies) {
  const queries = certificateStore(store)
  const ended = listeners()
  const live = new Map(queries.live(clock.now()).map((row) => [row.fingerprint, row]))
  const list = openRevocationList(queries, clock, authority)

  const deviceOf = (fingerprint: string) => {
    const row = live.get(fingerprint)
    return row && Date.parse(row.expires_at) > clock.now() ? row.device_uuid : null
  }
  const newestOf = (device_uuid: string) =>
    [...live.values()]
      .filter((row) => row.device_uuid === device_uuid && deviceOf(row.fingerprint) !== null)
      .toSorted((a, b) => Date.parse(b.issued_at) - Date.parse(a.issued_at))[0]

  const end = (tx: Transaction, rows: readonly CertificateRow[]) =>
    tx.afterCommit(() => {
      for (const { fingerprint } of rows) live.delete(fingerprint)
      list.changed()
      if (rows.length > 0) ended.tell()
    })

  const recordRevoked = (tx: Transaction, rows: readonly CertificateRow[], doer: Doer, reason: string) => {
    for (const { serial, device_uuid, family_member_uuid } of rows)
      audit.record(tx, {
        event: 'certificate_revoked',
        ...doer,
        family_member_uuid,
        details: { device_uuid, serial, reason },
      })
    end(tx, rows)
  }

  const record = (tx: Transaction, event: IssuingEvent, doer: Doer, row: CertificateRow) => {
    queries.insert(tx, row)
    const { serial, fingerprint, device_uuid, family_member_uuid, expires_at } = row
    audit.record(tx, { event, ...doer, family_member_uuid, details: { device_uuid, serial, expires_at } })
    tx.afterCommit(() => live.set(fingerprint, row))
  }

  const clients: Omit<ClientCertificates, 'required'> = { deviceOf, onEnded: ended.add }
  return {
    clients,

    ...openIssuing({ clock, authority, newestOf, record }),

    revoke: (tx: Transaction, device_uuid: string, doer: Doer, reason: string): void =>
      recordRevoked(tx, queries.revokeDevice(tx, device_uuid, clock.now()), doer, reason),

    /** Revokes all of a member, and forgets whose they were. */
    erase: (tx: Transaction, family_member_uuid: string): Record<string, number> => {
      const rows = queries.revokeMember(tx, family_member_uuid, clock.now())
      recordRevoked(tx, rows, { actor: 'system:certificates', address: '127.0.0.1' }, 'erased')
      return {}
    },

    list: (at: { limit: number; offset: number }) => queries.list(clock.now(), at),

    revocationList: list.current,

    /** Drops what has run out. */
    sweep: (): void => {
      const over = [...live.values()].filter(({ expires_at }) => Date.parse(expires_at) <= clock.now())
      if (over.length === 0) return
      store.write((tx) => {
        queries.forget(tx, clock.now())
        end(tx, over)
      })
    },
  }
}

interface IssuingDependencies extends Pick<Dependencies, 'clock' | 'authority'> {
  readonly newestOf: (device_uuid: string) => CertificateRow | undefined
  readonly record: (tx: Transaction, event: IssuingEvent, doer: Doer, row: CertificateRow) => void
}

/** What devices get new certificates by. */
function openIssuing({ clock, authority, newestOf, record }: IssuingDependencies) {
  return {
    /** The key of a request (see `readRequest`), and what it is to what the device has. */
    statusFor: async (device_uuid: string, csr: string): Promise<CertificateStatus> => {
      const { key_hash } = await (await loadSigning()).readRequest(csr)
      const newest = newestOf(device_uuid)
      return {
        first: newest === undefined,
        sameKey: newest?.key_hash === key_hash,
        due: !newest || clock.now() - Date.parse(newest.issued_at) >= renewableAfter,
      }
    },

    /** Signs a certificate of 90 days for the key of a request. Throws `INVALID_REQUEST` as `readRequest` does. */
    sign: async (csr: string, { device_uuid, family_member_uuid }: Subject): Promise<SignedCertificate> => {
      const { certify, readRequest } = await loadSigning()
      const { publicKey, key_hash } = await readRequest(csr)
      const now = clock.now()
      const certificate = await certify(
        await authority.require(),
        {
          name: device_uuid,
          publicKey,
          usage: 'client',
          alternatives: [{ type: 'url', value: `urn:uuid:${device_uuid}` }],
        },
        { from: now - clockSkewMs, until: now + lifetime },
      )
      const { serialNumber, fingerprint256, validToDate } = new X509Certificate(certificate)
      return {
        certificate,
        record: (tx, event, doer) =>
          record(tx, event, doer, {
            serial: serialNumber.toLowerCase(),
            fingerprint: fingerprint256,
            key_hash,
            device_uuid,
            family_member_uuid,
            issued_at: iso(now),
            expires_at: iso(validToDate.getTime()),
            revoked_at: null,
          }),
      }
    },
  }
}

function openRevocationList(
  queries: ReturnType<typeof certificateStore>,
  clock: Clock,
  authority: Authority,
) {
  let list: { readonly der: Promise<Buffer>; readonly until: number } | null = null

  const sign = async (now: number) => {
    const { signRevocationList } = await loadSigning()
    const revoked = queries
      .revoked(now)
      .map(({ serial, revoked_at }) => ({ serial, revoked_at: Date.parse(revoked_at ?? iso(now)) }))
    return signRevocationList(await authority.require(), revoked, now, {
      from: now,
      until: now + listLifetime,
    })
  }

  return {
    changed: (): void => {
      list = null
    },
    /** DER: the same until something is revoked, or half its time is over. */
    current: (): Promise<Buffer> => {
      const now = clock.now()
      if (list === null || list.until <= now) {
        const der = sign(now)
        list = { der, until: now + listLifetime / 2 }
        der.catch(() => {
          list = null
        })
      }
      return list.der
    },
  }
}

export type DeviceCertificates = ReturnType<typeof openDeviceCertificates>
