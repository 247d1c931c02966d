import type { EngineServer } from '../../../kernel/engine-server.ts'
import type { Turn } from '../exchange/engine.ts'
import type { Ports } from '../ports.ts'
import type { ServerEngine } from './server-engine.ts'

interface ConsentDependencies {
  readonly ports: {
    readonly everyone: Ports['everyone']
    readonly profile: (family_member_uuid: string) => ReturnType<Ports['profile']>
    readonly memory: Pick<Ports['memory'], 'find'>
  }
  /** The engine of the model server that the household has set; null for none. */
  readonly server: () => ServerEngine | null
}

/** Each member's own consent, by the origin of the server: without it nothing of theirs goes there. */
export interface Consent {
  /** The server that may write for a member: it is given nothing of anybody who has not agreed. Null for the built-in one. */
  readonly server: (family_member_uuid: string) => ServerEngine | null
  /** The server that would write for a member, had they agreed to it; null where none waits for that. */
  readonly needed: (family_member_uuid: string) => EngineServer | null
  /** The server that is set, once at least one member has agreed to it. */
  readonly agreedByAnyone: () => ServerEngine | null
}

/** Opens the consent of members, which is in their preferences: `engines`, a list of origins. */
export function openConsent({ ports, server }: ConsentDependencies): Consent {
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
    server: (member) => {
      const engine = server()
      if (!engine || !agreed(member, engine.at)) return null
      return {
        ...engine,
        reply: async (turn, write, signal) => engine.reply(permitted(turn, engine.at), write, signal),
      }
    },
    needed: (member) => {
      const at = server()?.at
      return at && !agreed(member, at) ? at : null
    },
    agreedByAnyone: () => {
      const engine = server()
      return engine && ports.everyone().some((member) => agreed(member, engine.at)) ? engine : null
    },
  }
}
