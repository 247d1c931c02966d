import { WebSocket as LocalWebSocket } from 'ws'
import type { OpenWebSocket } from '../event-socket.ts'
import type { Connection } from './connection.ts'

/** Opens WebSockets over the connections of programs of this machine. */
export function webSocketOver({ agent }: Connection): OpenWebSocket {
  return (url, protocols) => {
    const socket = new LocalWebSocket(url, protocols, { agent: agent(), perMessageDeflate: false })
    // It is closed then, which is all that its user looks at.
    socket.on('error', () => {})
    return socket as unknown as WebSocket
  }
}
