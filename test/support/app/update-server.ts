import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves what whoever releases puts on a server: the newest version, and the file that it is. */
export async function startUpdateServer() {
  const file = randomBytes(300_000)
  const own = createHash('sha512').update(file).digest('base64')
  const released = { version: '0.1.0', sha512: own }
  let fetches = 0
  const server = createServer(({ url = '' }, response) => {
    if (/^\/latest[^/]*\.yml\?/.test(url)) {
      const { version, sha512 } = released
      const name = `Companion-${version}.AppImage`
      response.end(
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${file.length}\npath: ${name}\n` +
          `sha512: ${sha512}\nreleaseDate: '2026-05-04T12:00:00.000Z'\n`,
      )
    } else if (url.endsWith('.AppImage')) {
      fetches += 1
      response.setHeader('Content-Length', file.length)
      response.end(file)
    } else {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    file,
    /** Releases a version, with the checksum of its file or another one. */
    release: (version: string, sha512 = own) => Object.assign(released, { version, sha512 }),
    fetches: () => fetches,
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
