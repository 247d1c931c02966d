/**
 * A point in the space of feelings, each axis -1 to 1: pleasant or not (valence), awake or drowsy (arousal), in control
 * or not (dominance). Mehrabian and Russell call the first one pleasure.
 */
export interface EmotionVector {
  readonly valence: number
  readonly arousal: number
  readonly dominance: number
}

/** The point whose coordinates are what `of` says of each axis. */
export function emotionVector(of: (axis: keyof EmotionVector) => number): EmotionVector {
  return { valence: of('valence'), arousal: of('arousal'), dominance: of('dominance') }
}

export const neutral: EmotionVector = { valence: 0, arousal: 0, dominance: 0 }

/** How far a point is from another, from the neutral one where none is given. */
export function distance(from: EmotionVector, to: EmotionVector = neutral): number {
  return Math.hypot(from.valence - to.valence, from.arousal - to.arousal, from.dominance - to.dominance)
}

/** The number, brought into -1 to 1. */
export const clamped = (number: number): number => Math.min(1, Math.max(-1, number))

/**
 * Named emotions with their means of pleasure, arousal and dominance as J. A. Russell and A. Mehrabian measured them
 * ("Evidence for a three-factor theory of emotions", Journal of Research in Personality 11 (1977), 273-294); neutral is
 * the origin of their scales.
 */
const anchors = {
  neutral: [0, 0, 0],
  happy: [0.81, 0.51, 0.46],
  excited: [0.62, 0.75, 0.38],
  proud: [0.77, 0.38, 0.65],
  interested: [0.64, 0.51, 0.17],
  affectionate: [0.64, 0.35, 0.24],
  grateful: [0.64, 0.16, -0.18],
  hopeful: [0.51, 0.23, 0.14],
  relaxed: [0.68, -0.46, 0.06],
  quiet: [0.19, -0.4, -0.04],
  curious: [0.22, 0.62, -0.01],
  surprised: [0.4, 0.67, -0.13],
  anxious: [0.01, 0.59, -0.15],
  fearful: [-0.64, 0.6, -0.43],
  distressed: [-0.61, 0.28, -0.36],
  angry: [-0.51, 0.59, 0.25],
  annoyed: [-0.28, 0.17, 0.04],
  regretful: [-0.52, 0.02, -0.21],
  subdued: [-0.17, -0.26, -0.18],
  sad: [-0.63, -0.27, -0.33],
} as const

export type Emotion = keyof typeof anchors

const points = Object.entries(anchors).map(([name, [valence, arousal, dominance]]) => ({
  name: name as Emotion,
  at: { valence, arousal, dominance },
}))

export const emotionNames: readonly Emotion[] = points.map(({ name }) => name)

/** What a companion never feels: neither at whoever talks with it, nor at somebody else. */
const never: ReadonlySet<Emotion> = new Set(['angry', 'annoyed'])
const shown = points.filter(({ name }) => !never.has(name))

/** What it takes to feel just so: from a state to a named emotion. */
export const wayTo = (emotion: Emotion, state: EmotionVector): EmotionVector =>
  emotionVector((axis) => clamped((points.find(({ name }) => name === emotion)?.at[axis] ?? 0) - state[axis]))

/** The named emotion that is nearest, of those that a companion has. */
export function nearestEmotion(state: EmotionVector): Emotion {
  let nearest: { readonly name: Emotion; readonly away: number } = { name: 'neutral', away: Infinity }
  for (const { name, at } of shown) {
    const away = distance(state, at)
    if (away < nearest.away) nearest = { name, away }
  }
  return nearest.name
}

/** How strong a feeling is, 0 to 1: its distance from the neutral point, as a share of the longest there is. */
export function intensityOf(state: EmotionVector): number {
  return Math.min(1, distance(state) / Math.sqrt(3))
}
