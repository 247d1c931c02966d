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
  const manners: Manner = {
    warmth: mannerOf(weights.warmth, traits, mood),
    humor: mannerOf(weights.humor, traits, mood),
    formality: mannerOf(weights.formality, traits, mood),
    energy: mannerOf(weights.energy, traits, mood),
    verbosity: mannerOf(weights.verbosity, traits, mood),
  }
  return { tone: toneOf(manners, mood), ...manners }
}

function mannerOf(weight: Weights, traits: Traits, mood: Mood): number {
  let sum = 0.5
  for (const trait of traitNames) sum += (weight[trait] ?? 0) * (2 * traits[trait] - 1)
  for (const axis of moodAxes) sum += (weight[axis] ?? 0) * mood[axis]
  return Math.min(1, Math.max(0, sum))
}

type Measures = Manner & Mood

const measureNames = [...moodAxes, 'warmth', 'humor', 'formality', 'energy', 'verbosity'] as const

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
  for (const { tone, atLeast = {}, atMost = {} } of tones)
    if (fits(measures, atLeast, atMost)) return words.tones[tone]
  return words.tones.plain
}

function fits(measures: Measures, atLeast: Partial<Measures>, atMost: Partial<Measures>): boolean {
  for (const name of measureNames)
    if (measures[name] < (atLeast[name] ?? -Infinity) || measures[name] > (atMost[name] ?? Infinity))
      return false
  return true
}
