import type { Context, SignInMethod } from '../../kernel/context.ts'
import type { GivenEvidence } from '../../kernel/evidence.ts'
import type { Evidence, Scene } from './evidence.ts'
import * as failures from './failures.ts'
import {
  confidences,
  decisionOf,
  type Decision,
  entryOf,
  type EvidenceKind,
  speaksFor,
  type Weighed,
} from './inference.ts'
import { guestsOf, type People } from './people-store.ts'
import type { Ports } from './ports.ts'
import type * as schemas from './schemas.ts'

/** What a guest is as likely as, beside a member, before anything is known. */
const guestPrior = 0.25
const methodOf: Readonly<Record<EvidenceKind, SignInMethod>> = {
  pin: 'pin',
  voice: 'vbm',
  device: 'rba',
  behaviour: 'rba',
}

interface Look {
  readonly scene: Scene
  readonly weighed: readonly Weighed[]
  readonly candidates: readonly { readonly person_uuid: string; readonly confidence: number }[]
  readonly decision: Decision
}

export interface Recognised {
  readonly family_member_uuid: string
  readonly device_uuid: string
  readonly methods: readonly SignInMethod[]
}

interface RecogniserDependencies {
  readonly people: People
  readonly ports: Ports
  readonly evidence: readonly Evidence[]
}

/** Recognises who is there by all evidence that there is. */
export function openRecogniser({ people, ports, evidence }: RecogniserDependencies) {
  const look = async (context: Context, given: readonly GivenEvidence[]): Promise<Look> => {
    const members = ports.everyone()
    const scene: Scene = { context, given, members, device: await ports.deviceOf(context) }
    const weighed: Weighed[] = []
    for (const one of evidence) {
      // oxlint-disable-next-line no-await-in-loop -- a PIN is counted before anything else is looked at
      const weight = await one.weigh(scene)
      if (weight) weighed.push(weight)
    }
    const candidates = confidences(
      [
        ...members.map((person_uuid) => ({ person_uuid, prior: 1 })),
        ...guestsOf(people).map(({ person_uuid }) => ({ person_uuid, prior: guestPrior })),
      ],
      weighed,
    )
    return { scene, weighed, candidates, decision: decisionOf(candidates[0]?.confidence ?? 0) }
  }

  const says = ({ scene, weighed, candidates }: Look): schemas.IdentifiedEvidence[] => {
    const [best] = candidates
    const name = best && (people.find(best.person_uuid)?.full_name ?? '')
    return weighed.map(({ kind, weights }) => {
      const logOdds = weights.find(({ person_uuid }) => person_uuid === best?.person_uuid)?.log_odds ?? 0
      const source = evidence.find((one: Evidence) => one.kind === kind)
      const speaks = logOdds > 0 && name !== undefined && source !== undefined
      return {
        kind,
        weight: Math.round(Math.max(-99, Math.min(99, logOdds)) * 100) / 100,
        says: speaks ? source.says(name, scene) : 'This speaks for somebody else, or for nobody.',
      }
    })
  }

  /**
   * The member whom the evidence is sure of, and who has shown a secret of theirs. Throws `INVALID_CREDENTIALS`, whose `reason` is `verify`, with the `methods` by
   * which that can be done, or `ask`; always `ask` on a device that is not trusted.
   */
  const recognise = async (context: Context, given: readonly GivenEvidence[]): Promise<Recognised> => {
    const { scene, weighed, candidates } = await look(context, given)
    const [best] = candidates
    const entry = best ? entryOf(best, weighed) : 'ask'
    if (!best || !scene.device || entry === 'ask') throw failures.NotRecognised({ reason: 'ask' })
    const isMember = ports.profile(best.person_uuid) !== undefined
    if (entry === 'verify' || !isMember)
      throw failures.NotRecognised(
        isMember ? { reason: 'verify', methods: verifyMethods } : { reason: 'ask' },
      )
    const speaking = weighed.filter((one) => speaksFor(best.person_uuid, one))
    const methods = [...new Set(speaking.map(({ kind }) => methodOf[kind]))]
    return { family_member_uuid: best.person_uuid, device_uuid: scene.device.device_uuid, methods }
  }

  return { look, says, recognise }
}

const verifyMethods = ['pin', 'passkey', 'family', 'password']

export type Recogniser = ReturnType<typeof openRecogniser>
