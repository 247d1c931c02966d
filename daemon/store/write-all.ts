import { writeSync } from 'node:fs'

/**
 * Writes all of some bytes, at a position of the file or where it stands. A disk that is getting full takes a part of them
 * without a word; what is left then throws.
 */
export function writeAll(descriptor: number, content: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < content.length;) {
    const at = position === null ? null : position + done
    done += writeSync(descriptor, content, done, content.length - done, at)
  }
}
