import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Server-sent events, of which nothing is sent before the first. */
export interface EventStream {
  /** Sends one, as JSON; `event` is its type, where it has one. */
  readonly send: (data: object, event?: string) => void
  /** Ends them, with some last words. */
  readonly end: (words?: string) => void
}

/** Opens them as the answer to a request. */
export function openEventStream(reply: FastifyReply): EventStream {
  const stream = new PassThrough()
  let begun = false
  return {
    send: (data, event) => {
      if (!begun) void reply.type('text/event-stream; charset=utf-8').send(stream)
      begun = true
      stream.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
    },
    end: (words) => {
      stream.end(words)
    },
  }
}
