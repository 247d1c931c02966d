import type { IncomingMessage, ServerResponse } from 'node:http'

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
