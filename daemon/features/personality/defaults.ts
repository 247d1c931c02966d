import type { Traits } from '../../store/companion-schema.ts'

/** What a companion is called that nobody has named. */
export const defaultName = 'Companion'

/** How a companion is that nobody has changed: kind and curious, reliable, rather outgoing, not easily upset. */
export const defaultTraits: Traits = {
  openness: 0.7,
  conscientiousness: 0.7,
  extraversion: 0.6,
  agreeableness: 0.75,
  neuroticism: 0.3,
}
