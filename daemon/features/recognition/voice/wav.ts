import { AudioRefused, mixed, type Sound } from './sound.ts'

const formats = { integer: 1, float: 3, extensible: 0xfffe }

/** Reads a WAV file of 8, 16, 24 or 32 bits, or of floating point, with 1 to 8 channels. Throws `AudioRefused`. */
export function readWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = (at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
  if (bytes.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new AudioRefused('not_audio')
  let format: Format | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const start = at + 8
    if (name(at) === 'fmt ') format = readFormat(view, start, length)
    if (name(at) === 'data') {
      if (!format) throw new AudioRefused('not_audio')
      // Programs that write as they record leave the length open, or never come to correct it.
      return samplesOf(view, start, Math.min(length, bytes.length - start), format)
    }
    at = start + length + (length % 2)
  }
  throw new AudioRefused('not_audio')
}

interface Format {
  readonly rate: number
  readonly channels: number
  /** Reads a sample at a byte, from -1 to 1. */
  readonly read: (view: DataView, at: number) => number
  readonly bytesPerSample: number
}

function readFormat(view: DataView, at: number, length: number): Format {
  if (length < 16 || at + length > view.byteLength) throw new AudioRefused('not_audio')
  const code = view.getUint16(at, true)
  const channels = view.getUint16(at + 2, true)
  const rate = view.getUint32(at + 4, true)
  const bits = view.getUint16(at + 14, true)
  // The first two bytes of the subformat of an extensible file are the code of the others.
  const kind = code === formats.extensible && length >= 26 ? view.getUint16(at + 24, true) : code
  const read = readers[`${kind}/${bits}`]
  if (!read || channels < 1 || channels > 8 || rate < 8_000 || rate > 192_000)
    throw new AudioRefused('unsupported_audio')
  return { rate, channels, read, bytesPerSample: bits / 8 }
}

const readers: Readonly<Record<string, Format['read']>> = {
  '1/8': (view, at) => (view.getUint8(at) - 128) / 128,
  '1/16': (view, at) => view.getInt16(at, true) / 32_768,
  '1/24': (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608,
  '1/32': (view, at) => view.getInt32(at, true) / 2_147_483_648,
  '3/32': (view, at) => view.getFloat32(at, true),
  '3/64': (view, at) => view.getFloat64(at, true),
}

function samplesOf(
  view: DataView,
  start: number,
  length: number,
  { rate, channels, read, bytesPerSample }: Format,
): Sound {
  const count = Math.floor(length / (bytesPerSample * channels))
  const each = Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(count)
    for (let at = 0; at < count; at += 1)
      samples[at] = read(view, start + (at * channels + channel) * bytesPerSample)
    return samples
  })
  return { rate, samples: mixed(each) }
}
