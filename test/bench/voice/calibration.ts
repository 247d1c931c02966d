import {
  type BackgroundModel,
  speakerModelOf,
} from '../../../daemon/features/recognition/voice/background-model.ts'
import { dimension, normalise } from '../../../daemon/features/recognition/voice/features.ts'
import type { Calibration, Voice } from '../../../daemon/features/recognition/voice/speaker-model.ts'
import { fitLogistic } from '../retrieval/logistic.ts'
import { type Trial, upperBound } from './measures.ts'
import type { Random } from './random.ts'
import type { Lesson } from './training.ts'

/** Recordings of which a voice is enrolled. */
export const enrolledFrom = 4
/** Seconds of speech in a sample. */
export const lengths = [1, 2, 4, 8] as const
/** However few errors there are among so few people, nothing is surer than nine to one. */
const surest = Math.log(9)
/** Comparisons with somebody else for each with the same person. */
const othersPerTrial = 6

/** Says nothing for sure, so that what a model makes of two voices is its score. */
const uncalibrated: Calibration = {
  intercept: 0,
  score: 1,
  seconds: 0,
  score_seconds: 0,
  min_log_odds: -Infinity,
  max_log_odds: Infinity,
}

/** Compares samples of every length with their own speaker and with others, none of whom the model has learned from. */
export function trialsOf(
  model: Omit<BackgroundModel, 'id' | 'calibration'>,
  lessons: readonly Lesson[],
  random: Random,
): Trial[] {
  const { embed, merge, compare } = speakerModelOf({ id: '', ...model, calibration: uncalibrated })
  const voiceOf = (cepstra: Float32Array): Voice => ({
    vector: embed({ samples: new Float32Array(0), cepstra }),
    seconds: cepstra.length / dimension / 100,
  })
  const speakers = [...Map.groupBy(lessons, ({ speaker }) => speaker).values()].map((own) => ({
    enrolled: merge(own.slice(0, enrolledFrom).map(({ cepstra }) => voiceOf(cepstra))),
    samples: own.slice(enrolledFrom).map(({ cepstra }) => cepstra),
  }))
  return speakers.flatMap((speaker) =>
    speaker.samples.flatMap((cepstra, at) =>
      lengths.flatMap((length) => {
        // The longest one is of two recordings.
        const whole =
          length > 4 ? joinedRows(cepstra, speaker.samples[(at + 1) % speaker.samples.length]) : cepstra
        const cut = whole.slice(0, length * 100 * dimension)
        if (cut.length < 0.8 * length * 100 * dimension) return []
        // As if nothing else had been recorded.
        normalise(cut)
        const sample = voiceOf(cut)
        const others = Array.from({ length: othersPerTrial }, () => random.pick(speakers)).filter(
          (other) => other !== speaker,
        )
        return [speaker, ...others].map(({ enrolled }) => ({
          score: compare(enrolled, sample),
          same: enrolled === speaker.enrolled,
          seconds: sample.seconds,
        }))
      }),
    ),
  )
}

function joinedRows(one: Float32Array, other: Float32Array = new Float32Array(0)): Float32Array {
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Calibrates a model with speakers that it has not learned from. */
export const calibrate = (
  model: Omit<BackgroundModel, 'id' | 'calibration'>,
  lessons: readonly Lesson[],
  random: Random,
): Calibration =>
  fitCalibration(trialsOf(model, lessons, random), (trials) => Math.min(surest, upperBound(trials)))

/** Fits a calibration to trials, with as much weight on those of the same person as on all others. */
export function fitCalibration(
  trials: readonly Trial[],
  maxLogOdds: (calibrated: readonly Trial[]) => number,
): Calibration {
  const features = ({ score, seconds }: Trial) => {
    const length = Math.log(Math.max(1, seconds))
    return [score, length, score * length]
  }
  const same = trials.filter((trial) => trial.same).length
  const { intercept, weights } = fitLogistic(
    trials.map((trial) => ({ features: features(trial), label: trial.same ? 1 : 0 })),
  )
  // What is fitted has the odds of the trials in it; the log-odds of a sample are without.
  const prior = Math.log(same / (trials.length - same))
  const [score = 0, seconds = 0, score_seconds = 0] = weights
  const fitted = { intercept: intercept - prior, score, seconds, score_seconds }
  const calibrated = trials.map((trial) => {
    const [value = 0, length = 0] = features(trial)
    return { ...trial, score: fitted.intercept + seconds * length + (score + score_seconds * length) * value }
  })
  const bound = maxLogOdds(calibrated)
  return { ...fitted, min_log_odds: -bound, max_log_odds: bound }
}
