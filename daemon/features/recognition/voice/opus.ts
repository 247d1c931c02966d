import { AudioRefused, maxSeconds, mixed, sampleRate, type Sound } from './sound.ts'

/** Opus counts in these, whatever it is decoded to. */
const opusRate = 48_000
const packetsAtOnce = 50
/** The most bytes that a packet may have (RFC 7845, 6). */
const maxPacketBytes = 61_440

/** Reads Opus in an Ogg container (RFC 7845) with one or two channels, by libopus as WebAssembly. Throws `AudioRefused`. */
export async function readOggOpus(bytes: Uint8Array): Promise<Sound> {
  const { packets, end } = readOgg(bytes)
  const [head, , ...frames] = packets
  if (!head || head.length < 19 || Buffer.from(head.subarray(0, 8)).toString('latin1') !== 'OpusHead')
    throw new AudioRefused('unsupported_audio')
  const channels = head[9] ?? 0
  const mappingFamily = head[18]
  if (mappingFamily !== 0 || channels < 1 || channels > 2) throw new AudioRefused('unsupported_audio')
  const preSkip = (head[10] ?? 0) + 256 * (head[11] ?? 0)
  const decoded = await decode(frames, channels)
  const toSamples = (count: number) => Math.round((count * sampleRate) / opusRate)
  // The last page says where the recording ends within the last packet.
  const length = end > preSkip ? Math.min(decoded.length, toSamples(end)) : decoded.length
  return { rate: sampleRate, samples: decoded.subarray(Math.min(toSamples(preSkip), length), length) }
}

async function decode(frames: readonly Uint8Array[], channels: number): Promise<Float32Array> {
  if (frames.length === 0 || frames.some(({ length }) => length === 0 || length > maxPacketBytes))
    throw new AudioRefused('not_audio')
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({
    sampleRate,
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: channels === 2 ? [0, 1] : [0],
    preSkip: 0,
  })
  await decoder.ready
  try {
    const parts: Float32Array[] = []
    let count = 0
    for (let at = 0; at < frames.length; at += packetsAtOnce) {
      const { channelData, errors } = decoder.decodeFrames(frames.slice(at, at + packetsAtOnce))
      if (errors.length > 0) throw new AudioRefused('not_audio')
      const part = mixed(channelData)
      parts.push(part)
      count += part.length
      if (count > (maxSeconds + 1) * sampleRate) throw new AudioRefused('too_long')
    }
    return concatenated(parts, count)
  } catch (error) {
    throw error instanceof AudioRefused ? error : new AudioRefused('not_audio')
  } finally {
    decoder.free()
  }
}

function concatenated(parts: readonly Float32Array[], count: number): Float32Array {
  const all = new Float32Array(count)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The packets of the one stream of an Ogg file (RFC 3533), and the position at which its last page ends. */
function readOgg(bytes: Uint8Array): { packets: Uint8Array[]; end: number } {
  const packets: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let pending: Uint8Array[] = []
  let end = 0
  let stream: number | null = null
  for (let at = 0; at < bytes.length;) {
    if (at + 27 > bytes.length || view.getUint32(at) !== oggS || view.getUint8(at + 4) !== 0) break
    const serial = view.getUint32(at + 14, true)
    const segments = view.getUint8(at + 26)
    const lacing = bytes.subarray(at + 27, at + 27 + segments)
    const position = Number(view.getBigInt64(at + 6, true))
    let from = at + 27 + segments
    stream ??= serial
    for (const length of lacing) {
      if (serial === stream) pending.push(bytes.subarray(from, from + length))
      from += length
      // A packet ends with a segment that is not full.
      if (length === 255 || serial !== stream) continue
      packets.push(pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending))
      pending = []
    }
    if (from > bytes.length) throw new AudioRefused('not_audio')
    if (serial === stream && position > 0) end = position
    at = from
  }
  if (packets.length === 0) throw new AudioRefused('not_audio')
  return { packets, end }
}

/** `OggS`, the beginning of every page. */
const oggS = 0x4f676753
