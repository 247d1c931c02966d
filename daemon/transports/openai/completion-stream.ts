import type { FastifyReply } from 'fastify'
import { chunk, type Head, lastChunk, usageChunk } from './completion.ts'
import { openAiError } from './failure.ts'
import { openEventStream } from './event-stream.ts'
import type { ReplyStream } from './reply.ts'

/** A chat completion that is sent while it is written, as server-sent events. */
export function openCompletionStream(
  reply: FastifyReply,
  head: Head,
  { includeUsage }: { includeUsage: boolean },
): ReplyStream {
  const { send, end } = openEventStream(reply)
  return {
    begin: () => send(chunk(head, { role: 'assistant', content: '' })),
    write: (content) => send(chunk(head, { content })),
    end: (whole) => {
      send(lastChunk(head, whole))
      if (includeUsage) send(usageChunk(head, whole))
      end('data: [DONE]\n\n')
    },
    fail: (failure) => {
      send(openAiError(failure))
      end()
    },
  }
}
