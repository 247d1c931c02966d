import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRandom } from './random.ts'

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const part = (field: number, content: Buffer | string) => {
  const bytes = Buffer.from(content)
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}

const bands = 80
export const tinyDimension = 16

/**
 * A model of speakers in ONNX as WeSpeaker has them, which sherpa-onnx takes: the mean of 80 mel bands over all frames, times
 * weights at random. It tells nobody apart well, but runs like any other.
 */
export function tinyOnnx(seed = 5): Buffer {
  const random = openRandom(seed)
  const weights = Float32Array.from({ length: bands * tinyDimension }, () => random.normal() / 9)
  const initializer = Buffer.concat([
    number(1, bands),
    number(1, tinyDimension),
    number(2, 1),
    part(8, 'weights'),
    part(9, Buffer.from(weights.buffer)),
  ])
  const axes = Buffer.concat([part(1, 'axes'), number(8, 1), number(20, 7)])
  const keep = Buffer.concat([part(1, 'keepdims'), number(3, 0), number(20, 2)])
  const nodes = [
    [part(1, 'feats'), part(2, 'mean'), part(4, 'ReduceMean'), part(5, axes), part(5, keep)],
    [part(1, 'mean'), part(1, 'weights'), part(2, 'embs'), part(4, 'MatMul')],
  ]
  const shaped = (name: string, ...sizes: (number | string)[]) => {
    const shape = Buffer.concat(
      sizes.map((size) => part(1, typeof size === 'number' ? number(1, size) : part(2, size))),
    )
    return Buffer.concat([part(1, name), part(2, part(1, Buffer.concat([number(1, 1), part(2, shape)])))])
  }
  const graph = Buffer.concat([
    ...nodes.map((node) => part(1, Buffer.concat(node))),
    part(2, 'tiny'),
    part(5, initializer),
    part(11, shaped('feats', 'N', 'T', bands)),
    part(12, shaped('embs', 'N', tinyDimension)),
  ])
  const metadata = {
    framework: 'wespeaker',
    language: 'English',
    url: 'none',
    comment: 'random weights',
    sample_rate: '16000',
    output_dim: String(tinyDimension),
    normalize_samples: '0',
  }
  return Buffer.concat([
    number(1, 8),
    part(8, number(2, 13)),
    part(7, graph),
    ...Object.entries(metadata).map(([key, value]) =>
      part(14, Buffer.concat([part(1, key), part(2, value)])),
    ),
  ])
}

/**
 * The path of such a model with a calibration of the voices that `spoken` makes: a cosine of 0.98 and more is that of one of
 * them, one of 0.95 and less that of two. With another seed it is another model.
 */
export function tinyModel(seed?: number): string {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-speakers-'))
  process.once('exit', () => folder.remove())
  const file = join(folder.path, 'tiny.onnx')
  const calibration = { intercept: -385, score: 400, seconds: 0, score_seconds: 0 }
  const max = Math.log(9)
  writeFileSync(file, tinyOnnx(seed))
  writeFileSync(`${file}.json`, JSON.stringify({ ...calibration, min_log_odds: -max, max_log_odds: max }))
  return file
}
