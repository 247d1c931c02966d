import {
  ResponderBuilder,
  type ServerInterceptor,
  ServerInterceptingCall,
  ServerListenerBuilder,
} from '@grpc/grpc-js'
import type { Client } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import { CertificateRequired, publicFailure } from '../../kernel/errors.ts'
import type { ClientCertificates } from '../../kernel/tls.ts'
import { deviceCertificate } from '../client-certificates.ts'
import { grpcError } from './status.ts'

/**
 * Refuses calls whose `:authority` or `origin` is foreign, whose address is blocked or whose certificate is not good or not
 * there where it must be, before anything looks at them.
 */
export function checkHost(
  checkOrigin: (addressing: Addressing) => void,
  assertAddress: (address: string) => void,
  certificates: ClientCertificates | undefined,
): ServerInterceptor {
  const clientOf = clientsBy(certificates)
  return (_method, call) => {
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        try {
          checkOrigin({ host: [call.getHost()], origin: metadata.get('origin').map(String) })
          assertAddress(peerAddress(call.getPeer()))
          const { certificate_device_uuid } = clientOf(call)
          if (certificates?.required && certificate_device_uuid === undefined) throw CertificateRequired()
          next(metadata)
        } catch (error) {
          call.sendStatus(grpcError(publicFailure(error)))
        }
      })
      .build()
    const responder = new ResponderBuilder().withStart((next) => next(listener)).build()
    return new ServerInterceptingCall(call, responder)
  }
}

/** What of a call says who makes it. */
interface Peer {
  readonly getPeer: () => string
  readonly getAuthContext: () => { readonly sslPeerCertificate?: { readonly fingerprint256: string } }
}

/** Says where a call comes from, and as which device. */
export type ClientOf = (call: Peer) => Client

/** The same before these certificates; throws `CertificateRefused` for one that is not good. */
export const clientsBy =
  (certificates: ClientCertificates | undefined): ClientOf =>
  (call) => ({
    address: peerAddress(call.getPeer()),
    ...(certificates &&
      deviceCertificate(certificates, call.getAuthContext().sslPeerCertificate?.fingerprint256 ?? null)),
  })

/** The address of a peer as the library names it, `127.0.0.1:1234` or `[::1]:1234`, without the port. */
function peerAddress(peer: string): string {
  return peer.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
