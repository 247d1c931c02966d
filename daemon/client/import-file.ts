import type { Client } from './client.ts'
import type { InputOf, OutputOf } from './types.ts'

export type Import = OutputOf<'imports.get'>['import']
export type Preview = OutputOf<'imports.preview'>
export type ImportOptions = Omit<InputOf<'imports.start'>, 'id'>
export type ExportFormat = NonNullable<InputOf<'memory.export'>['format']>

type Caller = Pick<Client, 'call'>

/** How many bytes of JSON the text of a part may be: a request may have 256 KiB. */
const maxPartBytes = 200_000

const encoder = new TextEncoder()
const sizeOf = (text: string) => encoder.encode(JSON.stringify(text)).length

/** A text in parts that fit into requests; no character is cut in two. */
export function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let length = maxPartBytes
    while (sizeOf(text.slice(at, at + length)) > maxPartBytes) length = Math.floor(length / 2)
    const last = text.charCodeAt(at + length - 1)
    if (at + length < text.length && last >= 0xd800 && last <= 0xdbff) length -= 1
    yield text.slice(at, at + length)
    at += length
  }
}

/**
 * Sends a file to be imported, part by part, and tells `progress` after each how much of it has come, 0 to 1, and the import. Nothing of it
 * is stored before it is started. Throws what the client throws.
 */
export async function sendFile(
  client: Caller,
  text: string,
  options: ImportOptions,
  progress: (share: number, sofar: Import) => void = () => {},
  signal?: AbortSignal,
): Promise<Import> {
  const more = signal ? { signal } : {}
  let sent: Import | null = null
  for (const part of partsOf(text)) {
    const answer: { import: Import } = sent
      ? await client.call(
          'imports.append',
          { id: sent.import_uuid, position: sent.received, text: part },
          more,
        )
      : await client.call('imports.create', { text: part, more: true, ...options }, more)
    sent = answer.import
    progress(sent.received / text.length, sent)
  }
  if (!sent) throw new TypeError('the file is empty')
  return sent
}

/** Reads all memories of a member as a file, and tells `progress` after each part how many of the total are read. */
export async function exportAll(
  client: Caller,
  format: ExportFormat,
  progress: (read: number, total: number) => void = () => {},
): Promise<{ readonly text: string; readonly memories: number }> {
  let [text, memories] = ['', 0]
  for (let after: string | null | undefined; after !== null;) {
    const part: OutputOf<'memory.export'> = await client.call('memory.export', {
      format,
      ...(after !== undefined && { after }),
    })
    text += part.text
    memories += part.memories
    after = part.next
    progress(memories, part.total)
  }
  return { text, memories }
}

/** Whether a file is encrypted with age, armored or not, by how it begins. */
export const isSealed = (file: Uint8Array): boolean =>
  /^(?:age-encryption\.org\/v1\n|-----BEGIN AGE ENCRYPTED FILE-----)/.test(
    new TextDecoder('latin1').decode(file.subarray(0, 64)),
  )

/**
 * Reads everything of a member as one file, and tells `progress` after each part how many of how many lines are read. Throws
 * what the client throws.
 */
export async function exportArchive(
  client: Caller,
  progress: (read: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<{ readonly text: string; readonly lines: number }> {
  let [text, lines] = ['', 0]
  for (let after: string | null | undefined; after !== null;) {
    const part: OutputOf<'archive.export'> = await client.call(
      'archive.export',
      after === undefined ? {} : { after },
      signal ? { signal } : {},
    )
    text += part.text
    lines += part.lines
    after = part.next
    progress(lines, part.total)
  }
  return { text, lines }
}
