import type { OutputOf } from '../../client/types.ts'

type Cause = OutputOf<'emotion.why'>['entries'][number]

export interface Weighed {
  readonly entry: Cause
  /** Its part in all that still moves the mood, 0 to 1. */
  readonly part: number
  /** Whether it makes the companion feel better, worse, or neither. */
  readonly effect: 'lifts' | 'lowers' | 'moves'
}

/** What has less than this part is not worth a line. */
const minPart = 0.005
/** What moves how pleasant it feels by less than this neither lifts nor lowers. */
const felt = 0.005

/** The causes of a mood by how much each still matters, the strongest first. */
export function weigh(entries: readonly Cause[]): Weighed[] {
  const sizes = entries.map(({ share }) => Math.hypot(share.valence, share.arousal, share.dominance))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  if (whole < minPart) return []
  return entries
    .map((entry, at) => ({ entry, part: (sizes[at] ?? 0) / whole, effect: effectOf(entry) }))
    .filter(({ part }) => part >= minPart)
    .toSorted((a, b) => b.part - a.part)
}

function effectOf({ share: { valence } }: Cause): Weighed['effect'] {
  if (Math.abs(valence) < felt) return 'moves'
  return valence > 0 ? 'lifts' : 'lowers'
}
