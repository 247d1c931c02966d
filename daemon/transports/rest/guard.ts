import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Addressing } from '../../gateway/origin.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { isLocal } from '../local-socket.ts'

/** Headers that must not come twice: which one counts would be a matter of taste. */
const single = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
])

/** Refuses with 400 what Node lets through: an absolute-form target, and a header given twice that may come once. */
export function assertPlainRequest({ url, rawHeaders }: IncomingMessage): void {
  if (!url?.startsWith('/')) throw invalidRequest('', 'target must be a path')
  const seen = new Set<string>()
  // Node itself keeps one value and drops the others; names and values take turns in what was sent.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen.has(name)) throw invalidRequest(name, 'may be given once')
    seen.add(name)
  }
}

/** Where a plain request says that it goes, and which page sends it. */
export function addressing({ headers: { host, origin }, socket }: IncomingMessage): Addressing {
  return {
    host: host === undefined ? [] : [host],
    origin: origin === undefined ? [] : [origin],
    local: isLocal(socket),
  }
}

/** How long a request may continue after its response, in milliseconds: until the client has read that. */
const lingering = 2_000

/** Calls `late` where the body of a request has not come whole within `timeoutMs` milliseconds. */
export function limitArrival(request: IncomingMessage, timeoutMs: number, late: () => void): void {
  if (request.complete || !hasBody(request)) return
  const timer = setTimeout(late, timeoutMs)
  timer.unref()
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  request.once('close', stop)
}

/** Lets a body take any time, but ends it once the response is sent. */
export function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => limitArrival(request, lingering, () => request.destroy()))
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
