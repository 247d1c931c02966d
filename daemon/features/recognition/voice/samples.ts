import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { VoiceReading } from './voice-thread.ts'

/** How long a sample is kept, in milliseconds; in memory only. */
export const sampleLifetimeMs = 600_000
const maxOfCaller = 12
/** Of all together, */
const maxSamples = 96
/** and their bytes. */
const maxBytes = 33_554_432
/** How long a recording that was sent is known again, in milliseconds, and how many of them are. */
const knownForMs = 3_600_000
const maxKnown = 200

/** A recording that was sent and can be used. */
export interface Sample extends VoiceReading {
  readonly sample_uuid: string
  /** The model that made its vector. */
  readonly model: string
  readonly expires_at: number
}

interface SentSample extends Sample {
  readonly sender: string
}

/** Whose a sample is: a session's, else a member's or a program's, at their address. */
export const senderOf = ({ caller, address }: Pick<Context, 'caller' | 'address'>): string =>
  caller?.session_uuid ?? `${caller?.actor ?? 'nobody'} at ${address}`

/** The samples that were sent of late, and the fingerprints of those and of some before them. */
export function openSamples(clock: Clock) {
  const byId = new Map<string, SentSample>()
  let recent: { readonly fingerprint: Fingerprint; readonly at: number }[] = []

  const sweep = () => {
    const now = clock.now()
    for (const [uuid, { expires_at }] of byId) if (expires_at <= now) byId.delete(uuid)
    recent = recent.filter(({ at }) => at > now - knownForMs).slice(-maxKnown)
  }
  /** The oldest go first, of whoever has the most. */
  const makeRoom = (sender: string) => {
    const own = () => [...byId.values()].filter((one) => one.sender === sender)
    const bytes = () => [...byId.values()].reduce((sum, { samples }) => sum + samples.byteLength, 0)
    for (let mine = own(); mine.length > maxOfCaller; mine = own()) byId.delete(mine[0]?.sample_uuid ?? '')
    while (byId.size > maxSamples || bytes() > maxBytes) {
      const senders = Map.groupBy(byId.values(), (one) => one.sender)
      const [most] = [...senders.values()].toSorted((one, other) => other.length - one.length)
      byId.delete(most?.[0]?.sample_uuid ?? '')
    }
  }

  return {
    fingerprints: (): Fingerprint[] => {
      sweep()
      return recent.map(({ fingerprint }) => fingerprint)
    },
    add: (heard: VoiceReading, model: string, sender: string): Sample => {
      const now = clock.now()
      const sample = {
        ...heard,
        sample_uuid: randomUUID(),
        model,
        sender,
        expires_at: now + sampleLifetimeMs,
      }
      recent.push({ fingerprint: heard.fingerprint, at: now })
      byId.set(sample.sample_uuid, sample)
      makeRoom(sender)
      clock.after(sampleLifetimeMs, sweep)
      return sample
    },
    /** A sample that a sender has sent and that is still there. */
    find: (sample_uuid: string, sender: string): Sample | undefined => {
      sweep()
      const sample = byId.get(sample_uuid)
      return sample?.sender === sender ? sample : undefined
    },
    remove: (sample_uuids: readonly string[]) => {
      for (const uuid of sample_uuids) byId.delete(uuid)
    },
    count: () => byId.size,
  }
}
export type Samples = ReturnType<typeof openSamples>
