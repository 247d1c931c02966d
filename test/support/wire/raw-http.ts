import { once } from 'node:events'
import { connect } from 'node:net'
import type { Daemon } from '../../../daemon/main.ts'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface RawRequest {
  readonly line: string
  /** The whole `Host` line; the daemon's own where it is left out. */
  readonly host?: string | undefined
  /** The lines of the head after `Host`; the length is added where none of them says one. */
  readonly head?: readonly string[]
  readonly body?: string | Buffer
}

type Address = Pick<Daemon, 'file'>

/** Sends a request line by line, however odd its lines are. */
export function sendRaw(daemon: Address, { line, host, head = [], body }: RawRequest): Promise<RawAnswer> {
  const measured = body === undefined || head.some((one) => /^(transfer-encoding|content-length)/i.test(one))
  const lines = [
    line,
    host ?? `Host: ${new URL(daemon.file.base_url).host}`,
    'Connection: close',
    ...head,
    ...(measured ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return sendBytes(daemon, Buffer.concat([text, Buffer.from(body ?? '')]))
}

/** Sends bytes as they are and reads until the daemon closes the connection; gives up after 5 s of silence. */
export async function sendBytes({ file }: Address, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(Number(new URL(file.base_url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Who refuses a request before the whole of it is there resets the connection after the answer.
  socket.on('error', () => {})
  socket.setTimeout(5_000, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const text = rest.join('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: text === '' ? null : JSON.parse(text) }
}

/** What a refusal complains of, in either shape of an error. */
export function complaint({ body }: Pick<RawAnswer, 'body'>): string {
  if (typeof body?.detail === 'string') return body.detail
  const { code, message, details } = body?.error ?? {}
  return [code, message, details?.field, details?.reason].join(' ')
}
