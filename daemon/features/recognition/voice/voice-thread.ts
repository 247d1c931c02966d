import { workerData } from 'node:worker_threads'
import { serveRequests } from '../../../kernel/thread.ts'
import { type AudioFormat, readAudio } from './audio.ts'
import { framesOf, hop } from './features.ts'
import { type Fingerprint, fingerprintOf, isAmong } from './fingerprint.ts'
import { AudioRefused, type Refusal } from './sound.ts'
import { assertNotClipped, findSpeech } from './speech.ts'
import { openSpeakerModel, type SpeakerModel, type Voice } from './speaker-model.ts'

// The thread that listens: to read a recording of 30 s and to make a vector of it takes up to a second.

export interface VoiceThreadData {
  readonly model: string
}

export type VoiceRequest =
  /** Only says which model is used. */
  | { readonly model: true }
  | { readonly bytes: Uint8Array; readonly format: AudioFormat }
  /** Whether one is of the same recording as one of the others. */
  | { readonly fingerprint: Fingerprint; readonly among: readonly Fingerprint[] }
  | { readonly merge: readonly Voice[] }
  | { readonly enrolled: readonly Voice[]; readonly sample: Voice }

/** What there is to know of a recording that can be used. */
export interface VoiceReading {
  /** The samples at 16 kHz, with 16 bits. */
  readonly samples: Int16Array
  /** Of the speech in it. */
  readonly seconds: number
  readonly vector: Float32Array
  readonly fingerprint: Fingerprint
}
export type VoiceReply = VoiceReading | { readonly refused: Refusal; readonly seconds: number | undefined }

const { model: modelFile } = workerData as VoiceThreadData
let loaded: SpeakerModel | undefined
const model = (): SpeakerModel => (loaded ??= openSpeakerModel(modelFile))

async function hear(bytes: Uint8Array, format: AudioFormat): Promise<VoiceReply> {
  try {
    const samples = await readAudio(bytes, format)
    const frames = framesOf(samples)
    const speech = findSpeech(frames)
    assertNotClipped(samples, speech, hop)
    return {
      samples: Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)),
      seconds: speech.seconds,
      vector: model().embed(samples),
      fingerprint: fingerprintOf(frames),
    }
  } catch (error) {
    if (error instanceof AudioRefused) return { refused: error.refusal, seconds: error.seconds }
    throw error
  }
}

/** One voice of all, and the least log-odds that one of them is of who speaks in the others; infinity for a single one. */
function mergeVoices(voices: readonly Voice[]) {
  const { merge, compare } = model()
  const alone = voices.map((voice, at) => {
    const others = voices.toSpliced(at, 1)
    return others.length === 0 ? Infinity : compare(merge(others), voice)
  })
  return { voice: merge(voices), least: Math.min(...alone) }
}

serveRequests((request: VoiceRequest) => {
  if ('model' in request) return { id: model().id }
  if ('among' in request) return isAmong(request.fingerprint, request.among)
  if ('merge' in request) return mergeVoices(request.merge)
  if ('enrolled' in request) return request.enrolled.map((voice) => model().compare(voice, request.sample))
  return hear(request.bytes, request.format)
})
