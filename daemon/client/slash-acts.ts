import type { Client } from './client.ts'
import type { OutputOf } from './types.ts'

type Change = OutputOf<'conversation.undo'>['changes'][number]
type Stored = OutputOf<'memory.store'>

/** What was undone: what a reply had changed, the first change first, or a memory that was stored by command. */
export type Undone =
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  | { readonly kind: 'memory'; readonly content: string }

/** How many of the newest messages are looked at for something to undo. */
const lookedAt = 50

/** The acts of slash commands that are no sentence to the companion. Both throw what calls of the client do. */
export interface SlashActs {
  /** Remembers a text word for word; `merged` in the answer says that it was known already. */
  readonly remember: (content: string) => Promise<Stored>
  /** Undoes what was done last; null where there is nothing to undo. */
  readonly undo: () => Promise<Undone | null>
}

/** Makes the acts of one conversation; they know what was remembered by them. */
export function openSlashActs({ call }: Pick<Client, 'call'>): SlashActs {
  let stored: Stored['memory'][] = []
  const once = () => ({ idempotencyKey: crypto.randomUUID() })

  const changed = async () => {
    const { conversation_uuid } = await call('conversation.context')
    if (conversation_uuid === null) return undefined
    const { items } = await call('conversation.history', { conversation_uuid, limit: lookedAt })
    return items.find(({ changes }) => changes.some(({ undone_at }) => undone_at === null))
  }

  return {
    remember: async (content) => {
      const answer = await call('memory.store', { content }, once())
      // What was known before is not to be forgotten by undoing this.
      if (!answer.merged) stored.push(answer.memory)
      return answer
    },
    undo: async () => {
      const reply = await changed()
      const newest = stored.at(-1)
      if (newest && newest.created_at > (reply?.created_at ?? '')) {
        await call('memory.forget', { memory_uuids: [newest.memory_uuid] }, once())
        stored = stored.slice(0, -1)
        return { kind: 'memory', content: newest.content }
      }
      if (!reply) return null
      const { message_uuid, changes } = reply
      const effective = [...changes.entries()].filter(([, { undone_at }]) => undone_at === null)
      // What was done last may rest on what was done before it.
      for (const [change] of effective.toReversed())
        await call('conversation.undo', { message_uuid, change }, once())
      return { kind: 'changes', changes: effective.map(([, one]) => one) }
    },
  }
}
