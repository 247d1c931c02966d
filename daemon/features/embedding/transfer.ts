import { open, rm, stat } from 'node:fs/promises'
import type { Clock } from '../../kernel/clock.ts'
import { isLoopback, isPrivate } from '../../kernel/private-url.ts'
import { TransferError, toTransferError } from './transfer-error.ts'

/** A server that sends nothing for so long is given up, in milliseconds. */
export const silenceTimeoutMs = 30_000

interface Transfer {
  readonly url: string
  /** The file that takes what comes; what it holds already is not fetched again. */
  readonly part: string
  /** The size of the whole. */
  readonly bytes: number
  /** What the server called the version that the part is of. */
  readonly etag: string | null
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Told the version before any of it is written. */
  readonly learn: (etag: string | null) => void
  /** Told how many bytes the part holds. */
  readonly progress: (bytes: number) => void
}

/**
 * One attempt to fill `part` from `url`. Resumes at its end if the server has the same version and supports ranges;
 * starts over otherwise. Rejects with `TransferError`; received data is kept for the next attempt.
 */
export async function transfer({ clock, signal, ...rest }: Transfer): Promise<void> {
  const silence = new AbortController()
  let cancel = () => {}
  const heard = () => {
    cancel()
    cancel = clock.after(silenceTimeoutMs, () => silence.abort())
  }
  heard()
  try {
    await fill({ ...rest, heard, signal: AbortSignal.any([signal, silence.signal]) })
  } catch (error) {
    throw toTransferError(error)
  } finally {
    cancel()
  }
}

interface Filling extends Omit<Transfer, 'clock'> {
  readonly heard: () => void
}

async function fill({ url, part, bytes, etag, signal, learn, progress, heard }: Filling): Promise<void> {
  const held = await heldBytes(part, bytes)
  if (held === bytes) return
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (held > 0) headers['range'] = `bytes=${held}-`
  if (held > 0 && etag !== null) headers['if-range'] = etag
  const response = await getFollowing(url, headers, signal)
  const from = await beginningOf(response, held, part)
  const length = response.headers.get('content-length')
  const { body } = response
  if (!body || (length !== null && from + Number(length) !== bytes)) {
    await body?.cancel()
    throw new TransferError('the server has a file of another size', true)
  }
  learn(strong(response.headers.get('etag')))
  const file = await open(part, from > 0 ? 'a' : 'w', 0o600)
  try {
    let written = from
    for await (const chunk of body) {
      heard()
      written += chunk.length
      if (written > bytes) throw new TransferError('the server has a file of another size', true)
      await file.writeFile(chunk)
      progress(written)
    }
    if (written < bytes) throw new TransferError('the connection failed', false)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Where in the file the answer begins. */
async function beginningOf(response: Response, held: number, part: string): Promise<number> {
  const { status, headers } = response
  if (status === 200) return 0
  const range = headers.get('content-range')
  if (status === 206 && held > 0 && range?.startsWith(`bytes ${held}-`)) return held
  await response.body?.cancel()
  // It has another range than what was asked for: the next try asks for the whole.
  if (status === 206 || status === 416) await rm(part, { force: true })
  const again = [206, 408, 416, 429].includes(status) || status >= 500
  throw new TransferError(`the server responded with ${status}`, !again)
}

async function heldBytes(part: string, bytes: number): Promise<number> {
  const held = await stat(part).then(
    ({ size }) => size,
    () => 0,
  )
  if (held <= bytes) return held
  await rm(part)
  return 0
}

/** Only a strong validator says that two answers are the same, byte by byte. */
const strong = (etag: string | null) => (etag?.startsWith('"') ? etag : null)

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
  throw new TransferError('the server redirects too often', true)
}

function allowedTarget(from: string, location: string | null): string {
  const target = location === null ? null : URL.parse(location, from)
  const allowed = target && isPrivate(target.href) && (target.protocol === 'https:' || isLoopback(from))
  if (!allowed) throw new TransferError('the server redirects to an address without https', true)
  return target.href
}
