import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { logName } from '../../kernel/home.ts'

/** How much is read at most for one answer, in bytes. */
const maxReadBytes = 2_097_152

/** The newest lines of the log files in a folder, the newest first: whole ones, from the last 2 MiB. */
export async function* newestLines(folder: string, maxBytes = maxReadBytes): AsyncGenerator<string> {
  let left = maxBytes
  for (const name of await newestFirst(folder)) {
    if (left <= 0) return
    const text = await tail(join(folder, name), left)
    left -= Buffer.byteLength(text)
    yield* text
      .split('\n')
      .filter((line) => line !== '')
      .toReversed()
  }
}

async function newestFirst(folder: string): Promise<string[]> {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const [, number] = logName.exec(name) ?? []
    return number === undefined ? [] : [{ name, number: Number(number) }]
  })
  return numbers.toSorted((a, b) => b.number - a.number).map(({ name }) => name)
}

/** The last whole lines of a file, within so many bytes; nothing of one that has just been rotated away. */
async function tail(path: string, maxBytes: number): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return ''
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - maxBytes)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start })
    const first = start === 0 ? 0 : buffer.indexOf('\n') + 1
    // Without its end the last one is being written.
    return buffer.toString('utf8', first, buffer.lastIndexOf('\n', bytesRead - 1) + 1)
  } finally {
    await file.close()
  }
}
