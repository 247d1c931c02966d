import type { Traits } from './tables.ts'

export const defaultName = 'Companion'

/** The default traits: kind and curious, reliable, rather outgoing, not easily upset. */
export const defaultTraits: Traits = {
  openness: 0.7,
  conscientiousness: 0.7,
  extraversion: 0.6,
  agreeableness: 0.75,
  neuroticism: 0.3,
}
