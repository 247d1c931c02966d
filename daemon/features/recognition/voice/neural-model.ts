import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { Type } from 'typebox'
import { readIfThere } from '../../../kernel/home.ts'
import { closed } from '../../../kernel/schema.ts'
import { unit } from './background-model.ts'
import { sampleRate } from './sound.ts'
import { type Calibration, calibrated, merged, type SpeakerModel } from './speaker-model.ts'

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

const Fitted = Type.Object(
  {
    intercept: Type.Number(),
    score: Type.Number(),
    seconds: Type.Number(),
    score_seconds: Type.Number(),
    min_log_odds: Type.Number({ maximum: 0 }),
    max_log_odds: Type.Number({ minimum: 0 }),
  },
  closed,
)

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
export function openNeuralModel(file: string): SpeakerModel {
  const bytes = readFileSync(file)
  // What is no model ends the process from within.
  if (bytes.length < 64 || bytes[0] !== 0x08)
    throw new Error('the file of the model for voices is no ONNX model')
  const id = `own-${hash('sha256', bytes).slice(0, 16)}`
  const { SpeakerEmbeddingExtractor } = loadSherpa()
  const extractor = new SpeakerEmbeddingExtractor({ model: file, numThreads: 1, debug: false })
  return neuralModelOf(id, extractor, readCalibration(`${file}.json`))
}

function neuralModelOf(
  id: string,
  extractor: InstanceType<Sherpa['SpeakerEmbeddingExtractor']>,
  calibration: Calibration,
): SpeakerModel {
  return {
    id,
    dimension: extractor.dim,
    embed: ({ samples }) => {
      const stream = extractor.createStream()
      stream.acceptWaveform({ samples, sampleRate })
      stream.inputFinished()
      if (!extractor.isReady(stream)) throw new Error('the model for voices wants a longer recording')
      return unit(extractor.compute(stream, false))
    },
    merge: (voices) => {
      const { vector, seconds } = merged(voices)
      return { vector: unit(vector), seconds }
    },
    compare: (enrolled, { vector, seconds }) =>
      calibrated(calibration, cosine(enrolled.vector, vector), seconds),
  }
}

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

function readCalibration(file: string): Calibration {
  const text = readIfThere(file)
  if (text === null) return unmeasured
  const fitted: unknown = JSON.parse(text)
  if (!Value.Check(Fitted, fitted))
    throw new Error('what stands beside the model for voices is no calibration')
  return fitted
}
