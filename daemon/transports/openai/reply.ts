import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, isAdmittedTo } from '../../gateway/gateway.ts'
import { AuthenticationRequired, type Failure, publicFailure } from '../../kernel/errors.ts'
import { disconnectSignal, idempotencyKey } from '../rest/routes.ts'
import type { Exchange, Reply } from './completion.ts'
import { openReplyCutter, type ReplyLimits } from './reply-limits.ts'

/** What is asked when somebody says something. */
export const operation = 'conversation.message'

/** Between what an engine wrote before it broke off and the answer that another one gives instead. */
const newBeginning = '\n\n'

export interface ReplyStream {
  /** Called before the first part, and not at all where the reply is refused before it: that is an ordinary refusal. */
  readonly begin: () => void
  readonly write: (part: string) => void
  readonly end: (whole: Reply) => void
  /** Ends with a failure, once the status can no longer say it. */
  readonly fail: (failure: Failure) => void
}

export interface LimitedMessage extends ReplyLimits {
  readonly content: string
}

/** Says something in the name of who was admitted; `written` is told of each part of the answer, null where it starts over. */
function say(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  content: string,
  written?: (part: string | null) => void,
): Promise<Exchange> {
  const { admission } = request
  if (!isAdmittedTo(admission, operation)) throw AuthenticationRequired()
  return gateway.dispatch(admission, {
    payload: { content },
    idempotency_key: idempotencyKey(request),
    request_id: request.id,
    signal: disconnectSignal(reply),
    ...(written ? { written } : {}),
  })
}

/** Where what is said goes, and how its answer comes back. */
export interface Conversation {
  readonly gateway: Gateway
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What is answered instead of asking the companion; null where it is asked. */
  readonly instead: string | null
}

const answerTo = ({ gateway, request, reply, instead }: Conversation, content: string, written?: OnWritten) =>
  instead === null
    ? say(gateway, request, reply, content, written)
    : Promise.resolve({ message: { content }, response: { content: instead } })

type OnWritten = (part: string | null) => void

/** The whole reply to what is said, within its limits. */
export async function replyTo(
  conversation: Conversation,
  { content, ...limits }: LimitedMessage,
): Promise<Reply> {
  const cutter = openReplyCutter(limits)
  const exchange = await answerTo(conversation, content)
  cutter.write(exchange.response.content)
  cutter.end()
  return { exchange, content: cutter.sent(), tooLong: cutter.tooLong() }
}

/** Sends the reply while it is written, within its limits. Throws what refuses it before anything was sent. */
export async function streamReply(
  conversation: Conversation,
  { content, ...limits }: LimitedMessage,
  stream: ReplyStream,
): Promise<void> {
  const cutter = openReplyCutter(limits)
  let started = false
  const send = (part: string) => {
    if (!started) stream.begin()
    started = true
    if (part !== '') stream.write(part)
  }
  try {
    const exchange = await answerTo(conversation, content, (part) => {
      // What was sent cannot be taken back.
      if (part !== null) send(cutter.write(part))
      else if (started) send(cutter.write(newBeginning))
    })
    // An answer given before, to a request that is sent again, was written then.
    if (!started) send(cutter.write(exchange.response.content))
    send(cutter.end())
    stream.end({ exchange, content: cutter.sent(), tooLong: cutter.tooLong() })
  } catch (error) {
    if (!started) throw error
    stream.fail(publicFailure(error))
  }
}
