import type { FastifyReply } from 'fastify'
import { sentence } from '../../kernel/errors.ts'
import type { Head } from './completion.ts'
import { openEventStream } from './event-stream.ts'
import type { ReplyStream } from './reply.ts'
import { begunResponse, messageOf, textPart, wholeResponse } from './response.ts'

/** A response that is sent while it is written, as the numbered events of OpenAI. */
export function openResponseStream(
  reply: FastifyReply,
  head: Head,
  { maxTokens }: { maxTokens: number | undefined },
): ReplyStream {
  const events = openEventStream(reply)
  let sequence_number = 0
  const send = (type: string, data: object) => {
    events.send({ type, sequence_number, ...data }, type)
    sequence_number += 1
  }
  const at = { item_id: messageOf(head, 'in_progress').id, output_index: 0, content_index: 0 }
  return {
    begin: () => {
      const response = begunResponse(head, maxTokens)
      send('response.created', { response })
      send('response.in_progress', { response })
      send('response.output_item.added', { output_index: 0, item: messageOf(head, 'in_progress') })
      send('response.content_part.added', { ...at, part: textPart('') })
    },
    write: (delta) => send('response.output_text.delta', { ...at, delta, logprobs: [] }),
    end: (whole) => {
      const response = wholeResponse(head, whole, maxTokens)
      const [item] = response.output
      send('response.output_text.done', { ...at, text: whole.content, logprobs: [] })
      send('response.content_part.done', { ...at, part: textPart(whole.content) })
      send('response.output_item.done', { output_index: 0, item })
      send(whole.tooLong ? 'response.incomplete' : 'response.completed', { response })
      events.end()
    },
    fail: (failure) => {
      send('error', { code: failure.code.toLowerCase(), message: sentence(failure), param: null })
      events.end()
    },
  }
}
