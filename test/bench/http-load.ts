import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Asks a server on the loopback for `paths` in turn over `connections` kept-alive connections, each with one request at
 * a time, and answers how many it answered with 200 a second. Speaks just enough HTTP to cost next to nothing itself:
 * it shares the machine with the server. Throws on any other answer.
 */
export async function requestsPerSecond(
  port: number,
  paths: readonly string[],
  token: string,
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<number> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  let answered = 0
  const started = performance.now()
  const until = started + milliseconds
  const drive = async (index: number) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const next = () => {
      if (performance.now() >= until) return socket.end()
      return socket.write(requests[(index + answered) % requests.length] ?? '')
    }
    const failed = onAnswers(socket, () => {
      answered += 1
      next()
    })
    next()
    await Promise.race([once(socket, 'close'), failed])
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => drive(index)))
  return (answered / (performance.now() - started)) * 1_000
}

/** Calls for each whole answer of a connection; rejects at the first that is not a 200 with a length. */
function onAnswers(socket: Socket, whole: () => void): Promise<never> {
  let rest: Buffer = Buffer.alloc(0)
  return new Promise((_resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        const end = rest.indexOf(endOfHead)
        if (end === -1) return
        const head = rest.toString('latin1', 0, end)
        const length = /^content-length: (\d+)/im.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          reject(new Error(`unexpected answer: ${head}`))
          socket.destroy()
          return
        }
        const size = end + endOfHead.length + Number(length)
        if (rest.length < size) return
        rest = rest.subarray(size)
        whole()
      }
    })
  })
}
