import type { Readable } from 'node:stream'

/** A line of a stream, counted from 1; `bytes` is null where it is too long to be read. */
export interface Line {
  readonly number: number
  readonly bytes: Buffer | null
}

/** The longest line, in bytes. */
export const maxLineBytes = 65_536
const maxLines = 128
/** A batch is full from here, so that it is at most a line more than what one ordinary request brings. */
const maxBytes = 262_144

/**
 * The lines of a stream of bytes that are not blank, in batches: of 128 lines or 256 KiB, or of what has come where
 * nothing more is waiting. The stream is read no further while a batch is in use. One that breaks off ends, without
 * the line that it broke off in.
 */
export async function* batchesOfLines(source: Readable): AsyncGenerator<Line[]> {
  const lines = openLines()
  let batch: Line[] = []
  let size = 0
  const add = (line: Line) => {
    batch.push(line)
    size += line.bytes?.length ?? 0
  }
  const take = () => {
    const taken = batch
    batch = []
    size = 0
    return taken
  }
  for await (const chunk of unbroken(source)) {
    for (const line of lines.read(chunk)) {
      add(line)
      if (batch.length === maxLines || size >= maxBytes) yield take()
    }
    if (batch.length > 0 && source.readableLength === 0) yield take()
  }
  if (!source.readableEnded) return
  for (const line of lines.end()) add(line)
  if (batch.length > 0) yield take()
}

/** What comes before a stream breaks; the stream itself is left as it is, also where nobody wants the rest. */
async function* unbroken(source: Readable): AsyncGenerator<Buffer> {
  const chunks = source.iterator({ destroyOnReturn: false })
  try {
    yield* chunks
  } catch {
    // The connection has broken: nobody is there to be told.
  }
}

/** Cuts bytes into lines, and holds at most one of them. */
function openLines() {
  const held = Buffer.allocUnsafe(maxLineBytes)
  let [number, length] = [0, 0]

  const finish = (rest: Buffer): Line[] => {
    const before = length
    length = 0
    number += 1
    if (before + rest.length > maxLineBytes) return [{ number, bytes: null }]
    const bytes = before === 0 ? rest : Buffer.concat([held.subarray(0, before), rest])
    return isBlank(bytes) ? [] : [{ number, bytes }]
  }

  return {
    read: function* (chunk: Buffer): Generator<Line> {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        yield* finish(chunk.subarray(from, at))
        from = at + 1
      }
      chunk.copy(held, Math.min(length, maxLineBytes), from)
      length += chunk.length - from
    },
    /** The last line, where no newline ends it. */
    end: (): Line[] => (length === 0 ? [] : finish(Buffer.alloc(0))),
  }
}

const newline = 0x0a
const blank = new Set([0x09, 0x0d, 0x20])
const isBlank = (bytes: Buffer) => bytes.every((byte) => blank.has(byte))
