/** What a model makes of a voice. */
export interface Voice {
  readonly vector: Float32Array
  /** Of how much speech it is, in seconds. */
  readonly seconds: number
}

/** What tells voices from one another. */
export interface SpeakerModel {
  /** Stored with every template, so that voices of different models are never compared. */
  readonly id: string
  /** How many numbers a vector has. */
  readonly dimension: number
  /** Makes a vector of the samples of a recording at 16 kHz, and of the frames of it (10 ms each) that are speech. */
  readonly embed: (recording: Recording) => Float32Array
  /** One voice of several recordings of one person. */
  readonly merge: (voices: readonly Voice[]) => Voice
  /**
   * How much more likely the sample is of who enrolled than of somebody else, as the natural logarithm of the ratio:
   * calibrated, and bounded by what the errors in its calibration justify.
   */
  readonly compare: (enrolled: Voice, sample: Voice) => number
}

/** A recording as it comes to a model. */
export interface Recording {
  readonly samples: Float32Array
  /** The cepstra of the frames with speech, a row each. */
  readonly cepstra: Float32Array
}

/** From scores to calibrated log-odds: a logistic regression on the score and the speech that it is of. */
export interface Calibration {
  readonly intercept: number
  readonly score: number
  /** Of the logarithm of the seconds of speech in the sample, */
  readonly seconds: number
  /** and of that times the score. */
  readonly score_seconds: number
  /** The log-odds are never below and never above these. */
  readonly min_log_odds: number
  readonly max_log_odds: number
}

/** More speech than in the calibration counts as much as there. */
const maxSeconds = 8

/** The calibrated log-odds of a score. */
export function calibrated(calibration: Calibration, score: number, seconds: number): number {
  const { intercept, min_log_odds, max_log_odds } = calibration
  const length = Math.log(Math.min(maxSeconds, Math.max(1, seconds)))
  const log_odds =
    intercept +
    calibration.seconds * length +
    (calibration.score + calibration.score_seconds * length) * score
  return Math.min(max_log_odds, Math.max(min_log_odds, log_odds))
}

/** The mean of the vectors of several recordings, each counted by its speech. */
export function merged(voices: readonly Voice[]): Voice {
  const seconds = voices.reduce((sum, voice) => sum + voice.seconds, 0)
  const [first] = voices
  if (!first) throw new Error('there is no recording')
  const vector = first.vector.map((_, at) =>
    voices.reduce((sum, voice) => sum + ((voice.vector[at] ?? 0) * voice.seconds) / seconds, 0),
  )
  return { vector, seconds }
}
