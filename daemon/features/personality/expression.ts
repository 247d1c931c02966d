import words from '../../language/en/personality.json' with { type: 'json' }
import { type Traits, traitNames } from './tables.ts'

/** How the companion feels: each axis -1 to 1. */
export interface Mood {
  readonly valence: number
  readonly arousal: number
  readonly dominance: number
}

const moodAxes = ['valence', 'arousal', 'dominance'] as const

/** How the companion comes across: each 0 to 1, 0.5 where traits and mood say nothing. */
export interface Manner {
  readonly warmth: number
  readonly humor: number
  readonly formality: number
  readonly energy: number
  readonly verbosity: number
}

/** What a trait, or an axis of the mood, adds to a manner from one end of it to its middle. */
type Weights = Readonly<Partial<Record<(typeof traitNames)[number] | keyof Mood, number>>>

const weights: Readonly<Record<keyof Manner, Weights>> = {
  warmth: { agreeableness: 0.35, extraversion: 0.1, neuroticism: -0.05, valence: 0.15 },
  humor: { openness: 0.15, extraversion: 0.2, conscientiousness: -0.1, valence: 0.25, arousal: 0.05 },
  formality: { conscientiousness: 0.3, openness: -0.1, extraversion: -0.15, arousal: -0.1, dominance: 0.05 },
  energy: { extraversion: 0.25, arousal: 0.35, valence: 0.1 },
  verbosity: { openness: 0.15, extraversion: 0.25, conscientiousness: 0.05, arousal: 0.1, valence: 0.1 },
}

/**
 * How the companion comes across, from its traits (each 0 to 1) and its mood: 0.5, and the weight of each trait and axis
 * times where it stands between -1 and 1. A manner rises or falls with each of them, never both.
 */
export function expressionOf(traits: Traits, mood: Mood): Manner & { readonly tone: string } {
  const manner = (weight: Weights) => {
    const ofTraits = traitNames.map((trait) => (weight[trait] ?? 0) * (2 * traits[trait] - 1))
    const ofMood = moodAxes.map((axis) => (weight[axis] ?? 0) * mood[axis])
    const sum = [...ofTraits, ...ofMood].reduce((total, part) => total + part, 0.5)
    return Math.min(1, Math.max(0, sum))
  }
  const manners: Manner = {
    warmth: manner(weights.warmth),
    humor: manner(weights.humor),
    formality: manner(weights.formality),
    energy: manner(weights.energy),
    verbosity: manner(weights.verbosity),
  }
  return { tone: toneOf(manners, mood), ...manners }
}

type Measures = Manner & Mood

interface Rule {
  readonly tone: keyof typeof words.tones
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
  { tone: 'plain' },
]

/** The tone, in a word, of how the companion comes across and feels. */
function toneOf(manner: Manner, mood: Mood): string {
  const measures = { ...manner, ...mood }
  const fits = ({ atLeast = {}, atMost = {} }: Rule) =>
    limits(atLeast).every(([name, limit]) => measures[name] >= limit) &&
    limits(atMost).every(([name, limit]) => measures[name] <= limit)
  return words.tones[tones.find(fits)?.tone ?? 'plain']
}

const limits = (some: Partial<Measures>) => Object.entries(some) as [keyof Measures, number][]
