import { randomBytes } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { writeAll } from '../write-all.ts'
import { findLog, judgeLog, openToRead, pageOf } from './look.ts'
import { type MirrorFiles, type Sums, type SumsHeader, sumOfPage } from './sums.ts'

interface ImageParts {
  readonly files: MirrorFiles
  readonly sums: Sums
  readonly header: SumsHeader
  /** The file that it is written to. */
  readonly to: string
}

/**
 * Writes a database whose pages are each taken from where they are whole. Answers the text that the others are filled with: a
 * value that holds it was read from one of them.
 */
export function writeImage({ files, sums, header, to }: ImageParts): string {
  const found = findLog(files, header)
  const { frames } = judgeLog(found.wal, header, sums.logEnd())
  const newest = new Map(frames.map((frame) => [frame.page, frame]))
  const pages = frames.at(-1)?.pages ?? header.pages
  const filler = randomBytes(16).toString('hex')
  const filled = Buffer.alloc(header.pageSize, filler, 'latin1')
  const [main, mirror] = [openToRead(files.database), openToRead(files.mirror)]
  const image = openSync(to, 'w', 0o600)
  try {
    for (let page = 1; page <= pages; page += 1) {
      const frame = newest.get(page)
      const copies = [pageOf(main, page, header.pageSize), pageOf(mirror, page, header.pageSize)]
      const isRight = (content: Buffer | null) => content !== null && sumOfPage(content) === sums.of(page)
      const content = frame
        ? found.content.subarray(frame.at, frame.at + header.pageSize)
        : copies.find(isRight)
      writeAll(image, content ?? filled, (page - 1) * header.pageSize)
    }
    fdatasyncSync(image)
  } finally {
    for (const descriptor of [main, mirror, image]) if (descriptor !== null) closeSync(descriptor)
  }
  return filler
}
