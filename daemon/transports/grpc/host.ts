import {
  ResponderBuilder,
  type ServerInterceptor,
  ServerInterceptingCall,
  ServerListenerBuilder,
} from '@grpc/grpc-js'
import type { Addressing } from '../../gateway/origin.ts'
import { publicFailure } from '../../kernel/errors.ts'
import { grpcError } from './status.ts'

/** Refuses calls whose `:authority` or `origin` is foreign, before anything else looks at them. */
export function checkHost(checkOrigin: (addressing: Addressing) => void): ServerInterceptor {
  return (_method, call) => {
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        try {
          checkOrigin({ host: [call.getHost()], origin: metadata.get('origin').map(String) })
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
