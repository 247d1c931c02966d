import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** One point of a picture, each 0 to 255. */
export interface Pixel {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** A picture, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: readonly Pixel[]
}

const header = 33
const bytes = 4

/** Reads a PNG of 8 bits a channel with alpha, not interlaced: what browsers write (https://www.w3.org/TR/png-3/). */
export function readPng(path: string): Picture {
  const file = readFileSync(path)
  assert.equal(file.toString('latin1', 1, 4), 'PNG')
  assert.deepEqual([...file.subarray(24, 29)], [8, 6, 0, 0, 0], `${path} is of another kind`)
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const rows = unfilter(inflateSync(Buffer.concat(dataOf(file))), width * bytes, height)
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rows.subarray(at * bytes)
    return { red, green, blue, alpha }
  })
  return { width, height, pixels }
}

function dataOf(file: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = header; at < file.length;) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return chunks
}

/** Undoes what each row is told by: the differences to what is left of it and above it. */
function unfilter(raw: Buffer, stride: number, height: number): Buffer {
  const rows = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column
      const left = column < bytes ? 0 : (rows[at - bytes] ?? 0)
      const above = row === 0 ? 0 : (rows[at - stride] ?? 0)
      const corner = row === 0 || column < bytes ? 0 : (rows[at - stride - bytes] ?? 0)
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]
      assert.ok(guess !== undefined)
      rows[at] = (raw[row * (stride + 1) + 1 + column] ?? 0) + guess
    }
  }
  return rows
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const nearest = Math.min(...[left, above, corner].map((value) => Math.abs(guess - value)))
  return [left, above, corner].find((value) => Math.abs(guess - value) === nearest) ?? left
}
