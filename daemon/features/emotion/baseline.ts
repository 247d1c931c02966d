import { clamped, type EmotionVector } from './emotion-vector.ts'

/** What somebody is like: the five traits, each 0 to 1. */
export interface Traits {
  readonly openness: number
  readonly conscientiousness: number
  readonly extraversion: number
  readonly agreeableness: number
  readonly neuroticism: number
}

/**
 * Where the feelings of somebody with these traits (each 0 to 1) come to rest: the regressions of the Big Five on the
 * PAD temperaments by A. Mehrabian, "Analysis of the Big-five personality factors in terms of the PAD temperament
 * model", Australian Journal of Psychology 48 (1996), 86-92:
 *
 *     pleasure  = 0.21 extraversion + 0.59 agreeableness + 0.19 emotional stability
 *     arousal   = 0.15 sophistication + 0.30 agreeableness - 0.57 emotional stability
 *     dominance = 0.25 sophistication + 0.17 conscientiousness + 0.60 extraversion - 0.32 agreeableness
 *
 * Sophistication is openness, emotional stability the opposite of neuroticism; traits are scaled to -1 to 1. That a
 * temperament is where moods come to rest is P. Gebhard's reading of it (ALMA, AAMAS 2005).
 */
export function baselineOf(traits: Traits): EmotionVector {
  const openness = scaled(traits.openness)
  const conscientiousness = scaled(traits.conscientiousness)
  const extraversion = scaled(traits.extraversion)
  const agreeableness = scaled(traits.agreeableness)
  const stability = -scaled(traits.neuroticism)
  return {
    valence: clamped(0.21 * extraversion + 0.59 * agreeableness + 0.19 * stability),
    arousal: clamped(0.15 * openness + 0.3 * agreeableness - 0.57 * stability),
    dominance: clamped(
      0.25 * openness + 0.17 * conscientiousness + 0.6 * extraversion - 0.32 * agreeableness,
    ),
  }
}

const scaled = (trait: number) => 2 * trait - 1
