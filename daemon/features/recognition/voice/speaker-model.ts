import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { type Static, Type } from 'typebox'
import { readIfThere } from '../../../kernel/home.ts'
import { closed } from '../../../kernel/schema.ts'
import { sampleRate } from './sound.ts'

export interface Voice {
  readonly vector: Float32Array
  /** Of how much speech it is, in seconds. */
  readonly seconds: number
}

export interface SpeakerModel {
  /** Stored with every template, so that voices of different models are never compared. */
  readonly id: string
  readonly dimension: number
  /** Makes a vector of length 1 of a recording: samples at 16 kHz, from -1 to 1. */
  readonly embed: (samples: Float32Array) => Float32Array
  /** One voice of several recordings of one person. */
  readonly merge: (voices: readonly Voice[]) => Voice
  /**
   * How much more likely the sample is of who enrolled than of somebody else, as the natural logarithm of the ratio:
   * calibrated, and bounded by what the errors in its calibration justify.
   */
  readonly compare: (enrolled: Voice, sample: Voice) => number
}

/** What of sherpa-onnx is used here. */
interface Sherpa {
  readonly SpeakerEmbeddingExtractor: new (config: { model: string; numThreads: number; debug: boolean }) => {
    readonly dim: number
    readonly createStream: () => {
      readonly acceptWaveform: (wave: { samples: Float32Array; sampleRate: number }) => void
      readonly inputFinished: () => void
    }
    readonly isReady: (stream: object) => boolean
    /** The memory of what is answered belongs to V8 where the last argument is false. */
    readonly compute: (stream: object, external: boolean) => Float32Array
  }
}

/** From cosines to calibrated log-odds: a logistic regression on the cosine and the speech that it is of. */
const Calibration = Type.Object(
  {
    intercept: Type.Number(),
    score: Type.Number(),
    /** Of the logarithm of the seconds of speech in the sample, */
    seconds: Type.Number(),
    /** and of that times the cosine. */
    score_seconds: Type.Number(),
    /** The log-odds are never below and never above these. */
    min_log_odds: Type.Number({ maximum: 0 }),
    max_log_odds: Type.Number({ minimum: 0 }),
  },
  closed,
)
type Calibration = Readonly<Static<typeof Calibration>>

/** More speech than this counts no more, in seconds. */
const maxSeconds = 8

/**
 * What a cosine counts where nobody has measured the model: that of two recordings of one person is well over a half
 * with every published model, and that of two people well below. It says so carefully, and never more than nine to one.
 */
export const unmeasured: Calibration = {
  intercept: -6,
  score: 12,
  seconds: 0,
  score_seconds: 0,
  min_log_odds: -Math.log(9),
  max_log_odds: Math.log(9),
}

const require = createRequire(import.meta.url)

/** Loads sherpa-onnx; throws with what to do where it is not there. */
function loadSherpa(): Sherpa {
  try {
    return require('sherpa-onnx-node') as Sherpa
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new Error(`sherpa-onnx-node, which runs a model for voices, is not installed: ${reason}`, {
      cause: error,
    })
  }
}

/**
 * Opens a neural model of speakers in ONNX, as sherpa-onnx takes them (3D-Speaker, WeSpeaker, NeMo). What its cosines say is
 * in a file beside it (`<model>.json`, a `Calibration`), where somebody has measured that. Throws where it cannot be loaded.
 */
export function openSpeakerModel(file: string): SpeakerModel {
  const bytes = readFileSync(file)
  // What is no model ends the process from within.
  if (bytes.length < 64 || bytes[0] !== 0x08)
    throw new Error('the file of the model for voices is no ONNX model')
  const calibration = readCalibration(`${file}.json`)
  const { SpeakerEmbeddingExtractor } = loadSherpa()
  const extractor = new SpeakerEmbeddingExtractor({ model: file, numThreads: 1, debug: false })
  return {
    id: `own-${hash('sha256', bytes).slice(0, 16)}`,
    dimension: extractor.dim,
    embed: (samples) => {
      const stream = extractor.createStream()
      stream.acceptWaveform({ samples, sampleRate })
      stream.inputFinished()
      if (!extractor.isReady(stream)) throw new Error('the model for voices wants a longer recording')
      return unit(extractor.compute(stream, false))
    },
    merge: merged,
    compare: (enrolled, { vector, seconds }) =>
      calibrated(calibration, cosine(enrolled.vector, vector), seconds),
  }
}

function readCalibration(file: string): Calibration {
  const text = readIfThere(file)
  if (text === null) return unmeasured
  const fitted: unknown = JSON.parse(text)
  if (!Value.Check(Calibration, fitted))
    throw new Error('what stands beside the model for voices is no calibration')
  return fitted
}

function calibrated(calibration: Calibration, score: number, seconds: number): number {
  const { intercept, min_log_odds, max_log_odds } = calibration
  const length = Math.log(Math.min(maxSeconds, Math.max(1, seconds)))
  const log_odds =
    intercept +
    calibration.seconds * length +
    (calibration.score + calibration.score_seconds * length) * score
  return Math.min(max_log_odds, Math.max(min_log_odds, log_odds))
}

/** The mean of the vectors of several recordings, each counted by its speech, with length 1 again. */
function merged(voices: readonly Voice[]): Voice {
  const seconds = voices.reduce((sum, voice) => sum + voice.seconds, 0)
  const [first] = voices
  if (!first) throw new Error('there is no recording')
  const vector = first.vector.map((_, at) =>
    voices.reduce((sum, voice) => sum + ((voice.vector[at] ?? 0) * voice.seconds) / seconds, 0),
  )
  return { vector: unit(vector), seconds }
}

/** A vector of the same direction with length 1. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
