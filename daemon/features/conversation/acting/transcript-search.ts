import { stemsOf } from '../../../language/en/stems.ts'
import type { MessageRow } from '../store.ts'
import type { HistoryStore, HistoryFilter } from '../history-store.ts'
import { named } from './memory-matches.ts'
import type { MessageReference } from './remembering.ts'

export type Message = Pick<MessageRow, 'conversation_uuid' | 'message_uuid' | 'content' | 'created_at'>

/** So many messages are looked through for what was said of something. */
const maxRead = 500

/** What was said, whether or not it was remembered: what is forgotten is to leave the transcript too. */
export function openTranscriptSearch({ page }: Pick<HistoryStore, 'page'>) {
  /** What a member has said before a message, the newest first. */
  const spoken = (
    member: string,
    before: MessageReference,
    wanted: HistoryFilter,
    limit: number,
  ): Message[] =>
    page(member, wanted, { before: null, limit, offset: 0 }).filter(
      ({ role, message_uuid }) => role === 'user' && message_uuid !== before.message_uuid,
    )

  return {
    /** What was said last in the same conversation. */
    newest: (member: string, before: MessageReference, count: number): Message[] => {
      const { conversation_uuid } = before
      // Each has an answer.
      return spoken(member, before, { conversation_uuid, text: null }, 2 * count + 2).slice(0, count)
    },

    /** All that was said, the newest first. */
    all: (member: string, before: MessageReference): Message[] =>
      spoken(member, before, { conversation_uuid: null, text: null }, maxRead),

    /** What was said of something, of anything where nothing is named. */
    about: (member: string, before: MessageReference, about: string): Message[] => {
      const wanted = new Set(stemsOf(about))
      const [text = null] = [...wanted].toSorted((one, other) => other.length - one.length)
      // A stem may end in another letter than its words: "parti" is of a party.
      const messages = spoken(
        member,
        before,
        { conversation_uuid: null, text: text?.replace(/i$/, '') ?? null },
        maxRead,
      )
      return named(
        about,
        messages.filter(({ content }) => wanted.isSubsetOf(new Set(stemsOf(content)))),
      )
    },
  }
}

export type TranscriptSearch = ReturnType<typeof openTranscriptSearch>
