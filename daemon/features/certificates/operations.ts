import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Clock, iso } from '../../kernel/clock.ts'
import { type Config, speaksTls } from '../../kernel/config.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { operation } from '../../kernel/operation.ts'
import { Page, pageOf } from '../../kernel/paging.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { PublicAuthority, TlsSetup, TrustFiles } from '../../kernel/tls.ts'
import type { Audit } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'
import { type Authority, fileVault, openAuthority } from './authority.ts'
import { type DeviceCertificates, openDeviceCertificates } from './device-certificates.ts'
import { appleProfile } from './profile.ts'
import * as schemas from './schemas.ts'
import { type MachineNames, openServerCertificate } from './server-certificate.ts'

/** How often the certificate of the server is looked after, and what has run out, in milliseconds. */
const careMs = 15_000

interface CertificatesDependencies {
  readonly home: Pick<Home, 'authority'>
  readonly config: Pick<Config, 'mode' | 'tls' | 'access' | 'host'>
  readonly store: Store
  readonly audit: Audit<
    'authority_made' | 'certificate_issued' | 'certificate_renewed' | 'certificate_revoked'
  >
  readonly clock: Clock
  readonly log: Log
  readonly machineNames: () => Pick<MachineNames, 'hostname' | 'addresses'>
  /** Where other machines find the page on which they learn to trust the authority; null where nothing is served by TLS. */
  readonly trustUrl: () => string | null
}

interface CertificatesPorts {
  /** What a trusted device is called; undefined where there is none. */
  readonly deviceName: (device_uuid: string) => string | undefined
}

/** Certificates: the household's own authority, and what it signs for devices and for the server. */
export function openCertificates(dependencies: CertificatesDependencies, { deviceName }: CertificatesPorts) {
  const { home, config, store, audit, clock, log, machineNames } = dependencies
  const made = ({ name, fingerprint }: PublicAuthority) => {
    const about = { actor: 'system:certificates', address: '127.0.0.1', details: { name, fingerprint } }
    store.write((tx) => audit.record(tx, { event: 'authority_made', ...about }))
    log.info({ name, fingerprint }, 'the household has a certificate authority of its own')
  }
  const authority = openAuthority(fileVault(home), clock, made)
  const devices = openDeviceCertificates({ store, audit, clock, authority })
  const { tls } = config
  const server = openServerCertificate(authority, clock, () => ({
    ...machineNames(),
    hosts: [config.host, ...config.access.networks.flatMap(({ hosts }) => hosts)],
  }))

  let cancel = () => {}
  let caring = Promise.resolve()
  const care = async () => {
    try {
      devices.sweep()
      if (tls.local) await server.renew()
    } catch (error) {
      log.error({ err: error }, 'the certificate of the server could not be renewed')
    }
  }
  const watch = () => {
    cancel = clock.after(careMs, () => {
      caring = care()
      void caring.then(watch)
    })
  }

  /** The certificate that the server shows, PEM; null without TLS. */
  const shown = (): string | null => {
    if (tls.local) return server.current()?.certificate ?? null
    return given?.cert ?? null
  }
  let given: { readonly cert: string; readonly key: string } | null = null

  return {
    operations: certificateOperations({ ...dependencies, deviceName, authority, devices, shown }),
    /** For the feature that pairs devices. */
    devices,
    erase: devices.erase,
    shown,
    trust: {
      authority: authority.current,
      profile: appleProfile,
      revocationList: devices.revocationList,
    } satisfies TrustFiles,

    /**
     * What listeners need to speak TLS; null where the settings have none. Makes the authority where there is none. Rejects
     * where a file of the settings cannot be read.
     */
    openTls: async (): Promise<TlsSetup | null> => {
      if (!speaksTls(config)) return null
      const { certificate: ca } = await authority.require()
      const { cert, key } = tls
      if (cert !== undefined && key !== undefined)
        given = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
      else await server.renew()
      watch()
      const required = tls.client_certificates === 'required'
      return {
        material: () => {
          const own = server.current()
          const pair = given ?? (own && { cert: own.certificate, key: own.key })
          if (!pair) throw new Error('the server has no certificate yet')
          return { ...pair, ca }
        },
        onRenewed: server.onRenewed,
        clients: { required, ...devices.clients },
      }
    },

    stop: async () => {
      cancel()
      cancel = () => {}
      await caring
      cancel()
    },
  }
}

interface OperationsDependencies
  extends CertificatesPorts, Pick<CertificatesDependencies, 'config' | 'trustUrl'> {
  readonly authority: Authority
  readonly devices: DeviceCertificates
  readonly shown: () => string | null
}

function certificateOperations(dependencies: OperationsDependencies) {
  const { config, trustUrl, deviceName, authority, devices, shown } = dependencies
  const serverShown = () => {
    const pem = shown()
    if (pem === null) return null
    const { fingerprint256, validToDate } = new X509Certificate(pem)
    return { fingerprint: fingerprint256, expires_at: iso(validToDate.getTime()), local: config.tls.local }
  }

  return {
    'certificates.list': operation({
      rest: 'GET /certificates',
      access: 'admin',
      summary: 'The certificate authority of the household, and what it has signed',
      description:
        'The authority with its fingerprint, the certificate that the daemon shows over TLS, and the certificates of ' +
        'devices that are good now, newest first.',
      input: Page,
      output: schemas.Certificates,
      errors: [],
    }).handle((input) => {
      const { items, total } = devices.list(pageOf(input))
      return {
        authority: authority.current(),
        server: serverShown(),
        client_certificates: config.tls.client_certificates,
        items: items.map(({ key_hash: _key, revoked_at: _revoked, ...row }) => ({
          ...row,
          device_name: (row.device_uuid && deviceName(row.device_uuid)) || null,
        })),
        total,
      }
    }),

    'certificates.authority': operation({
      rest: 'GET /certificates/authority',
      access: 'member',
      scopes: ['read'],
      summary: 'The certificate authority of the household, for devices to trust',
      description:
        'Its certificate with its fingerprint, and the page on which a phone learns to trust it. There is none until the ' +
        'daemon speaks TLS or a device asks for a certificate.',
      input: Nothing,
      output: schemas.AuthorityResult,
      errors: [],
    }).handle(() => ({ authority: authority.current(), trust_url: trustUrl() })),
  }
}
