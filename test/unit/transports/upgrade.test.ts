import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { attachWebSocket } from '../../../daemon/transports/ws/upgrade.ts'

async function serve() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never>()
  const gateway = {
    assertAddress: () => {},
    authenticate: () => {
      asked.resolve()
      return answer.promise
    },
  }
  const server = createServer()
  const close = attachWebSocket(server, { gateway } as never, { checkOrigin: () => {}, heartbeat: 60_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (): Socket => {
    const socket = connect(port, '127.0.0.1')
    after(() => socket.destroy())
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer x\r\n\r\n',
    )
    return socket
  }
  return { server, close, ask, asked: asked.promise, refuse: () => answer.reject(new Error('nobody')) }
}

describe('A server that stops', () => {
  it('waits for no WebSocket that is not open yet', async () => {
    const { server, close, ask, asked, refuse } = await serve()
    const socket = ask()
    await asked
    close()
    server.close()
    await Promise.all([once(server, 'close'), once(socket, 'close')])
    refuse()
  })

  it('opens none any more', async () => {
    const { server, close, ask } = await serve()
    close()
    const socket = ask()
    await once(socket, 'close')
    server.close()
    await once(server, 'close')
    assert.equal(socket.bytesRead, 0)
  })
})
