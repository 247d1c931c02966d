import type { Clock } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { GivenEvidence } from '../../kernel/evidence.ts'
import type { KnownDevice, Ports } from './ports.ts'
import { behaviourWeights, daypartOf, type Habits } from './habits.ts'
import { deviceStrengths, type EvidenceKind, strengths, type Weighed } from './inference.ts'

/** What is looked at to find out who is there. */
export interface Scene {
  readonly context: Context
  /** The trusted device that the call proves to be. */
  readonly device: KnownDevice | undefined
  /** What the caller gives besides. */
  readonly given: readonly GivenEvidence[]
  readonly members: readonly string[]
}

/** One way to recognise somebody. */
export interface Evidence {
  readonly kind: EvidenceKind
  /** Null where it has nothing to look at. */
  readonly weigh: (scene: Scene) => Promise<Weighed | null>
  /** What it says, for people, where it speaks for somebody who is called `name`. */
  readonly says: (name: string, scene: Scene) => string
}

function deviceEvidence(): Evidence {
  return {
    kind: 'device',
    weigh: async ({ device }) => {
      if (!device) return null
      const { odds, error } = deviceStrengths[device.kind]
      const weights = [{ person_uuid: device.family_member_uuid, log_odds: Math.log(odds) }]
      return { kind: 'device', error, weights }
    },
    says: (name, { device }) => `“${device?.name ?? ''}” is paired with ${name}.`,
  }
}

function behaviourEvidence({ habits, clock }: EvidenceDependencies): Evidence {
  return {
    kind: 'behaviour',
    weigh: async ({ device, members }) => {
      const personal = device !== undefined && deviceStrengths[device.kind].isPersonal
      const place = { device_uuid: device?.device_uuid ?? '', daypart: daypartOf(clock.now()), personal }
      const weights = behaviourWeights(habits.all(), members, place)
      return weights.length === 0 ? null : { kind: 'behaviour', error: strengths.behaviour.error, weights }
    },
    says: (name, { device }) =>
      device ? `${name} is often on “${device.name}” at this hour.` : `${name} often signs in at this hour.`,
  }
}

function pinEvidence({ pinOwner }: EvidenceDependencies): Evidence {
  return {
    kind: 'pin',
    weigh: async ({ context, given }) => {
      const pin = given.find((one) => one.kind === 'pin')?.pin
      if (pin === undefined || !pinOwner) return null
      const owner = await pinOwner(context, pin)
      if (!owner) return null
      const weights = [{ person_uuid: owner.family_member_uuid, log_odds: Number.POSITIVE_INFINITY }]
      return { kind: 'pin', error: strengths.pin.error, weights }
    },
    says: (name) => `The PIN is ${name}’s.`,
  }
}

function voiceEvidence({ voice }: EvidenceDependencies): Evidence {
  return {
    kind: 'voice',
    weigh: async ({ context, given }) => {
      const sample_uuid = given.find((one) => one.kind === 'voice')?.sample_uuid
      if (sample_uuid === undefined || !voice) return null
      return {
        kind: 'voice',
        error: strengths.voice.error,
        weights: await voice.compare(sample_uuid, context),
      }
    },
    says: (name) => `It sounds like ${name}.`,
  }
}

interface EvidenceDependencies extends Pick<Ports, 'pinOwner' | 'voice'> {
  readonly habits: Pick<Habits, 'all'>
  readonly clock: Clock
}

/** Every way to recognise somebody that there is here. */
export function openEvidence(dependencies: EvidenceDependencies): readonly Evidence[] {
  return [
    pinEvidence(dependencies),
    deviceEvidence(),
    behaviourEvidence(dependencies),
    voiceEvidence(dependencies),
  ]
}
