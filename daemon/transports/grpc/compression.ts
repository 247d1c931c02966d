import { channel } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { lazy } from '../../kernel/lazy.ts'

/** A shorter message is not worth it, in bytes. */
const minBytes = 1_024
/** What is before each message: whether it is compressed, and its length. */
const prefixBytes = 5

const compress = promisify(gzip)

interface Created {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
}

/**
 * Compresses the replies to gRPC clients that accept gzip, of every server of this process. The library compresses nothing
 * that a server sends, and hides from interceptors what a client accepts; so this is done to the stream below it.
 */
export const compressReplies = lazy(() =>
  channel('http2.server.stream.created').subscribe((message) => {
    const { stream, headers } = message as Created
    const accepted = String(headers['grpc-accept-encoding'] ?? '').split(',')
    if (accepted.some((one) => one.trim() === 'gzip')) compressStream(stream)
  }),
)

type OnWritten = (error?: Error | null) => void

function compressStream(stream: ServerHttp2Stream): void {
  const respond = stream.respond.bind(stream)
  const write: (framed: Buffer, encoding: BufferEncoding, written?: OnWritten) => boolean =
    stream.write.bind(stream)
  let compresses = false

  stream.respond = (headers, options) => {
    const answered = headers as OutgoingHttpHeaders | undefined
    // A refusal has no messages, and does not say how they are encoded.
    compresses = answered?.['grpc-encoding'] !== undefined
    respond(compresses ? { ...answered, 'grpc-encoding': 'gzip' } : headers, options)
  }

  // The library writes one message at a time, each with what is before it, and waits for the one before.
  const writeCompressed = async (framed: Buffer, written?: OnWritten): Promise<void> => {
    try {
      const message = await compress(framed.subarray(prefixBytes))
      const prefix = Buffer.alloc(prefixBytes)
      prefix.writeUInt8(1, 0)
      prefix.writeUInt32BE(message.length, 1)
      // Where the call has ended meanwhile, nobody waits for it.
      if (!stream.destroyed && !stream.writableEnded) write(Buffer.concat([prefix, message]), 'utf8', written)
    } catch (error) {
      written?.(error as Error)
    }
  }

  stream.write = ((framed: Buffer, written?: OnWritten) => {
    if (!compresses || !isMessage(framed)) return write(framed, 'utf8', written)
    void writeCompressed(framed, written)
    return true
  }) as ServerHttp2Stream['write']
}

/** Whether these bytes are one uncompressed message, long enough to be compressed. */
const isMessage = (framed: Buffer): boolean =>
  framed.length >= prefixBytes + minBytes &&
  framed[0] === 0 &&
  framed.readUInt32BE(1) === framed.length - prefixBytes
