import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { isProof, proofPath } from '../../kernel/proof.ts'
import { ConnectionError } from '../errors.ts'

/** What answers is not the daemon of this home, or nobody can tell: nothing was sent that is worth anything. */
export class UntrustedDaemonError extends ConnectionError {}

export interface Claim {
  /** What the daemon expects as `Host`. */
  readonly host: string
  /** Where this connection leads, as the daemon must sign it. */
  readonly address: string
  /** The daemon's key; null for one of an earlier version. */
  readonly proof_key: string | null
  /** What people know the address by. */
  readonly name: string
}

/** More than an answer of a daemon ever has, in characters. */
const maxAnswerLength = 4_096

/**
 * Has whoever is at the other end of a connection prove that it is the daemon, by an HTTP request of its own on that very
 * connection, which can be used for others afterwards. Throws `UntrustedDaemonError`.
 */
export async function assertProved(
  socket: Socket,
  { host, address, proof_key, name }: Claim,
  signal: AbortSignal,
): Promise<void> {
  if (proof_key === null)
    throw new UntrustedDaemonError(`the daemon at ${name} is of an earlier version, and cannot prove itself`)
  const nonce = randomBytes(32).toString('base64url')
  socket.write(
    `GET ${proofPath}?nonce=${nonce} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\n\r\n`,
  )
  const signature = signatureIn(await readAnswer(socket, signal))
  if (!isProof(proof_key, nonce, address, signature))
    throw new UntrustedDaemonError(`something else answers at ${name}; it is not your companion`)
}

/** Reads one answer as text, and no further; what does not look like one is cut off. */
async function readAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = ''
  while (!isWhole(text) && text.length < maxAnswerLength) {
    const piece = socket.read() as Buffer | null
    if (piece !== null) text += piece.toString('latin1')
    else if (socket.readableEnded || socket.destroyed) break
    else await once(socket, 'readable', { signal })
  }
  return text
}

const bodyOf = (text: string) => /\r\n\r\n([^]*)$/.exec(text)?.[1]

function isWhole(text: string): boolean {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  const body = bodyOf(text)
  return body !== undefined && (length === undefined || body.length >= Number(length))
}

function signatureIn(text: string): string {
  try {
    const { signature } = JSON.parse(bodyOf(text) ?? '') as { signature?: unknown }
    return typeof signature === 'string' ? signature : ''
  } catch {
    return ''
  }
}
