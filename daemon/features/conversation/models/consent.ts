import type { EngineServer } from '../../../kernel/engine-server.ts'
import type { Turn } from '../exchange/engine.ts'
import type { Ports } from '../ports.ts'
import type { CurrentEngine } from './current-engine.ts'
import type { ModelEngine } from './model-engine.ts'

interface ConsentDependencies {
  readonly ports: {
    readonly everyone: Ports['everyone']
    readonly profile: (family_member_uuid: string) => ReturnType<Ports['profile']>
    readonly memory: Pick<Ports['memory'], 'find'>
  }
  /** The engines of the models that the household has set. */
  readonly engine: Pick<CurrentEngine, 'servers' | 'inOrder'>
}

/** Each member's own consent, by the origin of the server: without it nothing of theirs goes there. */
export interface Consent {
  /**
   * The models that may write for a member, the first one first; none for the built-in engine alone. A server is given
   * nothing of anybody who has not agreed to it; what stays on this machine needs nobody's consent.
   */
  readonly engines: (family_member_uuid: string) => readonly ModelEngine[]
  /** The first server that would write for a member, had they agreed to it; null where none waits for that. */
  readonly needed: (family_member_uuid: string) => EngineServer | null
  /** The servers that are set and to which at least one member has agreed. */
  readonly agreedByAnyone: () => readonly ModelEngine[]
}

/** Opens the consent of members, which is in their preferences: `engines`, a list of origins. */
export function openConsent({ ports, engine: { servers, inOrder } }: ConsentDependencies): Consent {
  const agreed = (member: string, { origin }: EngineServer) => {
    const engines = ports.profile(member)?.preferences['engines']
    return Array.isArray(engines) && engines.includes(origin)
  }

  /** What of a turn may go to a server: no memory of another member who has not agreed, and no reply that tells of one. */
  const permitted = (turn: Turn, at: EngineServer): Turn => {
    const member = turn.speaker.family_member_uuid
    const goes = (memory_uuid: string) => {
      const owner = ports.memory.find(member, memory_uuid)?.family_member_uuid
      return owner !== undefined && (owner === member || agreed(owner, at))
    }
    return {
      ...turn,
      memories: turn.memories.filter(({ memory_uuid }) => goes(memory_uuid)),
      history: turn.history.filter(({ memory_uuids = [] }) => memory_uuids.every(goes)),
    }
  }

  return {
    engines: (member) =>
      inOrder().flatMap((engine) => {
        const { at } = engine
        if (at === null) return [engine]
        if (!agreed(member, at)) return []
        return [
          {
            ...engine,
            reply: async (turn, write, signal) => engine.reply(permitted(turn, at), write, signal),
          },
        ]
      }),
    needed: (member) =>
      servers()
        .flatMap(({ at }) => at ?? [])
        .find((at) => !agreed(member, at)) ?? null,
    agreedByAnyone: () =>
      servers().filter(({ at }) => at && ports.everyone().some((member) => agreed(member, at))),
  }
}
