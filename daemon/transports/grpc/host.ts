import {
  ResponderBuilder,
  type ServerInterceptor,
  ServerInterceptingCall,
  ServerListenerBuilder,
} from '@grpc/grpc-js'
import type { Addressing } from '../../gateway/origin.ts'
import { publicFailure } from '../../kernel/errors.ts'
import { grpcError } from './status.ts'

/** Refuses calls whose `:authority` or `origin` is foreign or whose address is blocked, before anything looks at them. */
export function checkHost(
  checkOrigin: (addressing: Addressing) => void,
  assertAddress: (address: string) => void,
): ServerInterceptor {
  return (_method, call) => {
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        try {
          checkOrigin({ host: [call.getHost()], origin: metadata.get('origin').map(String) })
          assertAddress(peerAddress(call.getPeer()))
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

/** The address of a peer as the library names it, `127.0.0.1:1234` or `[::1]:1234`, without the port. */
export function peerAddress(peer: string): string {
  return peer.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
