import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Streams } from '../gateway/streams.ts'
import { connectionEvent } from './local-socket.ts'

/** How many connections are open: of HTTP without those that became WebSockets, of WebSocket, and streams of gRPC. */
export function countConnections(
  server: Server,
  streams: Streams,
): () => { http: number; websocket: number; grpc_streams: number } {
  let open = 0
  server.on(connectionEvent(server), (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  return () => {
    const { websocket, grpc } = streams.counts()
    return { http: Math.max(0, open - websocket), websocket, grpc_streams: grpc }
  }
}
