import { type SecureContextOptions, type Server, TLSSocket } from 'node:tls'
import { CertificateRefused, CertificateRequired } from '../kernel/errors.ts'
import type { ClientCertificates, TlsSetup } from '../kernel/tls.ts'

/** How long a connection may go on whose certificate has ended, for the answer to the request that ended it, in milliseconds. */
const closeTimeoutMs = 250

interface ShownCertificate {
  readonly clients: ClientCertificates
  /** Null where it has shown none. */
  readonly fingerprint: string | null
}

const connections = new WeakMap<object, ShownCertificate>()

/** What TLS servers are opened with: they ask every client for a certificate, and leave it to the daemon what follows. */
export function tlsOptions(setup: TlsSetup) {
  return { ...contextOf(setup), requestCert: true, rejectUnauthorized: false }
}

/** TLS 1.3 has no cipher without authenticated encryption. */
const contextOf = ({ material }: TlsSetup): SecureContextOptions => ({
  ...material(),
  minVersion: 'TLSv1.3',
})

/**
 * Takes down which certificate each connection of `server` shows, closes those whose certificate ends within half a second,
 * and has the server show a new certificate of its own without a restart. The answer ends that.
 */
export function watchTls(server: Server, setup: TlsSetup): () => void {
  const { clients } = setup
  const open = new Set<TLSSocket>()
  const arrive = (socket: unknown) => {
    // What comes by the socket of the home comes without TLS.
    if (!(socket instanceof TLSSocket)) return
    const fingerprint = socket.getPeerX509Certificate()?.fingerprint256 ?? null
    connections.set(socket, { clients, fingerprint })
    if (fingerprint === null) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  server.prependListener('secureConnection', arrive)
  const stops = [
    setup.onRenewed(() => server.setSecureContext(contextOf(setup))),
    clients.onEnded(() => {
      for (const socket of open)
        if (isRefused(socket)) setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
    }),
  ]
  return () => {
    server.off('secureConnection', arrive)
    for (const stop of stops) stop()
  }
}

/** Whether a connection has shown a certificate that is not good here, or is no longer. */
export function isRefused(socket: object): boolean {
  const shown = connections.get(socket)
  return (
    shown !== undefined && shown.fingerprint !== null && shown.clients.deviceOf(shown.fingerprint) === null
  )
}

/** The device whose certificate a connection has shown, for `Client`; throws `CertificateRefused` as `isRefused` says. */
export function certificateOf(socket: object): { readonly certificate_device_uuid?: string } {
  const { clients, fingerprint = null } = connections.get(socket) ?? {}
  return deviceCertificate(clients, fingerprint)
}

/** The same for a certificate that was shown; null for none. */
export function deviceCertificate(
  clients: ClientCertificates | undefined,
  fingerprint: string | null,
): { readonly certificate_device_uuid?: string } {
  if (!clients || fingerprint === null) return {}
  const certificate_device_uuid = clients.deviceOf(fingerprint)
  if (certificate_device_uuid === null) throw CertificateRefused()
  return { certificate_device_uuid }
}

/** Refuses what comes over TLS with a certificate that is not good, and without one where the settings require it. */
export function assertCertificate(socket: object): void {
  const required = connections.get(socket)?.clients.required ?? false
  if (certificateOf(socket).certificate_device_uuid === undefined && required) throw CertificateRequired()
}
