import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')

/** Who is asked, and as whom. */
interface Target {
  readonly port: number
  readonly token: string
}

/** A request as it goes over the wire; with a body it is a POST of JSON. */
export function requestTo({ port, token }: Target, path: string, body?: object): Buffer {
  const head = `${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`
  if (body === undefined) return Buffer.from(`GET ${head}\r\n`)
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return Buffer.from(`POST ${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`)
}

/**
 * Sends a server on the loopback what `next` gives, until it gives null, over `connections` kept-alive connections, each
 * with one request at a time, and answers how many it answered a second. Speaks just enough HTTP to cost next to nothing
 * itself: it shares the machine with the server. Throws on any answer but a 2xx.
 */
export async function requestsPerSecond(
  port: number,
  connections: number,
  next: () => Buffer | null,
): Promise<number> {
  let answered = 0
  const started = performance.now()
  const drive = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const send = () => {
      const request = next()
      if (request) socket.write(request)
      else socket.end()
    }
    const failed = onAnswers(socket, () => {
      answered += 1
      send()
    })
    send()
    await Promise.race([once(socket, 'close'), failed])
  }
  await Promise.all(Array.from({ length: connections }, drive))
  return (answered / (performance.now() - started)) * 1_000
}

/** Calls for each whole answer of a connection; rejects at the first that is not a 2xx with a length. */
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
        if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
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
