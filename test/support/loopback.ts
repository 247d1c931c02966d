import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Has a server listen on the loopback, on a free port unless one is given; `await using` breaks off what is open there and closes it. */
export async function listen(server: Server, port = 0): Promise<AsyncDisposable & { readonly port: number }> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
