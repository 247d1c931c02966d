import { readOggOpus } from './opus.ts'
import { AudioRefused, maxSeconds, resampled, sampleRate, type Sound } from './sound.ts'
import { readWav } from './wav.ts'

/** The formats that are read, as media types. */
export const audioFormats = ['audio/L16;rate=16000', 'audio/wav', 'audio/ogg'] as const
export type AudioFormat = (typeof audioFormats)[number]

/** Reads a recording to one channel at 16 kHz. Throws `AudioRefused` for what is none, and for one of over 30 s. */
export async function readAudio(bytes: Uint8Array, format: AudioFormat): Promise<Float32Array> {
  const sound = await read(bytes, format)
  const seconds = sound.samples.length / sound.rate
  if (seconds > maxSeconds + 0.1) throw new AudioRefused('too_long', Math.round(seconds * 10) / 10)
  if (!sound.samples.every((sample) => Number.isFinite(sample))) throw new AudioRefused('not_audio')
  return resampled(sound)
}

function read(bytes: Uint8Array, format: AudioFormat): Sound | Promise<Sound> {
  if (format === 'audio/wav') return readWav(bytes)
  if (format === 'audio/ogg') return readOggOpus(bytes)
  return { rate: sampleRate, samples: readLinear(bytes) }
}

/**
 * Reads bare samples of 16 bits. RFC 2586 says most significant byte first, and most programs write the other order: the
 * one in which neighbouring samples are close to each other is the right one.
 */
function readLinear(bytes: Uint8Array): Float32Array {
  if (bytes.length % 2 !== 0 || bytes.length === 0) throw new AudioRefused('not_audio')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length / 2
  const samples = (little: boolean) =>
    Float32Array.from({ length: count }, (_, at) => view.getInt16(at * 2, little) / 32_768)
  const roughness = (sound: Float32Array) =>
    sound.reduce((sum, sample, at) => sum + Math.abs(sample - (sound[at - 1] ?? sample)), 0)
  const [big, little] = [samples(false), samples(true)]
  return roughness(big) < roughness(little) ? big : little
}
