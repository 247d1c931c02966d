import { useState } from 'react'
import { type HistoryMessage, type KeptHistory, lastOwn } from './history.ts'
import type { MessageActs } from '../message/message.tsx'
import type { Outbox } from './outbox.ts'

interface Editing {
  /** The message that is said anew. */
  readonly message_uuid: string
  /** What was typed before. */
  readonly draft: string
}

/** Saying the newest message anew: it stands where one writes, and what was typed there comes back where it is given up. */
export function useEditing(draft: string, write: (text: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null)
  return {
    message_uuid: editing?.message_uuid ?? null,
    edit: ({ message_uuid, content }: HistoryMessage) => {
      setEditing({ message_uuid, draft: editing?.draft ?? draft })
      write(content)
    },
    cancel: () => {
      write(editing?.draft ?? '')
      setEditing(null)
    },
    /** Called once it is said. */
    end: () => setEditing(null),
  }
}

/** What can be done with messages now. */
export const actsOf = (
  history: KeptHistory | undefined,
  conversation_uuid: string | null,
  edit: MessageActs['edit'],
  outbox: Outbox,
): MessageActs => ({
  last: history ? lastOwn(history, conversation_uuid) : null,
  edit,
  again: ({ content, message_uuid }) => outbox.say(content, message_uuid),
})
