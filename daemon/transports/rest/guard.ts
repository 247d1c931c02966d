import type { IncomingMessage } from 'node:http'
import type { Addressing } from '../../gateway/origin.ts'
import { invalidRequest } from '../../kernel/errors.ts'

/** Headers that must not come twice: which one counts would be a matter of taste. */
const single = ['authorization', 'content-type', 'content-length', 'idempotency-key']

/** Refuses with 400 what Node lets through: an absolute-form target, and a header given twice that may come once. */
export function demandPlainRequest(request: IncomingMessage): void {
  if (!request.url?.startsWith('/')) throw invalidRequest('', 'target must be a path')
  for (const name of single) {
    if (headerValues(request, name).length > 1) throw invalidRequest(name, 'may be given once')
  }
}

/** Every `Host` and `Origin` that a request carries. */
export function addressing(request: IncomingMessage): Addressing {
  return { host: headerValues(request, 'host'), origin: headerValues(request, 'origin') }
}

/** All values of a header as they were sent; Node itself keeps one and drops the others. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}
