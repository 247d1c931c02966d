import type { Frames } from './features.ts'
import { AudioRefused } from './sound.ts'

/** The least speech that says anything of a voice, in seconds. */
export const minSpeechSeconds = 1
/** Quieter than this nobody speaks into a microphone, in decibels of full scale. */
const silenceDb = -55
/** Speech is that much louder at its peaks than between its words, in decibels; a hum or a hiss is as loud all the time. */
const minRangeDb = 5
/** A frame counts as speech within so many decibels of the peaks, */
const belowPeakDb = 32
/** and above the floor by this share of the whole range. */
const aboveFloor = 0.4
/** Frames on each side of speech that count as well. */
const hangover = 3
/** As loud as it goes: the samples that are cut off. */
const clippedAt = 0.985
/** The share of the frames with speech that may have cut-off samples, of which each has at least so many. */
const maxClippedFrames = 0.15
const clippedRun = 4

/** The frames of a recording that are speech, by their energy. */
export interface Speech {
  /** 1 for each frame that is. */
  readonly frames: Uint8Array
  readonly seconds: number
}

/** Finds the speech in a recording. Throws `AudioRefused` where there is none, or less than 1 s. */
export function findSpeech({ count, energy }: Frames): Speech {
  const sorted = energy.toSorted()
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(share * count))] ?? -100
  const [floor, peak] = [at(0.1), at(0.95)]
  if (count === 0 || peak < silenceDb || peak - floor < minRangeDb) throw new AudioRefused('silent')
  const threshold = Math.max(silenceDb, peak - belowPeakDb, floor + aboveFloor * (peak - floor))
  const loud = energy.map((decibels) => (decibels >= threshold ? 1 : 0))
  const frames = Uint8Array.from(loud, (_, frame) =>
    loud.subarray(Math.max(0, frame - hangover), frame + hangover + 1).includes(1) ? 1 : 0,
  )
  const seconds = frames.reduce((sum, one) => sum + one, 0) / 100
  if (seconds < minSpeechSeconds) throw new AudioRefused('too_little_speech', seconds)
  return { frames, seconds }
}

/** Throws `AudioRefused` where a recording is cut off at its loudest, so that it sounds like nobody. */
export function assertNotClipped(samples: Float32Array, { frames }: Speech, hop: number): void {
  let clipped = 0
  let speech = 0
  for (const [frame, spoken] of frames.entries()) {
    if (spoken === 0) continue
    speech += 1
    let run = 0
    for (let at = frame * hop; at < (frame + 1) * hop; at += 1) {
      run = Math.abs(samples[at] ?? 0) >= clippedAt ? run + 1 : 0
      if (run === clippedRun) {
        clipped += 1
        break
      }
    }
  }
  if (clipped > maxClippedFrames * speech) throw new AudioRefused('clipped')
}
