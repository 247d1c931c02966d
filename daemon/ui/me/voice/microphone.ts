/** The rate at which the daemon compares voices, in samples a second. */
const sampleRate = 16_000
/** How often the level is told, in milliseconds. */
const levelMs = 100
/** A recording ends by itself after so many milliseconds: the daemon takes 30 s at most. */
const maxRecordingMs = 25_000

export interface Recording {
  /** Ends it; resolves with a WAV file of what was heard. */
  readonly finish: () => Promise<Uint8Array>
  /** Ends it, and forgets it. */
  readonly cancel: () => void
}

interface Listeners {
  /** How loud it is, from 0 to 1. */
  readonly onLevel: (level: number) => void
  /** It has ended by itself. */
  readonly onEnd: () => void
}

/** Why there is nothing to record with. */
export type MicrophoneProblem = 'denied' | 'missing' | 'failed'

/** What to say where a recording did not begin. */
export function problemOf(error: unknown): MicrophoneProblem {
  if (!(error instanceof DOMException)) return 'failed'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'denied'
  return error.name === 'NotFoundError' ? 'missing' : 'failed'
}

/** Begins to record, as plainly as the microphone hears it; rejects where there is none, or it may not be used. */
export async function startRecording({ onLevel, onEnd }: Listeners): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  })
  // As fast as the microphone is: not every browser lets another rate listen to it.
  const context = new AudioContext()
  const parts: Blob[] = []
  const recorder = new MediaRecorder(stream)
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const watch = watchLevel(context, stream, onLevel)
  const timer = setTimeout(onEnd, maxRecordingMs)
  recorder.start()

  const stop = async () => {
    clearTimeout(timer)
    clearInterval(watch)
    if (recorder.state !== 'inactive') recorder.stop()
    await ended
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    finish: async () => {
      try {
        await stop()
        const decoder = new OfflineAudioContext(1, 1, sampleRate)
        const heard = await decoder.decodeAudioData(await new Blob(parts).arrayBuffer())
        return wavOf(heard.getChannelData(0))
      } finally {
        await context.close()
      }
    },
    cancel: () => {
      stop()
        .then(() => context.close())
        .catch(() => {})
    },
  }
}

function watchLevel(
  context: AudioContext,
  stream: MediaStream,
  onLevel: Listeners['onLevel'],
): ReturnType<typeof setInterval> {
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    // From 60 decibels below full scale, which is silence, to 10 below.
    onLevel(Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-10) + 60) / 50)))
  }, levelMs)
}

/** A WAV file of 16 bits. */
function wavOf(samples: Float32Array): Uint8Array {
  const file = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const write = (at: number, text: string) => {
    for (let offset = 0; offset < text.length; offset += 1)
      file.setUint8(at + offset, text.charCodeAt(offset))
  }
  write(0, 'RIFF')
  file.setUint32(4, 36 + samples.length * 2, true)
  write(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, sampleRate, true)
  file.setUint32(28, sampleRate * 2, true)
  file.setUint16(32, 2, true)
  file.setUint16(34, 16, true)
  write(36, 'data')
  file.setUint32(40, samples.length * 2, true)
  for (const [at, sample] of samples.entries())
    file.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return new Uint8Array(file.buffer)
}

const chunk = 0x2000

/** Bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk)
    text += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(text)
}
