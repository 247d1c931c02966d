import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, isAdmittedTo } from '../../gateway/gateway.ts'
import { AuthenticationRequired, type Failure, invalidRequest, publicFailure } from '../../kernel/errors.ts'
import { parseJson } from '../../kernel/json.ts'
import { certificateOf } from '../client-certificates.ts'
import { batchesOfLines, type Line, maxLineBytes } from './lines.ts'

const mediaType = 'application/x-ndjson'
/** How long nothing may move in either direction, in milliseconds. */
const silenceTimeoutMs = 120_000

/** Stores these, in their order, and answers an item for each. */
type StoreBatch = (memories: readonly unknown[]) => Promise<readonly object[]>

/** Lets the routes that take lines have them unread, as they come; others refuse them. */
export function addLines(server: FastifyInstance): void {
  server.addContentTypeParser(mediaType, (request, _payload, done) => {
    if (bringsLines(request)) done(null)
    else done(invalidRequest('Content-Type', 'must be application/json'))
  })
}

/** Whether a request brings lines to a route that takes them. */
export function bringsLines({
  routeOptions,
  headers,
}: Pick<FastifyRequest, 'routeOptions' | 'headers'>): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return routeOptions.config.lines === true && type.trim().toLowerCase() === mediaType
}

/**
 * Answers each line of a request with a line, in order, while others are still coming. At most two batches are in
 * flight: the answer of one waits for the client while the other is stored, and meanwhile nothing is read. What
 * refuses the first batch as a whole refuses the request.
 */
export async function answerLines(
  gateway: Gateway,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.headers['idempotency-key'] !== undefined) {
    const why = 'is for requests that are stored as one; of lines, each batch is stored by itself'
    throw invalidRequest('Idempotency-Key', why)
  }
  for (const name of Object.keys(request.query as object))
    throw invalidRequest(name, 'is unknown in the query')
  const { admission } = request
  if (!isAdmittedTo(admission, 'memory.store_many')) throw AuthenticationRequired()
  const { raw } = request
  const store: StoreBatch = async (memories) => {
    // A session may end while its lines are still coming.
    gateway.assertAddress(admission.client.address)
    await gateway.authenticate(token, { ...admission.client, ...certificateOf(raw.socket) })
    const gatewayRequest = { payload: { memories }, idempotency_key: null, request_id: request.id }
    return (await gateway.dispatch(admission, gatewayRequest)).items
  }
  raw.setTimeout(silenceTimeoutMs, () => raw.destroy())
  const answers = answersOf(batchesOfLines(raw), store)
  const first = await answers.next()
  return reply.type(mediaType).send(Readable.from(startingWith(first, answers)))
}

/** The answer of each batch, a line for a line. Throws what refuses the first one as a whole. */
export async function* answersOf(batches: AsyncIterable<Line[]>, store: StoreBatch): AsyncGenerator<string> {
  let started = false
  for await (const lines of batches) {
    const read = lines.map(readLine)
    const memories = read.flatMap((one) => ('memory' in one ? [one.memory] : []))
    let failure: Failure | undefined
    let items: readonly object[] = []
    try {
      if (memories.length > 0) items = await store(memories)
    } catch (error) {
      if (!started) throw error
      failure = publicFailure(error)
    }
    started = true
    const results = items.values()
    yield read
      .map((one) => {
        if (!('memory' in one)) return errorLine(one.line, one.failure)
        if (failure) return errorLine(one.line, failure)
        return { line: one.line, ...results.next().value }
      })
      .map((one) => `${JSON.stringify(one)}\n`)
      .join('')
    if (failure?.status === 401 || failure?.status === 403) return
  }
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

type ReadLine =
  | { readonly line: number; readonly memory: unknown }
  | { readonly line: number; readonly failure: Failure }

function readLine({ number: line, bytes }: Line): ReadLine {
  if (bytes === null) return { line, failure: invalidRequest('', `is longer than ${maxLineBytes} bytes`) }
  try {
    return { line, memory: parseJson(bytes) }
  } catch (error) {
    return { line, failure: publicFailure(error) }
  }
}

function errorLine(line: number, { code, message, details }: Failure): object {
  return { line, error: { code, message, details } }
}
