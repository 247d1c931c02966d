import type { Manner, Mood } from './expression.ts'

type Measures = Manner & Mood

interface Rule {
  readonly tone: string
  readonly atLeast?: Partial<Measures>
  readonly atMost?: Partial<Measures>
}

/** The first that fits: `atLeast` and `atMost` are limits, included. */
const tones: readonly Rule[] = [
  { tone: 'gentle', atMost: { valence: 0 }, atLeast: { warmth: 0.55 } },
  { tone: 'gentle', atMost: { dominance: -0.1 }, atLeast: { warmth: 0.55 } },
  { tone: 'subdued', atMost: { valence: -0.15, energy: 0.5 } },
  { tone: 'playful', atLeast: { valence: 0.1, humor: 0.7, energy: 0.5 } },
  { tone: 'cheerful', atLeast: { valence: 0.1, warmth: 0.5, energy: 0.5 } },
  { tone: 'brisk', atLeast: { energy: 0.55 } },
  { tone: 'gentle', atLeast: { warmth: 0.6 } },
  { tone: 'subdued', atMost: { energy: 0.35 } },
  { tone: 'matter-of-fact' },
]

/** The tone, in a word, of how the companion comes across and feels. */
export function toneOf(manner: Manner, mood: Mood): string {
  const measures = { ...manner, ...mood }
  const fits = ({ atLeast = {}, atMost = {} }: Rule) =>
    limits(atLeast).every(([name, limit]) => measures[name] >= limit) &&
    limits(atMost).every(([name, limit]) => measures[name] <= limit)
  return tones.find(fits)?.tone ?? 'matter-of-fact'
}

const limits = (some: Partial<Measures>) => Object.entries(some) as [keyof Measures, number][]
