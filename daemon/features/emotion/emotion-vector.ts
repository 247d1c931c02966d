/**
 * A point in the space of feelings, each axis -1 to 1: pleasant or not (valence), awake or drowsy (arousal), in control
 * or not (dominance). Mehrabian and Russell call the first one pleasure.
 */
export interface EmotionVector {
  readonly valence: number
  readonly arousal: number
  readonly dominance: number
}

const axes = ['valence', 'arousal', 'dominance'] as const

/** The point whose coordinates are what `of` says of each axis. */
export function emotionVector(of: (axis: (typeof axes)[number]) => number): EmotionVector {
  return { valence: of('valence'), arousal: of('arousal'), dominance: of('dominance') }
}

export const neutral: EmotionVector = { valence: 0, arousal: 0, dominance: 0 }

/** How far a point is from another, from the neutral one where none is given. */
export function distance(from: EmotionVector, to: EmotionVector = neutral): number {
  return Math.hypot(...axes.map((axis) => from[axis] - to[axis]))
}

/** The number, brought into -1 to 1. */
export const clamped = (number: number): number => Math.min(1, Math.max(-1, number))
