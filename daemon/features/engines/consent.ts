import type { EngineServer } from '../../kernel/engine-server.ts'
import type { Turn } from '../../language/turn.ts'
import type { CurrentEngine } from './current-engine.ts'
import type { ModelEngine } from './models/model-engine.ts'

/** What other features tell of whose consent is wanted. */
export interface ConsentPorts {
  /** All members of the household. */
  readonly everyone: () => readonly string[]
  /** What a member has set; undefined where there is no such member. */
  readonly preferencesOf: (family_member_uuid: string) => Readonly<Record<string, unknown>> | undefined
  /** Whose a memory is; undefined for one that the member does not see. */
  readonly ownerOf: (family_member_uuid: string, memory_uuid: string) => string | undefined
}

interface ConsentDependencies {
  readonly ports: ConsentPorts
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
    const engines = ports.preferencesOf(member)?.['engines']
    return Array.isArray(engines) && engines.includes(origin)
  }

  /** What of a turn may go to a server: no memory of another member who has not agreed, and no reply that tells of one. */
  const permitted = (turn: Turn, at: EngineServer): Turn => {
    const member = turn.speaker.family_member_uuid
    const goes = (memory_uuid: string) => {
      const owner = ports.ownerOf(member, memory_uuid)
      return owner !== undefined && (owner === member || agreed(owner, at))
    }
    return {
      ...turn,
      memories: turn.memories.filter(({ memory_uuid }) => goes(memory_uuid)),
      people: (turn.people ?? []).filter(
        ({ family_member_uuid }) => family_member_uuid === member || agreed(family_member_uuid, at),
      ),
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
