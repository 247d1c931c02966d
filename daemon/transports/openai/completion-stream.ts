import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Failure } from '../../kernel/errors.ts'
import { chunk, type Exchange, type Head, lastChunk, usageChunk } from './completion.ts'
import { openAiError } from './failure.ts'

/** Between what an engine wrote before it broke off and the answer that another one gives instead. */
const newBeginning = '\n\n'

/** An answer that is sent while it is written, as server-sent events. */
export interface CompletionStream {
  /** Whether anything has been sent to the client. */
  readonly started: () => boolean
  /** Sends a part; null if the reply starts over. */
  readonly write: (part: string | null) => void
  /** Sends the rest of a reply. */
  readonly end: (exchange: Exchange) => void
  /** Ends with a failure, once the status can no longer say it. */
  readonly fail: (failure: Failure) => void
}

/** Opens the stream of an answer; nothing is sent before its first part, so that a refusal is an ordinary one. */
export function openCompletionStream(
  reply: FastifyReply,
  head: Head,
  { includeUsage }: { includeUsage: boolean },
): CompletionStream {
  const stream = new PassThrough()
  let started = false
  const send = (data: object) => stream.write(`data: ${JSON.stringify(data)}\n\n`)
  const begin = () => {
    if (started) return
    started = true
    void reply.type('text/event-stream; charset=utf-8').send(stream)
    send(chunk(head, { role: 'assistant', content: '' }))
  }
  const say = (content: string) => {
    begin()
    send(chunk(head, { content }))
  }
  return {
    started: () => started,
    write: (part) => {
      // What was sent cannot be taken back.
      if (part !== null) say(part)
      else if (started) say(newBeginning)
    },
    end: (exchange) => {
      // An answer given before, to a request that is sent again, was written then.
      if (!started) say(exchange.response.content)
      send(lastChunk(head, exchange))
      if (includeUsage) send(usageChunk(head, exchange))
      stream.end('data: [DONE]\n\n')
    },
    fail: (failure) => {
      send(openAiError(failure))
      stream.end()
    },
  }
}
