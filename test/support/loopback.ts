import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'

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

/** An IPv4 address of this machine that is none of the loopback; undefined where it is in no network. */
export function outerAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
