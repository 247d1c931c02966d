import { isLoopback, isPrivate } from './private-url.ts'
import { TransferError } from './transfer-error.ts'

const maxRedirects = 5

/**
 * GETs `url` and follows redirects, at most 5, each to https alone; only this machine may send on to itself by http.
 * Rejects with `TransferError` where one leads elsewhere.
 */
export async function getFollowing(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  let at = url
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await fetch(at, { headers, signal, redirect: 'manual' })
    if (![301, 302, 303, 307, 308].includes(response.status)) return response
    await response.body?.cancel()
    at = allowedTarget(at, response.headers.get('location'))
  }
  throw new TransferError('the server redirects without an end', true)
}

function allowedTarget(from: string, location: string | null): string {
  const target = location === null ? null : URL.parse(location, from)
  const allowed = target && isPrivate(target.href) && (target.protocol === 'https:' || isLoopback(from))
  if (!allowed) throw new TransferError('the server redirects to an address without https', true)
  return target.href
}
