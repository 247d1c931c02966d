import type { Transaction } from '../../../store/store.ts'
import { copyIdOf } from '../formats/ids.ts'
import type { LineOf, TakenLine } from './lines.ts'

/** Whose something with an id is; undefined where there is nothing with it. */
type OwnerOf = (uuid: string) => string | undefined

/** Stores something of a member; false where there is no room for it, or where it is as it is already. */
type Store<Line> = (tx: Transaction, family_member_uuid: string, line: Omit<Line, 'type'>) => boolean

/** Where what an archive holds beside memories is stored, as an import knows it. */
export interface ArchivePorts {
  readonly ownerOfMemory: OwnerOf
  readonly conversations: {
    readonly ownerOf: OwnerOf
    readonly ownerOfMessage: OwnerOf
    readonly store: Store<LineOf<'conversation'>>
    readonly storeMessage: Store<LineOf<'message'>>
  }
  readonly goals: { readonly ownerOf: OwnerOf; readonly store: Store<LineOf<'goal'>> }
  readonly personality: {
    readonly ownerOfSnapshot: OwnerOf
    readonly become: Store<LineOf<'personality'>>
    readonly storeSnapshot: Store<LineOf<'personality_snapshot'>>
  }
  /** Takes over preferences, but for whom a member trusts with what they say: that is asked of them anew. */
  readonly prefer: (tx: Transaction, family_member_uuid: string, wanted: Record<string, unknown>) => boolean
}

/** What became of some lines. */
export interface LineCounts {
  readonly stored: number
  readonly merged: number
  /** For how many there was no room. */
  readonly skipped: number
}

/** Opens the import of the lines of archives, but for memories. */
export function openArchiveImport({
  ownerOfMemory,
  conversations,
  goals,
  personality,
  prefer,
}: ArchivePorts) {
  /** The id of something of the archive for a member: another one where it is somebody else's. */
  const idFor = (member: string, uuid: string, ownerOf: OwnerOf): string => {
    const owner = ownerOf(uuid)
    return owner === undefined || owner === member ? uuid : copyIdOf(member, uuid)
  }

  /** A message whose ids are those that everything has for the member. */
  const messageFor = (member: string, line: LineOf<'message'>): LineOf<'message'> => {
    const memory = (uuid: string) => idFor(member, uuid, ownerOfMemory)
    const goal = (uuid: string) => idFor(member, uuid, goals.ownerOf)
    return {
      ...line,
      message_uuid: idFor(member, line.message_uuid, conversations.ownerOfMessage),
      conversation_uuid: idFor(member, line.conversation_uuid, conversations.ownerOf),
      reply_to: line.reply_to && idFor(member, line.reply_to, conversations.ownerOfMessage),
      memories_used: line.memories_used.map((used) => ({ ...used, memory_uuid: memory(used.memory_uuid) })),
      changes: line.changes.map((change) => ({
        ...change,
        memory_uuids: change.memory_uuids.map(memory),
        goal_uuids: change.goal_uuids.map(goal),
      })),
    }
  }

  type Outcome = keyof LineCounts
  const once = (owner: string | undefined, store: () => boolean): Outcome => {
    if (owner !== undefined) return 'merged'
    return store() ? 'stored' : 'skipped'
  }

  const take = (tx: Transaction, member: string, line: TakenLine): Outcome => {
    switch (line.type) {
      case 'preferences':
        return prefer(tx, member, line.preferences) ? 'stored' : 'merged'
      case 'personality':
        return personality.become(tx, member, line) ? 'stored' : 'merged'
      case 'personality_snapshot': {
        const snapshot_uuid = idFor(member, line.snapshot_uuid, personality.ownerOfSnapshot)
        const store = () => personality.storeSnapshot(tx, member, { ...line, snapshot_uuid })
        return once(personality.ownerOfSnapshot(snapshot_uuid), store)
      }
      case 'conversation': {
        const conversation_uuid = idFor(member, line.conversation_uuid, conversations.ownerOf)
        const store = () => conversations.store(tx, member, { ...line, conversation_uuid })
        return once(conversations.ownerOf(conversation_uuid), store)
      }
      case 'message': {
        const message = messageFor(member, line)
        const store = () => conversations.storeMessage(tx, member, message)
        return once(conversations.ownerOfMessage(message.message_uuid), store)
      }
      default: {
        const goal_uuid = idFor(member, line.goal_uuid, goals.ownerOf)
        return once(goals.ownerOf(goal_uuid), () => goals.store(tx, member, { ...line, goal_uuid }))
      }
    }
  }

  return {
    /** Stores what is new of some lines, in the transaction that is open; what is there already stays as it is. */
    take: (tx: Transaction, family_member_uuid: string, lines: readonly TakenLine[]): LineCounts => {
      const taken = { stored: 0, merged: 0, skipped: 0 }
      for (const line of lines) taken[take(tx, family_member_uuid, line)] += 1
      return taken
    },

    /** Where a memory of an archive was said, by the ids that these things have for a member. */
    saidIn: (
      member: string,
      { conversation_uuid, message_uuid }: { conversation_uuid?: string; message_uuid?: string | null },
    ) => ({
      ...(conversation_uuid !== undefined && {
        conversation_uuid: idFor(member, conversation_uuid, conversations.ownerOf),
      }),
      ...(message_uuid && { message_uuid: idFor(member, message_uuid, conversations.ownerOfMessage) }),
    }),
  }
}

export type ArchiveImport = ReturnType<typeof openArchiveImport>
