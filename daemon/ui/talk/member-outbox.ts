import { type RefObject, useMemo, useSyncExternalStore } from 'react'
import type { MemberPlace } from '../api/member-place.ts'
import { queries } from '../api/operations.ts'
import { client, onSignOut, useMember } from '../api/session.ts'
import { useMemberPlace } from '../api/use-member-place.ts'
import type { KeptHistory } from './history.ts'
import { Outbox } from './outbox.ts'
import { historyKey, refreshHistory } from './use-history.ts'

const outboxes = new Map<string, Outbox>()
onSignOut((family_member_uuid) => outboxes.get(family_member_uuid)?.clear())

const watchers = new Set<() => void>()

/** Calls `watcher` each time that something said in this tab was answered, until the answer of this is called. */
export function onAnswered(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The outbox of a member, which goes on also while another page is shown. */
function outboxOf(family_member_uuid: string, place: MemberPlace): Outbox {
  const outbox =
    outboxes.get(family_member_uuid) ??
    new Outbox({
      send: async ({ content, key, replaces }) => {
        const input = { content, ...(replaces === undefined ? {} : { replaces }) }
        const { message, response } = await client.call('conversation.message', input, {
          idempotencyKey: key,
        })
        await refreshHistory(queries)
        for (const watcher of watchers) watcher()
        return response.kept ? message.message_uuid : { reply: response.content }
      },
      newest: () => {
        const history = queries.getQueryData<KeptHistory>(historyKey)
        return history?.at.get(history.total - 1)?.message_uuid ?? null
      },
      ...place,
    })
  outboxes.set(family_member_uuid, outbox)
  return outbox
}

/** What the member has said that is not answered yet, and what says more. */
export function useOutbox() {
  const outbox = outboxOf(useMember().family_member_uuid, useMemberPlace('outbox'))
  return { outbox, outgoing: useSyncExternalStore(outbox.watch, outbox.all) }
}

/** What can be done for a message that was not answered, by its key. */
export type OutboxActions = Pick<Outbox, 'retry' | 'drop'>

/** The same, with the focus where one writes afterwards: what was pressed is gone then. */
export function useOutboxActions(outbox: Outbox, field: RefObject<HTMLElement | null>): OutboxActions {
  return useMemo(() => {
    const then = (act: (key: string) => void) => (key: string) => {
      act(key)
      field.current?.focus()
    }
    return { retry: then((key) => outbox.retry(key)), drop: then((key) => outbox.drop(key)) }
  }, [outbox, field])
}
