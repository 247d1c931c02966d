import { iso } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'

interface ListedConversation {
  readonly conversation_uuid: string
  readonly title: string | null
  readonly preview: string | null
  readonly started_at: string
  readonly last_message_at: string | null
  readonly messages: number
  readonly current: boolean
}

type Row = Omit<ListedConversation, 'started_at' | 'last_message_at' | 'current'> & {
  readonly started_at: number
  readonly last_message_at: number | null
  readonly cleared_at: number | null
}

/** How much of the first message stands in a list, in characters. */
const previewed = 120

/** Opens the list of a member's conversations, the one with the newest message first; without those that leave nothing. */
export function openConversationList(store: Pick<Store, 'prepare'>) {
  const listed = `FROM conversations AS c WHERE family_member_uuid = @member AND temporary = 0
    AND (cleared_at IS NULL OR EXISTS (SELECT 1 FROM messages AS m WHERE m.conversation_uuid = c.conversation_uuid))`
  const page = store.prepare<Row>(
    `SELECT conversation_uuid, title, started_at, last_message_at, cleared_at,
        (SELECT count(*) FROM messages AS m WHERE m.conversation_uuid = c.conversation_uuid) AS messages,
        (SELECT substr(content, 1, ${previewed}) FROM messages AS m
          WHERE m.conversation_uuid = c.conversation_uuid ORDER BY message_id LIMIT 1) AS preview
      ${listed}
      ORDER BY coalesce(last_message_at, started_at) DESC, started_at DESC
      LIMIT @limit OFFSET @offset`,
  )
  const counted = store.prepare<{ total: number }>(`SELECT count(*) AS total ${listed}`)

  return (
    member: string,
    at: { limit: number; offset: number },
  ): { items: ListedConversation[]; total: number } => ({
    items: page.all({ member, ...at }).map(({ cleared_at, started_at, last_message_at, ...row }) => ({
      ...row,
      started_at: iso(started_at),
      last_message_at: last_message_at === null ? null : iso(last_message_at),
      current: cleared_at === null,
    })),
    total: counted.get({ member })?.total ?? 0,
  })
}

export type ConversationList = ReturnType<typeof openConversationList>
