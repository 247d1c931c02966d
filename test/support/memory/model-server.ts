import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../loopback.ts'

export interface ReceivedRequest {
  readonly path: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  /** Bytes of content that were sent for it. */
  sent: number
}

interface Manner {
  /** The content by path. */
  readonly files: Readonly<Record<string, Buffer>>
  readonly etag?: string
  readonly ranges?: boolean
  /** Breaks off the first answer after so many bytes; holds it there where `holds`. */
  readonly breaksAfter?: number
  readonly holds?: boolean
  /** Answers in place of the server; true where it has. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse, asked: number) => boolean
}

/** A server of files that knows ranges, with whatever faults a test gives it; `manner` may be changed on the way. */
export async function startModelServer(first: Manner) {
  const server = createServer()
  const held: ServerResponse[] = []
  const state = { manner: first, asked: [] as ReceivedRequest[] }

  server.on('request', (request, response) => {
    const { files, etag = '"1"', ranges = true, breaksAfter, holds, instead } = state.manner
    const path = request.url ?? ''
    const asked: ReceivedRequest = {
      path,
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
      sent: 0,
    }
    state.asked.push(asked)
    if (instead?.(request, response, state.asked.length)) return
    const content = files[path]
    if (!content) {
      response.writeHead(404).end()
      return
    }
    const same = asked.ifRange === undefined || asked.ifRange === etag
    const from = ranges && same ? Number(/^bytes=(\d+)-$/.exec(asked.range ?? '')?.[1] ?? 0) : 0
    const rest = content.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': rest.length,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    })
    if (breaksAfter === undefined || breaksAfter >= rest.length || state.asked.length > 1) {
      asked.sent = rest.length
      response.end(rest)
      return
    }
    asked.sent = breaksAfter
    response.write(rest.subarray(0, breaksAfter), () => {
      if (holds) held.push(response)
      else request.socket.destroySoon()
    })
  })
  const { port, [Symbol.asyncDispose]: stop } = await listen(server)

  return {
    url: `http://127.0.0.1:${port}/`,
    asked: state.asked,
    /** Breaks off all answers that it holds. */
    drop: () => {
      for (const response of held.splice(0)) response.destroy()
    },
    behave: (manner: Manner) => {
      state.manner = manner
    },
    [Symbol.asyncDispose]: stop,
  }
}
