import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js'
import { bearerToken, type Gateway } from '../../gateway/gateway.ts'
import type { LoggedEvent } from '../../gateway/event-log.ts'
import type { EndReason, Stream, Streams, Subscribed } from '../../gateway/streams.ts'
import { AuthenticationRequired, invalidRequest, publicFailure } from '../../kernel/errors.ts'
import type { ClientOf } from './host.ts'
import { grpcError } from './status.ts'

/** Bytes that may wait for a slow consumer before its stream ends with RESOURCE_EXHAUSTED. */
const maxBacklogBytes = 1_048_576

interface Streaming<Request, Response> {
  readonly topics: (request: Request) => readonly string[]
  readonly resumeFrom?: (request: Request) => number | undefined
  /** What is sent before the first event. */
  readonly opening?: (subscribed: Subscribed) => Response
  readonly event: (event: LoggedEvent) => Response
}

const endings: Record<EndReason, object> = {
  token: { code: status.UNAUTHENTICATED, details: 'the token is no longer valid' },
  blocked: { code: status.PERMISSION_DENIED, details: 'this address is blocked' },
}

/** A server-streaming method that sends the caller's events until one side ends it. */
export function streaming<Request, Response extends object>(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
  { topics, resumeFrom, opening, event }: Streaming<Request, Response>,
): (call: ServerWritableStream<Request, Response>) => void {
  return (call) => {
    let stream: Stream | undefined
    let waiting = 0
    const fail = (error: object) => {
      stream?.close()
      call.emit('error', error)
    }
    const send = (response: Response) => {
      if (call.cancelled || call.writableEnded) return
      const size = Buffer.byteLength(JSON.stringify(response))
      waiting += size
      call.write(response, () => {
        waiting -= size
      })
      if (waiting > maxBacklogBytes) fail({ code: status.RESOURCE_EXHAUSTED, details: 'too slow' })
    }
    const begin = async () => {
      const client = clientOf(call)
      const caller = await gateway.authenticate(bearer(call), client)
      if (call.cancelled) return
      const wanted = topics(call.request)
      if (wanted.length === 0) throw invalidRequest('topics', 'is required')
      stream = streams.open(
        { caller, address: client.address, protocol: 'grpc' },
        { event: (logged) => send(event(logged)), ended: (reason) => fail(endings[reason]) },
      )
      const subscribed = stream.subscribe(wanted, resumeFrom?.(call.request))
      call.sendMetadata(new Metadata())
      if (opening) send(opening(subscribed))
      for (const logged of subscribed.events) send(event(logged))
    }
    call.on('cancelled', () => stream?.close())
    call.on('close', () => stream?.close())
    begin().catch((error: unknown) => fail(grpcError(publicFailure(error))))
  }
}

function bearer({ metadata }: Pick<ServerWritableStream<unknown, unknown>, 'metadata'>): string {
  const values = metadata.get('authorization')
  const token = values.length === 1 ? bearerToken(String(values[0])) : undefined
  if (token === undefined) throw AuthenticationRequired()
  return token
}
