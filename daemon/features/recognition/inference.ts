/** What speaks for or against somebody: the logarithm of how much likelier it is to be seen of them than of a stranger. */
export interface Weight {
  readonly person_uuid: string
  readonly log_odds: number
}

export const evidenceKinds = ['pin', 'device', 'behaviour', 'voice'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

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

/** How likely it is, before anything is known, that it is nobody of the household. */
export const strangerPrior = 0.05
/** The most that one kind may say, whatever it has measured: the odds of its own being wrong. */
const maxLogOdds: Readonly<Record<EvidenceKind, number>> = {
  pin: Math.log(400),
  voice: Math.log(100),
  device: Math.log(20),
  behaviour: Math.log(6),
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
  const max = maxLogOdds[kind]
  return Math.min(max, Math.max(-max, logOdds))
}

/** What is done with a confidence: 95 % or more is enough, 80 to 94 % is asked about gently, less is a question. */
export function decisionOf(confidence: number): Decision {
  if (confidence >= 95) return 'proceed'
  return confidence >= 80 ? 'verify' : 'ask'
}
