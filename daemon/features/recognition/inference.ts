/** What speaks for or against somebody: the logarithm of how much likelier it is to be seen of them than of a stranger. */
export interface Weight {
  readonly person_uuid: string
  readonly log_odds: number
}

export const evidenceKinds = ['pin', 'device', 'behaviour', 'voice'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export type DeviceKind = 'desktop' | 'phone' | 'tablet' | 'voice' | 'browser' | 'other'

interface Strength {
  /** The most that it may say, whatever it has measured, as odds: those of its own being wrong. */
  readonly most: number
  /** How often it is wrong where it speaks for somebody, 0 to 1. */
  readonly error: number
  /** Whether it shows what nobody else has or knows. Without one of these nobody enters, whatever else there is. */
  readonly isSecret: boolean
}

/** What one kind of evidence says of everybody whom it knows something about. */
export interface Weighed {
  readonly kind: EvidenceKind
  /** How often it is wrong where it speaks for somebody, 0 to 1: alone it makes nobody surer than that. */
  readonly error: number
  readonly weights: readonly Weight[]
}

/** Somebody who may be there, and how much likelier than others before anything is known. */
export interface Candidate {
  readonly person_uuid: string
  readonly prior: number
}

export interface Confidence {
  readonly person_uuid: string
  /** Whole percent, 0 to 100. */
  readonly confidence: number
}

export type Decision = 'proceed' | 'verify' | 'ask'

/** Whether a kind of evidence speaks for somebody. */
export const speaksFor = (person_uuid: string, { weights }: Weighed): boolean =>
  weights.some((weight) => weight.person_uuid === person_uuid && weight.log_odds > 0)

/** How likely it is, before anything is known, that it is nobody of the household. */
export const strangerPrior = 0.05
/** How strong evidence of each kind is. */
export const strengths: Readonly<Record<EvidenceKind, Strength>> = {
  pin: { most: 400, error: 0.01, isSecret: true },
  voice: { most: 100, error: 0.04, isSecret: false },
  // By how it is used, see `deviceStrengths`.
  device: { most: 20, error: 0.1, isSecret: false },
  behaviour: { most: 6, error: 0.4, isSecret: false },
}

/** How strongly a device speaks for its owner, by how it is used, and how often somebody else holds it. */
export const deviceStrengths: Readonly<
  Record<DeviceKind, { readonly odds: number; readonly error: number; readonly isPersonal: boolean }>
> = {
  phone: { odds: 20, error: 0.1, isPersonal: true },
  desktop: { odds: 12, error: 0.12, isPersonal: true },
  browser: { odds: 6, error: 0.25, isPersonal: false },
  other: { odds: 4, error: 0.3, isPersonal: false },
  tablet: { odds: 3, error: 0.4, isPersonal: false },
  // One that stands in the kitchen is everybody's.
  voice: { odds: 1.5, error: 0.5, isPersonal: false },
}

/** What nobody is surer of than this while nothing speaks for them, in percent: that they live here says little. */
const maxUnsupported = 79

/**
 * How sure each of the candidates is, the surest first. The odds of the kinds are multiplied, as they are independent, with
 * a prior over the household and a stranger (5 %), for whom nothing speaks. Nobody is surer than the kinds that speak for
 * them allow together, each by how often it is wrong; what that leaves over is the stranger's. So the percentages add up to
 * at most 100, and more that speaks for somebody never makes them less sure.
 */
export function confidences(
  candidates: readonly Candidate[],
  evidence: readonly Weighed[],
): readonly Confidence[] {
  const all = candidates.reduce((sum, { prior }) => sum + prior, 0)
  if (all <= 0) return []
  const scored = candidates.map(({ person_uuid, prior }) => {
    const spoken = evidence.map((one) => ({ ...one, log_odds: saidOf(person_uuid, one) }))
    const log_odds = spoken.reduce((sum, one) => sum + one.log_odds, 0)
    const wrong = spoken.reduce((share, one) => (one.log_odds > 0 ? share * one.error : share), 1)
    const odds = ((1 - strangerPrior) * prior * Math.exp(log_odds)) / all
    return { person_uuid, odds, max: Math.max(maxUnsupported, 100 * (1 - wrong)) }
  })
  const total = scored.reduce((sum, { odds }) => sum + odds, strangerPrior)
  return scored
    .map(({ person_uuid, odds, max }) => ({
      person_uuid,
      // Rounded down: it is never surer than it is. The hundredth is for what a sum of fractions lacks.
      confidence: Math.floor(Math.min((100 * odds) / total, max) + 1e-9),
    }))
    .toSorted((one, other) => other.confidence - one.confidence)
}

function saidOf(person_uuid: string, { kind, weights }: Weighed): number {
  const logOdds = weights.find((weight) => weight.person_uuid === person_uuid)?.log_odds ?? 0
  // What is no number says nothing.
  if (Number.isNaN(logOdds)) return 0
  const max = Math.log(strengths[kind].most)
  return Math.min(max, Math.max(-max, logOdds))
}

/** What is done with a confidence: 95 % or more is enough, 80 to 94 % is asked about gently, less is a question. */
export function decisionOf(confidence: number): Decision {
  if (confidence >= 95) return 'proceed'
  return confidence >= 80 ? 'verify' : 'ask'
}

/**
 * What is done where somebody wants to enter: what a confidence says, but for `proceed`, which takes a secret that speaks
 * for them. What is only likely, as device and habit are, is to be verified however much of it there is.
 */
export function entryOf({ person_uuid, confidence }: Confidence, evidence: readonly Weighed[]): Decision {
  const decision = decisionOf(confidence)
  const isProved = evidence.some((one) => strengths[one.kind].isSecret && speaksFor(person_uuid, one))
  return decision === 'proceed' && !isProved ? 'verify' : decision
}
