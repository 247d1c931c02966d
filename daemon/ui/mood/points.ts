import type { Emotion, Felt } from './range.ts'

export const axes = ['valence', 'arousal', 'dominance'] as const
export type EmotionVector = Readonly<Record<(typeof axes)[number], number>>

/** What a chart shows of one moment. */
export interface Point extends EmotionVector {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Null where it only fades. */
  readonly felt: { readonly emotion: Emotion; readonly cause: string } | null
}

/** What was felt, oldest first. */
export const pointsOf = (items: readonly Felt[]): Point[] =>
  items
    .map(({ created_at, emotion, cause, valence, arousal, dominance }) => ({
      at: Date.parse(created_at),
      valence,
      arousal,
      dominance,
      felt: { emotion, cause },
    }))
    .toSorted((a, b) => a.at - b.at)

const minute = 60_000
/** A feeling falls half of the way back to where it rests in this many milliseconds. */
const halfLife = 10 * minute
/** After how long a fading feeling is looked at again, up to where nothing of it is left to see. */
const looks = [5, 10, 20, 30, 45, 70].map((minutes) => minutes * minute)

/** The points with how each fades until the next, or until `now`: a feeling does not stay until the next one comes. */
export function withFading(points: readonly Point[], rest: EmotionVector, now: number): Point[] {
  return points.flatMap((point, index) => {
    const until = points[index + 1]?.at ?? now
    const length = until - point.at
    const between = [...looks.filter((later) => later < length - minute), length - 1]
    return [point, ...between.filter((later) => later > minute).map((later) => faded(point, rest, later))]
  })
}

function faded(point: Point, rest: EmotionVector, later: number): Point {
  const left = 0.5 ** (later / halfLife)
  const on = (axis: keyof EmotionVector) => rest[axis] + (point[axis] - rest[axis]) * left
  return {
    at: point.at + later,
    valence: on('valence'),
    arousal: on('arousal'),
    dominance: on('dominance'),
    felt: null,
  }
}
