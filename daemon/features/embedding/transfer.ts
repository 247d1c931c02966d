import { createReadStream } from 'node:fs'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { isLoopback, isPrivate } from '../../kernel/private-url.ts'
import { TransferError, toTransferError } from './transfer-error.ts'

/** A server that sends nothing for so long is given up, in milliseconds. */
export const silenceTimeoutMs = 30_000

interface Transfer {
  readonly url: string
  /** The file that takes what comes; what it holds already is not fetched again. */
  readonly part: string
  /** The size of the whole; null where its server is to tell it. */
  readonly bytes: number | null
  /** Whether a file of another size is refused; else the size holds only for what the part already has. */
  readonly pinned: boolean
  /** What the file has to begin with, in ASCII; null for anything. */
  readonly magic: string | null
  /** What the server called the version that the part is of. */
  readonly etag: string | null
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Told what the server says of the file before any of it is written. */
  readonly learn: (told: FileFacts) => void
  /** Told how many bytes the part holds, and how many of them have just come. */
  readonly progress: (bytes: number, received: number) => void
}

/** What a server says of a file. */
export interface FileFacts {
  /** What it calls this version; null where that says nothing of each byte. */
  readonly etag: string | null
  readonly bytes: number
  /** The checksum, in hex digits, where it names the file by that. */
  readonly sha256: string | null
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

async function fill(filling: Filling): Promise<void> {
  const { url, part, bytes, etag, signal, learn, progress, heard, magic } = filling
  const held = await heldBytes(part, bytes ?? 0)
  if (held === bytes) return
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (held > 0) headers['range'] = `bytes=${held}-`
  if (held > 0 && etag !== null) headers['if-range'] = etag
  const { response, linked } = await getFollowing(url, headers, signal)
  const from = await beginningOf(response, held, part)
  const own = response.headers.get('etag')
  const size = await sizeIn(response, from, filling)
  const { body } = response
  try {
    if (!body) throw new TransferError('the connection failed', false)
    if (magic !== null && size < magic.length) throw noGguf()
    await assertRoom(part, size - from)
  } catch (error) {
    await body?.cancel()
    throw error
  }
  learn({ etag: strong(own), bytes: size, sha256: checksumIn(linked) ?? checksumIn(own) })
  const file = await open(part, from > 0 ? 'a' : 'w', 0o600)
  try {
    let written = from
    for await (const chunk of body) {
      heard()
      written += chunk.length
      if (written > size) throw otherSize()
      await file.writeFile(chunk)
      if (magic !== null && from === 0 && written - chunk.length < magic.length)
        await assertBegins(part, magic)
      progress(written, chunk.length)
    }
    if (written < size) throw new TransferError('the connection failed', false)
    await file.sync()
  } finally {
    await file.close()
  }
}

const otherSize = () => new TransferError('the server has a file of another size', true)

/** The size of the whole, as far as the answer tells it. Throws where it is another file than the one that is wanted. */
async function sizeIn(
  { headers, body }: Response,
  from: number,
  { bytes, pinned, part }: Pick<Filling, 'bytes' | 'pinned' | 'part'>,
): Promise<number> {
  const length = headers.get('content-length')
  const told = length === null ? null : from + Number(length)
  if (bytes !== null && (pinned || from > 0) && (told === null || told === bytes)) return bytes
  if (!pinned && from === 0 && told !== null) return told
  await body?.cancel()
  if (pinned) throw otherSize()
  if (from === 0) throw new TransferError('the server does not say how large the file is', true)
  // What was there before is of another file: the next try asks for the whole.
  await rm(part, { force: true })
  throw new TransferError('the server has another file by now', false)
}

/** So much is left free for everything else, in bytes. */
const reserve = 256 * 1_024 * 1_024

async function assertRoom(part: string, wanted: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(part))
  if (wanted + reserve > bavail * bsize) throw new TransferError('there is too little room on the disk', true)
}

/** Throws, and removes the file, where it begins with something else. */
export async function assertBegins(path: string, magic: string): Promise<void> {
  const begins = await createReadStream(path, { end: magic.length - 1 }).toArray()
  // What is still too short may become it.
  if (magic.startsWith(Buffer.concat(begins).toString('latin1'))) return
  await rm(path)
  throw noGguf()
}

const noGguf = () => new TransferError('this is no GGUF file; nothing of it was kept', true)

/** The checksum by which Git LFS, and so Hugging Face, names a file: SHA-256, in hex digits. */
const checksumIn = (etag: string | null): string | null =>
  /^"?([0-9a-f]{64})"?$/.exec(etag ?? '')?.[1] ?? null

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

/** An answer, and how Hugging Face named the file on the way to where it lies. */
interface Followed {
  readonly response: Response
  readonly linked: string | null
}

/**
 * GETs `url` and follows redirects, at most 5, each to https alone; only this machine may send on to itself by http.
 * Rejects with `TransferError` where one leads elsewhere.
 */
async function getFollowing(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Followed> {
  let at = url
  let linked: string | null = null
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await fetch(at, { headers, signal, redirect: 'manual' })
    linked ??= response.headers.get('x-linked-etag')
    if (![301, 302, 303, 307, 308].includes(response.status)) return { response, linked }
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
